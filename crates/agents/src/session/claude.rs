//! Lines of Claude Code, and of Cursor, which are alike.
//!
//! Claude Code (code.claude.com, "Hooks reference", `transcript_path`; "Manage sessions"): a line a
//! message, with the blocks of the Messages API (platform.claude.com, "Messages"): `text`,
//! `tool_use`, `tool_result`. Cursor (cursor.com/docs/hooks, `transcript_path`): the same blocks
//! under a `role`, without the results of tools.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::asked::unwrapped;
use super::call::act;
use super::event::{Act, Event};
use super::line::{Line, say, text_of};

/// Beginnings of results that say that a call was never made.
const REFUSALS: [&str; 4] = [
    "The user doesn't want to",
    "Permission to use",
    "[Request interrupted",
    "PreToolUse:",
];
#[derive(Deserialize)]
struct Message<'a> {
    #[serde(borrow, default)]
    role: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    content: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Block<'a> {
    #[serde(rename = "type", borrow, default)]
    kind: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    text: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    id: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    name: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    input: Option<&'a RawValue>,
    #[serde(borrow, default)]
    tool_use_id: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    content: Option<&'a RawValue>,
    #[serde(default)]
    is_error: Option<bool>,
}

/// Files that a shell changed, as Claude Code adds them to its result.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ToolResult {
    bash_edit_diff: ShellEdits,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ShellEdits {
    changed_files: Vec<String>,
}

/// Reads a message.
pub(crate) fn read(line: &Line, message: &RawValue, events: &mut Vec<Event>) {
    let Ok(message) = serde_json::from_str::<Message>(message.get()) else {
        return;
    };
    let Some(content) = message.content else {
        return;
    };
    let role = message.role.as_deref().or(line.role.as_deref());
    let is_user = role.or(line.kind.as_deref()) == Some("user");
    let is_asked = is_user && !line.is_meta && !line.is_sidechain && !line.is_compact_summary;
    let is_said = !is_user && !line.is_sidechain;
    if content.get().starts_with('"') {
        if is_asked {
            ask(&text_of(content), events);
        } else if is_said {
            say(&text_of(content), events);
        }
        return;
    }
    // Another form than a list of blocks tells nothing.
    let blocks: Vec<Block> = serde_json::from_str(content.get()).unwrap_or_default();
    for block in blocks {
        match block.kind.as_deref() {
            Some("text") if is_asked => ask(block.text.as_deref().unwrap_or_default(), events),
            Some("text") if is_said => say(block.text.as_deref().unwrap_or_default(), events),
            Some("tool_use") => call(&block, events),
            Some("tool_result") => result(&block, events),
            _ => {}
        }
    }
    if let Some(result) = line.tool_use_result
        && let Ok(result) = serde_json::from_str::<ToolResult>(result.get())
    {
        events.push(Event::Called {
            id: String::new(),
            act: Act::Changes(result.bash_edit_diff.changed_files),
        });
    }
}

/// What a person asks. What begins with a tag was put there by the agent or for it.
fn ask(text: &str, events: &mut Vec<Event>) {
    let text = unwrapped(text);
    if !text.is_empty() && !text.starts_with(['<', '[']) && !text.starts_with("Caveat:") {
        events.push(Event::Asked(text.to_owned()));
    }
}

fn call(block: &Block, events: &mut Vec<Event>) {
    let (Some(name), Some(input)) = (block.name.as_deref(), block.input) else {
        return;
    };
    if let Some(act) = act(name, input.get()) {
        let id = block.id.as_deref().unwrap_or_default().to_owned();
        events.push(Event::Called { id, act });
    }
}

fn result(block: &Block, events: &mut Vec<Event>) {
    let Some(id) = block.tool_use_id.as_deref() else {
        return;
    };
    let output = block.content.map(text_of).unwrap_or_default();
    let has_failed = block.is_error == Some(true);
    events.push(Event::Returned {
        id: id.to_owned(),
        has_failed,
        is_refused: has_failed && REFUSALS.iter().any(|start| output.starts_with(start)),
        output,
    });
}
