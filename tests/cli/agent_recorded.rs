//! Transcripts as the agents' own programs write them: recorded by `tests/real_agents`, each with the
//! version of the program in the name of its folder.

use std::fs;

use serde_json::json;

use crate::agent_hook::{entries, fixture, latest, world};
use crate::common::{World, lacks};

/// The folders, and whether the agent's last words are in the transcript when its hook runs.
const RECORDED: [(&str, bool); 4] = [
    ("claude-2.1.332", true),
    ("codex-0.171.0", true),
    ("copilot-1.0.102", true),
    ("gemini-0.61.0", true),
];

fn end(world: &World, folder: &str) {
    let agent = folder.split('-').next().unwrap();
    let text = fixture(world, folder, "transcript.jsonl");
    fs::write(world.root().join("transcript.jsonl"), text).unwrap();
    let input = fixture(world, folder, "session-end.json");
    let answer = world.memory_with(["hook", "session-end", "--agent", agent], &input);
    assert_eq!(
        (answer.status, answer.out, answer.err),
        (0, String::new(), String::new())
    );
}

#[test]
fn what_a_program_wrote_is_told_once_and_whole() {
    for (folder, has_last_words) in RECORDED {
        let world = world();
        end(&world, folder);
        assert_eq!(entries(&world), 1, "{folder}");
        let text = latest(&world);
        assert_eq!(text.matches("- asked: ").count(), 1, "{folder}: {text}");
        for part in [
            "- asked: How do we retry uploads with jitter?\n",
            "- recorded memory/lessons/",
            "src/queue.rs",
            "src/mail.rs",
            "- `make all` fails",
        ] {
            assert!(text.contains(part), "{folder}: {part}: {text}");
        }
        let said = text.contains("- said: Uploads wait a little now.");
        assert_eq!(said, has_last_words, "{folder}: {text}");
        end(&world, folder);
        assert_eq!(entries(&world), 1, "{folder}");
    }
}

#[test]
fn what_a_program_tells_a_hook_is_understood() {
    let world = world();
    for (folder, _) in RECORDED {
        let agent = folder.split('-').next().unwrap();
        for event in ["session-start", "user-prompt", "pre-tool-use"] {
            let top = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
            let place = format!("fixtures/agents/{folder}/{event}.json");
            // Not every agent has every moment.
            if !top.join(place).exists() {
                continue;
            }
            let input = fixture(&world, folder, &format!("{event}.json"));
            let answer = world.memory_with(["hook", event, "--agent", agent], &input);
            let said = (answer.status, answer.err.as_str());
            assert_eq!(said, (0, ""), "{folder} {event}");
            lacks(&answer.out, "deny");
        }
    }
}

#[test]
fn imported_sessions_keep_their_days() {
    let world = World::with_memory();
    let session = |name: &str, day: &str| {
        let input = json!({"file_path": format!("{name}.txt")});
        let call = json!({"type": "tool_use", "name": "Write", "input": input});
        let line = json!({"type": "assistant", "sessionId": name, "timestamp": day,
            "message": {"role": "assistant", "content": [call]}});
        world.write(&format!("../old/{name}.jsonl"), format!("{line}\n"));
    };
    // Against the order of their names.
    session("one", "2026-11-03T10:00:00.000Z");
    session("two", "2026-11-02T10:00:00.000Z");
    session("three", "2031-01-01T10:00:00.000Z");
    world.memory("import transcripts ../old").ok();
    let list = world.memory("summary list --json").json();
    let entries = list["entries"].as_array().unwrap().iter();
    let created: Vec<&str> = entries.map(|it| it["created"].as_str().unwrap()).collect();
    // A clock that was ahead makes no entry of tomorrow.
    let expected = "2026-11-20T12:00:00Z 2026-11-03T10:00:00Z 2026-11-02T10:00:00Z";
    assert_eq!(created.join(" "), expected);
    let since = "summary list --since 2026-11-03 --json";
    let since = world.memory(since).json();
    assert_eq!(since["entries"].as_array().unwrap().len(), 2);
}
