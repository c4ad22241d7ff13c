use proptest::prelude::*;
use serde_json::{Value, json};

use super::{Event, Report, Story, events};

/// The story of some lines.
fn story(lines: &[Value]) -> Story {
    let mut story = Story::default();
    add(&mut story, lines);
    story
}

fn add(story: &mut Story, lines: &[Value]) {
    for line in lines {
        for event in events(line.to_string().as_bytes()) {
            story.heed(event);
        }
    }
}

fn report(story: &Story) -> Report {
    after(story, &[])
}

/// Report of a story where these follow-ups of earlier steps are open.
fn after(story: &Story, open: &[&str]) -> Report {
    let open: Vec<String> = open.iter().map(ToString::to_string).collect();
    Report::of(story, "/work", &open, &str::to_owned)
}

fn asked(text: &str) -> Value {
    json!({"type": "user", "message": {"role": "user", "content": text}})
}

fn call(id: &str, tool: &str, input: &Value) -> Value {
    let block = json!({"type": "tool_use", "id": id, "name": tool, "input": input});
    json!({"type": "assistant", "message": {"role": "assistant", "content": [block]}})
}

fn result(id: &str, text: &str, is_error: bool) -> Value {
    let block =
        json!({"type": "tool_result", "tool_use_id": id, "content": text, "is_error": is_error});
    json!({"type": "user", "message": {"role": "user", "content": [block]}})
}

fn run(id: &str, command: &str, text: &str, is_error: bool) -> [Value; 2] {
    [
        call(id, "Bash", &json!({"command": command})),
        result(id, text, is_error),
    ]
}

#[test]
fn a_session_is_told_in_few_words() {
    let mut lines = vec![
        asked("Add a retry\nto the uploader"),
        call("1", "Edit", &json!({"file_path": "/work/src/up.rs"})),
        result("1", "done", false),
        call("2", "Write", &json!({"file_path": "/elsewhere/x"})),
        result("2", "done", false),
        call("3", "Write", &json!({"file_path": "/work/refused"})),
        result("3", "The user doesn't want to proceed", true),
    ];
    lines.extend(run(
        "4",
        "cargo test",
        "Exit code 101\nerror: no field `x`",
        true,
    ));
    lines.extend(run("5", "grep x y", "Exit code 1", true));
    lines.extend(run("6", "cargo test --lib", "ok", false));
    lines.extend(run("7", "npm test", "Exit code 1\nboom", true));
    lines.extend(run(
        "8",
        "git commit -m x",
        "[main 1a2b3c4] Retry uploads\n 1 file",
        false,
    ));
    lines.push(asked("and document it"));
    let todos = json!({"todos": [
        {"content": "write the docs", "status": "pending"},
        {"content": "retry", "status": "completed"}
    ]});
    lines.push(call("9", "TodoWrite", &todos));
    let mut story = story(&lines);
    story.end();
    assert_eq!(
        report(&story),
        Report {
            title: "Add a retry to the uploader".to_owned(),
            happened: vec![
                "asked: Add a retry to the uploader".to_owned(),
                "asked: and document it".to_owned(),
                "failed, then worked: `cargo test` (error: no field `x`); `cargo test --lib`"
                    .to_owned(),
            ],
            forgotten: 0,
            outputs: vec![
                "commit 1a2b3c4 Retry uploads".to_owned(),
                "changed src/up.rs".to_owned(),
            ],
            follow_ups: vec!["write the docs".to_owned(), "`npm test` fails".to_owned()],
        }
    );
    // An event that was told once is not told again.
    story.mark();
    assert_eq!(report(&story), Report::default());
    assert!(!report(&story).is_step());
    let done = json!({"todos": [{"content": "write the docs", "status": "completed"}]});
    add(&mut story, &[call("10", "TodoWrite", &done)]);
    add(&mut story, &run("11", "npm test", "ok", false));
    let open = ["`npm test` fails", "write the docs", "`make` fails", "ask"];
    let told = after(&story, &open);
    assert!(told.is_step());
    assert_eq!(
        told.follow_ups,
        ["[x] `npm test` fails", "[x] write the docs"]
    );
    // Of a chain that worked, each part did.
    add(&mut story, &run("13", "touch x && make all", "ok", false));
    let told = after(&story, &["`make all` fails"]);
    assert_eq!(told.follow_ups, ["[x] `make all` fails"]);
    // A check that fails again is not done.
    add(&mut story, &run("12", "npm test", "Exit code 1", true));
    let told = after(&story, &open);
    assert_eq!(told.follow_ups, ["[x] write the docs", "`npm test` fails"]);
}

