//! The hook that agents call before a tool.

use std::fs;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::common::{Answer, World, token};

fn call(world: &World, call: &Value) -> Answer {
    world.memory_with(["hook", "pre-tool-use"], &call.to_string())
}

/// Returns the reason that Claude Code gets; empty without one.
#[track_caller]
fn reason(answer: Answer) -> String {
    let out = answer.ok();
    if out.is_empty() {
        return out;
    }
    let told: Value = serde_json::from_str(&out).unwrap();
    let told = &told["hookSpecificOutput"];
    assert_eq!(told["hookEventName"], "PreToolUse");
    assert_eq!(told["permissionDecision"], "deny");
    told["permissionDecisionReason"]
        .as_str()
        .unwrap()
        .to_owned()
}

fn tool(name: &str, input: &Value) -> Value {
    json!({
        "session_id": "abc", "transcript_path": "/x/y.jsonl", "permission_mode": "default",
        "hook_event_name": "PreToolUse", "tool_name": name, "tool_input": input,
        "tool_use_id": "t1",
    })
}

#[test]
fn each_tool_is_judged_by_what_it_touches() {
    let world = World::with_memory();
    let outside = world.root().join("x");
    let outside = outside.to_str().unwrap();
    let inside = world.here.join("src/a.rs");
    let inside = inside.to_str().unwrap();
    for (name, input, expected) in [
        ("Read", json!({"file_path": ".git/config"}), "git-folder"),
        ("Read", json!({"file_path": inside}), ""),
        ("Read", json!({"file_path": outside}), ""),
        ("Write", json!({"file_path": outside, "content": ""}), ""),
        ("Write", json!({"file_path": inside, "content": "x"}), ""),
        (
            "Edit",
            json!({"file_path": "sessions/a", "new_string": ""}),
            "agent-log",
        ),
        (
            "MultiEdit",
            json!({"file_path": "memory/index.md", "edits": []}),
            "derived",
        ),
        (
            "NotebookEdit",
            json!({"notebook_path": outside, "new_source": ""}),
            "",
        ),
        ("Glob", json!({"pattern": "**/*"}), ""),
        ("Glob", json!({"pattern": "**/.git/**"}), "git-folder"),
        (
            "Glob",
            json!({"pattern": "*", "path": ".git"}),
            "git-folder",
        ),
        ("Grep", json!({"pattern": "x"}), ""),
        (
            "Grep",
            json!({"pattern": r"\.git/config", "path": "src"}),
            "",
        ),
        (
            "Grep",
            json!({"pattern": "x", "glob": ".git*"}),
            "git-folder",
        ),
        ("Grep", json!({"pattern": "x", "glob": "!.git"}), ""),
        ("LS", json!({"path": ".git/hooks"}), "git-folder"),
        (
            "Bash",
            json!({"command": "git status && cargo test 2>&1 | tail -5"}),
            "",
        ),
        ("Bash", json!({"command": "cat .git/config"}), ""),
        (
            "Bash",
            json!({"command": "cd src && rm ../.git/config"}),
            "git-folder",
        ),
        (
            "Bash",
            json!({"command": "cd \"$X\" && rm .git/config"}),
            "",
        ),
        (
            "Bash",
            json!({"command": "[ -d .git ] && echo '.git is there'"}),
            "",
        ),
        (
            "Bash",
            json!({"command": "find . -path ./.git -prune -o -print"}),
            "",
        ),
        ("Bash", json!({"command": "echo x > /dev/null 2>&1"}), ""),
        (
            "Bash",
            json!({"command": "cp src/a.rs /dev/null; cp src/a.rs /dev/stdout"}),
            "",
        ),
        (
            "Bash",
            json!({"command": format!("echo x > {outside}")}),
            "",
        ),
        ("Bash", json!({"command": "rm -rf .git/*"}), "git-folder"),
        ("Bash", json!({"command": "rm -f .git/*.lock"}), ""),
        (
            "Bash",
            json!({"command": "echo x >> memory/index.md"}),
            "derived",
        ),
        (
            "WebFetch",
            json!({"url": "https://example.com/.git/config"}),
            "",
        ),
        (
            "mcp__files__write_file",
            json!({"path": ".git/x"}),
            "git-folder",
        ),
        (
            "mcp__files__read_file",
            json!({"path": ".git/config"}),
            "git-folder",
        ),
    ] {
        let reason = reason(call(&world, &tool(name, &input)));
        let rule = reason
            .strip_prefix("git-memory policy (")
            .unwrap_or_default();
        let rule = rule.split(')').next().unwrap();
        assert_eq!(rule, expected, "{name} {input}: {reason}");
    }
}

