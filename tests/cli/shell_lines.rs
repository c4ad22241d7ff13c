//! Command lines of an agent: everyday ones, which the hook lets pass, and those that it denies.

use serde_json::{Value, json};

use crate::agent_hook;
use crate::common::{World, token};

const PASS: &str = include_str!("../../fixtures/policy/pass.txt");
const DENY: &str = include_str!("../../fixtures/policy/deny.txt");

/// The lines of a fixture, each behind what stands before a tab in its row.
fn lines(fixture: &str) -> impl Iterator<Item = (&str, String)> {
    let rows = fixture
        .lines()
        .filter(|row| !row.is_empty() && !row.starts_with('#'));
    rows.map(|row| {
        let (rule, line) = row.split_once('\t').unwrap_or(("", row));
        (rule, line.replace('⏎', "\n").replace("@TOKEN@", &token()))
    })
}

/// The repository of the fixtures.
fn world() -> World {
    let world = World::with_memory();
    world.write(
        "memory/rules/rules.md",
        "<!-- budget: 9 lines -->\n# Rules\n\nDo it.\n",
    );
    world.write("AGENTS.md", "# Theirs\n\nWords.\n");
    world.memory("rules build").ok();
    let team = "policy:\n  block: [secrets/, src/private, '**/*.pem']\n";
    world.write("memory/config.yaml", team);
    for file in ["src/main.c", "src/k.pem", "src/private/k", "secrets/key"] {
        world.write(file, "\n");
    }
    world.commit("Begin");
    world
}

/// The rule by which the hook denies a line; empty where it does not.
fn rule(world: &World, arguments: &[&str], line: &str) -> String {
    let call = json!({"tool_name": "Bash", "tool_input": {"command": line}});
    let answer = world.memory_with(
        [&["hook", "pre-tool-use"], arguments].concat(),
        &call.to_string(),
    );
    assert_eq!(answer.err, "", "{line}");
    let out = answer.ok();
    let told: Value = serde_json::from_str(&out).unwrap_or_default();
    let reason = told["hookSpecificOutput"]["permissionDecisionReason"].as_str();
    let rule = reason.and_then(|reason| reason.split(['(', ')']).nth(1));
    assert_eq!(rule.is_none(), out.is_empty(), "{line}: {out}");
    rule.unwrap_or_default().to_owned()
}

#[test]
fn everyday_lines_pass() {
    let world = world();
    let mut count = 0;
    for (_, line) in lines(PASS) {
        assert_eq!(rule(&world, &["--strict"], &line), "", "{line}");
        count += 1;
    }
    assert!(count >= 150, "{count}");
}

#[test]
fn lines_that_must_not_be_are_denied_by_their_rule() {
    let world = world();
    let mut count = 0;
    for (expected, line) in lines(DENY) {
        assert_eq!(rule(&world, &[], &line), expected, "{line}");
        count += 1;
    }
    assert!(count >= 60, "{count}");
}

#[test]
fn a_command_line_brings_what_governs_its_files() {
    let world = agent_hook::world();
    world.write("src/other.rs", "\n");
    let told = |nth: usize, tool: &str, input: Value| {
        let call = json!({"session_id": format!("s{nth}"), "hook_event_name": "PreToolUse",
            "cwd": world.here, "tool_name": tool, "tool_input": input});
        agent_hook::told(world.memory_with("hook pre-tool-use", &call.to_string()))
    };
    for (nth, line) in [
        "sed -i s/a/b/ src/upload.rs",
        "cat > src/upload.rs <<END\nfn upload() {}\nEND",
        "cat src/upload.rs",
        "echo x >> src/upload.rs",
        "make | tee src/upload.rs",
        "cp src/other.rs src/upload.rs",
        "cp /tmp/upload.rs src/",
        "perl -pi -e s/a/b/ src/upload.rs",
        "cd src && head -n 5 < upload.rs",
        "cat src/*.rs",
        "grep -n retry src/{upload,other}.rs",
    ]
    .into_iter()
    .enumerate()
    {
        let text = told(nth, "Bash", json!({ "command": line }));
        assert!(text.contains("Retry uploads with jitter"), "{line}: {text}");
        assert_eq!(told(nth, "Bash", json!({ "command": line })), "", "{line}");
    }
    let codex = json!({"command": ["bash", "-lc", "cat src/upload.rs"]});
    assert!(told(50, "shell", codex).contains("Retry uploads"));
    let codex = json!({"cmd": "cat upload.rs", "workdir": "src"});
    assert!(told(51, "exec_command", codex).contains("Retry uploads"));
    for line in [
        "ls src",
        "cargo test src/upload.rs",
        "touch src/upload.rs",
        "cat code.txt",
    ] {
        assert_eq!(told(60, "Bash", json!({ "command": line })), "", "{line}");
    }
}
