//! The hook before a tool: the place of a file decides its records and its denial.

use std::fs;

use serde_json::{Value, json};

use crate::agent_hook::{FILE, told, world};
use crate::common::{Answer, World, has, token};
use git_memory_text::limits;

/// Asks the hook about a call, in a session of this name.
fn asked(world: &World, session: &str, arguments: &[&str], tool: &str, input: &Value) -> Answer {
    let call = json!({"session_id": session, "hook_event_name": "PreToolUse", "tool_name": tool,
        "tool_input": input});
    let words = [&["hook", "pre-tool-use", "--agent", "claude"], arguments].concat();
    world.memory_with(words, &call.to_string())
}

#[test]
fn records_are_told_and_calls_judged_in_the_work_tree_and_repository_that_hold_the_file() {
    let world = world();
    world.git("config memory.policy.block vault").ok();
    world.git("worktree add -q ../linked").ok();
    let neighbour = world.again(&world.root().join("neighbour"));
    fs::create_dir_all(&neighbour.here).unwrap();
    neighbour.git("init -q").ok();
    let ask = |session: &str, tool: &str, input: Value| asked(&world, session, &[], tool, &input);
    let path = |folder: &str, file: &str| world.root().join(folder).join(file);
    let edit = |file| json!({"file_path": file, "old_string": "a", "new_string": "b"});
    let text = told(ask("one", "Edit", edit(path("linked", FILE))));
    assert!(text.contains("Retry uploads with jitter"), "{text}");
    // Work trees of one repository are one place.
    assert_eq!(told(ask("one", "Edit", edit(world.here.join(FILE)))), "");
    let line = format!("cd {} && cat {FILE}", path("linked", "").display());
    let text = told(ask("two", "Bash", json!({"command": line})));
    assert!(text.contains("Retry uploads with jitter"), "{text}");
    assert_eq!(
        told(ask(
            "three",
            "Read",
            json!({"file_path": path("neighbour", FILE)})
        )),
        ""
    );
    let denied = ask(
        "four",
        "Read",
        json!({"file_path": path("linked", "vault/a")}),
    )
    .ok();
    assert!(denied.contains("'vault/a' is blocked"), "{denied}");
}

#[test]
fn texts_of_two_repositories_hold_no_secret_of_a_team_together() {
    let world = world();
    world.git("clone -q . ../neighbour").ok();
    let line = format!("cat {FILE} ../neighbour/{FILE}");
    let ask = |session: &str| {
        let input = json!({"command": line});
        told(asked(&world, session, &[], "Bash", &input))
    };
    // The end of the one text and the beginning of the other.
    assert!(ask("one").contains("~~~\n\nText between"));
    let pattern = ["memory.secretPattern", r"~~~\s+Text between"];
    for folder in [".", "../neighbour"] {
        let set = ["-C", folder, "config", pattern[0], pattern[1]];
        world.git(set).ok();
        let text = ask(folder);
        let told = text.matches("Retry uploads with jitter").count();
        assert_eq!(told, 2, "{text}");
        assert!(!text.contains("~~~\n\nText between"), "{text}");
        world
            .git(["-C", folder, "config", "--unset", pattern[0]])
            .ok();
    }
}

#[test]
fn a_call_is_judged_by_a_bounded_number_of_repositories() {
    let world = world();
    let mut patch = "*** Begin Patch\n".to_owned();
    for nth in 0..=limits::CALL_REPOSITORIES {
        let folder = world.root().join(format!("r{nth}"));
        fs::create_dir_all(&folder).unwrap();
        world.again(&folder).git("init -q").ok();
        patch.extend(["*** Add File: ", folder.to_str().unwrap(), "/a\n+x\n"]);
    }
    let input = json!({"command": format!("{patch}*** End Patch")});
    let answer = asked(&world, "s", &[], "apply_patch", &input);
    has(&answer.err, "more than 8 repositories");
    assert_eq!(answer.ok(), "");
    let strict = asked(&world, "s", &["--strict"], "apply_patch", &input).ok();
    assert!(strict.contains("(strict)"), "{strict}");
}

#[test]
fn a_search_of_what_is_not_the_projects_own_is_told_so_once() {
    let world = world();
    world.write(".gitattributes", "made/** linguist-generated\n");
    for file in ["built/a", "made/a", "src/a"] {
        world.write(file, "\n");
    }
    fs::write(world.here.join(".gitignore"), "/built/\n").unwrap();
    let grep = |session: &str, folder: &str| {
        let input = json!({"pattern": "x", "path": folder});
        told(asked(&world, session, &[], "Grep", &input))
    };
    let text = grep("one", "built");
    assert!(text.contains("'built' is left out of searches"), "{text}");
    assert!(text.contains("; search the project's own files"), "{text}");
    assert_eq!(grep("one", "built"), "");
    for folder in ["made", "src", "."] {
        assert_eq!(grep("two", folder), "", "{folder}");
    }
    let glob = json!({"pattern": "built/**/*.o"});
    assert!(told(asked(&world, "two", &[], "Glob", &glob)).contains("'built"));
}

#[test]
fn without_the_policy_records_are_told_and_nothing_is_refused() {
    let world = world();
    let ask = |input: Value| asked(&world, "s", &["--no-policy"], "Read", &input);
    assert_eq!(told(ask(json!({"file_path": ".git/config"}))), "");
    let text = told(ask(json!({"file_path": FILE})));
    assert!(text.contains("Retry uploads with jitter"), "{text}");
    let search = json!({"pattern": "x", "path": "target"});
    assert_eq!(
        told(asked(&world, "s", &["--no-policy"], "Grep", &search)),
        ""
    );
    let refused = world.memory("hook user-prompt --no-policy").fails(129);
    assert!(refused.contains("not '--no-policy'"), "{refused}");
}

#[test]
fn what_an_agent_keeps_for_itself_is_left_to_its_own_permissions() {
    let world = world();
    let extra = world.root().join("extra/a.txt");
    for path in [
        "/tmp/notes.md",
        "~/.claude/plans/p.md",
        "~/.claude/projects/x/memory/MEMORY.md",
        "~/.codex/memories/a.md",
        "~/.gemini/tmp/a",
        "/etc/hosts",
        extra.to_str().unwrap(),
    ] {
        for agent in ["claude", "codex", "gemini", "copilot", "cursor"] {
            let call = json!({"tool_name": "Write", "cwd": world.here,
                "tool_input": {"file_path": path, "content": token()}});
            let hook = ["hook", "pre-tool-use", "--strict", "--agent", agent];
            let answer = world.memory_with(hook, &call.to_string());
            assert_eq!(
                (answer.err.as_str(), answer.out.as_str()),
                ("", ""),
                "{agent} {path}"
            );
        }
    }
}

#[test]
fn in_a_repository_without_memory_the_hook_is_silent() {
    let world = World::new();
    world.write("build/a", "\n");
    for (tool, input) in [
        ("Read", json!({"file_path": ".git/config"})),
        (
            "Write",
            json!({"file_path": "sessions/a", "content": token()}),
        ),
        (
            "Write",
            json!({"file_path": "memory/a.md", "content": token()}),
        ),
        ("Grep", json!({"pattern": "x", "path": "build"})),
        ("Bash", json!({"command": "mkdir sessions; rm -rf .git"})),
        ("Bash", json!({"command": "cat 'unclosed"})),
    ] {
        let answer = asked(&world, "s", &["--strict"], tool, &input);
        assert_eq!(
            (answer.err.as_str(), answer.out.as_str()),
            ("", ""),
            "{tool} {input}"
        );
    }
}
