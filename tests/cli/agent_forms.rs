//! Hooks of Copilot CLI, Visual Studio Code and Windsurf, which speak in forms of their own. The
//! inputs of fixtures/agents are written after their documentation.

use std::fs;

use serde_json::json;

use crate::agent_hook::{FILE, entries, fixture, hook, latest, put_transcript, told, world};
use crate::common::{World, begins, has};

/// Calls a hook that was put in for an agent with the input of a fixture.
fn given(world: &World, event: &str, agent: &str, file: &str) -> crate::common::Answer {
    let (sender, name) = file.split_once('/').unwrap();
    let input = fixture(world, sender, &format!("{name}.json"));
    world.memory_with(["hook", event, "--agent", agent], &input)
}

#[test]
fn a_session_and_a_sub_agent_are_told_in_their_form() {
    let world = world();
    let vscode = r#"{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":""#;
    let copilot = r#"{"additionalContext":""#;
    for (agent, start) in [("copilot", copilot), ("vscode", vscode)] {
        let out = hook(&world, agent, "session-start").ok();
        assert!(out.starts_with(start), "{out}");
        assert!(out.contains("Retry uploads with jitter"), "{out}");
        // An agent that does not give its name is recognized.
        let input = fixture(&world, agent, "session-start.json");
        let recognized = world.memory_with("hook session-start", &input);
        assert_eq!(recognized.ok(), out, "{agent}");
        let page = told(hook(&world, agent, "subagent-start"));
        assert!(page.contains("Memory"), "{agent}: {page}");
        // They have no answer for a prompt.
        assert_eq!(told(hook(&world, agent, "user-prompt")), "", "{agent}");
    }
    let named = "copilot/session-start-named";
    let out = given(&world, "session-start", "copilot", named).ok();
    assert!(out.starts_with(copilot), "{out}");
    for event in ["pre-tool-use", "user-prompt"] {
        assert_eq!(told(hook(&world, "windsurf", event)), "", "{event}");
    }
}

#[test]
fn a_file_brings_what_governs_it_where_that_can_be_told() {
    let world = world();
    let text = told(hook(&world, "vscode", "pre-tool-use"));
    assert!(text.contains("Retry uploads with jitter"), "{text}");
    assert_eq!(told(hook(&world, "vscode", "pre-tool-use")), "");
    assert_eq!(told(hook(&world, "copilot", "pre-tool-use")), "");
}

#[test]
fn a_call_is_denied_in_each_form() {
    let world = world();
    for (agent, input, expected) in [
        (
            "copilot",
            json!({"sessionId": "s", "timestamp": 1, "toolName": "view",
                "toolArgs": {"path": ".git/config"}}),
            r#"{"permissionDecision":"deny","permissionDecisionReason":"git-memory policy (git-folder): "#,
        ),
        (
            "copilot",
            json!({"sessionId": "s", "toolName": "bash",
                "toolArgs": "{\"command\": \"rm .git/config\"}"}),
            r#"{"permissionDecision":"deny","permissionDecisionReason":"git-memory policy (git-folder): "#,
        ),
        (
            "vscode",
            json!({"hookEventName": "PreToolUse", "sessionId": "s", "tool_name": "create_file",
                "tool_input": {"filePath": ".git/hooks/pre-commit", "content": "x"}}),
            r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","#,
        ),
        (
            "vscode",
            json!({"hookEventName": "PreToolUse", "tool_name": "multi_replace_string_in_file",
                "tool_input": {"replacements": [{"filePath": "a"}, {"filePath": ".git/config"}]}}),
            r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","#,
        ),
    ] {
        let hook = ["hook", "pre-tool-use", "--agent", agent];
        let out = world.memory_with(hook, &input.to_string()).ok();
        assert!(out.starts_with(expected), "{agent}: {out}");
    }
}

