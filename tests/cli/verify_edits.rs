//! The hook before an edit: what would break a check is told, and denied where a record enforces it.

use serde_json::{Value, json};

use crate::common::{World, has, lacks};

const RECORD: &str = "memory/decisions/domain.md";

fn record(more: &str) -> String {
    format!(
        "---\nid: dec-aaaaaa\ntitle: Keep the network out\nstatus: active\nscope: project\n\
         updated: 2026-01-01\n{more}checks:\n  - forbid: 'use reqwest'\n    in: ['src/**']\n---\n\n\
         ## Decision\n\nNo client in the domain.\n"
    )
}

fn world(more: &str) -> World {
    let world = World::with_memory();
    world.write("src/old.rs", "use reqwest;\nfn a() {}\n");
    world.write(RECORD, record(more));
    world.commit("Decide");
    world
}

/// The answer of the hook to a call of a tool.
fn call(world: &World, name: &str, input: &Value) -> String {
    let call = json!({
        "session_id": "abc", "transcript_path": "/x/y.jsonl", "permission_mode": "default",
        "hook_event_name": "PreToolUse", "tool_name": name, "tool_input": input,
        "tool_use_id": "t1",
    });
    world
        .memory_with("hook pre-tool-use", &call.to_string())
        .ok()
}

fn write(world: &World, path: &str, text: &str) -> String {
    call(world, "Write", &json!({"file_path": path, "content": text}))
}

const TOLD: &str = "line 1 of 'src/new.rs' would break dec-aaaaaa (Keep the network out), which \
                    forbids 'use reqwest': No client in the domain.";

#[test]
fn an_edit_that_would_break_a_check_is_told() {
    let world = world("");
    let told = write(&world, "src/new.rs", "use reqwest::get;\n");
    has(&told, [TOLD, "git-memory: dec-aaaaaa except REASON"]);
    lacks(&told, "deny");
    // Once a session.
    lacks(
        &write(&world, "src/new.rs", "use reqwest::get;\n"),
        "would break",
    );
}

#[test]
fn an_edit_that_breaks_nothing_newly_is_not_told() {
    let world = world("enforce: true\n");
    let exempt = "use reqwest; // git-memory: dec-aaaaaa except a test\n";
    for (name, input) in [
        (
            "Write",
            json!({"file_path": "src/new.rs", "content": "fn a() {}\n"}),
        ),
        (
            "Write",
            json!({"file_path": "src/new.rs", "content": exempt}),
        ),
        (
            "Write",
            json!({"file_path": "docs/a.md", "content": "use reqwest\n"}),
        ),
        (
            "Write",
            json!({"file_path": "memory/notes/a.md", "content": "use reqwest\n"}),
        ),
        (
            "Write",
            json!({"file_path": "src/old.rs", "content": "fn b() {}\n\nuse reqwest;\n"}),
        ),
        (
            "Edit",
            json!({"file_path": "src/old.rs", "old_string": "a()", "new_string": "b()"}),
        ),
        (
            "Bash",
            json!({"command": "cat > src/new.rs <<'EOF'\nuse reqwest;\nEOF"}),
        ),
    ] {
        let told = call(&world, name, &input);
        lacks(&told, ["would break", "deny"]);
    }
}

#[test]
fn an_edit_is_denied_where_head_has_the_record_that_enforces_it() {
    let world = world("enforce: true\n");
    let edit =
        json!({"file_path": "src/old.rs", "old_string": "fn", "new_string": "use reqwest;fn"});
    for told in [
        write(&world, "src/new.rs", "use reqwest::get;\n"),
        call(&world, "Edit", &edit),
    ] {
        has(
            &told,
            [
                "\"permissionDecision\":\"deny\"",
                "git-memory policy (check)",
                "would break",
            ],
        );
    }
    // What is only in the work tree is told, and denies nothing.
    world.git("rm -q --cached memory/decisions/domain.md").ok();
    world.git("commit -q -m Remove").ok();
    let told = write(&world, "src/new.rs", "use reqwest::get;\n");
    has(&told, "would break");
    lacks(&told, "deny");
}

fn patch(world: &World, files: &str) -> String {
    let patch = format!("*** Begin Patch\n{files}\n*** End Patch\n");
    call(world, "apply_patch", &json!({"command": patch}))
}

#[test]
fn a_patch_that_would_break_a_check_is_told_or_denied() {
    let told = "would break dec-aaaaaa (Keep the network out)";
    for (files, line) in [
        ("*** Add File: src/new.rs\n+fn a() {}\n+use reqwest;", 2),
        (
            "*** Update File: src/old.rs\n@@\n fn a() {}\n+use reqwest;",
            3,
        ),
        (
            "*** Delete File: src/a.rs\n*** Update File: src/old.rs\n@@ use reqwest;\n+use reqwest::get;",
            3,
        ),
    ] {
        let answer = patch(&world(""), files);
        has(&answer, [told, &format!("line {line} of 'src/")]);
        lacks(&answer, "deny");
        let answer = patch(&world("enforce: true\n"), files);
        has(&answer, [told, "\"permissionDecision\":\"deny\""]);
    }
}

#[test]
fn a_patch_that_breaks_nothing_newly_is_not_told() {
    let world = world("enforce: true\n");
    for files in [
        "*** Update File: src/old.rs\n@@\n-use reqwest;\n fn a() {}\n+\n+fn b() {}",
        "*** Update File: src/old.rs\n@@\n use reqwest;\n-fn a() {}\n+fn b() {}",
        "*** Update File: src/old.rs\n@@\n-not there\n+use reqwest;",
        "*** Update File: src/old.rs\n*** Move to: src/new.rs\n@@\n-fn a() {}\n+fn b() {}",
        "*** Add File: docs/a.md\n+use reqwest",
        "*** Delete File: src/old.rs",
    ] {
        lacks(&patch(&world, files), ["would break", "deny"]);
    }
}
