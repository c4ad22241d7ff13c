//! Records that may say otherwise than another one: those that decide the same question, by their
//! files, by what the one says of the other, or by their words.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use crate::app::recall::common_ground::Look;
use crate::app::recall::open::with_index;
use crate::app::recall::question::{Question, SearchScope};
use crate::app::recall::sources::Sources;
use crate::app::records::set;
use crate::app::records::set::Changed;
use crate::app::workspace::{Error, Workspace};
use crate::domain::keys;
use crate::domain::kind::Kind;
use crate::domain::path::RepoPath;
use crate::domain::record::{Record, RecordId, reading};
use crate::store::View;

pub use crate::app::recall::common_ground::Contested;

/// Two current records that may say otherwise about the same thing.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The later one.
    pub record: Record,
    /// The other.
    pub other: Contested,
}

/// The current records that may say otherwise than one that was just written: those with its title
/// first, then those for which most speaks.
///
/// # Errors
/// Where memory cannot be read.
pub fn contested(workspace: &Workspace, path: &RepoPath) -> Result<Vec<Contested>, Error> {
    // From the file: the index may not have seen it yet.
    let text = workspace.read(path)?;
    let Some(place) = workspace.store().roots()?.place(path) else {
        return Ok(Vec::new());
    };
    let reading = reading::read_by(workspace.guard()?, &text);
    let Some(header) = reading.header_at(path, &place) else {
        return Ok(Vec::new());
    };
    let record = Record {
        path: path.clone(),
        place: place.into(),
        header,
    };
    with_index(workspace, None, &|_, _| {}, |index| {
        let sources = Sources::open(workspace, index, &Question::default())?;
        let parts = sources.parts();
        Look::new(workspace, &sources, &parts, index.usual()).around(&record, &text)
    })
}

/// Every pair of current records of a view that may contradict each other, and that nothing links:
/// those for which most speaks first. With `by_paths`, only of records that are about the same
/// files, which is all that can be asked often. `progress` is called with how many of how many
/// records were looked at.
///
/// # Errors
/// Where memory cannot be read.
pub fn open_pairs(
    workspace: &Workspace,
    view: &View,
    by_paths: bool,
    progress: &dyn Fn(usize, usize),
) -> Result<Vec<Pair>, Error> {
    let memory = workspace.memory(view)?;
    let mut records: Vec<&Record> = memory.records.iter().collect();
    records.retain(|it| it.is_current() && it.kind().is_some_and(Kind::is_replaceable));
    if by_paths {
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for path in records.iter().flat_map(|record| &record.header.paths) {
            *counts.entry(path.as_str()).or_default() += 1;
        }
        records.retain(|it| it.header.paths.iter().any(|path| counts[path.as_str()] > 1));
    }
    if records.is_empty() {
        return Ok(Vec::new());
    }
    let ids = records.iter().map(|record| record.header.id.as_str());
    let by_id: HashMap<&str, &Record> = ids.zip(records.iter().copied()).collect();
    let question = Question {
        place: match view.revision() {
            Some(revision) => SearchScope::Revision(revision.to_owned()),
            None => SearchScope::WorkTree,
        },
        ..Question::default()
    };
    with_index(workspace, view.revision(), &|_, _| {}, |index| {
        let sources = Sources::open(workspace, index, &question)?;
        let parts = sources.parts();
        let look = Look::new(workspace, &sources, &parts, index.usual());
        let mut pairs: BTreeMap<[&str; 2], Pair> = BTreeMap::new();
        for (nth, record) in records.iter().enumerate() {
            progress(nth, records.len());
            let Some(blob) = memory.blob(record) else {
                continue;
            };
            let text = workspace.store().content(record.path.as_str(), blob)?;
            let found = if by_paths {
                look.contested_on_same_files(record, blob, &text)?
            } else {
                look.around(record, &text)?
            };
            for found in found {
                if let Some(other) = by_id.get(found.id.as_str()) {
                    add_pair(&mut pairs, record, other, found);
                }
            }
        }
        let mut pairs: Vec<Pair> = pairs.into_values().collect();
        // The sort is stable: equals stay in the order of their ids.
        pairs.sort_by_key(|pair| Reverse(pair.other.points));
        Ok(pairs)
    })
}

/// Adds a pair once, as it speaks more for it: `found` is what was found of `other`, looking from
/// `record`.
fn add_pair<'a>(
    pairs: &mut BTreeMap<[&'a str; 2], Pair>,
    record: &'a Record,
    other: &'a Record,
    found: Contested,
) {
    let mut key = [record.header.id.as_str(), other.header.id.as_str()];
    key.sort_unstable();
    if let Some(known) = pairs.get(&key)
        && known.other.points >= found.points
    {
        return;
    }
    let age = |record: &Record| (record.header.created, record.path.clone());
    let pair = match record.id() {
        // The other one is later: it is the one that may replace this one.
        Some(id) if age(record) < age(other) => Pair {
            record: other.clone(),
            other: Contested {
                id: id.clone(),
                title: record.header.title.to_string(),
                ..found
            },
        },
        _ => Pair {
            record: record.clone(),
            other: found,
        },
    };
    pairs.insert(key, pair);
}

/// Says of two records that both hold: the one names the other as related.
///
/// # Errors
/// An unknown record, or where it cannot be written.
pub fn go_together(
    workspace: &Workspace,
    record: &RecordId,
    other: &RecordId,
    is_staged: bool,
) -> Result<Changed, Error> {
    let value = (format!("{}+", keys::RELATED.name), other.to_string());
    set::set(workspace, record.as_str(), &[value], is_staged)
}
