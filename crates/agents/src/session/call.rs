//! Acts of agents' tool calls, by the names that the tools have.

use serde_json::Value;

use super::event::{Act, MOST, Task, TaskState};
use crate::agent::Agent;
use crate::agent::tool::Does;
use git_memory_model::layout::{INDEX, place};
use git_memory_policy::apply_patch::BEGIN;
use git_memory_policy::project::policy::Access;
use git_memory_policy::shell::{named, quoted};
use git_memory_text::path::MemoryFolder;
use git_memory_text::path::RepoPath;

/// The end of the names by which agents call our tool that writes records.
const RECORDS: &str = "memory_write";
/// The commands of ours that write a record, beside those that begin with `add-`.
const WRITING: [&str; 4] = ["close", "edit", "set", "supersede"];

/// Arguments that name the file that is written.
const FILES: [&str; 5] = [
    "file_path",
    "notebook_path",
    "path",
    "target_file",
    "absolute_path",
];
/// Returns the act of a call; `None` for one that a summary does not tell, or that cannot be
/// understood.
pub(crate) fn act(tool: &str, input: &str) -> Option<Act> {
    if tool.ends_with(RECORDS) {
        return Some(Act::Records);
    }
    let does = Agent::tool(tool)?;
    let input: Value = serde_json::from_str(input).ok()?;
    let text = |key: &str| input.get(key).and_then(Value::as_str);
    match does {
        Does::File(_, Access::Write) | Does::Removes(_) => {
            let file = FILES.iter().find_map(|key| text(key))?;
            Some(Act::Changes(vec![file.to_owned()]))
        }
        Does::Patch => Act::of_patch(text("input").or_else(|| text("command"))?),
        Does::Shell(_) => {
            let line = command(&input)?;
            let files = patched_by(&line);
            Some(if files.is_empty() {
                Act::Runs(line)
            } else {
                Act::Changes(files)
            })
        }
        Does::Plans => {
            let tasks = ["todos", "plan"].iter().find_map(|key| input.get(key))?;
            let tasks: Vec<Task> = tasks.as_array()?.iter().take(MOST).map(task).collect();
            // Cursor's may name only what changes.
            Some(if input.get("merge") == Some(&Value::Bool(true)) {
                Act::Updates(tasks)
            } else {
                Act::Plans(tasks)
            })
        }
        Does::Adds => Some(Act::Adds(text("subject")?.to_owned())),
        Does::Updates => Some(Act::Updates(vec![Task {
            id: text("taskId")?.to_owned(),
            text: text("subject").unwrap_or_default().to_owned(),
            state: text("status").map(TaskState::named),
        }])),
        // It only reads, or names files in a form that no transcript has.
        Does::File(..)
        | Does::Files(_)
        | Does::Folder(_)
        | Does::Glob
        | Does::Globs(_)
        | Does::Grep => None,
    }
}

/// The files that a command line writes by patches that are in it.
fn patched_by(line: &str) -> Vec<String> {
    // Most lines have none, and are not taken apart.
    if !line.contains(BEGIN) {
        return Vec::new();
    }
    let mut files = named(line).patched;
    files.truncate(MOST);
    files
}

/// The files that a command line plainly writes.
pub(crate) fn written_by(line: &str) -> Vec<String> {
    let mut files = Vec::new();
    for path in named(line).paths.into_iter().take(MOST) {
        if path.act.access() == Access::Write && !path.is_glob {
            files.push(path.text);
        }
    }
    files
}

/// True for a command line that writes a record.
pub(crate) fn is_recording(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    words.windows(3).any(|words| {
        let (["git", "memory", command] | ["git-memory", command, _]) = words else {
            return false;
        };
        command.starts_with("add-") || WRITING.contains(command)
    })
}

/// The files of records that a result names, each once.
pub(crate) fn records_in(memory: &MemoryFolder, output: &str) -> Vec<String> {
    let is_of_path = |c: char| c.is_alphanumeric() || "/-_.".contains(c);
    let mut files: Vec<String> = Vec::new();
    for (at, _) in output.match_indices(&memory.join("")) {
        let rest = &output[at..];
        let end = rest.find(|c| !is_of_path(c)).unwrap_or(rest.len());
        let file = rest[..end].trim_end_matches('.');
        if is_record(memory, file) && files.len() < MOST && !files.iter().any(|known| known == file)
        {
            files.push(file.to_owned());
        }
    }
    files
}

/// True for a path from the top that is one of a record.
pub(crate) fn is_record(memory: &MemoryFolder, path: &str) -> bool {
    memory.below(path) != Some(INDEX)
        && path
            .parse()
            .is_ok_and(|path: RepoPath| place(memory, &path).is_some())
}

/// A command line: a text, or words of which the last is the line that a shell is to run.
fn command(input: &Value) -> Option<String> {
    let command = ["command", "cmd"].iter().find_map(|key| input.get(key))?;
    match command {
        Value::String(line) => Some(line.clone()),
        Value::Array(words) => {
            let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
            Some(match words.as_slice() {
                [_, flag, line] if flag.starts_with('-') && flag.ends_with('c') => {
                    (*line).to_owned()
                }
                words => quoted(words),
            })
        }
        _ => None,
    }
}

fn task(value: &Value) -> Task {
    let text = |key: &str| value.get(key).and_then(Value::as_str);
    let mut words = ["content", "step", "description"].iter();
    Task {
        id: text("id").unwrap_or_default().to_owned(),
        text: words
            .find_map(|key| text(key))
            .unwrap_or_default()
            .to_owned(),
        state: text("status").map(TaskState::named),
    }
}
