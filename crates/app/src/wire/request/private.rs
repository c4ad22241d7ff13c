//! Private entries, and the runs that they belong to.

use schemars::JsonSchema;
use serde::Deserialize;

use super::Request;
use crate::private::settle::settle;
use crate::private::summary::{self, Filter};
use crate::wire::ask::step_status;
use crate::wire::{EntriesAnswer, EntryAnswer, RunItem, RunsAnswer};
use crate::workspace::Error;

/// The entries to list.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct EntriesQuestion {
    /// Only entries of this run.
    run: Option<String>,
    /// Only entries by this agent.
    agent: Option<String>,
    /// Only entries with this status: started, ok, failed or retry.
    status: Option<String>,
    /// Only entries since this time: a day, a time (RFC 3339), or an age (90m, 12h, 3d, 2w).
    since: Option<String>,
    /// Maximum number of entries.
    most: Option<usize>,
}

/// This branch's private entries, newest first.
pub fn entries(request: &Request) -> Result<String, Error> {
    let question = request.question::<EntriesQuestion>()?;
    settle(request.workspace)?;
    let status = match &question.status {
        Some(name) => Some(step_status(name).map_err(Error::BadValue)?),
        None => None,
    };
    let since = match &question.since {
        Some(given) => Some(summary::moment(request.workspace, given)?),
        None => None,
    };
    let filter = Filter {
        run: question.run,
        agent: question.agent,
        status,
        since,
        most: question.most,
    };
    let entries = summary::list(request.workspace, &filter)?;
    request.document(EntriesAnswer {
        entries: entries.iter().map(Into::into).collect(),
    })
}

/// The entry to show.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EntryQuestion {
    /// Its id, a unique prefix of it, or its commit.
    id: String,
}

/// One private entry with its text.
pub fn entry(request: &Request) -> Result<String, Error> {
    let question = request.question::<EntryQuestion>()?;
    settle(request.workspace)?;
    let logged = summary::find(request.workspace, &question.id)?;
    let content = summary::content(request.workspace, &logged)?;
    request.document(EntryAnswer::from(&logged).with_content(&content))
}

/// Answers with the steps that agents do, did, and retried.
pub fn runs(request: &Request) -> Result<String, Error> {
    request.question::<super::NoQuestion>()?;
    settle(request.workspace)?;
    let runs = summary::runs(request.workspace)?;
    let runs = runs.iter().map(|(run, state)| RunItem::new(run, state));
    request.document(RunsAnswer {
        runs: runs.collect(),
    })
}
