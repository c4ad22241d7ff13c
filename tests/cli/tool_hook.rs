//! The hook that agents call before a tool.

use std::fs;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::common::{Answer, World, begins, has, lacks, token};
use git_memory_text::limits;

fn call(world: &World, call: &Value) -> Answer {
    world.memory_with("hook pre-tool-use", &call.to_string())
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

/// The rule by which a call is denied; empty where it is allowed.
fn rule(world: &World, name: &str, input: &Value) -> String {
    let answer = call(world, &tool(name, input));
    lacks(&answer.out, &token());
    let reason = reason(answer);
    let rule = reason.strip_prefix("git-memory policy (");
    let rule = rule.unwrap_or_default().split(')').next();
    rule.unwrap().to_owned()
}

/// Holds calls to the rules that deny them. Each line has the rule, or a bar where the call is
/// allowed, the tool and its input; `filled` has the texts for words in capitals.
#[track_caller]
fn holds(world: &World, calls: &str, filled: &[(&str, &str)]) {
    for line in calls.trim().lines().map(str::trim) {
        let mut call = line.to_owned();
        for (word, text) in filled {
            let text = json!(text).to_string();
            call = call.replace(word, text.trim_matches('"'));
        }
        let (expected, call) = call.split_once(' ').unwrap();
        let (name, input) = call.split_once(' ').unwrap();
        let input: Value = serde_json::from_str(input).unwrap();
        let told = rule(world, name, &input);
        assert_eq!(told, expected.trim_matches('|'), "{line}");
    }
}

const TOUCHED: &str = r#"
    git-folder Read {"file_path": ".git/config"}
    | Read {"file_path": "INSIDE"}
    | Read {"file_path": "OUTSIDE"}
    | Write {"file_path": "OUTSIDE", "content": ""}
    | Write {"file_path": "INSIDE", "content": "x"}
    agent-log Edit {"file_path": "sessions/a", "new_string": ""}
    derived MultiEdit {"file_path": "memory/index.md", "edits": []}
    | NotebookEdit {"notebook_path": "OUTSIDE", "new_source": ""}
    | Glob {"pattern": "**/*"}
    git-folder Glob {"pattern": "**/.git/**"}
    git-folder Glob {"pattern": "*", "path": ".git"}
    | Grep {"pattern": "x"}
    | Grep {"pattern": "\\.git/config", "path": "src"}
    git-folder Grep {"pattern": "x", "glob": ".git*"}
    | Grep {"pattern": "x", "glob": "!.git"}
    git-folder LS {"path": ".git/hooks"}
    | Bash {"command": "git status && cargo test 2>&1 | tail -5"}
    | Bash {"command": "cat .git/config"}
    git-folder Bash {"command": "cd src && rm ../.git/config"}
    | Bash {"command": "cd \"$X\" && rm .git/config"}
    | Bash {"command": "[ -d .git ] && echo '.git is there'"}
    | Bash {"command": "find . -path ./.git -prune -o -print"}
    | Bash {"command": "echo x > /dev/null 2>&1"}
    | Bash {"command": "cp src/a.rs /dev/null; cp src/a.rs /dev/stdout"}
    | Bash {"command": "echo x > OUTSIDE"}
    git-folder Bash {"command": "rm -rf .git/*"}
    | Bash {"command": "rm -f .git/*.lock"}
    derived Bash {"command": "echo x >> memory/index.md"}
    | WebFetch {"url": "https://example.com/.git/config"}
    git-folder mcp__files__write_file {"path": ".git/x"}
    git-folder mcp__files__read_file {"path": ".git/config"}
"#;

#[test]
fn each_tool_is_judged_by_what_it_touches() {
    let world = World::with_memory();
    let outside = world.root().join("x").display().to_string();
    let inside = world.here.join("src/a.rs").display().to_string();
    holds(
        &world,
        TOUCHED,
        &[("OUTSIDE", &outside), ("INSIDE", &inside)],
    );
}

#[test]
fn the_folder_of_the_call_counts() {
    let world = World::with_memory();
    let other = world.again(&world.root().join("other"));
    fs::create_dir_all(other.here.join("src")).unwrap();
    other.git("init -q").ok();
    other.git("config memory.policy.block vault").ok();
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

/// Calls of shells: the agent and its tool, the argument for the folder, and the line; with `!`
/// before those that are denied.
const IN_FOLDERS: [&str; 10] = [
    "gemini run_shell_command dir_path=src echo x > ../a.md",
    "gemini run_shell_command directory=src echo x > ../a.md",
    "gemini run_shell_command dir_path=src echo x > ../../a.md",
    "!gemini run_shell_command dir_path=.git rm config",
    "cursor Shell working_directory=HERE/src echo x > ../a.md",
    "!cursor Shell working_directory=.git rm config",
    "!cursor Shell working_directory= rm .git/config",
    "!codex exec_command workdir=HERE/src rm ../.git/config",
    // The repository of the session judges, wherever the line runs.
    "!codex shell workdir=/ rm HERE/.git/config",
    // This tool has no such argument: it runs the line where the agent works.
    "!claude Bash dir_path=memory rm .git/config",
];

#[test]
fn the_folder_of_a_shell_counts() {
    let world = World::with_memory();
    fs::create_dir_all(world.here.join("src")).unwrap();
    for case in IN_FOLDERS {
        let call = case.replace("HERE", &world.here.display().to_string());
        let words: Vec<&str> = call.trim_matches('!').splitn(4, ' ').collect();
        let (key, folder) = words[2].split_once('=').unwrap();
        let mut input = tool(words[1], &json!({key: folder, "command": words[3]}));
        input["cwd"] = json!(world.here);
        let hook = ["hook", "pre-tool-use", "--agent", words[0]];
        let answer = world.memory_with(hook, &input.to_string());
        assert_eq!(answer.err, "", "{case}");
        let out = answer.ok();
        for said in ["deny", "git-folder"] {
            assert_eq!(out.contains(said), case.starts_with('!'), "{case}: {out}");
        }
    }
}

const PATCHES: &str = r#"
    derived shell {"command": ["apply_patch", "INDEX"]}
    derived shell {"command": ["bash", "-lc", "apply_patch <<'EOF'\nINDEX\nEOF\n"]}
    derived shell_command {"command": "apply_patch <<'EOF'\nINDEX\nEOF\n"}
    derived exec_command {"cmd": "apply_patch <<'EOF'\nINDEX\nEOF\n"}
    derived Bash {"command": "apply_patch <<'EOF'\nINDEX\nEOF\n"}
    derived Bash {"command": "applypatch 'INDEX'"}
    git-folder Bash {"command": "cd src && apply_patch <<'EOF'\nHOOK\nEOF\n"}
    secret Bash {"command": "apply_patch <<'EOF'\nSECRET\nEOF\n"}
    derived Bash {"command": "apply_patch <<'EOF'\nDELETED\nEOF\n"}
    derived apply_patch {"command": "DELETED"}
    | Bash {"command": "apply_patch <<'EOF'\nRULES\nEOF\n"}
    | Bash {"command": "apply_patch <<'EOF'\nCODE\nEOF\n"}
    derived apply_patch {"command": ["apply_patch", "INDEX"]}
    | Bash {"command": "cat > a.patch <<'EOF'\nINDEX\nEOF"}
"#;

#[test]
fn a_patch_through_a_shell_is_one() {
    let (world, _) = with_rules();
    let patch = |line: &str| format!("*** Begin Patch\n{line}\n@@\n-a\n+b\n*** End Patch");
    let patches = [
        ("INDEX", patch("*** Delete File: memory/index.md")),
        ("HOOK", patch("*** Add File: ../.git/hooks/x")),
        (
            "SECRET",
            patch(&format!("*** Add File: memory/a.md\n+{}", token())),
        ),
        ("DELETED", patch("*** Delete File: AGENTS.md")),
        ("RULES", patch("*** Update File: AGENTS.md")),
        ("CODE", patch("*** Update File: src/a.rs")),
    ];
    let patches = patches
        .each_ref()
        .map(|(word, patch)| (*word, patch.as_str()));
    holds(&world, PATCHES, &patches);
}

/// Writes that put a secret into memory, and then those of secrets elsewhere and of other texts.
const SECRETS: &str = r##"
    secret Write {"file_path": "FILE", "content": "SECRET"}
    secret Edit {"file_path": "FILE", "old_string": "", "new_string": "SECRET"}
    secret MultiEdit {"file_path": "FILE", "edits": [{"new_string": "x"}, {"new_string": "SECRET"}]}
    secret NotebookEdit {"notebook_path": "FILE", "new_source": "SECRET"}
    secret Bash {"command": "cat > memory/notes/a.md <<EOF\nSECRETEOF"}
    | Write {"file_path": "CODE", "content": "SECRET"}
    | Write {"file_path": "FILE", "content": "# A\n\nText.\n"}
"##;

#[test]
fn a_secret_is_not_written_into_memory() {
    let world = World::with_memory();
    let secret = format!("key = {}\n", token());
    let file = world.here.join("memory/notes/a.md").display().to_string();
    let code = world.here.join("src/a").display().to_string();
    let filled = [("FILE", &*file), ("CODE", &code), ("SECRET", &secret)];
    holds(&world, SECRETS, &filled);
    let write = tool("Write", &json!({"file_path": file, "content": secret}));
    let answer = call(&world, &write);
    lacks(&answer.out, &token());
    let reason = reason(answer);
    has(&reason, "git-memory policy (secret): memory/notes/a.md");
    has(&reason, "leave the value out");
}

#[test]
fn what_is_made_by_hand_is_said_to_be_lost_and_what_to_do() {
    let world = World::with_memory();
    let write = json!({"file_path": "memory/index.md", "content": "# Mine\n"});
    let reason = reason(call(&world, &tool("Write", &write)));
    has(&reason, "'memory/index.md' is made from the records");
    has(&reason, "'git memory add TITLE'");
}

const UNCLEAR: [&str; 13] = [
    "",
    "no json",
    "{",
    "[]",
    "null",
    "{}",
    "\u{0}",
    r#"{"tool_name": 3}"#,
    r#"{"tool_name": "Read"}"#,
    r#"{"tool_name": "Read", "tool_input": []}"#,
    r#"{"tool_name": "Read", "tool_input": {"file_path": {}}}"#,
    r#"{"tool_name": "Read", "cwd": 4, "tool_input": {"file_path": "a"}}"#,
    r#"{"hook_event_name": "PostToolUse", "tool_name": "Read"}"#,
];
const WARNING: &str = "warning: git-memory cannot check this call: ";

#[test]
fn what_cannot_be_judged_is_allowed_with_a_warning_or_denied() {
    let world = World::with_memory();
    let mut gone = tool("Read", &json!({"file_path": "a"}));
    gone["cwd"] = json!(world.root().join("gone"));
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    for input in UNCLEAR.into_iter().chain([&*deep, &gone.to_string()]) {
        let answer = world.memory_with("hook pre-tool-use", input);
        assert_eq!((answer.status, answer.out.as_str()), (0, ""), "{input}");
        assert!(answer.err.starts_with(WARNING), "{}", answer.err);
        assert_eq!(answer.err.lines().count(), 1, "{}", answer.err);
        let strict = reason(world.memory_with("hook pre-tool-use --strict", input));
        assert!(
            strict.starts_with("git-memory policy (strict): "),
            "{input}"
        );
    }
    let lax = world.memory_with("hook pre-tool-use --lax", "{}");
    lax.fails(129);
}

#[test]
fn a_text_that_was_cut_within_a_character_hides_no_call() {
    let world = World::with_memory();
    let input = r#"{"tool_name": "Write", "tool_input":
        {"file_path": ".git/config", "content": "\ud83d"}}"#;
    let answer = world.memory_with("hook pre-tool-use", input);
    assert!(reason(answer).contains(".git"));
}

#[test]
fn the_plain_form_gets_a_plain_answer() {
    let world = World::with_memory();
    let plain = |call: Value| call_json(&world, &call);
    let write = json!({"tool": "x", "paths": ["src/a"], "for": "write"});
    assert_eq!(plain(write), json!({"decision": "allow"}));
    let denied = plain(json!({"paths": ["src/a", ".git/x"]}));
    assert_eq!(denied["decision"], "deny");
    assert_eq!(denied["rule"], "git-folder");
    assert_eq!(denied["reason"], "'.git/x' is git's own");
    let command = |line: &str| plain(json!({ "command": line }));
    assert_eq!(command("rm .git/index")["rule"], "git-folder");
    let read = command("mkdir sessions; cat .git/HEAD");
    assert_eq!(read["decision"], "allow");
    let note = json!({"paths": ["memory/notes/a.md"], "for": "write", "content": token()});
    assert_eq!(plain(note)["rule"], "secret");
    let nul = json!({"tool": "x", "paths": ["a\u{0}b"]});
    assert_eq!(plain(nul)["decision"], "allow");
}

#[test]
fn a_plain_call_that_is_none_is_not_passed_in_silence() {
    let world = World::with_memory();
    for bad in [
        json!({"tool": "x", "path": "a"}),
        json!({"tool": "x", "for": "eat"}),
        json!({"paths": "a"}),
    ] {
        let answer = call(&world, &bad);
        assert!(answer.err.starts_with("warning: "), "{}", answer.err);
        let strict = world.memory_with("hook pre-tool-use --strict", &bad.to_string());
        assert_eq!(strict.json()["rule"], "strict");
    }
}

#[track_caller]
fn call_json(world: &World, plain: &Value) -> Value {
    call(world, plain).json()
}

#[test]
fn a_damaged_repository_or_setting_fails_open() {
    let world = World::with_memory();
    world.git("config memory.policy.block /x").ok();
    let read = tool("Read", &json!({"file_path": "a"}));
    let answer = call(&world, &read);
    assert!(answer.err.contains("memory.policy.block"), "{}", answer.err);
    assert_eq!(reason(answer), "");
    world.git("config --unset memory.policy.block").ok();
    world.write("memory/config.yaml", "policy:\n  block: ['../x']\n");
    let answer = call(&world, &read);
    has(&answer.err, "memory/config.yaml:2");
    let strict = world.memory_with("hook pre-tool-use --strict", &read.to_string());
    assert!(reason(strict).contains("memory/config.yaml:2"));
}

#[test]
fn every_call_ends() {
    let world = World::with_memory();
    let long = "a/".repeat(2000);
    let many = (0..1000).map(|number| format!("src/{number}/*.{{a,b}}"));
    let many: Vec<String> = many.collect();
    let write = |size: usize| json!({"file_path": "src/a", "content": "x".repeat(size)});
    for input in [
        tool("Read", &json!({"file_path": long})),
        tool("Bash", &json!({"command": "cat $(".repeat(20_000)})),
        tool("Bash", &json!({"command": "cat a/{b,c}/* ".repeat(5_000)})),
        tool("Glob", &json!({"pattern": "**/".repeat(1000)})),
        tool("Glob", &json!({"pattern": "{a,b}".repeat(800)})),
        tool("Write", &write(4 << 20)),
        json!({"tool": "x", "paths": many}),
        json!({"tool": "x", "paths": vec!["a"; limits::CALL_VALUES + 1]}),
    ] {
        let start = Instant::now();
        let answer = call(&world, &input);
        assert_eq!(answer.status, 0, "{}", answer.err);
        // The limit is 0.9 s; this is about calls that would never end, on machines that are busy.
        let took = start.elapsed();
        assert!(took < Duration::from_mins(1), "{took:?}");
    }
    let answer = call(
        &world,
        &tool(
            "Write",
            &write(usize::try_from(limits::HOOK_INPUT_BYTES).unwrap()),
        ),
    );
    has(&answer.err, "more than 16 MiB");
}

const RULES_EDITED: &str = r##"
    derived Edit {"file_path": "AGENTS.md", "old_string": "Do it.", "new_string": "Do that."}
    | Edit {"file_path": "AGENTS.md", "old_string": "Words.", "new_string": "Other words."}
    derived Edit {"file_path": "CLAUDE.md", "old_string": "@AGENTS.md", "new_string": ""}
    | Edit {"file_path": "AGENTS.md", "old_string": "not there", "new_string": ""}
    | Edit {"file_path": "docs/AGENTS.md", "old_string": "Do it.", "new_string": ""}
    derived Edit {"file_path": ".cursor/rules/rules.mdc", "old_string": "Do it.", "new_string": ""}
    derived Edit {"file_path": "web/AGENTS.md", "old_string": "Use tabs.", "new_string": "Do."}
    | Edit {"file_path": "web/AGENTS.md", "old_string": "Words.", "new_string": "More."}
    derived Edit {"file_path": "web/CLAUDE.md", "old_string": "@AGENTS.md", "new_string": ""}
    derived Edit {"file_path": ".cursor/rules/web/tabs.mdc", "old_string": "tabs", "new_string": ""}
    derived MultiEdit {"file_path": "AGENTS.md", "edits": EDITS}
    derived Write {"file_path": "./AGENTS.md", "content": "# Theirs\n"}
    | Write {"file_path": "AGENTS.md", "content": "OTHERS"}
    | Edit {"file_path": "memory/rules/rules.md", "old_string": "Do it.", "new_string": "Do that."}
"##;
const EDITS: &str = r#"[{"old_string": "Words.", "new_string": "it"},
                        {"old_string": "it.", "new_string": ""}]"#;

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
    let file = world.read("AGENTS.md");
    has(&file, "\nDo it.\n");
    let others = file.replace("Words.", "Other words.");
    let calls = RULES_EDITED.replace("EDITS", &EDITS.replace('\n', ""));
    holds(&world, &calls, &[("OTHERS", &others)]);
    for (path, folder) in [
        ("AGENTS.md", "memory/rules"),
        ("web/AGENTS.md", "memory/scopes/web/rules"),
    ] {
        let told = reason(call(
            &world,
            &tool("Write", &json!({"file_path": path, "content": ""})),
        ));
        has(
            &told,
            [
                "git memory rules build",
                &format!("change the files in {folder}"),
            ],
        );
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
    world.memory("rules build --for cursor").ok();
    let file = fs::read_to_string(world.here.join("AGENTS.md")).unwrap();
    assert!(file.contains("\nDo it.\n"), "{file}");
    (world, file)
}

