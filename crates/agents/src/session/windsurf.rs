//! Lines of Windsurf (docs.windsurf.com, "Cascade Hooks", `post_cascade_response_with_transcript`):
//! a step a line, whose `type` is the key of what it tells.

use std::borrow::Cow;

use serde::Deserialize;

use super::event::{Act, Event};
use super::line::{Line, say};

#[derive(Deserialize)]
struct Input<'a> {
    #[serde(borrow, default)]
    user_response: Option<Cow<'a, str>>,
}

#[derive(Deserialize)]
struct Response<'a> {
    #[serde(borrow, default)]
    response: Option<Cow<'a, str>>,
}

#[derive(Deserialize)]
struct Action<'a> {
    #[serde(borrow, default)]
    path: Option<Cow<'a, str>>,
}

/// Reads a step.
pub(crate) fn read(line: &Line, events: &mut Vec<Event>) {
    // Another form tells nothing.
    if let Some(input) = line.user_input
        && let Ok(input) = serde_json::from_str::<Input>(input.get())
        && let Some(asked) = input.user_response
        && !asked.trim().is_empty()
    {
        events.push(Event::Asked(asked.trim().to_owned()));
    }
    if let Some(response) = line.planner_response
        && let Ok(response) = serde_json::from_str::<Response>(response.get())
    {
        say(response.response.as_deref().unwrap_or_default(), events);
    }
    if let Some(action) = line.code_action
        && let Ok(action) = serde_json::from_str::<Action>(action.get())
        && let Some(path) = action.path
    {
        events.push(Event::Called {
            id: String::new(),
            act: Act::Changes(vec![path.into_owned()]),
        });
    }
}
