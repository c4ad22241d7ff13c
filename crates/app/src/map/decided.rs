//! The records about files: where the project has decided something.

use std::cmp::Reverse;
use std::collections::HashSet;

use super::shares::{Said, count};
use super::{MappedRecord, Shares};
use crate::recall::review::grounds;
use crate::workspace::{Error, Workspace};
use git_memory_guard::Clean;
use git_memory_model::evidence::ground::{Changes, Verdict};
use git_memory_model::record::Record;
use git_memory_store::View;
use git_memory_text::one_line;
use git_memory_text::pathspec::Coverage;

/// The longest title, in characters.
const TITLE: usize = 80;
/// The kind whose records come first.
const FIRST: &str = "decision";

/// The current records of a view that have paths.
pub(crate) struct Decided(Vec<Decision>);

/// One of them.
struct Decision {
    record: MappedRecord,
    paths: Vec<Clean>,
    /// True if its files have changed since its last confirmation.
    has_moved: bool,
    /// The files in which something has changed that it names; all that changed, where that is
    /// most of their lines.
    changed: Vec<String>,
}

impl Decision {
    fn coverage(&self) -> Coverage<'_> {
        Coverage::of(self.paths.iter().map(Clean::as_str))
    }
}

impl Decided {
    /// Reads them, decisions first, then those that changed last.
    pub(crate) fn of(workspace: &Workspace, view: &View) -> Result<Self, Error> {
        let memory = workspace.memory(view)?;
        let mut records: Vec<&Record> = Vec::new();
        for record in &memory.records {
            if record.is_current() && !record.header.paths.is_empty() {
                records.push(record);
            }
        }
        records.sort_by_key(|record| {
            let header = &record.header;
            (
                record.kind_name() != FIRST,
                Reverse(header.updated),
                header.id.clone(),
            )
        });
        let grounds = grounds(workspace, view, &memory, &records)?;
        let mut decided = Vec::new();
        for (record, ground) in records.into_iter().zip(grounds) {
            let header = &record.header;
            decided.push(Decision {
                record: MappedRecord {
                    id: header.id.to_string(),
                    title: one_line(&header.title, TITLE),
                },
                paths: header.paths.clone(),
                has_moved: ground.verdict == Verdict::Moved,
                changed: match ground.verdict {
                    Verdict::Moved => changed(ground.changes),
                    _ => Vec::new(),
                },
            });
        }
        Ok(Self(decided))
    }

    /// The records about each of some files, in the same order.
    pub(crate) fn about<'p>(&self, paths: impl Iterator<Item = &'p str>) -> Vec<Vec<MappedRecord>> {
        let mut places: Vec<(&str, usize)> = paths.zip(0..).collect();
        places.sort_unstable();
        let (sorted, places): (Vec<&str>, Vec<usize>) = places.into_iter().unzip();
        let mut all = vec![Vec::new(); sorted.len()];
        for decision in &self.0 {
            for nth in decision.coverage().among(&sorted) {
                all[places[nth]].push(decision.record.clone());
            }
        }
        all
    }

    /// The files in which something has changed that one of the records names.
    pub(crate) fn changed(&self) -> HashSet<&str> {
        let changed = self.0.iter().flat_map(|decision| &decision.changed);
        changed.map(String::as_str).collect()
    }

    /// Decision coverage of some files, sorted by path.
    pub(crate) fn shares(&self, paths: &[&str]) -> Shares {
        let mut said = vec![Said::default(); paths.len()];
        for decision in &self.0 {
            for place in decision.coverage().among(paths) {
                said[place].is_decided = true;
                said[place].has_moved |= decision.has_moved;
            }
        }
        count(paths.iter().copied().zip(said))
    }
}

fn changed(changes: Changes) -> Vec<String> {
    let named = changes.named.iter().map(|named| named.path.to_string());
    let mut files: Vec<String> = named.collect();
    if changes.is_rewritten {
        files.extend(changes.files);
        files.extend(changes.uncommitted);
    }
    files
}
