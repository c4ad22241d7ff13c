//! Hooks that agents call during a session. The inputs and transcripts of fixtures/agents are
//! written after each agent's documentation.

use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::common::{Answer, BINARY, World, has, lacks, token};

/// The agents whose inputs are known, each with true if a sub-agent, and a call of a tool, can get
/// an answer.
const AGENTS: [(&str, bool, bool); 4] = [
    ("claude", true, true),
    ("codex", true, true),
    ("cursor", false, true),
    ("gemini", false, false),
];
pub(crate) const PROMPT: &str = "how do we retry uploads with jitter";
pub(crate) const FILE: &str = "src/upload.rs";

pub(crate) fn fixture(world: &World, agent: &str, name: &str) -> String {
    let path = format!(
        "{}/fixtures/agents/{agent}/{name}",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = fs::read_to_string(&path).unwrap();
    let transcript = world.root().join("transcript.jsonl");
    text.replace("@FOLDER@", world.here.to_str().unwrap())
        .replace("@TRANSCRIPT@", transcript.to_str().unwrap())
        .replace("@PROMPT@", PROMPT)
        .replace("@FILE@", FILE)
}

/// Calls a hook with the input of a fixture of the same name.
pub(crate) fn hook(world: &World, agent: &str, event: &str) -> Answer {
    let input = fixture(world, agent, &format!("{event}.json"));
    world.memory_with(["hook", event, "--agent", agent], &input)
}

/// The text for an agent; empty without any.
#[track_caller]
pub(crate) fn told(answer: Answer) -> String {
    assert_eq!(answer.err, "");
    let out = answer.ok();
    if out.is_empty() {
        return out;
    }
    let told: Value = serde_json::from_str(&out).unwrap();
    let specific = &told["hookSpecificOutput"]["additionalContext"];
    let plain = ["additional_context", "additionalContext"];
    let text = specific
        .as_str()
        .or(plain.iter().find_map(|key| told[key].as_str()));
    text.unwrap().to_owned()
}

pub(crate) fn put_transcript(world: &World, agent: &str) {
    let text = fixture(world, agent, "transcript.jsonl");
    fs::write(world.root().join("transcript.jsonl"), text).unwrap();
}

fn add_to_transcript(world: &World, lines: &[Value]) {
    let path = world.root().join("transcript.jsonl");
    let mut text = fs::read_to_string(&path).unwrap_or_default();
    for line in lines {
        text.extend([&line.to_string(), "\n"]);
    }
    fs::write(path, text).unwrap();
}

fn asked(text: &str) -> Value {
    json!({"type": "user", "message": {"role": "user", "content": text}})
}

pub(crate) fn world() -> World {
    let world = World::with_memory();
    world
        .memory([
            "add-decision",
            "Retry uploads with jitter",
            "--rationale",
            "The servers came down together.",
            "--body-file",
            "-",
            "--path",
            FILE,
        ])
        .ok();
    for nth in 0..5 {
        world.decision(&format!("Filler number {nth}"));
    }
    world.write(FILE, "fn upload() {}\n");
    world.commit("Memory");
    world
}

pub(crate) fn latest(world: &World) -> String {
    world.memory("summary latest").ok()
}

pub(crate) fn entries(world: &World) -> usize {
    let list = world.memory("summary list --json").json();
    list["entries"].as_array().unwrap().len()
}

#[test]
fn a_session_begins_with_titles_where_no_recent_work_names_a_decision() {
    let world = World::with_memory();
    for nth in 0..120 {
        let text = format!("# Rule {nth}\n\nStatus: accepted\n\n## Decision\n\nText of it.\n");
        world.write(&format!("docs/adr/{nth:04}-rule.md"), text);
    }
    world.git("add docs").ok();
    world.memory("init --root docs/adr").ok();
    world.commit("Bring many");
    let text = told(hook(&world, "claude", "session-start"));
    let lines: Vec<&str> = text.lines().filter(|it| it.starts_with("id=")).collect();
    assert!((20..100).contains(&lines.len()), "{text}");
    assert!(lines.iter().all(|it| it.contains(".md Rule ")), "{text}");
    lacks(&text, "Text of it");
    has(&text, &format!("Left out: {} decisions", 120 - lines.len()));
}

#[test]
fn a_session_begins_with_the_pack() {
    let world = world();
    for (agent, ..) in AGENTS {
        let text = told(hook(&world, agent, "session-start"));
        assert!(
            text.contains("Retry uploads with jitter"),
            "{agent}: {text}"
        );
        assert!(text.contains("untrusted data"), "{agent}: {text}");
        assert!(text.chars().count() <= 10_000, "{agent}");
        // An agent that does not give its name is recognized.
        let input = fixture(&world, agent, "session-start.json");
        let recognized = world.memory_with("hook session-start", &input);
        assert_eq!(told(recognized), text, "{agent}");
    }
}

#[test]
fn each_agent_is_answered_in_its_own_form() {
    let world = world();
    let specific = |event: &str| {
        format!(r#"{{"hookSpecificOutput":{{"hookEventName":"{event}","additionalContext":""#)
    };
    for (agent, event, expected) in [
        ("claude", "session-start", specific("SessionStart")),
        (
            "cursor",
            "session-start",
            r#"{"additional_context":""#.to_owned(),
        ),
        ("gemini", "user-prompt", specific("BeforeAgent")),
    ] {
        let out = hook(&world, agent, event).ok();
        assert!(out.starts_with(&expected), "{agent}: {out}");
    }
}

/// Calls that touch git's folder: the agent, its input, and the beginning of the answer.
const DENIED: [[&str; 3]; 5] = [
    [
        "claude",
        r#"{"tool_name": "Read", "tool_input": {"file_path": ".git/config"}}"#,
        r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","#,
    ],
    [
        "codex",
        r#"{"tool_name": "apply_patch", "tool_input": {
            "command": "*** Begin Patch\n*** Update File: .git/config\n*** End Patch"}}"#,
        r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","#,
    ],
    [
        "cursor",
        r#"{"tool_name": "Shell", "tool_input": {"command": "rm .git/config"}}"#,
        r#"{"permission":"deny","user_message":"git-memory policy (git-folder): "#,
    ],
    [
        "cursor",
        r#"{"hook_event_name": "beforeReadFile", "file_path": ".git/config", "content": "x"}"#,
        r#"{"permission":"deny","user_message":"git-memory policy (git-folder): "#,
    ],
    [
        "gemini",
        r#"{"tool_name": "read_file", "tool_input": {"file_path": ".git/config"}}"#,
        r#"{"decision":"deny","reason":"git-memory policy (git-folder): "#,
    ],
];

