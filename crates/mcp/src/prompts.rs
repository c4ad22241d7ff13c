//! Prompts: texts that a person puts into a conversation by name.

use rmcp::ErrorData;
use rmcp::model::{GetPromptResult, JsonObject, Prompt, PromptArgument, PromptMessage, Role};
use serde_json::Value;

use git_memory_app::advice::MCP;
use git_memory_app::context::{self, ContextQuestion, briefing};
use git_memory_app::private::settle::settle;
use git_memory_app::workspace::{Error, Workspace};
use git_memory_model::context::briefing::Caps;

const START: &str = "session-start";
const HAND_OVER: &str = "handover";
/// Name of the argument that describes the task.
const TASK: &str = "task";

/// How much a page to hand work over may have.
const CAPS: Caps = Caps {
    lines: 60,
    changes: 20,
    messages: 5,
};

/// A prompt that was asked for.
pub(crate) enum Named {
    /// The pack for a task.
    Start(String),
    /// The page to hand work over.
    HandOver,
}

pub(crate) fn listed() -> Vec<Prompt> {
    let task = PromptArgument::new(TASK)
        .with_description("The task of the session, in any words")
        .with_required(false);
    vec![
        Prompt::new(
            START,
            Some("Context before work begins: decisions, open questions, rules"),
            Some(vec![task]),
        ),
        Prompt::new(
            HAND_OVER,
            Some("A handover: memory, recent changes, the last messages"),
            None,
        ),
    ]
}

/// The prompt of this name.
///
/// # Errors
/// There is none.
pub(crate) fn named(name: &str, arguments: &JsonObject) -> Result<Named, ErrorData> {
    match name {
        START => match arguments.get(TASK) {
            None | Some(Value::Null) => Ok(Named::Start(String::new())),
            Some(Value::String(task)) => Ok(Named::Start(task.clone())),
            Some(_) => Err(ErrorData::invalid_params("'task' is a text", None)),
        },
        HAND_OVER => Ok(Named::HandOver),
        _ => Err(ErrorData::invalid_params(
            format!("no such prompt; the prompts are: {START}, {HAND_OVER}"),
            None,
        )),
    }
}

/// Makes a prompt.
pub(crate) fn make(workspace: &Workspace, named: &Named) -> Result<GetPromptResult, Error> {
    settle(workspace)?;
    let untold = |_done, _all| {};
    let text = match named {
        Named::Start(task) => {
            let question = ContextQuestion {
                query: task.clone(),
                is_start: task.is_empty(),
                ..ContextQuestion::default()
            };
            let pack = context::pack(workspace, &question, MCP, &untold)?;
            pack.text.into_string()
        }
        Named::HandOver => {
            let page = briefing::make(workspace, None, CAPS, MCP, &untold)?;
            page.text.into_string()
        }
    };
    let text = if text.is_empty() {
        "This repository has no memory yet.".to_owned()
    } else {
        text
    };
    Ok(GetPromptResult::new(vec![PromptMessage::new_text(
        Role::User,
        text,
    )]))
}