#[test]
fn the_folder_of_the_call_counts() {
    let world = World::with_memory();
    let other = world.again(&world.root().join("other"));
    fs::create_dir_all(other.here.join("src")).unwrap();
    other.git(["init", "-q"]).ok();
    other.git(["config", "memory.policy.block", "vault"]).ok();
    let mut read = tool("Read", &json!({"file_path": "vault/a"}));
    assert_eq!(reason(call(&world, &read)), "");
    read["cwd"] = json!(other.here);
    assert!(reason(call(&world, &read)).contains("'vault/a' is blocked"));
    read["cwd"] = json!(other.here.join("src"));
    assert_eq!(reason(call(&world, &read)), "");
    // Paths lead from one to the other: each file is judged where it lies.
    let write = json!({"file_path": world.here.join("sessions/a"), "content": ""});
    let mut write = tool("Write", &write);
    for folder in [&world.here, &other.here, &world.root().clone()] {
        write["cwd"] = json!(folder);
        assert!(reason(call(&world, &write)).contains("(agent-log)"));
    }
}

#[test]
fn the_folder_of_a_shell_counts() {
    let world = World::with_memory();
    fs::create_dir_all(world.here.join("src")).unwrap();
    let src = world.here.join("src");
    let inside = format!("rm {}", world.here.join(".git/config").display());
    for (agent, name, folder, line, expected) in [
        (
            "gemini",
            "run_shell_command",
            json!({"dir_path": "src"}),
            "echo x > ../a.md",
            "",
        ),
        (
            "gemini",
            "run_shell_command",
            json!({"directory": "src"}),
            "echo x > ../a.md",
            "",
        ),
        (
            "gemini",
            "run_shell_command",
            json!({"dir_path": "src"}),
            "echo x > ../../a.md",
            "",
        ),
        (
            "gemini",
            "run_shell_command",
            json!({"dir_path": ".git"}),
            "rm config",
            "git-folder",
        ),
        (
            "cursor",
            "Shell",
            json!({"working_directory": src}),
            "echo x > ../a.md",
            "",
        ),
        (
            "cursor",
            "Shell",
            json!({"working_directory": ".git"}),
            "rm config",
            "git-folder",
        ),
        (
            "cursor",
            "Shell",
            json!({"working_directory": ""}),
            "rm .git/config",
            "git-folder",
        ),
        (
            "codex",
            "exec_command",
            json!({"workdir": src}),
            "rm ../.git/config",
            "git-folder",
        ),
        // The repository of the session judges, wherever the line runs.
        (
            "codex",
            "shell",
            json!({"workdir": "/"}),
            inside.as_str(),
            "git-folder",
        ),
        // This tool has no such argument: it runs the line where the agent works.
        (
            "claude",
            "Bash",
            json!({"dir_path": "memory"}),
            "rm .git/config",
            "git-folder",
        ),
    ] {
        let mut input = folder;
        input["command"] = json!(line);
        let mut call = tool(name, &input);
        call["cwd"] = json!(world.here);
        let hook = ["hook", "pre-tool-use", "--agent", agent];
        let answer = world.memory_with(hook, &call.to_string());
        assert_eq!(answer.err, "", "{input}");
        let out = answer.ok();
        assert_eq!(out.contains("deny"), !expected.is_empty(), "{input}: {out}");
        assert!(out.contains(expected), "{input}: {out}");
    }
}