#[test]
fn each_agent_is_told_in_its_own_form_that_a_call_is_denied() {
    let world = world();
    for [agent, input, expected] in DENIED {
        let hook = ["hook", "pre-tool-use", "--agent", agent];
        let out = world.memory_with(hook, input).ok();
        assert!(out.starts_with(expected), "{agent}: {out}");
    }
}

#[test]
fn a_prompt_brings_what_recall_is_sure_of_and_once() {
    let world = world();
    let sure = world.memory(["recall", "--sure", "--json", PROMPT]).json();
    let sure = sure["hits"][0]["id"].as_str().unwrap().to_owned();
    for (agent, ..) in AGENTS {
        let text = told(hook(&world, agent, "user-prompt"));
        assert!(text.contains(&format!("id={sure}")), "{agent}: {text}");
        assert_eq!(text.matches("id=dec-").count(), 1, "{agent}: {text}");
        assert_eq!(told(hook(&world, agent, "user-prompt")), "", "{agent}");
        // A session that lost its context may get the records again; another one does not wait.
        let again = fixture(&world, agent, "session-start.json").replace("startup", "compact");
        let start = ["hook", "session-start", "--agent", agent];
        world.memory_with(start, &again).ok();
        if agent != "cursor" {
            assert_eq!(told(hook(&world, agent, "user-prompt")), text, "{agent}");
        }
    }
}

#[test]
fn a_prompt_that_nothing_answers_brings_nothing() {
    let world = world();
    for prompt in ["what is for lunch", "/clear", ""] {
        let input = json!({"session_id": "s", "prompt": prompt}).to_string();
        assert_eq!(told(world.memory_with("hook user-prompt", &input)), "");
    }
    // Without a session, earlier answers are unknown.
    let input = json!({"prompt": PROMPT}).to_string();
    assert_eq!(told(world.memory_with("hook user-prompt", &input)), "");
}

#[test]
fn a_file_brings_what_governs_it_and_once() {
    let world = world();
    for (agent, _, hears) in AGENTS {
        let text = told(hook(&world, agent, "pre-tool-use"));
        let heard = text.contains("Retry uploads with jitter");
        assert_eq!(heard, hears, "{agent}: {text}");
        // At most 300 tokens.
        assert!(text.chars().count() < 1300, "{agent}: {text}");
        assert_eq!(told(hook(&world, agent, "pre-tool-use")), "", "{agent}");
        // The answer about the file already had the record.
        if hears {
            assert_eq!(told(hook(&world, agent, "user-prompt")), "", "{agent}");
        }
    }
    let call = |tool: &str, input: Value| {
        let input = json!({"session_id": "t", "tool_name": tool, "tool_input": input});
        told(world.memory_with("hook pre-tool-use", &input.to_string()))
    };
    assert_eq!(call("Read", json!({"file_path": "code.txt"})), "");
    assert_eq!(call("Read", json!({"file_path": "/etc/hosts"})), "");
    let write = json!({"file_path": FILE, "content": "x"});
    assert_ne!(call("Write", write), "");
}

