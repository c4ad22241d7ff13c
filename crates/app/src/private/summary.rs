//! Summaries of steps: written at the end of the branch's chain, and read back, newest first.

use std::ops::ControlFlow;

use chrono::DateTime;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::call::Call;
use crate::private::redaction::{Redaction, state_of, trailers};
use crate::private::run_log::newest;
use crate::private::settle::settle;
use crate::workspace::{Error, Workspace};
use git_memory_git::ObjectId;
use git_memory_guard::clean;
use git_memory_model::private::entry::{Label, key};
use git_memory_model::private::summary::Summary;
use git_memory_model::private::{Chain, EntryKind, Status};
use git_memory_store::Logged;
use git_memory_text as text;
use git_memory_text::date::Date;
use git_memory_text::limits;

/// Length of an entry's title in the message for an ambiguous name, in characters.
const TITLE_LENGTH: usize = 80;

/// An entry that was written.
#[derive(Clone, Debug)]
pub struct Appended {
    /// Its id.
    pub id: String,
    /// Its commit.
    pub commit: ObjectId,
    /// The chain that it was put at the end of.
    pub chain: Chain,
    /// The secrets that were taken out of it: rule and class of each.
    pub redacted: Vec<String>,
}

/// Conditions for entries; an empty field accepts any.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Filter {
    /// Only entries of this run.
    pub run: Option<String>,
    /// Only entries by this agent.
    pub agent: Option<String>,
    /// Only entries with this status of a step.
    #[schemars(with = "Option<String>")]
    pub status: Option<Status>,
    /// Only entries since this time: a day, a time (RFC 3339), or an age (90m, 12h, 3d, 2w).
    pub since: Option<String>,
    /// Maximum number of entries.
    pub most: Option<usize>,
}

impl Filter {
    fn fits(&self, since: Option<i64>, logged: &Logged) -> bool {
        let entry = &logged.entry;
        let is = |wanted: &Option<String>, found: Option<&str>| {
            wanted.as_deref().is_none_or(|want| found == Some(want))
        };
        is(&self.run, entry.run.as_deref())
            && is(&self.agent, entry.agent.as_deref())
            && self
                .status
                .is_none_or(|status| entry.status == Some(status))
            && since.is_none_or(|since| logged.commit.time >= since)
    }
}

/// A name of a run, a step or an agent.
///
/// # Errors
/// [`Error::BadValue`] for an invalid name.
pub(crate) fn label(text: &str) -> Result<Label, Error> {
    match text.parse::<Label>() {
        Ok(label) => Ok(label),
        Err(bad) => Err(Error::BadValue(bad.to_string())),
    }
}

