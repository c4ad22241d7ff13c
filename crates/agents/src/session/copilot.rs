//! Lines of Copilot CLI (github.com/github/copilot-sdk, `docs/features/streaming-events.md`, and
//! the types in `session_events`): an event a line, with what it tells in `data`.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::asked::unwrapped;
use super::call::act;
use super::event::Event;
use super::line::{Line, owned, say};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Data<'a> {
    #[serde(borrow, default)]
    session_id: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    context: Option<Context<'a>>,
    #[serde(borrow, default)]
    cwd: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    content: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    tool_call_id: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    tool_name: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    arguments: Option<&'a RawValue>,
    #[serde(default)]
    success: Option<bool>,
    #[serde(borrow, default)]
    result: Option<Outcome<'a>>,
    #[serde(borrow, default)]
    error: Option<Trouble<'a>>,
    #[serde(default)]
    shell_execution: Option<ShellExecution>,
}

/// How a command ended, which `success` does not tell: that is of the shell.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ShellExecution {
    #[serde(default)]
    exit_code: Option<i64>,
}

#[derive(Deserialize)]
struct Context<'a> {
    #[serde(borrow, default)]
    cwd: Option<Cow<'a, str>>,
}

#[derive(Deserialize)]
struct Outcome<'a> {
    #[serde(borrow, default)]
    content: Option<Cow<'a, str>>,
}

#[derive(Deserialize)]
struct Trouble<'a> {
    #[serde(borrow, default)]
    message: Option<Cow<'a, str>>,
}

/// True for the type of an event: their names have two parts.
pub(crate) fn is_event(kind: &str) -> bool {
    let families = ["session.", "user.", "assistant.", "tool."];
    families.iter().any(|family| kind.starts_with(family))
}

/// Reads an event.
pub(crate) fn read(line: &Line, data: &RawValue, events: &mut Vec<Event>) {
    // Another form tells nothing.
    let Ok(data) = serde_json::from_str::<Data>(data.get()) else {
        return;
    };
    match line.kind.as_deref().unwrap_or_default() {
        "session.start" | "session.resume" | "session.context_changed" => {
            events.extend(data.session_id.as_deref().map(owned(Event::Named)));
            let cwd = data.context.and_then(|context| context.cwd).or(data.cwd);
            events.extend(cwd.as_deref().map(owned(Event::At)));
        }
        "user.message" if line.agent_id.is_none() => {
            let asked = data.content.unwrap_or_default();
            let asked = unwrapped(&asked);
            if !asked.is_empty() && !asked.starts_with(['<', '/']) {
                events.push(Event::Asked(asked.to_owned()));
            }
        }
        "assistant.message" if line.agent_id.is_none() => {
            say(data.content.as_deref().unwrap_or_default(), events);
        }
        "tool.execution_start" => call(&data, events),
        "tool.execution_complete" => result(&data, events),
        _ => {}
    }
}

fn call(data: &Data, events: &mut Vec<Event>) {
    let (Some(name), Some(arguments)) = (data.tool_name.as_deref(), data.arguments) else {
        return;
    };
    if let Some(act) = act(name, arguments.get()) {
        let id = data.tool_call_id.as_deref().unwrap_or_default().to_owned();
        events.push(Event::Called { id, act });
    }
}

fn result(data: &Data, events: &mut Vec<Event>) {
    let Some(id) = data.tool_call_id.as_deref() else {
        return;
    };
    let said = data.result.as_ref().and_then(|it| it.content.as_deref());
    let said = said.or_else(|| data.error.as_ref()?.message.as_deref());
    let output = said.unwrap_or_default().to_owned();
    let code = data.shell_execution.as_ref().and_then(|it| it.exit_code);
    let has_ended_badly = match code {
        Some(code) => code != 0,
        None => has_exit_code(&output),
    };
    events.push(Event::Returned {
        id: id.to_owned(),
        has_failed: data.success == Some(false) || has_ended_badly,
        // Nothing public says how a call that nobody allowed is told of.
        is_refused: false,
        output,
    });
}

/// True if a shell's output ends with a status that is not 0, as versions before 1.0.102 tell it.
fn has_exit_code(output: &str) -> bool {
    let last = output.trim_end().lines().next_back().unwrap_or_default();
    let code = last.split_once("exited with exit code ");
    code.is_some_and(|(_, code)| code.trim_end_matches('>') != "0")
}