const CHANGES_RULES: [&str; 12] = [
    "echo x > AGENTS.md",
    "cd memory && echo x >| ../AGENTS.md",
    "echo x | tee AGENTS.md",
    "sed -i s/it/that/ AGENTS.md",
    "perl -pi -e s/it/that/ ./AGENTS.md",
    "cp theirs/CLAUDE.md AGENTS.md",
    "mv theirs/AGENTS.md .",
    "mv AGENTS.md theirs/",
    "rm -f AGENTS.md",
    "bash -c 'truncate -s 0 AGENTS.md'",
    "echo x >> .cursor/rules/rules.mdc",
    "rm .cursor/rules/rules.mdc",
];
const LEAVES_RULES: [&str; 7] = [
    "echo x >> AGENTS.md",
    "echo x | tee -a AGENTS.md",
    "sed s/it/that/ AGENTS.md > copy.md; cp AGENTS.md theirs/",
    "touch AGENTS.md; chmod 644 AGENTS.md; git add AGENTS.md",
    // A file without a block of ours, or outside of the repository.
    "echo x > theirs/CLAUDE.md; sed -i s/a/b/ theirs/CLAUDE.md",
    "echo x > CLAUDE.md",
    "cd $X && echo x > AGENTS.md",
];

#[test]
fn commands_leave_what_is_made_from_the_rules() {
    let (world, file) = with_rules();
    let kept = format!("cat > AGENTS.md <<'END'\n{file}More.\nEND");
    let denied = CHANGES_RULES.into_iter().map(|line| (line, true));
    let allowed = LEAVES_RULES.into_iter().map(|line| (line, false));
    for (line, is_denied) in denied.chain(allowed).chain([(&*kept, false)]) {
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
    let others = file.replace("Words.", "Others.");
    for (input, is_denied) in [
        (write("AGENTS.md", "# Theirs\n"), true),
        (write("AGENTS.md", &file.replace("Do it.", "")), true),
        (write("AGENTS.md", &others), false),
        (write("theirs/CLAUDE.md", ""), false),
        (json!({"paths": ["AGENTS.md"], "for": "write"}), false),
        (json!({"paths": ["AGENTS.md", mine]}), false),
        (json!({"paths": [mine], "for": "write"}), true),
        (tool("Delete", &json!({"path": "AGENTS.md"})), true),
        (tool("mcp__fs__write_file", &json!({"path": mine})), true),
    ] {
        let out = call(&world, &input).out;
        let denied = out.contains("change the files in memory/rules");
        assert_eq!(denied, is_denied, "{input}: {out}");
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
        let is_silent = told.is_empty() && rule.is_empty();
        assert!(is_right || is_silent, "{line}: {told}");
    }
    let path = world.memory("policy check --for=write . src");
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
    begins(&other.err, "warning: git-memory cannot check this call: ");
    assert_eq!(other.ok(), "");
    let path = tool("Read", &json!({"file_path": "src/a.rs"})).to_string();
    let strict = world.memory_with("hook pre-tool-use --strict", &path);
    assert!(reason(strict).contains("(strict)"));
    world.memory("policy check src/a.rs").fails(128);
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
        let strict = world.memory_with("hook pre-tool-use --strict", &shell.to_string());
        assert_eq!(reason(strict).contains("(strict)"), !is_clear);
    }
    let denied = json!({"command": format!("rm .git/config; {many}")});
    let told = reason(call(&world, &tool("Bash", &denied)));
    has(&told, "(git-folder)");
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
        let strict = world.memory_with("hook pre-tool-use --strict", &call);
        assert!(reason(strict).contains("(strict)"), "{input}");
    }
}

