//! Records that may contradict each other: those that decide the same question, by their files, by
//! a mention of the other, or by their words.

use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, HashMap, HashSet};

use crate::recall::arrivals::Arrivals;
use crate::recall::common_ground::{Look, decides};
use crate::recall::open::with_index;
use crate::recall::question::RecallQuestion;
use crate::recall::sources::Sources;
use crate::records::set;
use crate::records::set::Changed;
use crate::workspace::{Error, Workspace};
use git_memory_model::keys;
use git_memory_model::record::successors::{Rivalry, rivalries};
use git_memory_model::record::{Name, Record, RecordId, reading};
use git_memory_store::{Memory, View};
use git_memory_text::path::RepoPath;

pub use crate::recall::common_ground::Contested;

/// Two current records that may contradict each other.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The later one, where that is known.
    pub record: Record,
    /// The other.
    pub other: Contested,
    /// True if their order is known.
    pub is_ordered: bool,
}

/// The current records that may contradict one that was just written: first those with its title,
/// then the likeliest.
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
        let sources = Sources::open(workspace, index, &RecallQuestion::default())?;
        let parts = sources.parts();
        Look::new(workspace, &sources, &parts, index.usual()).around_both_ways(&record, &text)
    })
}

/// Maximum number of pairs that are shown at once.
pub const SHOWN: usize = 100;

/// Pairs of records that may contradict each other.
#[derive(Clone, Debug, Default)]
pub struct Pairs {
    /// The pairs that matter most.
    pub pairs: Vec<Pair>,
    /// Number of pairs that are left out.
    pub more: usize,
}

/// The pairs of current records of a view that may contradict each other, and that nothing links:
/// those that took the place of the same record, then those for which most speaks; at most `most`.
/// With `by_paths`, only of records that are about the same files, which is all that can be asked
/// often. `progress` is called with how many of how many records were looked at.
pub fn open_pairs(
    workspace: &Workspace,
    view: &View,
    by_paths: bool,
    most: usize,
    progress: &dyn Fn(usize, usize),
) -> Result<Pairs, Error> {
    let memory = workspace.memory(view)?;
    let mut all = Pairs::default();
    let mut seen = HashSet::new();
    if !by_paths {
        all.add_rivals(workspace, view, &memory, most, &mut seen)?;
    }
    let mut records: Vec<&Record> = memory.records.iter().collect();
    records.retain(|it| it.is_current() && decides(it));
    if by_paths {
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for path in records.iter().flat_map(|record| &record.header.paths) {
            *counts.entry(path.as_str()).or_default() += 1;
        }
        records.retain(|it| it.header.paths.iter().any(|path| counts[path.as_str()] > 1));
    }
    if records.is_empty() {
        return Ok(all);
    }
    let question = RecallQuestion {
        rev: view.revision().map(str::to_owned),
        ..RecallQuestion::default()
    };
    let found = with_index(workspace, view.revision(), &|_, _| {}, |index| {
        let sources = Sources::open(workspace, index, &question)?;
        let parts = sources.parts();
        let look = Look::new(workspace, &sources, &parts, index.usual());
        found(workspace, &look, &memory, &records, by_paths, progress)
    })?;
    let mut found: Vec<Vec<Found<'_>>> = found.into_values().collect();
    found.retain(|found| !seen.contains(&ids(found[0].records)));
    // The sort is stable: equals stay in the order of their ids.
    found.sort_by_key(|found| Reverse(found.iter().map(|it| it.contested.points).max()));
    let records: Vec<[&Record; 2]> = found.iter().flatten().map(|it| it.records).collect();
    let arrivals = Arrivals::of(workspace, view, &records)?;
    let mut found = found.into_iter();
    // Each of them asks git which record is older: only for those that are shown.
    while all.pairs.len() < most
        && let Some(found) = found.next()
    {
        all.pairs.extend(pair(found, &arrivals)?);
    }
    all.more += found.len();
    Ok(all)
}

/// Findings about pairs of records, looking from each of them, by the ids of both.
fn found<'a>(
    workspace: &Workspace,
    look: &Look<'_>,
    memory: &Memory,
    records: &[&'a Record],
    by_paths: bool,
    progress: &dyn Fn(usize, usize),
) -> Result<BTreeMap<[&'a str; 2], Vec<Found<'a>>>, Error> {
    let names = records.iter().map(|record| record.header.id.as_str());
    let by_id: HashMap<&str, &Record> = names.zip(records.iter().copied()).collect();
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
                let found = found.entry(ids(records)).or_default();
                found.push(Found { records, contested });
            }
        }
    }
    Ok(found)
}

/// The ids of two records, whichever is the other.
fn ids(records: [&Record; 2]) -> [&str; 2] {
    let mut ids = records.map(|record| record.header.id.as_str());
    ids.sort_unstable();
    ids
}

impl Pairs {
    /// Adds the pairs that took the place of the same record.
    fn add_rivals<'a>(
        &mut self,
        workspace: &Workspace,
        view: &View,
        memory: &'a Memory,
        most: usize,
        seen: &mut HashSet<[&'a str; 2]>,
    ) -> Result<(), Error> {
        let mut found: Vec<[&Record; 2]> = Vec::new();
        for Rivalry { successors, .. } in rivalries(&memory.records) {
            // They may both have replaced several.
            if seen.insert(ids(successors)) {
                found.push(successors);
            }
        }
        self.more = found.len().saturating_sub(most);
        found.truncate(most);
        let arrivals = Arrivals::of(workspace, view, &found)?;
        for [one, other] in found {
            let order = arrivals.order(one, other)?;
            let (earlier, later) = match order {
                Some(Ordering::Greater) => (other, one),
                _ => (one, other),
            };
            let Some(id) = earlier.id() else { continue };
            self.pairs.push(Pair {
                record: later.clone(),
                other: Contested::successor(id, earlier, later),
                is_ordered: order.is_some(),
            });
        }
        Ok(())
    }
}

/// Two records, and what was found of the second, looking from the first.
struct Found<'a> {
    records: [&'a Record; 2],
    contested: Contested,
}

/// The pair from the findings of one or both directions, the later record first; without a known
/// order, the one whose path comes last. Findings from words only count from the later record, as
/// in the notice.
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

/// Marks two records as compatible: the one names the other as related.
///
/// # Errors
/// An unknown record, or where it cannot be written.
pub fn go_together(
    workspace: &Workspace,
    record: &Name,
    other: &RecordId,
    is_staged: bool,
) -> Result<Changed, Error> {
    let value = (format!("{}+", keys::RELATED.name), other.to_string());
    set::set(workspace, record.as_str(), &[value], is_staged)
}