#[test]
fn before_a_compaction_the_session_forgets_what_it_heard() {
    let world = world();
    for (agent, ..) in AGENTS {
        put_transcript(&world, agent);
        let text = told(hook(&world, agent, "user-prompt"));
        assert!(text.contains("Retry uploads"), "{agent}: {text}");
        assert_eq!(told(hook(&world, agent, "user-prompt")), "", "{agent}");
        let end = ["hook", "session-end", "--agent", agent];
        let compaction = fixture(&world, agent, "pre-compact.json");
        assert_eq!(told(world.memory_with(end, &compaction)), "", "{agent}");
        assert_eq!(told(hook(&world, agent, "user-prompt")), text, "{agent}");
        // The end of a session or of a turn does not repeat it.
        assert_eq!(told(hook(&world, agent, "session-end")), "", "{agent}");
        assert_eq!(told(hook(&world, agent, "user-prompt")), "", "{agent}");
    }
}

/// The news for a sub-agent of a session, or for the session itself, when it reads the file.
fn read_by(world: &World, agent: Option<&str>) -> String {
    let mut input = json!({"session_id": "s", "hook_event_name": "PreToolUse",
        "tool_name": "Read", "tool_input": {"file_path": FILE}});
    if let Some(agent) = agent {
        input["agent_id"] = json!(agent);
    }
    told(world.memory_with("hook pre-tool-use", &input.to_string()))
}

#[test]
fn a_sub_agent_hears_for_itself() {
    let world = world();
    let text = read_by(&world, Some("one"));
    assert!(text.contains("Retry uploads"), "{text}");
    for agent in [None, Some("two")] {
        assert_eq!(read_by(&world, agent), text, "{agent:?}");
    }
    for agent in [None, Some("one"), Some("two")] {
        assert_eq!(read_by(&world, agent), "", "{agent:?}");
    }
    // Context that one of them lost is still known to the others.
    put_transcript(&world, "claude");
    let compaction = json!({"session_id": "s", "hook_event_name": "PreCompact"}).to_string();
    world.memory_with("hook session-end", &compaction).ok();
    assert_eq!(read_by(&world, Some("one")), "");
    assert_eq!(read_by(&world, None), text);
}

#[test]
fn no_session_is_forgotten_for_its_sub_agents() {
    let world = world();
    assert_ne!(read_by(&world, None), "");
    for nth in 0..70 {
        read_by(&world, Some(&nth.to_string()));
    }
    assert_eq!(read_by(&world, None), "");
    let kept = world.here.join(".git/memory/sessions/sub-agents");
    assert!(fs::read_dir(kept).unwrap().count() <= 65);
}

#[test]
fn a_sub_agent_begins_with_the_briefing() {
    let world = world();
    for (agent, hears, _) in AGENTS {
        if agent == "gemini" {
            continue;
        }
        let text = told(hook(&world, agent, "subagent-start"));
        assert_eq!(text.contains("Memory"), hears, "{agent}: {text}");
    }
}

#[test]
fn a_sub_agent_is_told_the_step_that_it_was_started_for() {
    let world = world();
    let append = "summary append --run ship --step";
    for plan in [
        "build --title 'It builds'",
        "test --status assigned --assignee tester --after build --title 'Test it' \
         --happened 'With all features.'",
    ] {
        world.memory(&format!("{append} {plan}")).ok();
    }
    let told = |role: &str| {
        let input = json!({"session_id": "s", "agent_id": role, "agent_type": role,
            "hook_event_name": "SubagentStart"});
        let answer = world.memory_with("hook subagent-start --agent claude", &input.to_string());
        told(answer)
    };
    let text = told("tester");
    has(
        &text,
        "# Your step\n\nStep test of run ship: Test it\n- after build: It builds\n",
    );
    has(
        &text,
        [
            "With all features.",
            "git memory summary append --run",
            "Memory",
        ],
    );
    assert!(!told("other").contains("Your step"));
}

#[test]
fn a_session_leaves_a_summary() {
    for (agent, ..) in AGENTS {
        let world = world();
        put_transcript(&world, agent);
        assert_eq!(told(hook(&world, agent, "session-end")), "", "{agent}");
        has(&latest(&world), "Add a retry to the uploader");
        let show = world.memory("summary list --json").json();
        let entry = &show["entries"][0];
        assert_eq!(entry["agent"], agent);
        assert_eq!(entry["run"], format!("0f1a2b3c-{agent}"));
        let id = entry["id"].as_str().unwrap();
        let whole = world.memory(["summary", "show", id]).ok();
        has(&whole, "- changed src/upload.rs");
        has(&whole, "## Follow-up\n\n- document the retry\n");
        // Cursor keeps no results of tools.
        if agent != "cursor" {
            has(&whole, "failed, then worked: `cargo test`");
        }
        if matches!(agent, "claude" | "codex") {
            has(&whole, "- commit 1a2b3c4 Retry uploads");
        }
        assert!(whole.len() < 4096, "{agent}");
    }
}