const PIECES: &str = r#"
    secret Edit {"file_path": "memory/notes.md", "old_string": "FIRST", "new_string": "SECRET"}
    secret Edit {"file_path": "memory/notes.md", "old_string": "SOME", "new_string": "SOMELAST"}
    | Edit {"file_path": "memory/notes.md", "old_string": "key", "new_string": "a key"}
    | Edit {"file_path": "memory/old.md", "old_string": "More", "new_string": "Less"}
    secret mcp__fs__write_file {"path": "memory/x.md", "content": "SECRET"}
    | mcp__fs__write_file {"path": "src/x.md", "content": "SECRET"}
    secret mcp__fs__edit_file {"path": "memory/x.md", "edits": [{"oldText": "", "newText": "SECRET"}]}
    secret mcp__fs__edit_file {"path": "memory/notes.md", "edits": [{"oldText": "END", "newText": "REST"}]}
"#;

#[test]
fn a_secret_that_an_edit_puts_together_is_not_written_into_memory() {
    let world = World::with_memory();
    let secret = token();
    let (first, last) = secret.split_at(20);
    world.write("memory/notes.md", format!("key = {first}\n"));
    world.write("memory/old.md", format!("key = {secret}\n\nMore.\n"));
    let pieces = [("FIRST", first), ("SOME", &first[16..]), ("LAST", last)];
    let ends = [
        ("SECRET", &*secret),
        ("END", &first[9..]),
        ("REST", &secret[9..]),
    ];
    holds(&world, PIECES, &[pieces, ends].concat());
}