#[test]
fn a_patch_through_a_shell_is_one() {
    let (world, _) = with_rules();
    let patch = |line: &str| format!("*** Begin Patch\n{line}\n@@\n-a\n+b\n*** End Patch");
    let index = patch("*** Delete File: memory/index.md");
    let here = |patch: &str| format!("apply_patch <<'EOF'\n{patch}\nEOF\n");
    for (name, input, expected) in [
        (
            "shell",
            json!({"command": ["apply_patch", index]}),
            "derived",
        ),
        (
            "shell",
            json!({"command": ["bash", "-lc", here(&index)]}),
            "derived",
        ),
        ("shell_command", json!({"command": here(&index)}), "derived"),
        ("exec_command", json!({"cmd": here(&index)}), "derived"),
        ("Bash", json!({"command": here(&index)}), "derived"),
        (
            "Bash",
            json!({"command": format!("applypatch '{index}'")}),
            "derived",
        ),
        (
            "Bash",
            json!({"command": format!("cd src && {}", here(&patch("*** Add File: ../.git/hooks/x")))}),
            "git-folder",
        ),
        (
            "Bash",
            json!({"command": here(&patch(&format!("*** Add File: memory/a.md\n+{}", token())))}),
            "secret",
        ),
        (
            "Bash",
            json!({"command": here(&patch("*** Delete File: AGENTS.md"))}),
            "derived",
        ),
        (
            "apply_patch",
            json!({"command": patch("*** Delete File: AGENTS.md")}),
            "derived",
        ),
        (
            "Bash",
            json!({"command": here(&patch("*** Update File: AGENTS.md"))}),
            "",
        ),
        (
            "Bash",
            json!({"command": here(&patch("*** Update File: src/a.rs"))}),
            "",
        ),
        (
            "apply_patch",
            json!({"command": ["apply_patch", index]}),
            "derived",
        ),
        // Only written down.
        (
            "Bash",
            json!({"command": format!("cat > a.patch <<'EOF'\n{index}\nEOF")}),
            "",
        ),
    ] {
        let told = reason(call(&world, &tool(name, &input)));
        let rule = told.split(['(', ')']).nth(1).unwrap_or_default();
        assert_eq!(rule, expected, "{name} {input}: {told}");
    }
}

#[test]
fn a_secret_is_not_written_into_memory() {
    let world = World::with_memory();
    let secret = format!("key = {}\n", token());
    let file = world.here.join("memory/notes/a.md");
    for (name, input) in [
        ("Write", json!({"file_path": file, "content": secret})),
        (
            "Edit",
            json!({"file_path": file, "old_string": "", "new_string": secret}),
        ),
        (
            "MultiEdit",
            json!({"file_path": file, "edits": [{"new_string": "x"}, {"new_string": secret}]}),
        ),
        (
            "NotebookEdit",
            json!({"notebook_path": file, "new_source": secret}),
        ),
        (
            "Bash",
            json!({"command": format!("cat > memory/notes/a.md <<EOF\n{secret}EOF")}),
        ),
    ] {
        let answer = call(&world, &tool(name, &input));
        assert!(!answer.out.contains(&token()), "{}", answer.out);
        let reason = reason(answer);
        assert!(
            reason.starts_with("git-memory policy (secret): memory/notes/a.md"),
            "{reason}"
        );
        assert!(reason.contains("leave the value out"), "{reason}");
    }
    // Outside of memory secrets are allowed, and inside a text without any.
    for input in [
        json!({"file_path": world.here.join("src/a"), "content": secret}),
        json!({"file_path": file, "content": "# A\n\nText.\n"}),
    ] {
        assert_eq!(reason(call(&world, &tool("Write", &input))), "");
    }
}

#[test]
fn what_is_made_by_hand_is_said_to_be_lost_and_what_to_do() {
    let world = World::with_memory();
    let write = json!({"file_path": "memory/index.md", "content": "# Mine\n"});
    let reason = reason(call(&world, &tool("Write", &write)));
    assert!(
        reason.contains("'memory/index.md' is made from the records"),
        "{reason}"
    );
    assert!(
        reason.contains("'git memory add-decision TITLE'"),
        "{reason}"
    );
}