#[test]
fn a_session_that_only_talked_is_no_step() {
    let mut told = vec![asked("what is this")];
    told.extend(run("1", "cargo test", "ok", false));
    let said = json!({"type": "text", "text": "A parser."});
    told.push(json!({"type": "assistant", "message": {"role": "assistant", "content": [said]}}));
    told.push(call("2", "Write", &json!({"file_path": "/elsewhere/x"})));
    let mut story = story(&told);
    story.end();
    let told = report(&story);
    assert!(!told.is_step());
    assert_eq!(told.happened, ["asked: what is this", "said: A parser."]);
}

#[test]
fn what_a_shell_wrote_and_what_was_recorded_is_told() {
    let mut lines = Vec::new();
    lines.extend(run(
        "1",
        "echo x >> a.txt && sed -i s/a/b/ src/b.rs",
        "",
        false,
    ));
    lines.extend(run("2", "echo x > never.txt", "Exit code 1", true));
    lines.extend(run(
        "3",
        "git memory add-decision x",
        "note: no text\ndec-1a2b3c  memory/decisions/261120-x-1a2b3c.md",
        false,
    ));
    lines.extend(run(
        "4",
        "git memory list",
        "memory/decisions/other.md",
        false,
    ));
    lines.push(call(
        "5",
        "mcp__git-memory__memory_write",
        &json!({"title": "y"}),
    ));
    let written = "{\"path\":\"memory/lessons/261120-y-4d5e6f.md\"}";
    lines.push(result("5", written, false));
    let diff = json!({"bashEditDiff": {"changedFiles": ["/work/made.txt"]}});
    lines.push(json!({"type": "user", "toolUseResult": diff,
        "message": {"role": "user", "content": []}}));
    assert_eq!(
        report(&story(&lines)).outputs,
        [
            "recorded memory/decisions/261120-x-1a2b3c.md",
            "recorded memory/lessons/261120-y-4d5e6f.md",
            "changed a.txt, src/b.rs, made.txt"
        ]
    );
}

#[test]
fn a_line_of_an_unknown_type_tells_nothing() {
    let message = json!({"role": "user", "content": [{"type": "text", "text": "again"}]});
    for kind in ["api-request-blob", "queue", "summary"] {
        let line = json!({"type": kind, "message": message, "content": "again"}).to_string();
        assert_eq!(events(line.as_bytes()), [], "{kind}");
    }
    // One version writes a prompt in two forms.
    let codex = |payload: Value| json!({"type": "event_msg", "payload": payload});
    let item = json!({"type": "UserMessage", "content": [{"type": "text", "text": "do it"}]});
    let said = json!({"type": "AgentMessage", "content": [{"type": "Text", "text": "Done."}]});
    let told = story(&[
        codex(json!({"type": "user_message", "message": "do it"})),
        codex(json!({"type": "item_completed", "item": item})),
        codex(json!({"type": "item_completed", "item": said})),
        codex(json!({"type": "item_completed", "item": item})),
    ]);
    let happened = ["asked: do it", "asked: do it", "said: Done."];
    assert_eq!(report(&told).happened, happened);
}

#[test]
fn a_command_of_copilot_fails_by_its_exit_code() {
    let event = |kind: &str, data: Value| json!({"type": kind, "data": data});
    let told = story(&[
        event(
            "tool.execution_start",
            json!({"toolCallId": "1", "toolName": "bash",
            "arguments": {"command": "make all"}}),
        ),
        event(
            "tool.execution_complete",
            json!({"toolCallId": "1", "success": true,
            "shellExecution": {"exitCode": 2}, "result": {"content": "no rule"}}),
        ),
    ]);
    assert_eq!(report(&told).follow_ups, ["`make all` fails"]);
}