#[test]
fn windsurf_is_told_of_a_denial_by_a_status_and_words() {
    let world = world();
    for name in ["pre-tool-use", "pre-write", "pre-command", "pre-mcp"] {
        let call = format!("windsurf/{name}");
        let answer = given(&world, "pre-tool-use", "windsurf", &call);
        assert_eq!(told(answer), "", "{name}");
        let input = fixture(&world, "windsurf", &format!("{name}.json"));
        let input = input.replace(FILE, ".git/config").replace("cat ", "rm ");
        let answer = world.memory_with("hook pre-tool-use --agent windsurf", &input);
        begins(&answer.fails(2), "git-memory policy (git-folder): ");
        // Without the option the input is recognized.
        world.memory_with("hook pre-tool-use", &input).fails(2);
    }
    let hook = ["hook", "pre-tool-use", "--agent", "windsurf"];
    let odd = json!({"agent_action_name": "post_read_code", "tool_info": {}}).to_string();
    let answer = world.memory_with(hook, &odd);
    assert_eq!((answer.status, answer.out.as_str()), (0, ""));
    has(&answer.err, "cannot check this call");
    let strict = ["hook", "pre-tool-use", "--agent", "windsurf", "--strict"];
    world.memory_with(strict, "not json").fails(2);
}

#[test]
fn a_hook_that_another_agent_runs_tells_nothing_and_denies() {
    let world = world();
    // Copilot CLI and Visual Studio Code read the hooks of each other, and those of Claude Code.
    for (agent, sender) in [
        ("claude", "vscode"),
        ("claude", "copilot"),
        ("copilot", "vscode"),
        ("vscode", "copilot"),
    ] {
        for event in ["session-start", "subagent-start", "pre-tool-use"] {
            let answer = given(&world, event, agent, &format!("{sender}/{event}"));
            assert_eq!(told(answer), "", "{agent} {sender} {event}");
        }
        put_transcript(&world, "copilot");
        let answer = given(
            &world,
            "session-end",
            agent,
            &format!("{sender}/session-end"),
        );
        assert_eq!(told(answer), "", "{agent} {sender}");
        assert_eq!(entries(&world), 0);
        let input = fixture(&world, sender, "pre-tool-use.json").replace(FILE, ".git/config");
        let denied = world.memory_with(["hook", "pre-tool-use", "--agent", agent], &input);
        let own = world.memory_with(["hook", "pre-tool-use", "--agent", sender], &input);
        let own = own.ok();
        assert!(own.contains("git-folder"), "{own}");
        assert_eq!(denied.ok(), own, "{agent} {sender}");
    }
    for name in ["session-start", "pre-tool-use"] {
        let answer = given(&world, name, "claude", &format!("copilot/{name}-named"));
        assert_eq!(told(answer), "", "{name}");
    }
}

#[test]
fn a_turn_leaves_a_summary() {
    for agent in ["copilot", "windsurf"] {
        let world = world();
        put_transcript(&world, agent);
        assert_eq!(told(hook(&world, agent, "session-end")), "", "{agent}");
        let list = world.memory("summary list --json").json();
        let entry = &list["entries"][0];
        assert_eq!(entry["agent"], agent);
        assert_eq!(entry["run"], format!("0f1a2b3c-{agent}"));
        assert!(latest(&world).contains("Add a retry to the uploader"));
        let whole = world
            .memory(["summary", "show", entry["id"].as_str().unwrap()])
            .ok();
        assert!(whole.contains("- changed src/upload.rs"), "{whole}");
        assert!(!whole.contains("Look around"), "{whole}");
        let mended = whole.contains("failed, then worked: `cargo test`");
        // Windsurf's documentation does not mention commands in it.
        assert_eq!(mended, agent == "copilot", "{whole}");
        assert_eq!(told(hook(&world, agent, "session-end")), "", "{agent}");
        assert_eq!(entries(&world), 1, "{agent}");
    }
    let world = world();
    put_transcript(&world, "copilot");
    let answer = given(&world, "session-end", "copilot", "copilot/pre-compact");
    assert_eq!(told(answer), "");
    assert_eq!(entries(&world), 1);
    let folder = world.root().join("sessions");
    for agent in ["copilot", "windsurf"] {
        fs::create_dir_all(folder.join(agent)).unwrap();
        let text = fixture(&world, agent, "transcript.jsonl");
        fs::write(folder.join(agent).join("events.jsonl"), text).unwrap();
    }
    let done = world
        .memory(["import", "transcripts", folder.to_str().unwrap()])
        .ok();
    assert!(done.contains("1 imported, 1 known"), "{done}");
}