#[test]
fn a_session_that_ends_again_leaves_no_second_summary() {
    for (agent, ..) in AGENTS {
        let world = world();
        put_transcript(&world, agent);
        assert_eq!(told(hook(&world, agent, "session-end")), "", "{agent}");
        assert_eq!(told(hook(&world, agent, "session-end")), "", "{agent}");
        let compaction = fixture(&world, agent, "pre-compact.json");
        let again = ["hook", "session-end", "--agent", agent];
        assert_eq!(told(world.memory_with(again, &compaction)), "", "{agent}");
        assert_eq!(entries(&world), 1, "{agent}");
        // Also after the stored state of the session is deleted.
        let state = world.git("rev-parse --git-path memory/sessions").ok();
        fs::remove_dir_all(world.here.join(state.trim())).unwrap();
        assert_eq!(told(hook(&world, agent, "session-end")), "", "{agent}");
        assert_eq!(entries(&world), 1, "{agent}");
    }
}

#[test]
fn after_a_compaction_only_what_is_new_is_told() {
    let world = world();
    put_transcript(&world, "claude");
    let compaction = fixture(&world, "claude", "pre-compact.json");
    world.memory_with("hook session-end", &compaction).ok();
    let todos = json!({"todos": [{"content": "document the retry", "status": "completed"}]});
    add_to_transcript(
        &world,
        &[
            asked("Now document it"),
            json!({"type": "assistant", "message": {"role": "assistant", "content": [
                {"type": "tool_use", "id": "n1", "name": "TodoWrite", "input": todos}]}}),
        ],
    );
    // A line that is being written counts once it is whole.
    let path = world.root().join("transcript.jsonl");
    let cut = asked("and test it").to_string();
    let (first, second) = cut.split_at(30);
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, format!("{text}{first}")).unwrap();
    hook(&world, "claude", "session-end").ok();
    assert_eq!(entries(&world), 2);
    let list = world.memory("summary list --json").json();
    let id = list["entries"][0]["id"].as_str().unwrap();
    let whole = world.memory(["summary", "show", id]).ok();
    assert!(whole.contains("Now document it"), "{whole}");
    assert!(!whole.contains("Add a retry"), "{whole}");
    assert!(whole.contains("- [x] document the retry"), "{whole}");
    let pack = world.memory("context").ok();
    assert!(!pack.contains("Follow-up:\n- document the retry"), "{pack}");
    fs::write(&path, format!("{text}{first}{second}\n")).unwrap();
    hook(&world, "claude", "session-end").ok();
    // Nothing came of it yet.
    assert_eq!(entries(&world), 2);
    add_to_transcript(&world, &ran("n2", "cargo test", "Exit code 101\nboom"));
    hook(&world, "claude", "session-end").ok();
    assert_eq!(entries(&world), 3);
    assert!(latest(&world).contains("and test it"));
}

/// A call of a command as a transcript of Claude Code has it, and its result.
fn ran(id: &str, command: &str, output: &str) -> [Value; 2] {
    let call = json!({"type": "tool_use", "id": id, "name": "Bash",
        "input": {"command": command}});
    let result = json!({"type": "tool_result", "tool_use_id": id, "content": output,
        "is_error": true});
    [
        json!({"type": "assistant", "message": {"role": "assistant", "content": [call]}}),
        json!({"type": "user", "message": {"role": "user", "content": [result]}}),
    ]
}

/// A world with the transcript of a session that was just compressed.
fn compacted() -> World {
    let world = world();
    put_transcript(&world, "claude");
    let compaction = fixture(&world, "claude", "pre-compact.json");
    world.memory_with("hook session-end", &compaction).ok();
    assert_eq!(entries(&world), 1);
    world
}

