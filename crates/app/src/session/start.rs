//! Start of a session: a pack, and a briefing for a sub-agent.

use super::asked::{Session, is_cold};
use super::own_step::own_steps;
use crate::context::{ContextQuestion, briefing, pack};
use crate::workspace::{Error, Workspace};
use git_memory_guard::{Assembly, Clean};
use git_memory_model::context::briefing::Caps;
use git_memory_text::advice::Wording;

/// The most characters of one answer: agents cut, or put into a file, texts that are longer than
/// 10,000 (code.claude.com, "Hooks reference", "JSON output").
const CHARACTERS: usize = 9_500;
/// The most lines of a briefing.
const LINES: usize = 60;
const CHANGES: usize = 12;
const MESSAGES: usize = 5;

/// A text for a session, and the faults of its sources.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// Markdown; may be empty.
    pub text: Clean,
    /// One line each.
    pub faults: Vec<Clean>,
}

/// The context at the beginning of a session or a sub-agent, beside so many other characters in the
/// same answer.
pub(super) fn context(
    workspace: &Workspace,
    sub_agent: Option<&Session>,
    used: usize,
    wording: Wording,
) -> Result<Told, Error> {
    let (room, is_cold) = (CHARACTERS.saturating_sub(used), is_cold(workspace));
    // A sub-agent knows nothing of the session; but its briefing is made of history.
    if let Some(session) = sub_agent
        && !is_cold
    {
        return brief(workspace, session, room, wording);
    }
    let pack = pack(workspace, &question(room, is_cold), wording, &silent)?;
    Ok(Told {
        text: pack.text,
        faults: pack.faults,
    })
}

/// The question that a session begins with, if nothing else is told.
pub(super) fn first_question(is_cold: bool) -> ContextQuestion {
    question(CHARACTERS, is_cold)
}

fn question(room: usize, is_cold: bool) -> ContextQuestion {
    ContextQuestion {
        max_chars: Some(room),
        is_start: true,
        is_without_history: is_cold,
        ..ContextQuestion::default()
    }
}

/// A briefing, after the step that the sub-agent was started for.
fn brief(
    workspace: &Workspace,
    session: &Session,
    room: usize,
    wording: Wording,
) -> Result<Told, Error> {
    let mut faults = Vec::new();
    let step = match &session.role {
        Some(role) => own_steps(workspace, role, wording),
        None => Ok(Clean::default()),
    };
    let step = match step {
        Ok(step) => step,
        Err(fault) => {
            faults.push(workspace.guard()?.redact(&fault.to_string()));
            Clean::default()
        }
    };
    let room = room.saturating_sub(step.chars().count());
    let caps = Caps {
        lines: LINES,
        changes: CHANGES,
        messages: MESSAGES,
    };
    let made = briefing::make_within(workspace, caps, room, wording)?;
    faults.extend(made.faults);
    let mut text = Assembly::new();
    if !step.is_empty() {
        text.text(&step).literal("\n");
    }
    text.text(&made.text);
    let text = text.finish();
    Ok(Told { text, faults })
}

/// A hook shows no progress.
fn silent(_done: usize, _all: usize) {}