#[test]
fn what_cannot_be_judged_is_allowed_with_a_warning_or_denied() {
    let world = World::with_memory();
    let nowhere = tool("Read", &json!({"file_path": "a"}));
    let mut gone = nowhere;
    gone["cwd"] = json!(world.root().join("gone"));
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    for input in [
        "",
        "no json",
        "{",
        "[]",
        "null",
        "{}",
        "\u{0}",
        &deep,
        r#"{"tool_name": 3}"#,
        r#"{"tool_name": "Read"}"#,
        r#"{"tool_name": "Read", "tool_input": []}"#,
        r#"{"tool_name": "Read", "tool_input": {"file_path": {}}}"#,
        r#"{"tool_name": "Read", "cwd": 4, "tool_input": {"file_path": "a"}}"#,
        r#"{"hook_event_name": "PostToolUse", "tool_name": "Read"}"#,
        &gone.to_string(),
    ] {
        let answer = world.memory_with(["hook", "pre-tool-use"], input);
        assert_eq!((answer.status, answer.out.as_str()), (0, ""), "{input}");
        assert!(
            answer
                .err
                .starts_with("warning: git-memory cannot check this call: "),
            "{}",
            answer.err
        );
        assert_eq!(answer.err.lines().count(), 1, "{}", answer.err);
        let strict = world.memory_with(["hook", "pre-tool-use", "--strict"], input);
        assert!(
            reason(strict).starts_with("git-memory policy (strict): "),
            "{input}"
        );
    }
    world
        .memory_with(["hook", "pre-tool-use", "--lax"], "{}")
        .fails(129);
}

#[test]
fn a_text_that_was_cut_within_a_character_hides_no_call() {
    let world = World::with_memory();
    let input = r#"{"tool_name": "Write", "tool_input":
        {"file_path": ".git/config", "content": "\ud83d"}}"#;
    let answer = world.memory_with(["hook", "pre-tool-use"], input);
    assert!(reason(answer).contains(".git"));
}

#[test]
fn the_plain_form_gets_a_plain_answer() {
    let world = World::with_memory();
    let plain = |call: Value| call_json(&world, &call);
    assert_eq!(
        plain(json!({"tool": "x", "paths": ["src/a"], "for": "write"})),
        json!({"decision": "allow"})
    );
    let denied = plain(json!({"paths": ["src/a", ".git/x"]}));
    assert_eq!(denied["decision"], "deny");
    assert_eq!(denied["rule"], "git-folder");
    assert_eq!(denied["reason"], "'.git/x' is git's own");
    assert_eq!(
        plain(json!({"command": "rm .git/index"}))["rule"],
        "git-folder"
    );
    assert_eq!(
        plain(json!({"command": "mkdir sessions; cat .git/HEAD"}))["decision"],
        "allow"
    );
    let note = json!({"paths": ["memory/notes/a.md"], "for": "write", "content": token()});
    assert_eq!(plain(note)["rule"], "secret");
    for bad in [
        json!({"tool": "x", "path": "a"}),
        json!({"tool": "x", "for": "eat"}),
        json!({"paths": "a"}),
    ] {
        let answer = call(&world, &bad);
        assert!(answer.err.starts_with("warning: "), "{}", answer.err);
        let strict = world.memory_with(["hook", "pre-tool-use", "--strict"], &bad.to_string());
        assert_eq!(strict.json()["rule"], "strict");
    }
    let nul = json!({"tool": "x", "paths": ["a\u{0}b"]});
    assert_eq!(plain(nul)["decision"], "allow");
}

#[track_caller]
fn call_json(world: &World, plain: &Value) -> Value {
    call(world, plain).json()
}