#[test]
fn what_fails_after_a_compaction_is_told_however_little_that_is() {
    let world = compacted();
    add_to_transcript(&world, &ran("f1", "cargo test", "Exit code 101\nboom"));
    hook(&world, "claude", "session-end").ok();
    assert_eq!(entries(&world), 2);
    assert!(latest(&world).contains("`cargo test` fails"));
    // The session may end before the result is there as a whole, and go on after that.
    let [call, result] = ran("f2", "make all", "Exit code 2\nno rule");
    add_to_transcript(&world, &[call]);
    hook(&world, "claude", "session-end").ok();
    let path = world.root().join("transcript.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    let result = format!("{result}\n");
    for (end, all) in [(&result[..40], 2), (&result, 3)] {
        fs::write(&path, format!("{text}{end}")).unwrap();
        hook(&world, "claude", "session-end").ok();
        assert_eq!(entries(&world), all);
    }
    let told = latest(&world);
    let newest = told.split("\n## ").next().unwrap_or_default();
    has(newest, "`make all` fails");
    lacks(newest, "cargo test");
}

#[test]
fn a_turn_of_which_nothing_came_is_told_later() {
    let world = world();
    let said = |text: &str| json!({"type": "event_msg", "payload": {"type": "user_message", "message": text}});
    add_to_transcript(&world, &[said("what does this do")]);
    assert_eq!(told(hook(&world, "codex", "session-end")), "");
    assert_eq!(entries(&world), 0);
    let patch = "*** Begin Patch\n*** Update File: code.txt\n*** End Patch";
    let call = json!({"type": "custom_tool_call", "name": "apply_patch", "call_id": "1",
        "input": patch});
    let call = json!({"type": "response_item", "payload": call});
    add_to_transcript(&world, &[said("then change it"), call]);
    assert_eq!(told(hook(&world, "codex", "session-end")), "");
    assert_eq!(entries(&world), 1);
    let text = latest(&world);
    assert!(text.contains("what does this do"), "{text}");
    // Some agents write the home as a shell does.
    put_transcript(&world, "claude");
    let home = world.root().join("home/t.jsonl");
    fs::copy(world.root().join("transcript.jsonl"), home).unwrap();
    let input = json!({"session_id": "home", "transcript_path": "~/t.jsonl"}).to_string();
    assert_eq!(told(world.memory_with("hook session-end", &input)), "");
    assert_eq!(entries(&world), 2);
}

#[test]
fn nothing_happens_unasked_where_that_is_not_wanted() {
    let world = world();
    put_transcript(&world, "claude");
    world.git("config memory.auto false").ok();
    nothing_happens(&world);
    // Calls are not judged either, once the team's file is committed.
    let input = json!({"tool_name": "Read", "tool_input": {"file_path": ".git/config"}});
    let input = input.to_string();
    let judged = || world.memory_with("hook pre-tool-use", &input).ok();
    assert_eq!(judged(), "");
    world.git("config --unset memory.auto").ok();
    world.write("memory/config.yaml", "auto: false\n");
    assert!(judged().contains("deny"));
    fs::remove_file(world.here.join("memory/config.yaml")).unwrap();
    world.git("config memory.private false").ok();
    assert_eq!(told(hook(&world, "claude", "session-end")), "");
    assert_eq!(entries(&world), 0);
}

/// The events that hooks hear of beside calls of tools.
const EVENTS: [&str; 4] = [
    "session-start",
    "user-prompt",
    "subagent-start",
    "session-end",
];

/// Holds a world to saying nothing to any hook, and to keeping nothing.
fn nothing_happens(world: &World) {
    for event in EVENTS {
        assert_eq!(told(hook(world, "claude", event)), "", "{event}");
    }
    assert_eq!(told(hook(world, "claude", "pre-tool-use")), "");
    assert_eq!(entries(world), 0);
}

#[test]
fn nothing_happens_without_memory_or_a_repository() {
    let without = World::new();
    put_transcript(&without, "claude");
    without.git("commit -q --allow-empty -m Begin").ok();
    nothing_happens(&without);
    assert!(!without.has(".git/memory/sessions"));
    let nowhere = World::empty();
    put_transcript(&nowhere, "claude");
    for event in EVENTS {
        assert_eq!(told(hook(&nowhere, "claude", event)), "", "{event}");
    }
}

#[test]
fn what_goes_wrong_is_a_warning_and_nothing_else() {
    let world = world();
    let deep = format!("{}1{}", "[".repeat(5000), "]".repeat(5000));
    let folders = [r#"{"cwd": 7}"#, r#"{"cwd": "/nowhere/at/all"}"#, &deep];
    let wrong = ["", "{", "null", "7", "\"x\"", "[]", "\u{0}\u{1b}[2J"];
    for event in EVENTS {
        for input in wrong.into_iter().chain(folders) {
            let answer = world.memory_with(["hook", event], input);
            let err = &answer.err;
            assert_eq!(answer.status, 0, "{event} {input:.40}: {err}");
            assert_eq!(answer.out, "", "{event} {input:.40}");
            assert_eq!(err.lines().count(), 1, "{event} {input:.40}: {err}");
            assert!(err.starts_with("warning: git-memory "), "{err}");
            assert!(!err.contains('\u{1b}'), "{err}");
        }
    }
}

#[test]
fn other_data_from_an_agent_is_no_error() {
    let world = world();
    let other = r#"{"session_id": 7, "prompt": [], "transcript_path": {}}"#;
    for event in EVENTS {
        for input in ["{}", other] {
            let answer = world.memory_with(["hook", event], input);
            assert_eq!((answer.status, &*answer.err), (0, ""), "{event} {input}");
        }
    }
    let unknown = world.memory_with("hook session-start --agent hal", "{}");
    has(&unknown.err, "no agent is called 'hal'");
    assert!(unknown.ok().contains("additionalContext"));
    world.memory("hook session-start --strict").fails(129);
}

#[test]
fn only_a_file_of_ones_own_is_a_transcript() {
    let world = world();
    let root = world.root();
    let end = |path: &str| {
        let input = json!({"session_id": "s", "transcript_path": path, "cwd": world.here});
        world.memory_with("hook session-end", &input.to_string())
    };
    world.shell("mkfifo ../pipe").ok();
    put_transcript(&world, "claude");
    let link = root.join("link.jsonl");
    std::os::unix::fs::symlink(root.join("transcript.jsonl"), &link).unwrap();
    for path in ["pipe", "link.jsonl", "", "missing.jsonl"] {
        let begun = Instant::now();
        let answer = end(root.join(path).to_str().unwrap());
        assert!(begun.elapsed() < Duration::from_mins(1), "{path}");
        assert_eq!((answer.status, answer.out.as_str()), (0, ""), "{path}");
        let warning = "warning: git-memory session-end: ";
        assert!(answer.err.starts_with(warning), "{}", answer.err);
    }
    for path in ["/dev/zero", "/proc/self/mem", "/etc/shadow\u{0}"] {
        let answer = end(path);
        assert_eq!((answer.status, answer.out.as_str()), (0, ""), "{path}");
    }
    assert_eq!(entries(&world), 0);
}

#[test]
fn nobody_waits_for_an_input_that_does_not_come() {
    let mut world = world();
    world.set("GIT_MEMORY_CLOCK", "");
    let mut command = world.command(BINARY);
    command
        .args(["hook", "user-prompt"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let begun = Instant::now();
    let mut child = command.spawn().unwrap();
    let input = child.stdin.take();
    let output = child.wait_with_output().unwrap();
    assert!(begun.elapsed() < Duration::from_mins(1));
    drop(input);
    assert!(output.status.success() && output.stdout.is_empty());
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(err, "warning: git-memory user-prompt: no input came\n");
}

#[test]
fn a_secret_in_a_transcript_is_neither_kept_nor_told() {
    let world = world();
    let secret = token();
    let bash = |id: &str, command: &str, text: &str, is_error: bool| {
        [
            json!({"type": "assistant", "message": {"role": "assistant", "content": [
                {"type": "tool_use", "id": id, "name": "Bash", "input": {"command": command}}]}}),
            json!({"type": "user", "message": {"role": "user", "content": [{"type": "tool_result",
                "tool_use_id": id, "content": text, "is_error": is_error}]}}),
        ]
    };
    // A cut must not leave a half of it.
    add_to_transcript(
        &world,
        &[asked(&format!("use {secret} \u{1b}[31mnow\u{202e}"))],
    );
    for place in 40..75 {
        add_to_transcript(&world, &[asked(&format!("{} {secret}", "x".repeat(place)))]);
    }
    let command = format!("make deploy TOKEN={secret}");
    add_to_transcript(
        &world,
        &bash("1", &command, &format!("error: bad {secret}"), true),
    );
    add_to_transcript(&world, &bash("2", &command, "ok", false));
    let todos = json!({"todos": [{"content": format!("rotate {secret}"), "status": "pending"}]});
    add_to_transcript(
        &world,
        &[
            json!({"type": "assistant", "message": {"role": "assistant", "content": [
            {"type": "tool_use", "id": "3", "name": "TodoWrite", "input": todos},
            {"type": "tool_use", "id": "4", "name": "Write",
             "input": {"file_path": format!("{secret}.txt")}}]}}),
        ],
    );
    let answer = hook(&world, "claude", "session-end");
    assert_eq!((answer.status, answer.err.as_str()), (0, ""));
    assert_eq!(entries(&world), 1);
    let log = world.git("log --format=%B refs/memory/branches/main").ok();
    assert!(log.contains("rotate"), "{log}");
    assert!(log.len() < 4096, "{}", log.len());
    for part in [&secret[..], &secret[..12], &secret[secret.len() - 12..]] {
        assert!(!log.contains(part), "{log}");
    }
    assert!(!log.contains(['\u{1b}', '\u{202e}']), "{log}");
    let objects = world.git("cat-file --batch-all-objects --batch").ok();
    assert!(!objects.contains(&secret));
    let state = world
        .shell(&format!("grep -rlF '{secret}' .git/memory || true"))
        .ok();
    assert_eq!(state, "");
}

#[test]
fn hooks_of_one_session_may_run_at_once() {
    let world = world();
    put_transcript(&world, "claude");
    let run = |event: &'static str| {
        let input = fixture(&world, "claude", &format!("{event}.json"));
        let mut children = Vec::new();
        for _ in 0..4 {
            let mut command = world.command(BINARY);
            command.args(["hook", event]).stdin(Stdio::piped());
            command.stdout(Stdio::piped()).stderr(Stdio::piped());
            let mut child = command.spawn().unwrap();
            std::io::Write::write_all(&mut child.stdin.take().unwrap(), input.as_bytes()).unwrap();
            children.push(child);
        }
        let outputs = children
            .into_iter()
            .map(|child| child.wait_with_output().unwrap());
        let told = outputs.inspect(|output| assert!(output.status.success()));
        told.filter(|output| !output.stdout.is_empty()).count()
    };
    assert_eq!(run("user-prompt"), 1);
    run("session-end");
    assert_eq!(entries(&world), 1);
}

#[test]
fn a_long_transcript_is_read_in_time_and_memory() {
    let world = world();
    put_transcript(&world, "claude");
    let path = world.root().join("transcript.jsonl");
    let mut text = String::new();
    // A screenshot in one line, and outputs of tools.
    text.push_str(&asked(&"x".repeat(3 << 20)).to_string());
    text.push('\n');
    for nth in 0..40 {
        let result = json!({"type": "user", "message": {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": nth.to_string(), "content": "y".repeat(20_000)}]}});
        text.extend([&result.to_string(), "\n"]);
    }
    text.push_str(&fs::read_to_string(&path).unwrap());
    fs::write(&path, text).unwrap();
    hook(&world, "claude", "session-end").ok();
    assert!(latest(&world).contains("Add a retry to the uploader"));
}

/// The session of Gemini CLI's fixture as the one object that older versions keep.
fn as_one_object(world: &World) -> Value {
    let lines = fixture(world, "gemini", "transcript.jsonl");
    let mut lines = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    let mut session: Value = lines.next().unwrap();
    session["messages"] = lines.collect();
    session
}

#[test]
fn a_session_that_is_one_object_is_imported_once() {
    let world = world();
    let folder = world.root().join("chats");
    fs::create_dir_all(&folder).unwrap();
    let mut session = as_one_object(&world);
    let write = |name: &str, session: &Value| {
        let text = serde_json::to_string_pretty(session).unwrap();
        fs::write(folder.join(name), text).unwrap();
    };
    write("session-1.json", &session);
    write("session-2.json", &json!({"sessionId": "x"}));
    write("logs.json", &json!([]));
    // It was taken up by a newer version, which goes on in lines.
    write("session-3.json", &session);
    fs::write(folder.join("session-3.jsonl"), "").unwrap();
    let import = ["import", "transcripts", folder.to_str().unwrap()];
    let import = || world.memory(import).ok();
    let out = import();
    has(&out, "3 transcripts: 1 imported, 0 known, 2 left out");
    has(&out, "refused     session-2.json: ");
    has(&out, "is no session of Gemini CLI");
    let text = latest(&world);
    has(&text, ["Add a retry to the uploader", FILE]);
    assert!(import().contains(" 0 imported, 1 known"));
    let more = json!({"id": "9", "type": "user", "content": "And a limit"});
    let edit =
        json!({"name": "write_file", "args": {"file_path": "limit.rs"}, "status": "success"});
    let edit = json!({"id": "10", "type": "gemini", "content": "", "toolCalls": [edit]});
    session["messages"]
        .as_array_mut()
        .unwrap()
        .extend([more, edit]);
    write("session-1.json", &session);
    let out = import();
    assert!(out.contains(" 1 imported"), "{out}");
    let text = latest(&world);
    assert!(
        text.contains("asked: And a limit") && text.matches("asked: Add a retry").count() == 1,
        "{text}"
    );
}

#[test]
fn transcripts_are_imported_once() {
    let world = world();
    let folder = world.root().join("sessions");
    for (agent, ..) in AGENTS {
        fs::create_dir_all(folder.join(agent)).unwrap();
        let text = fixture(&world, agent, "transcript.jsonl");
        fs::write(folder.join(agent).join("one.jsonl"), text).unwrap();
    }
    let elsewhere = fixture(&world, "claude", "transcript.jsonl").replace("repo", "other");
    fs::write(folder.join("claude/other.jsonl"), elsewhere).unwrap();
    fs::write(folder.join("cut.jsonl"), "{\"type\":\"user\",\"mess").unwrap();
    fs::write(folder.join("notes.txt"), "no transcript\n").unwrap();
    std::os::unix::fs::symlink("/etc/passwd", folder.join("link.jsonl")).unwrap();
    let import = |more: &[&str]| {
        let folder = folder.to_str().unwrap();
        let arguments = [&["import", "transcripts", folder], more].concat();
        world.memory(arguments)
    };
    let planned = import(&["--dry-run"]).ok();
    has(&planned, "6 transcripts: 4 would be imported");
    assert_eq!(entries(&world), 0);
    assert!(!world.has(".git/memory/sessions"));
    let done = import(&["--json"]).json();
    assert_eq!(done["dry_run"], false);
    let fates: Vec<&str> = done["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|file| file["outcome"].as_str().unwrap())
        .collect();
    assert_eq!(
        fates,
        [
            "imported",
            "elsewhere",
            "imported",
            "imported",
            "empty",
            "imported"
        ]
    );
    assert_eq!(entries(&world), 4);
    let again = import(&[]).ok();
    has(&again, "6 transcripts: 0 imported, 4 known, 2 left out");
    assert_eq!(entries(&world), 4);
    // The hook of the same session knows it, too.
    put_transcript(&world, "claude");
    assert_eq!(told(hook(&world, "claude", "session-end")), "");
    assert_eq!(entries(&world), 4);
    // An import takes the new lines.
    let path = folder.join("claude/one.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    let [call, result] = ran("m1", "cargo test", "Exit code 101\nboom");
    fs::write(&path, format!("{text}{call}\n{result}\n")).unwrap();
    let more = import(&[]).ok();
    assert!(more.contains("1 imported, 3 known"), "{more}");
    world.git("config memory.private false").ok();
    import(&[]).fails(128);
    world.git("config --unset memory.private").ok();
    world.memory("import transcripts nowhere").fails(128);
}

#[test]
fn what_a_client_puts_before_a_prompt_is_no_question() {
    let world = world();
    let prompt = format!("<hook_context># Memory\nFiller</hook_context>\n\n{PROMPT}");
    let input = json!({"session_id": "s", "prompt": prompt}).to_string();
    let text = told(world.memory_with("hook user-prompt", &input));
    assert!(text.contains("Retry uploads"), "{text}");
    assert!(!text.contains("Filler"), "{text}");
}

#[test]
fn what_a_client_repeats_counts_once_a_session() {
    let world = world();
    let compress = json!({"session_id": "s", "cwd": world.here, "hook_event_name": "PreCompress",
        "trigger": "auto", "transcript_path": world.root().join("transcript.jsonl")});
    let compress = || {
        let hook = ["hook", "session-end", "--agent", "gemini"];
        told(world.memory_with(hook, &compress.to_string()))
    };
    let prompt = json!({"session_id": "s", "prompt": PROMPT}).to_string();
    let ask = || told(world.memory_with("hook user-prompt --agent gemini", &prompt));
    put_transcript(&world, "gemini");
    assert_ne!(ask(), "");
    assert_eq!(compress(), "");
    assert_ne!(ask(), "");
    assert_eq!((entries(&world), compress()), (1, String::new()));
    assert_eq!(ask(), "");
}

#[test]
fn a_sub_agent_of_copilot_is_told_with_its_session() {
    let world = world();
    put_transcript(&world, "copilot");
    let mut input: Value =
        serde_json::from_str(&fixture(&world, "copilot", "session-end.json")).unwrap();
    input["agentId"] = json!("sub");
    let end = ["hook", "session-end", "--agent", "copilot"];
    assert_eq!(told(world.memory_with(end, &input.to_string())), "");
    assert_eq!(entries(&world), 0);
    hook(&world, "copilot", "session-end").ok();
    assert_eq!(entries(&world), 1);
}

#[test]
fn a_check_that_failed_is_closed_by_another_session() {
    let world = world();
    add_to_transcript(&world, &ran("1", "make all", "Exit code 2\nno rule"));
    hook(&world, "claude", "session-end").ok();
    assert!(world.memory("context").ok().contains("`make all` fails"));
    let passed = json!({"type": "custom_tool_call", "call_id": "1", "name": "shell_command",
        "arguments": "{\"command\": \"make all\"}"});
    let over = json!({"type": "custom_tool_call_output", "call_id": "1", "output": "Exit code: 0"});
    fs::remove_file(world.root().join("transcript.jsonl")).unwrap();
    for payload in [passed, over] {
        add_to_transcript(
            &world,
            &[json!({"type": "response_item", "payload": payload})],
        );
    }
    hook(&world, "codex", "session-end").ok();
    assert_eq!(entries(&world), 2);
    assert!(latest(&world).contains("- [x] `make all` fails"));
    assert!(!world.memory("context").ok().contains("`make all` fails"));
}

#[test]
fn doctor_names_an_agent_whose_last_transcript_gave_no_prompt() {
    let world = world();
    let end = |id: &str| {
        let input = json!({"session_id": id, "transcript_path": "../transcript.jsonl"});
        let hook = ["hook", "session-end", "--agent", "claude"];
        assert_eq!(told(world.memory_with(hook, &input.to_string())), "");
    };
    let doctor = || world.memory("doctor").out;
    let what = "no prompt in the last transcript of Claude Code";
    add_to_transcript(
        &world,
        &[json!({"type": "question", "message": {"content": "how?"}})],
    );
    end("one");
    assert!(doctor().contains(what), "{}", doctor());
    add_to_transcript(&world, &[asked("how?")]);
    end("two");
    assert!(!doctor().contains(what), "{}", doctor());
}
