//! What a session begins with: a pack, and a briefing for a sub-agent.

use crate::app::context::briefing;
use crate::app::context::{PackRequest, pack};
use crate::app::workspace::{Error, Workspace};
use crate::domain::advice::Wording;
use crate::domain::context::briefing::Caps;
use crate::domain::secrets::Clean;

/// The most characters that are told at once: agents cut, or put into a file, what is longer than
/// 10,000 (code.claude.com, "Hooks reference", "JSON output").
const CHARACTERS: usize = 9_500;
/// The most lines of a briefing.
const LINES: usize = 60;
const CHANGES: usize = 12;
const MESSAGES: usize = 5;

/// What a text was made of, and what is wrong with that.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// Markdown; empty where there is nothing to tell.
    pub text: Clean,
    /// One line each.
    pub faults: Vec<Clean>,
}

/// What a session is told at its beginning.
///
/// # Errors
/// Where memory cannot be read.
pub fn start(workspace: &Workspace, wording: Wording) -> Result<Told, Error> {
    let request = PackRequest {
        chars: Some(CHARACTERS),
        ..PackRequest::default()
    };
    let pack = pack(workspace, &request, wording, &silent)?;
    Ok(Told {
        text: pack.text,
        faults: pack.faults,
    })
}

/// What a sub-agent is told at its beginning, which would know nothing otherwise.
///
/// # Errors
/// Where memory or git cannot be read.
pub fn brief(workspace: &Workspace, wording: Wording) -> Result<Told, Error> {
    let caps = Caps {
        lines: LINES,
        changes: CHANGES,
        messages: MESSAGES,
    };
    let made = briefing::make_within(workspace, caps, CHARACTERS, wording)?;
    Ok(Told {
        text: made.text,
        faults: made.faults,
    })
}

/// Nobody watches a hook.
fn silent(_done: usize, _all: usize) {}