#[test]
fn a_damaged_repository_or_setting_fails_open() {
    let world = World::with_memory();
    world.git(["config", "memory.policy.block", "/x"]).ok();
    let read = tool("Read", &json!({"file_path": "a"}));
    let answer = call(&world, &read);
    assert!(answer.err.contains("memory.policy.block"), "{}", answer.err);
    assert_eq!(reason(answer), "");
    world.git(["config", "--unset", "memory.policy.block"]).ok();
    world.write("memory/config.yaml", "policy:\n  block: ['../x']\n");
    let answer = call(&world, &read);
    assert!(
        answer.err.contains("memory/config.yaml:2"),
        "{}",
        answer.err
    );
    let strict = world.memory_with(["hook", "pre-tool-use", "--strict"], &read.to_string());
    assert!(reason(strict).contains("memory/config.yaml:2"));
}

#[test]
fn no_call_takes_long() {
    let world = World::with_memory();
    let long = "a/".repeat(2000);
    let many: Vec<String> = (0..1000)
        .map(|number| format!("src/{number}/*.{{a,b}}"))
        .collect();
    for input in [
        tool("Read", &json!({"file_path": long})),
        tool("Bash", &json!({"command": "cat $(".repeat(20_000)})),
        tool("Bash", &json!({"command": "cat a/{b,c}/* ".repeat(5_000)})),
        tool("Glob", &json!({"pattern": "**/".repeat(1000)})),
        tool("Glob", &json!({"pattern": "{a,b}".repeat(800)})),
        tool(
            "Write",
            &json!({"file_path": "src/a", "content": "x".repeat(4 << 20)}),
        ),
        json!({"tool": "x", "paths": many}),
    ] {
        let start = Instant::now();
        let answer = call(&world, &input);
        assert_eq!(answer.status, 0, "{}", answer.err);
        // The limit is 0.9 s; a machine that is busy takes its time to start and end, too.
        assert!(
            start.elapsed() < Duration::from_secs(4),
            "{:?}",
            start.elapsed()
        );
    }
    let huge = tool(
        "Write",
        &json!({"file_path": "a", "content": "x".repeat(17 << 20)}),
    );
    let answer = call(&world, &huge);
    assert!(answer.err.contains("more than 16 MiB"), "{}", answer.err);
}

#[test]
fn what_is_made_from_the_rules_is_changed_there() {
    let world = World::with_memory();
    let rule = "<!-- budget: 9 lines -->\n# Rules\n\nDo it.\n";
    world.write("memory/rules/rules.md", rule);
    world.write("AGENTS.md", "# Theirs\n\nWords.\n");
    let of_web = "<!-- budget: 9 lines -->\nUse tabs.\n";
    world.write("memory/scopes/web/rules/tabs.md", of_web);
    world.write("web/AGENTS.md", "Words.\n");
    for agent in ["claude", "cursor"] {
        world.memory(["rules", "build", "--for", agent]).ok();
    }
    let file = fs::read_to_string(world.here.join("AGENTS.md")).unwrap();
    assert!(file.contains("\nDo it.\n"), "{file}");
    let edit = |old: &str, new: &str| json!({"old_string": old, "new_string": new});
    let piece = |path: &str, old: &str, new: &str| json!({"file_path": path, "old_string": old, "new_string": new});
    for (name, input, is_denied) in [
        ("Edit", piece("AGENTS.md", "Do it.", "Do that."), true),
        ("Edit", piece("AGENTS.md", "Words.", "Other words."), false),
        ("Edit", piece("CLAUDE.md", "@AGENTS.md", ""), true),
        ("Edit", piece("AGENTS.md", "not there", ""), false),
        ("Edit", piece("docs/AGENTS.md", "Do it.", ""), false),
        ("Edit", piece(".cursor/rules/rules.mdc", "Do it.", ""), true),
        ("Edit", piece("web/AGENTS.md", "Use tabs.", "Do."), true),
        ("Edit", piece("web/AGENTS.md", "Words.", "More."), false),
        ("Edit", piece("web/CLAUDE.md", "@AGENTS.md", ""), true),
        (
            "Edit",
            piece(".cursor/rules/web/tabs.mdc", "tabs", ""),
            true,
        ),
        (
            "MultiEdit",
            json!({"file_path": "AGENTS.md", "edits": [edit("Words.", "it"), edit("it.", "")]}),
            true,
        ),
        (
            "Write",
            json!({"file_path": "./AGENTS.md", "content": "# Theirs\n"}),
            true,
        ),
        (
            "Write",
            json!({"file_path": "AGENTS.md", "content": file.replace("Words.", "Other words.")}),
            false,
        ),
        // The rules themselves are where it is to be changed.
        (
            "Edit",
            piece("memory/rules/rules.md", "Do it.", "Do that."),
            false,
        ),
    ] {
        let told = reason(call(&world, &tool(name, &input)));
        assert_eq!(
            told.contains("(derived)"),
            is_denied,
            "{name} {input} {told}"
        );
        assert!(
            !is_denied || told.contains("git memory rules build"),
            "{told}"
        );
        let of_web = input["file_path"].as_str().unwrap().contains("web/");
        let folder = "change the files in memory/scopes/web/rules";
        assert_eq!(told.contains(folder), is_denied && of_web, "{told}");
    }
}

