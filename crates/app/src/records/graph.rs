//! The records around one of them, and those of a history, as a graph of their links.

use std::cmp::Reverse;
use std::collections::HashMap;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::call::Call;
use crate::parents::reading;
use crate::private::settle::settle;
use crate::recall::entities::{self, entities};
use crate::records::log::log;
use crate::records::lookup;
use crate::records::source::{Home, find, private_records, tracked_then};
use crate::workspace::{Error, Workspace};
use git_memory_model::changes::What;
use git_memory_model::graph::{Graph, LIMIT, Origin, around, of_history};
use git_memory_model::record::{Name, Record};
use git_memory_store::View;

/// Default number of records to draw around one.
pub const DRAWN: usize = 50;

/// The records that the one called `name` leads to, over any number of links in either direction;
/// at most `most`. For a name of no record: what is tied to what has the name, at most `most` for
/// each relation.
///
/// # Errors
/// [`Error::UnknownRecord`], [`Error::Ambiguous`], or where memory cannot be read.
pub fn of_record(workspace: &Workspace, name: &str, most: usize) -> Result<Graph, Error> {
    let found = match find(workspace, View::WorkTree, name) {
        Err(unknown @ Error::UnknownRecord(_)) => {
            let (entities, faults) = entities(workspace, name, most)?;
            if entities.is_empty() {
                return Err(unknown);
            }
            let mut graph = entities::graph(&entities);
            // Things that were not looked at are not drawn, either; a list says why.
            graph.left_out += faults.len();
            return Ok(graph);
        }
        found => found?,
    };
    let memory = match &found.home {
        Home::Tracked(view) => workspace.memory(view)?,
        // A private record may name tracked ones, and no tracked one names it.
        Home::Private(_) => tracked_then(workspace, &private_records(workspace)?)?,
        // Records here may name those of parents.
        Home::Parent(_) => tracked_then(workspace, &reading::records(workspace)?)?,
    };
    match number(&memory.records, &found.record) {
        Some(start) => Ok(around(&memory.records, start, most)),
        None => Err(Error::UnknownRecord(name.to_owned())),
    }
}

/// The records of a revision, the newest first, each with its day and the commit that added it; at
/// most `most`. With `name`, only those that this record leads to.
///
/// # Errors
/// An unknown revision or record, or where git cannot walk the history.
pub fn of_revision(
    workspace: &Workspace,
    revision: &str,
    name: Option<&str>,
    most: usize,
) -> Result<Graph, Error> {
    let memory = workspace.memory(&View::Revision(revision.to_owned()))?;
    let start = match name {
        Some(name) => number(&memory.records, lookup::find(workspace, &memory, name)?),
        None => None,
    };
    let origins = origins(&memory.records, &additions(workspace, revision)?);
    Ok(of_history(&memory.records, &origins, start, most))
}

/// The commit that added a record.
struct Addition {
    /// Its place in the history, from the newest.
    place: usize,
    day: String,
    commit: String,
}

/// The commits that added the records of a history.
fn additions(workspace: &Workspace, revision: &str) -> Result<HashMap<Name, Addition>, Error> {
    let mut additions = HashMap::new();
    for (place, entry) in log(workspace, revision, None)?.into_iter().enumerate() {
        for event in entry.events {
            if event.what == What::Added {
                let addition = Addition {
                    place,
                    // RFC 3339: the day is the first ten characters.
                    day: entry.date.chars().take(10).collect(),
                    commit: entry.commit.short(),
                };
                // The first commit that added it counts: the walk goes back in time.
                additions.insert(event.id, addition);
            }
        }
    }
    Ok(additions)
}

/// For each record its own day, otherwise that of its commit, and its place by those: decisions of
/// ten years may have been imported in one commit.
fn origins(records: &[Record], additions: &HashMap<Name, Addition>) -> Vec<Origin> {
    let mut origins: Vec<Origin> = Vec::with_capacity(records.len());
    let mut order = Vec::with_capacity(records.len());
    for (nth, record) in records.iter().enumerate() {
        let addition = additions.get(&record.header.id);
        let (mut day, mut commit, mut place) = (String::new(), "", usize::MAX);
        // A page of a root has no commit of memory.
        if let Some(addition) = addition {
            day.clone_from(&addition.day);
            (commit, place) = (&addition.commit, addition.place);
        }
        if let Some(created) = record.header.created {
            day = created.to_string();
        }
        origins.push(Origin {
            place: 0,
            words: [&day, commit].join("  ").trim().to_owned(),
        });
        order.push((Reverse(day), place, nth));
    }
    order.sort_unstable();
    for (place, (_, _, nth)) in order.into_iter().enumerate() {
        origins[nth].place = place;
    }
    origins
}

/// The number of a record among some.
fn number(records: &[Record], wanted: &Record) -> Option<usize> {
    let is_it =
        |record: &Record| record.path == wanted.path && record.header.id == wanted.header.id;
    records.iter().position(is_it)
}

/// The records to draw.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct GraphQuestion {
    /// The record or thing in the centre; without it, the records of a history.
    id: Option<String>,
    /// The revision at which the history starts; HEAD by default.
    rev: Option<String>,
    /// Maximum number of records.
    most: Option<usize>,
}

/// Records, and what each has to do with the others.
pub fn answer(call: &Call, question: &GraphQuestion) -> Result<Graph, Error> {
    settle(call.workspace)?;
    match (&question.id, &question.rev) {
        (Some(id), None) => of_record(call.workspace, id, question.most.unwrap_or(DRAWN)),
        (id, rev) => {
            let revision = rev.as_deref().unwrap_or("HEAD");
            let most = question.most.unwrap_or(LIMIT);
            of_revision(call.workspace, revision, id.as_deref(), most)
        }
    }
}