#[test]
fn a_patch_through_a_shell_changes_files() {
    let patch = "*** Begin Patch\n*** Update File: a.rs\n@@\n-a\n+b\n*** End Patch";
    let here = format!("cd src && apply_patch <<'EOF'\n{patch}\nEOF\n");
    for (tool, input, expected) in [
        ("shell", json!({"command": ["apply_patch", patch]}), "a.rs"),
        (
            "shell",
            json!({"command": ["bash", "-lc", here]}),
            "src/a.rs",
        ),
        ("shell_command", json!({"command": here}), "src/a.rs"),
        ("exec_command", json!({"cmd": here}), "src/a.rs"),
        ("Bash", json!({"command": here}), "src/a.rs"),
    ] {
        let told = story(&[call("1", tool, &input), result("1", "Success", false)]);
        assert_eq!(
            report(&told).outputs,
            [format!("changed {expected}")],
            "{tool} {input}"
        );
        let told = story(&[call("1", tool, &input), result("1", "no", true)]);
        assert_eq!(report(&told).outputs, Vec::<String>::new(), "{tool}");
    }
    let kept = json!({"command": format!("cat > x.patch <<'EOF'\n{patch}\nEOF")});
    let told = story(&[call("1", "Bash", &kept), result("1", "", false)]);
    assert_eq!(report(&told).outputs, ["changed x.patch"]);
}

#[test]
fn each_agent_has_lines_of_its_own() {
    let codex = |kind: &str, payload: Value| json!({"type": kind, "payload": payload});
    let patch = "*** Begin Patch\n*** Update File: src/a.rs\n*** End Patch";
    let told = story(&[
        codex("session_meta", json!({"id": "s1", "cwd": "/work"})),
        codex(
            "event_msg",
            json!({"type": "user_message", "message": "do it"}),
        ),
        codex(
            "response_item",
            json!({"type": "message", "role": "user",
            "content": [{"type": "input_text", "text": "<environment_context>"}]}),
        ),
        codex(
            "response_item",
            json!({"type": "custom_tool_call", "name": "apply_patch",
            "call_id": "1", "input": patch}),
        ),
        codex(
            "response_item",
            json!({"type": "custom_tool_call_output", "call_id": "1",
            "output": "{\"output\":\"Success\",\"metadata\":{\"exit_code\":0}}"}),
        ),
        codex(
            "response_item",
            json!({"type": "function_call", "name": "shell", "call_id": "2",
            "arguments": "{\"command\":[\"bash\",\"-lc\",\"make all\"]}"}),
        ),
        codex(
            "response_item",
            json!({"type": "function_call_output", "call_id": "2",
            "output": "Exit code: 2\nOutput:\nno rule"}),
        ),
        codex(
            "response_item",
            json!({"type": "function_call", "name": "update_plan",
            "call_id": "3", "arguments": "{\"plan\":[{\"step\":\"more\",\"status\":\"pending\"}]}"}),
        ),
    ]);
    assert_eq!(told.session.as_deref(), Some("s1"));
    assert_eq!(told.folder.as_deref(), Some("/work"));
    let report_of = report(&told);
    assert_eq!(report_of.title, "do it");
    assert_eq!(report_of.outputs, ["changed src/a.rs"]);
    assert_eq!(report_of.follow_ups, ["more", "`make all` fails"]);

    let told = story(&[
        json!({"type": "user", "content": "build it", "sessionId": "g1"}),
        json!({"type": "gemini", "content": "", "toolCalls": [
            {"id": "1", "name": "replace", "args": {"file_path": "b.rs"}, "status": "success"},
            {"id": "2", "name": "write_file", "args": {"file_path": "c.rs"}, "status": "error"},
            {"id": "3", "name": "run_shell_command", "args": {"command": "make"},
             "status": "success", "result": [{"functionResponse": {"response":
                {"output": "Output: x\nExit Code: 2"}}}]}
        ]}),
    ]);
    assert_eq!(told.session.as_deref(), Some("g1"));
    let report_of = report(&told);
    assert_eq!(report_of.outputs, ["changed b.rs"]);
    assert_eq!(report_of.follow_ups, ["`make` fails"]);

    let query = "<timestamp>x</timestamp>\n<user_query>\nfix it\n</user_query>";
    let mut told = story(&[
        json!({"role": "user", "message": {"content": [{"type": "text", "text": query}]}}),
        json!({"role": "assistant", "message": {"content": [
            {"type": "tool_use", "name": "StrReplace", "input": {"path": "/work/d.rs"}}]}}),
    ]);
    told.end();
    assert_eq!(report(&told).title, "fix it");
    assert_eq!(report(&told).outputs, ["changed d.rs"]);
}

#[test]
fn tasks_are_known_by_number() {
    let told = story(&[
        call("1", "TaskCreate", &json!({"subject": "one"})),
        call("2", "TaskCreate", &json!({"subject": "two"})),
        call(
            "3",
            "TaskUpdate",
            &json!({"taskId": "1", "status": "completed"}),
        ),
    ]);
    assert_eq!(report(&told).follow_ups, ["two"]);
}