/// Returns a repository whose AGENTS.md has hand-written text and a block of ours, and the file's
/// text.
fn with_rules() -> (World, String) {
    let world = World::with_memory();
    let rule = "<!-- budget: 9 lines -->\n# Rules\n\nDo it.\n";
    world.write("memory/rules/rules.md", rule);
    world.write("AGENTS.md", "# Theirs\n\nWords.\n");
    world.write("theirs/CLAUDE.md", "Words.\n");
    world.memory(["rules", "build", "--for", "cursor"]).ok();
    let file = fs::read_to_string(world.here.join("AGENTS.md")).unwrap();
    assert!(file.contains("\nDo it.\n"), "{file}");
    (world, file)
}

#[test]
fn commands_leave_what_is_made_from_the_rules() {
    let (world, file) = with_rules();
    let kept = format!("cat > AGENTS.md <<'END'\n{file}More.\nEND");
    let mine = ".cursor/rules/rules.mdc";
    for (line, is_denied) in [
        ("echo x > AGENTS.md", true),
        ("cd memory && echo x >| ../AGENTS.md", true),
        ("echo x | tee AGENTS.md", true),
        ("sed -i s/it/that/ AGENTS.md", true),
        ("perl -pi -e s/it/that/ ./AGENTS.md", true),
        ("cp theirs/CLAUDE.md AGENTS.md", true),
        ("mv theirs/AGENTS.md .", true),
        ("mv AGENTS.md theirs/", true),
        ("rm -f AGENTS.md", true),
        ("bash -c 'truncate -s 0 AGENTS.md'", true),
        (&format!("echo x >> {mine}"), true),
        (&format!("rm {mine}"), true),
        // Our block stays unchanged.
        ("echo x >> AGENTS.md", false),
        ("echo x | tee -a AGENTS.md", false),
        (&kept, false),
        (
            "sed s/it/that/ AGENTS.md > copy.md; cp AGENTS.md theirs/",
            false,
        ),
        (
            "touch AGENTS.md; chmod 644 AGENTS.md; git add AGENTS.md",
            false,
        ),
        // A file without a block of ours, or outside of the repository.
        (
            "echo x > theirs/CLAUDE.md; sed -i s/a/b/ theirs/CLAUDE.md",
            false,
        ),
        ("echo x > CLAUDE.md", false),
        ("cd $X && echo x > AGENTS.md", false),
    ] {
        let told = reason(call(&world, &tool("Bash", &json!({ "command": line }))));
        assert_eq!(told.contains("(derived)"), is_denied, "{line}: {told}");
        let plain = call(&world, &json!({ "command": line })).out;
        assert_eq!(plain.contains("\"derived\""), is_denied, "{line}: {plain}");
    }
}

