//! The records around one of them, and those of a history, as a graph of their links.

use std::collections::HashMap;

use crate::app::records::log::log;
use crate::app::records::lookup;
use crate::app::records::source::{find, private_records, tracked_then};
use crate::app::workspace::{Error, Workspace};
use crate::domain::changes::What;
use crate::domain::graph::{Graph, Origin, around, of_history};
use crate::domain::record::{Name, Record};
use crate::store::View;

/// The records that the one called `name` leads to, over any number of links in either direction;
/// at most `most`.
///
/// # Errors
/// [`Error::UnknownRecord`], [`Error::Ambiguous`], or where memory cannot be read.
pub fn of_record(workspace: &Workspace, name: &str, most: usize) -> Result<Graph, Error> {
    let found = find(workspace, View::WorkTree, name)?;
    let memory = match found.tracked_view() {
        Some(view) => workspace.memory(view)?,
        // A private record may name tracked ones, and no tracked one names it.
        None => tracked_then(workspace, &private_records(workspace)?)?,
    };
    match number(&memory.records, &found.record) {
        Some(start) => Ok(around(&memory.records, start, most)),
        None => Err(Error::UnknownRecord(name.to_owned())),
    }
}

/// The records of a revision, the newest first, each with the day and commit that added it; at most
/// `most`, and those alone that the one called `name` leads to, where one is named.
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
    let mut added: HashMap<Name, Origin> = HashMap::new();
    for (place, entry) in log(workspace, revision, None)?.into_iter().enumerate() {
        // RFC 3339: the day is the first ten characters.
        let day = entry.date.get(..10).unwrap_or(&entry.date);
        let words = format!("{day}  {}", entry.commit.short());
        for event in entry.events {
            if event.what == What::Added {
                let words = words.clone();
                // Of several, the commit that added it first: the walk goes back in time.
                added.insert(event.id, Origin { place, words });
            }
        }
    }
    let mut origins = Vec::with_capacity(memory.records.len());
    for record in &memory.records {
        origins.push(match added.remove(&record.header.id) {
            Some(origin) => origin,
            // What is read beside memory, or came by a merge, has no commit of its own here.
            None => Origin {
                place: usize::MAX,
                words: String::new(),
            },
        });
    }
    Ok(of_history(&memory.records, &origins, start, most))
}

/// The number of a record among some.
fn number(records: &[Record], wanted: &Record) -> Option<usize> {
    let is_it =
        |record: &Record| record.path == wanted.path && record.header.id == wanted.header.id;
    records.iter().position(is_it)
}