#[test]
fn what_is_no_transcript_tells_nothing() {
    let deep = format!("{{\"message\":{}1{}}}", "[".repeat(9000), "]".repeat(9000));
    let deeper = format!("{{\"message\":{{\"content\":[{deep}]}}}}");
    for line in [
        "",
        "{",
        "null",
        "[]",
        "7",
        "\"text\"",
        "{}",
        r#"{"type": 7}"#,
        r#"{"type": "user", "message": 7}"#,
        r#"{"type": "user", "message": {"content": {"a": 1}}}"#,
        r#"{"type": "user", "message": {"content": [7]}}"#,
        r#"{"type": "response_item", "payload": []}"#,
        r#"{"toolCalls": {}}"#,
        r#"{"toolCalls": [{"name": "replace", "args": 7}]}"#,
        r#"{"type": "user", "message": {"role": "user", "content": "<command-name>/x"}}"#,
        r#"{"type": "user", "isMeta": true, "message": {"role": "user", "content": "x"}}"#,
        &deep,
        &deeper,
    ] {
        assert_eq!(events(line.as_bytes()), [], "{line:.60}");
    }
    assert_eq!(events(&[0xff, b'{', 0x80]), []);
}

#[test]
fn a_report_is_bounded_and_redacted_before_it_is_cut() {
    let secret = "s3cret".repeat(30);
    let mut lines = Vec::new();
    for nth in 0..100 {
        lines.push(asked(&format!("{secret} {nth} {}", "é".repeat(300))));
        let id = nth.to_string();
        let file = json!({"file_path": format!("/work/{nth}/{}", "long".repeat(50))});
        lines.push(call(&id, "Write", &file));
        lines.push(result(&id, "", false));
        lines.push(call(
            &id,
            "TaskCreate",
            &json!({"subject": "é".repeat(400)}),
        ));
    }
    let told = story(&lines);
    let redact = |text: &str| text.replace(&secret, "[gone]");
    let report = Report::of(&told, "/work", &[], &redact).within(3000);
    let all = format!("{report:?}");
    assert!(!all.contains("s3cret"), "{all}");
    let lists = [&report.happened, &report.outputs, &report.follow_ups];
    assert!(lists.iter().all(|list| !list.is_empty()), "{all}");
    let bytes: usize = lists.into_iter().flatten().map(String::len).sum();
    assert!(bytes < 3000, "{bytes}");
}

#[test]
fn where_there_is_no_room_the_oldest_is_forgotten_and_that_is_said() {
    let mut lines = Vec::new();
    for nth in 0..9 {
        lines.push(asked(&format!("{nth}: {}", "漢".repeat(300))));
    }
    lines.extend(run("1", "cargo test", "error: no", true));
    lines.extend(run("2", "cargo test", "ok", false));
    let report = report(&story(&lines)).within(3400);
    let begins: Vec<&str> = report
        .happened
        .iter()
        .map(|line| line.split(':').take(2).last().unwrap_or_default().trim())
        .collect();
    let [first, more, .., last, _] = begins.as_slice() else {
        panic!("{begins:?}")
    };
    assert_eq!((*first, *last), ("0", "8"));
    let told = begins.len() - 2;
    assert_eq!(*more, format!("… and {} more", 9 - told), "{begins:?}");
    let mended = report.happened.last().unwrap();
    assert!(mended.starts_with("failed, then worked"), "{mended}");
}

proptest! {
    #[test]
    fn no_line_is_too_strange(
        line in prop::collection::vec(any::<u8>(), 0..200),
        cut in 0_usize..400,
        text in "\\PC{0,80}",
    ) {
        let _ = events(&line);
        let whole = call("1", "Bash", &json!({"command": text})).to_string();
        let cut = cut.min(whole.len());
        let told = events(&whole.as_bytes()[..cut]);
        prop_assert!(cut == whole.len() || told.is_empty());
    }

    #[test]
    fn stories_are_bounded(count in 0_usize..600) {
        let mut story = Story::default();
        for nth in 0..count {
            let id = nth.to_string();
            story.heed(Event::Asked(id.clone()));
            story.heed(Event::Called { id, act: super::Act::Runs(format!("make x{nth}")) });
        }
        let report = report(&story).within(4000);
        prop_assert!(report.happened.len() <= 10);
    }
}