#[test]
fn other_agents_leave_what_is_made_from_the_rules() {
    let (world, file) = with_rules();
    let write =
        |path: &str, content: &str| json!({"paths": [path], "for": "write", "content": content});
    let mine = ".cursor/rules/rules.mdc";
    for (input, is_denied) in [
        (write("AGENTS.md", "# Theirs\n"), true),
        (write("AGENTS.md", &file.replace("Do it.", "")), true),
        (
            write("AGENTS.md", &file.replace("Words.", "Others.")),
            false,
        ),
        (write("theirs/CLAUDE.md", ""), false),
        (json!({"paths": ["AGENTS.md"], "for": "write"}), false),
        (json!({"paths": ["AGENTS.md", mine]}), false),
        (json!({"paths": [mine], "for": "write"}), true),
        (tool("Delete", &json!({"path": "AGENTS.md"})), true),
        (tool("mcp__fs__write_file", &json!({"path": mine})), true),
    ] {
        let out = call(&world, &input).out;
        assert_eq!(
            out.contains("change the files in memory/rules"),
            is_denied,
            "{input}: {out}"
        );
    }
}

#[test]
fn a_folder_is_touched_as_a_whole_with_all_that_is_below_it() {
    let world = World::with_memory();
    world.write("src/private/k", "\n");
    let block = "policy:\n  block: [src/private, '**/*.pem']\n";
    world.write("memory/config.yaml", block);
    let name = world.here.file_name().unwrap().to_str().unwrap();
    for (line, rule) in [
        ("rm -rf \"$PWD\"", "git-folder"),
        (&format!("cd src; rm -rf ../../{name}"), "git-folder"),
        ("rm -rf src/..", "git-folder"),
        ("find . -delete", "git-folder"),
        ("rm -r src", "block"),
        ("rm -rf *", "block"),
        ("mv src src2", "block"),
        ("rm src; rm -rf memory docs src/deep", ""),
        ("find . -name '*.o' -delete; chmod -R a+r .", ""),
        ("mv src/a.rs src/b.rs; chmod +x src; rm *", ""),
    ] {
        let told = reason(call(&world, &tool("Bash", &json!({ "command": line }))));
        let expected = format!("git-memory policy ({rule}): ");
        let is_right = told.starts_with(&expected) && !rule.is_empty();
        assert!(
            is_right || told.is_empty() && rule.is_empty(),
            "{line}: {told}"
        );
    }
    let path = world.memory(["policy", "check", "--for=write", ".", "src"]);
    assert_eq!(path.ok(), "allowed .\nallowed src\n");
}

#[test]
fn a_setting_that_cannot_be_read_opens_nothing() {
    let world = World::with_memory();
    world.write("sessions/a", "\n");
    world.write("memory/config.yaml", "policy:\n  block: [secrets/]\n");
    let read = |path: &str| call(&world, &tool("Read", &json!({"file_path": path})));
    for (key, value) in [
        ("memory.policyblock", "!x"),
        ("memory.policy.ignore", "/abs"),
        ("memory.policy.block", "!x"),
        ("memory.policy.focus", ""),
    ] {
        world.git(["config", key, value]).ok();
        assert!(reason(read(".git/config")).contains("(git-folder)"));
        assert!(reason(read("sessions/a")).contains("(agent-log)"));
        assert!(reason(read("secrets/a")).contains("(block)"));
        let search = json!({"pattern": "x", "path": ".git"});
        assert!(reason(call(&world, &tool("Grep", &search))).contains("(git-folder)"));
    }
    let other = read("src/a.rs");
    assert_eq!((other.status, other.out.as_str()), (0, ""));
    let warning = "warning: git-memory cannot check this call: ";
    assert!(other.err.starts_with(warning), "{}", other.err);
    let path = json!({"file_path": "src/a.rs"});
    let strict = world.memory_with(
        ["hook", "pre-tool-use", "--strict"],
        &tool("Read", &path).to_string(),
    );
    assert!(reason(strict).contains("(strict)"));
    world.memory(["policy", "check", "src/a.rs"]).fails(128);
}

