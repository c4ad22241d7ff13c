//! Fixtures from the programs themselves: the transcript of a session, and the inputs of its hooks.
//! `GIT_MEMORY_RECORD=1 cargo test --test real_agents -- --ignored record` writes them into
//! `fixtures/agents/NAME-VERSION/`, without the paths and names of this machine.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::agents::{ALL, Real};
use crate::common::World;
use crate::model::Model;
use crate::session::{PROMPT, called, run, turns, world};

/// The longest text that is kept whole, and how much of a longer one is kept at either end.
const LONG: usize = 700;
const END: usize = 120;
/// Types of lines that matter, or look like it; a transcript has many of other types.
const KEPT: [&str; 16] = [
    "user",
    "assistant",
    "api-request-blob",
    "last-prompt",
    "session_meta",
    "response_item",
    "event_msg",
    "gemini",
    "session.start",
    "user.message",
    "assistant.message",
    "tool.execution_start",
    "tool.execution_complete",
    "subagent.started",
    "session.shutdown",
    "",
];

#[test]
#[ignore = "records fixtures anew where GIT_MEMORY_RECORD asks for it"]
fn record_what_the_programs_write() {
    if std::env::var_os("GIT_MEMORY_RECORD").is_none() {
        return;
    }
    let model = Model::start().unwrap();
    // The others keep no transcript that we read.
    for real in ALL.iter().filter(|real| !real.lacks.contains(&"end")) {
        record(real, &crate::program(real).unwrap(), &model);
    }
}

fn record(real: &Real, program: &Path, model: &Model) {
    let world = world();
    (real.configure)(&world, model.port);
    world.memory(["agents", "install", real.agent]).ok();
    model.turns(&turns(real, &world));
    assert!(
        run(real, program, &world, model.port, &(real.ask)(PROMPT)),
        "{}",
        real.agent
    );
    let version = real.package.rsplit_once('@').unwrap().1;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fixtures/agents")
        .join(format!("{}-{version}", real.agent));
    fs::create_dir_all(&folder).unwrap();
    let mut transcript = String::new();
    for call in called(&world) {
        let mut input: Value = serde_json::from_str(&call.input).unwrap();
        for key in ["transcript_path", "transcriptPath"] {
            if let Some(path) = input[key].as_str() {
                path.clone_into(&mut transcript);
            }
        }
        plain(&mut input, &world, &transcript);
        let text = serde_json::to_string_pretty(&input).unwrap();
        fs::write(folder.join(format!("{}.json", call.event)), text + "\n").unwrap();
    }
    if transcript.is_empty() {
        return;
    }
    let mut lines = String::new();
    for line in fs::read_to_string(&transcript).unwrap().lines() {
        let mut line: Value = serde_json::from_str(line).unwrap();
        if KEPT.contains(&line["type"].as_str().unwrap_or_default()) {
            plain(&mut line, &world, &transcript);
            lines.extend([&line.to_string(), "\n"]);
        }
    }
    fs::write(folder.join("transcript.jsonl"), lines).unwrap();
}

/// Takes out what is of this machine, and most of what is long.
fn plain(value: &mut Value, world: &World, transcript: &str) {
    match value {
        Value::String(text) => {
            let mut short = text.clone();
            for (of_machine, name) in [
                (transcript, "@TRANSCRIPT@"),
                (&world.here.to_string_lossy(), "@FOLDER@"),
                (&world.root().to_string_lossy(), "@ROOT@"),
            ] {
                if !of_machine.is_empty() {
                    short = short.replace(of_machine, name);
                }
            }
            let count = short.chars().count();
            if count > LONG {
                let begin: String = short.chars().take(END).collect();
                let end: String = short.chars().skip(count - END).collect();
                short = format!("{begin} … {end}");
            }
            *text = short;
        }
        Value::Array(items) => items.iter_mut().for_each(|it| plain(it, world, transcript)),
        Value::Object(keys) => {
            for (key, mut value) in std::mem::take(keys) {
                plain(&mut value, world, transcript);
                let mut key = Value::from(key);
                plain(&mut key, world, transcript);
                keys.insert(key.as_str().unwrap().to_owned(), value);
            }
        }
        _ => {}
    }
}
