//! Follow-ups that steps of the work log left: the steps that the next one needs to know, and
//! closing a follow-up that was done.

use std::collections::HashSet;

use super::compact::newest;
use super::summary::{self, Appended, find, label};
use crate::workspace::{Error, Workspace};
use git_memory_model::private::Entry;
use git_memory_model::private::compaction::{DONE, FollowUp, follow_ups};
use git_memory_model::private::entry::is_id;
use git_memory_model::private::summary::{FOLLOW_UP, Summary};
use git_memory_store::Logged;
use git_memory_text::{one_line, plain, visible};

/// The maximum number of steps that are read for follow-ups: one that is older is in the pack again
/// once its run is compacted.
const WALK: usize = 1000;
/// The run and the step of a closing, where the step that it closes is of none.
const CLOSING: &str = "close";
/// The longest title of a closing, and the longest follow-up that is offered, in characters.
const TITLE: usize = 72;

/// A step, and what it left to do that is open.
pub(crate) struct OpenStep {
    pub(crate) logged: Logged,
    /// Its open follow-ups; one that several steps name is of the newest of them.
    pub(crate) open: Vec<String>,
}

/// Steps of the current chain, as far as they can be read.
pub(crate) struct OpenSteps {
    /// The newest first.
    pub(crate) steps: Vec<OpenStep>,
    /// Reason why the steps before them cannot be read.
    pub(crate) fault: Option<Error>,
}

/// The newest `most` steps of the current chain, and each older one that has open follow-ups.
pub(crate) fn steps(workspace: &Workspace, most: usize) -> OpenSteps {
    let read = newest(workspace, WALK);
    let mut open: HashSet<String> = open_of(&read.steps).into_iter().collect();
    let mut steps = Vec::new();
    for (age, logged) in read.steps.into_iter().enumerate() {
        let mut own = Vec::new();
        for item in logged.entry.items(FOLLOW_UP) {
            own.extend(open.take(FollowUp::read(&item).text));
        }
        if age < most || !own.is_empty() {
            let open = own;
            steps.push(OpenStep { logged, open });
        }
    }
    OpenSteps {
        steps,
        fault: read.fault,
    }
}

/// The open follow-ups of the current chain, the oldest first.
pub(crate) fn open(workspace: &Workspace) -> Result<Vec<String>, Error> {
    let read = newest(workspace, WALK);
    match read.fault {
        Some(fault) => Err(fault),
        None => Ok(open_of(&read.steps)),
    }
}

/// The follow-ups of some steps, the newest first, that are open.
fn open_of(steps: &[Logged]) -> Vec<String> {
    let oldest_first: Vec<&Entry> = steps.iter().rev().map(|logged| &logged.entry).collect();
    follow_ups(&oldest_first).open
}

/// The texts of the open follow-ups that are named: by the id of their step, by their text, or by a
/// part of it that no other one has.
///
/// # Errors
/// [`Error::UnknownEntry`] and [`Error::Ambiguous`] where a name fits none, or several.
fn named(workspace: &Workspace, names: &[String]) -> Result<Vec<String>, Error> {
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let open = open(workspace)?;
    let mut closed = Vec::new();
    for name in names {
        let name = name.trim();
        if is_id(name) {
            let step = find(workspace, name)?;
            let own = step.entry.items(FOLLOW_UP);
            let mut own: Vec<String> = own
                .iter()
                .map(|item| FollowUp::read(item).text.to_owned())
                .collect();
            own.retain(|text| open.contains(text));
            if own.is_empty() {
                return Err(Error::NoFollowUp(visible(name).into_owned()));
            }
            closed.extend(own);
        } else {
            closed.push(by_text(&open, name)?);
        }
    }
    Ok(closed)
}

fn by_text(open: &[String], name: &str) -> Result<String, Error> {
    if open.iter().any(|text| text == name) {
        return Ok(name.to_owned());
    }
    let part = name.to_lowercase();
    let has_part = |text: &&String| !part.is_empty() && text.to_lowercase().contains(&part);
    let found: Vec<&String> = open.iter().filter(has_part).collect();
    match found.as_slice() {
        [text] => Ok((*text).clone()),
        [] => Err(Error::NoFollowUp(visible(name).into_owned())),
        several => Err(Error::Ambiguous {
            name: visible(name).into_owned(),
            candidates: several.iter().map(|text| one_line(text, TITLE)).collect(),
        }),
    }
}

/// Puts a summary at the end of the current chain; the follow-ups that it closes are ticked off.
pub fn append(workspace: &Workspace, mut summary: Summary) -> Result<Appended, Error> {
    let names: Vec<String> = summary.closes.iter().map(|name| plain(name)).collect();
    let closed = named(workspace, &names)?;
    let closed = closed.iter().map(|text| format!("{DONE} {text}"));
    summary.follow_ups.splice(0..0, closed);
    summary::append(workspace, summary)
}

/// Writes a step that closes follow-ups, named as for `--closes`. It belongs to the run of the step
/// that left the first of them, so that a compaction of that run knows of it.
pub fn close(workspace: &Workspace, names: &[String]) -> Result<Appended, Error> {
    let texts = named(workspace, names)?;
    let first = texts.first().map(String::as_str).unwrap_or_default();
    let left = steps(workspace, 0).steps;
    let step = left
        .iter()
        .find(|step| step.open.iter().any(|it| it == first));
    let run = step.and_then(|step| step.logged.entry.run.as_deref());
    let summary = Summary {
        title: Some(one_line(&format!("Done: {first}"), TITLE)),
        closes: texts,
        ..Summary::new(label(run.unwrap_or(CLOSING))?, label(CLOSING)?)
    };
    append(workspace, summary)
}