#[test]
fn a_line_that_is_not_read_as_a_whole_is_not_passed_in_silence() {
    let world = World::with_memory();
    let many = "cat a; ".repeat(5000);
    let nested = |depth: usize| format!("{}cat a{}", "echo $(".repeat(depth), ")".repeat(depth));
    let message = "git commit -m \"$(cat <<'EOF'\nDon't :)\nEOF\n)\"";
    for (line, is_clear) in [
        (format!("{many} cat .git/config"), false),
        (nested(9).replace("cat a", "cat .git/config"), false),
        ("cat \"unclosed .git/config".to_owned(), false),
        (nested(8), true),
        (message.to_owned(), true),
        ("cat a # don't".to_owned(), true),
    ] {
        let shell = tool("Bash", &json!({ "command": line }));
        let answer = call(&world, &shell);
        assert_eq!((answer.status, answer.out.as_str()), (0, ""));
        let warning = "warning: git-memory cannot check this call: ";
        assert_eq!(answer.err.starts_with(warning), !is_clear, "{}", answer.err);
        let strict = world.memory_with(["hook", "pre-tool-use", "--strict"], &shell.to_string());
        assert_eq!(reason(strict).contains("(strict)"), !is_clear);
    }
    let denied = tool(
        "Bash",
        &json!({"command": format!("rm .git/config; {many}")}),
    );
    assert!(reason(call(&world, &denied)).contains("(git-folder)"));
}

#[test]
fn a_text_that_is_none_is_not_passed_in_silence() {
    let world = World::with_memory();
    for (name, input) in [
        ("Write", json!({"file_path": "a", "content": 5})),
        (
            "Edit",
            json!({"file_path": "a", "old_string": "x", "new_string": []}),
        ),
        ("MultiEdit", json!({"file_path": "a", "edits": 5})),
        ("MultiEdit", json!({"file_path": "a", "edits": [5]})),
    ] {
        let answer = call(&world, &tool(name, &input));
        let warning = "warning: git-memory cannot check this call: what it writes is not a text";
        assert!(answer.err.starts_with(warning), "{}", answer.err);
        let call = tool(name, &input).to_string();
        let strict = world.memory_with(["hook", "pre-tool-use", "--strict"], &call);
        assert!(reason(strict).contains("(strict)"), "{input}");
    }
}

#[test]
fn a_secret_that_an_edit_puts_together_is_not_written_into_memory() {
    let world = World::with_memory();
    let secret = token();
    let (first, last) = secret.split_at(20);
    world.write("memory/notes.md", format!("key = {first}\n"));
    world.write("memory/old.md", format!("key = {secret}\n\nMore.\n"));
    let piece = |old: &str, new: &str| json!({"oldText": old, "newText": new});
    let edit = |path: &str, old: &str, new: &str| json!({"file_path": path, "old_string": old, "new_string": new});
    for (name, input, is_denied) in [
        ("Edit", edit("memory/notes.md", first, &secret), true),
        (
            "Edit",
            edit(
                "memory/notes.md",
                &first[16..],
                &format!("{}{last}", &first[16..]),
            ),
            true,
        ),
        ("Edit", edit("memory/notes.md", "key", "a key"), false),
        ("Edit", edit("memory/old.md", "More", "Less"), false),
        (
            "mcp__fs__write_file",
            json!({"path": "memory/x.md", "content": secret}),
            true,
        ),
        (
            "mcp__fs__write_file",
            json!({"path": "src/x.md", "content": secret}),
            false,
        ),
        (
            "mcp__fs__edit_file",
            json!({"path": "memory/x.md", "edits": [piece("", &secret)]}),
            true,
        ),
        (
            "mcp__fs__edit_file",
            json!({"path": "memory/notes.md", "edits": [piece(&first[9..], &secret[9..])]}),
            true,
        ),
    ] {
        let answer = call(&world, &tool(name, &input));
        assert!(!answer.out.contains(&secret), "{}", answer.out);
        let told = reason(answer);
        assert_eq!(
            told.contains("(secret)"),
            is_denied,
            "{name} {input}: {told}"
        );
    }
}