/// Puts a summary at the end of the current chain.
///
/// # Errors
/// [`Error::NoPrivate`], [`Error::EntryTooLarge`], or where it cannot be written; then nothing was.
pub fn append(workspace: &Workspace, summary: Summary) -> Result<Appended, Error> {
    let summary = summary.plain();
    if summary.after.len() > limits::STEPS_BEFORE {
        return Err(Error::BadValue(format!(
            "a step waits for at most {} others",
            limits::STEPS_BEFORE
        )));
    }
    let mut redaction = Redaction::begin(workspace)?;
    let private = workspace.private()?;
    let chain = private.begin(&private.current()?)?;
    let (title, body) = (summary.title(), summary.body());
    // With a fixed seed, two steps with equal texts still get different ids.
    let state = state_of(chain.tip());
    let id = workspace.new_entry_id(&format!("{title}\0{body}"), state);
    let (title, body) = (redaction.part(&title)?, redaction.part(&body)?);
    let mut trailers = trailers(workspace, &id, EntryKind::Summary)?;
    // A name can hold a secret as well as a text.
    let (run, step) = (&summary.run, &summary.step);
    let (run, step) = (
        redaction.part(run.as_str())?,
        redaction.part(step.as_str())?,
    );
    let plans = matches!(
        summary.status,
        Status::Planned | Status::Assigned | Status::Cancelled
    );
    if plans && let Some(newest) = newest(workspace, &run, &step)? {
        trailers.push((key::FOLLOWS, newest));
    }
    trailers.extend([(key::RUN, run), (key::STEP, step)]);
    let agents = [
        (key::AGENT, &summary.agent),
        (key::ASSIGNEE, &summary.assignee),
    ];
    for (key, agent) in agents {
        if let Some(agent) = agent {
            trailers.push((key, redaction.part(agent.as_str())?));
        }
    }
    for before in &summary.after {
        trailers.push((key::AFTER, redaction.part(before.as_str())?));
    }
    trailers.push((key::STATUS, clean(&summary.status)));
    let mut entry = redaction.entry(&title, &body, &trailers)?;
    // An imported session keeps its day; a clock that was ahead makes no entry of tomorrow.
    entry.time = summary.time.unwrap_or(entry.time).min(entry.time);
    // The lock covers only the append: many agents write here at once, and scanning for secrets
    // takes longer than writing. The ref may have moved since; appending begins at its tip.
    let commit = private.append(&private.lock()?, &chain, &entry)?;
    Ok(Appended {
        id: id.to_string(),
        commit,
        chain: chain.chain().clone(),
        redacted: redaction.taken(),
    })
}

/// The entries of the current chain that a filter wants, newest first. Joins of chains do not
/// count.
pub fn list(workspace: &Workspace, filter: &Filter) -> Result<Vec<Logged>, Error> {
    let since = match &filter.since {
        Some(given) => Some(moment(workspace, given)?),
        None => None,
    };
    let mut found = Vec::new();
    each(workspace, |logged| {
        if filter.most == Some(found.len()) {
            return ControlFlow::Break(());
        }
        if filter.fits(since, &logged) {
            found.push(logged);
        }
        ControlFlow::Continue(())
    })?;
    Ok(found)
}

/// The entry of the current chain with this id, a unique prefix of it, or this commit.
///
/// # Errors
/// [`Error::UnknownEntry`], [`Error::Ambiguous`].
pub fn find(workspace: &Workspace, name: &str) -> Result<Logged, Error> {
    let mut found: Vec<Logged> = Vec::new();
    each(workspace, |logged| {
        let id = logged.id();
        // An id counts even where it begins another one's.
        if id == name {
            found = vec![logged];
            return ControlFlow::Break(());
        }
        let fits = id.starts_with(name) || logged.commit.id.to_string().starts_with(name);
        // A record has a commit for each version: the newest one comes first, and is meant.
        if !name.is_empty() && fits && found.iter().all(|known| known.id() != id) {
            found.push(logged);
        }
        ControlFlow::Continue(())
    })?;
    if found.len() > 1 {
        let line = |logged: &Logged| {
            format!(
                "{}  {}",
                logged.id(),
                text::one_line(&logged.entry.title, TITLE_LENGTH)
            )
        };
        let candidates = found.iter().map(line).collect();
        return Err(Error::Ambiguous {
            name: text::visible(name).into_owned(),
            candidates,
        });
    }
    found
        .pop()
        .ok_or_else(|| Error::UnknownEntry(text::visible(name).into_owned()))
}

/// The text of an entry, without its secrets: a record's file, or the body of the message.
pub fn content(workspace: &Workspace, logged: &Logged) -> Result<String, Error> {
    let store = workspace.store();
    let files = match logged.entry.kind {
        EntryKind::Record(_) => store.objects().memory_files(logged.commit.tree)?,
        _ => Vec::new(),
    };
    let text = match files.first() {
        Some(file) => match store.blob_at_most(limits::RECORD_BYTES, file.id)? {
            Some(blob) => String::from_utf8_lossy(&blob).into_owned(),
            None => "(larger than 1 MiB, and not shown)\n".to_owned(),
        },
        None if logged.entry.body.is_empty() => String::new(),
        None => format!("{}\n", logged.entry.body),
    };
    // It may come from another machine, whose guard knew fewer patterns.
    Ok(workspace.guard()?.redact(&text).into_string())
}

