//! Lines of Gemini CLI (github.com/google-gemini/gemini-cli, `chatRecordingService.ts`): a message a
//! line, with the calls of tools and their results in one.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::asked::unwrapped;
use super::call::act;
use super::event::Event;
use super::line::{Line, say, text_of};

#[derive(Deserialize)]
struct ToolCall<'a> {
    #[serde(borrow, default)]
    id: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    name: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    args: Option<&'a RawValue>,
    #[serde(borrow, default)]
    status: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    result: Option<&'a RawValue>,
}

/// Reads a message.
pub(crate) fn read(line: &Line, events: &mut Vec<Event>) {
    let text = line.content.map(text_of).unwrap_or_default();
    if line.kind.as_deref() == Some("user") {
        let asked = unwrapped(&text);
        if !asked.is_empty() && !asked.starts_with(['<', '/']) {
            events.push(Event::Asked(asked.to_owned()));
        }
    } else {
        say(&text, events);
    }
    let Some(calls) = line.tool_calls else { return };
    // Another form than a list of calls tells nothing.
    let calls: Vec<ToolCall> = serde_json::from_str(calls.get()).unwrap_or_default();
    for call in calls {
        let (Some(name), Some(args)) = (call.name.as_deref(), call.args) else {
            continue;
        };
        let Some(act) = act(name, args.get()) else {
            continue;
        };
        let id = call.id.as_deref().unwrap_or_default().to_owned();
        let output = call.result.map(response).unwrap_or_default();
        events.push(Event::Called {
            id: id.clone(),
            act,
        });
        let status = call.status.as_deref();
        events.push(Event::Returned {
            id,
            has_failed: status != Some("success") || has_exit_code(&output),
            is_refused: status == Some("cancelled"),
            output,
        });
    }
}

/// Whether a command's output names a status that it ended with; 0 is not named.
fn has_exit_code(output: &str) -> bool {
    let mut codes = output
        .lines()
        .filter_map(|line| line.strip_prefix("Exit Code: "));
    codes.any(|code| !matches!(code.trim(), "0" | "(none)"))
}

#[derive(Deserialize)]
struct Part<'a> {
    #[serde(rename = "functionResponse", borrow)]
    response: Option<FunctionResponse<'a>>,
}

#[derive(Deserialize)]
struct FunctionResponse<'a> {
    #[serde(borrow)]
    response: Option<Response<'a>>,
}

#[derive(Deserialize)]
struct Response<'a> {
    #[serde(borrow, default)]
    output: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    error: Option<Cow<'a, str>>,
}

/// What a tool said.
fn response(result: &RawValue) -> String {
    // Another form than a list of parts tells nothing.
    let parts: Vec<Part> = serde_json::from_str(result.get()).unwrap_or_default();
    let mut said = String::new();
    for part in parts {
        let Some(response) = part.response.and_then(|response| response.response) else {
            continue;
        };
        for text in [response.output, response.error].into_iter().flatten() {
            said.push_str(&text);
            said.push('\n');
        }
    }
    said
}
