//! Records that may say otherwise than another one: those that decide the same question, by their
//! files, by what the one says of the other, or by their words.

use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, HashMap, HashSet};

use crate::app::recall::arrivals::Arrivals;
use crate::app::recall::common_ground::{Look, decides};
use crate::app::recall::open::with_index;
use crate::app::recall::question::{Question, SearchScope};
use crate::app::recall::sources::Sources;
use crate::app::records::set;
use crate::app::records::set::Changed;
use crate::app::workspace::{Error, Workspace};
use crate::domain::keys;
use crate::domain::path::RepoPath;
use crate::domain::record::successors::rivalries;
use crate::domain::record::{Record, RecordId, reading};
use crate::store::{Memory, View};

pub use crate::app::recall::common_ground::Contested;

/// Two current records that may say otherwise about the same thing.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The later one, where that is known.
    pub record: Record,
    /// The other.
    pub other: Contested,
    /// Whether it is known which of them came first.
    pub is_ordered: bool,
}

impl Pair {
    /// The ids of both, whichever is the other.
    fn ids(&self) -> [String; 2] {
        let mut ids = [self.record.header.id.to_string(), self.other.id.to_string()];
        ids.sort_unstable();
        ids
    }
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
        Look::new(workspace, &sources, &parts, index.usual()).around_both_ways(&record, &text)
    })
}

/// Every pair of current records of a view that may contradict each other, and that nothing links:
/// those that took the place of the same record, then those for which most speaks. With `by_paths`,
/// only of records that are about the same files, which is all that can be asked often. `progress`
/// is called with how many of how many records were looked at.
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
    records.retain(|it| it.is_current() && decides(it));
    if by_paths {
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for path in records.iter().flat_map(|record| &record.header.paths) {
            *counts.entry(path.as_str()).or_default() += 1;
        }
        records.retain(|it| it.header.paths.iter().any(|path| counts[path.as_str()] > 1));
    }
    let mut pairs = if by_paths {
        Vec::new()
    } else {
        rivals(workspace, view, &memory)?
    };
    if records.is_empty() {
        return Ok(pairs);
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
    let alike = with_index(workspace, view.revision(), &|_, _| {}, |index| {
        let sources = Sources::open(workspace, index, &question)?;
        let parts = sources.parts();
        let look = Look::new(workspace, &sources, &parts, index.usual());
        let mut found: BTreeMap<[&str; 2], Vec<Found<'_>>> = BTreeMap::new();
        for (nth, record) in records.iter().enumerate() {
            progress(nth, records.len());
            let Some(blob) = memory.blob(record) else {
                continue;
            };
            let text = workspace.store().content(record.path.as_str(), blob)?;
            let contested = if by_paths {
                look.contested_on_same_files(record, blob, &text)?
            } else {
                look.around(record, &text)?
            };
            for contested in contested {
                if let Some(other) = by_id.get(contested.id.as_str()) {
                    let records = [*record, *other];
                    let mut key = records.map(|record| record.header.id.as_str());
                    key.sort_unstable();
                    let found = found.entry(key).or_default();
                    found.push(Found { records, contested });
                }
            }
        }
        let records: Vec<[&Record; 2]> = found.values().flatten().map(|it| it.records).collect();
        let arrivals = Arrivals::of(workspace, view, &records)?;
        let mut alike = Vec::with_capacity(found.len());
        for found in found.into_values() {
            alike.extend(pair(found, &arrivals)?);
        }
        // The sort is stable: equals stay in the order of their ids.
        alike.sort_by_key(|pair| Reverse(pair.other.points));
        Ok(alike)
    })?;
    let mut seen: HashSet<[String; 2]> = pairs.iter().map(Pair::ids).collect();
    pairs.extend(alike.into_iter().filter(|pair| seen.insert(pair.ids())));
    Ok(pairs)
}

/// The pairs that took the place of the same record.
fn rivals(workspace: &Workspace, view: &View, memory: &Memory) -> Result<Vec<Pair>, Error> {
    let found = rivalries(&memory.records);
    let records: Vec<[&Record; 2]> = found.iter().map(|it| it.successors).collect();
    let arrivals = Arrivals::of(workspace, view, &records)?;
    let mut pairs: Vec<Pair> = Vec::new();
    let mut seen: HashSet<[String; 2]> = HashSet::new();
    for [one, other] in records {
        let order = arrivals.order(one, other)?;
        let (earlier, later) = match order {
            Some(Ordering::Greater) => (other, one),
            _ => (one, other),
        };
        let Some(id) = earlier.id() else { continue };
        let pair = Pair {
            record: later.clone(),
            other: Contested::successor(id, earlier, later),
            is_ordered: order.is_some(),
        };
        // They may both have replaced several.
        if seen.insert(pair.ids()) {
            pairs.push(pair);
        }
    }
    Ok(pairs)
}

/// Two records, and what was found of the second, looking from the first.
struct Found<'a> {
    records: [&'a Record; 2],
    contested: Contested,
}

/// The pair of which something was found, looking from either or from both: the later one first;
/// where neither is known to be, the one whose path comes last. What only words tell counts as the
/// notice tells it, which looks from the later one.
fn pair(found: Vec<Found<'_>>, arrivals: &Arrivals<'_>) -> Result<Option<Pair>, Error> {
    let mut best: Option<Pair> = None;
    for Found { records, contested } in found {
        let [record, other] = records;
        let order = arrivals.order(record, other)?;
        let is_earlier = order
            .unwrap_or_else(|| record.path.cmp(&other.path))
            .is_lt();
        let counts = order.is_none_or(Ordering::is_gt) || contested.is_on_same_files();
        let is_better = |best: &Pair| contested.points > best.other.points;
        if !counts || !best.as_ref().is_none_or(is_better) {
            continue;
        }
        let (later, other) = match record.id() {
            Some(id) if is_earlier => (other, contested.seen_from(id, record)),
            _ => (record, contested),
        };
        best = Some(Pair {
            record: later.clone(),
            other,
            is_ordered: order.is_some(),
        });
    }
    Ok(best)
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