/// An entry with its text.
#[derive(Clone, Debug)]
pub struct EntryText {
    /// The entry.
    pub logged: Logged,
    /// Its text, without secrets.
    pub content: String,
}

/// Returns the entry that `name` names, with its text.
///
/// # Errors
/// As for [`find`].
pub fn read(workspace: &Workspace, name: &str) -> Result<EntryText, Error> {
    let logged = find(workspace, name)?;
    let content = content(workspace, &logged)?;
    Ok(EntryText { logged, content })
}

/// Goes through the entries of the current chain, newest first, until the callback breaks.
pub(crate) fn each(
    workspace: &Workspace,
    mut visit: impl FnMut(Logged) -> ControlFlow<()>,
) -> Result<(), Error> {
    let private = workspace.private()?;
    for logged in private.log(private.tip(&private.current()?)?) {
        let logged = workspace.entry_with_allowed(logged)?;
        if logged.entry.kind != EntryKind::Join && visit(logged).is_break() {
            break;
        }
    }
    Ok(())
}

/// The moment that `--since` means: a day, a time (RFC 3339), so long ago (`90m`, `12h`, `3d`, `2w`),
/// or a date in git's words (`yesterday`).
///
/// # Errors
/// [`Error::BadValue`] for anything else.
pub fn moment(workspace: &Workspace, given: &str) -> Result<i64, Error> {
    // A day begins at midnight in UTC, as all dates of memory do.
    let text = match given.parse::<Date>() {
        Ok(day) => format!("{day}T00:00:00Z"),
        Err(_) => given.to_owned(),
    };
    if let Ok(time) = DateTime::parse_from_rfc3339(&text) {
        return Ok(time.timestamp());
    }
    if let Some(ago) = seconds(given)
        && let Some(time) = workspace.now().checked_sub(ago)
    {
        return Ok(time);
    }
    let configuration = workspace.store().configuration();
    if let Some(time) = configuration.date_in_words(given, workspace.now())? {
        return Ok(time);
    }
    Err(not_a_time(given))
}

/// The day that `--since` means.
///
/// # Errors
/// [`Error::BadValue`] for anything else.
pub fn day(workspace: &Workspace, given: &str) -> Result<Date, Error> {
    let day = Date::of_seconds(moment(workspace, given)?);
    day.ok_or_else(|| not_a_time(given))
}

fn not_a_time(given: &str) -> Error {
    let given = text::visible_line(given);
    Error::BadValue(format!(
        "invalid time '{given}': give a day (2026-11-20), a time (RFC 3339), 90m, 12h, 3d, 2w, or \
         a date as git takes it (yesterday, 2 weeks ago)"
    ))
}

/// A span of time such as `90m`, in seconds; `None` for anything else, and for one that no number
/// of seconds can hold.
pub fn seconds(span: &str) -> Option<i64> {
    let unit = span.chars().next_back()?;
    let seconds: i64 = match unit {
        's' => 1,
        'm' => 60,
        'h' => 3600,
        'd' => 86_400,
        'w' => 604_800,
        _ => return None,
    };
    match span.strip_suffix(unit)?.parse::<i64>() {
        Ok(count) => count.checked_mul(seconds),
        Err(_) => None,
    }
}

/// This branch's private entries, newest first.
pub fn entries(call: &Call, filter: &Filter) -> Result<Vec<Logged>, Error> {
    settle(call.workspace)?;
    list(call.workspace, filter)
}

/// The entry to show.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EntryQuestion {
    /// Its id, a unique prefix of it, or its commit.
    id: String,
}

/// One private entry with its text.
pub fn entry(call: &Call, question: &EntryQuestion) -> Result<EntryText, Error> {
    settle(call.workspace)?;
    read(call.workspace, &question.id)
}
