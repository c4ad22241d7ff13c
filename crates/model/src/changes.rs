//! Compares two sets of records in terms of records: added, removed, superseded, changed, moved.

use std::collections::{BTreeMap, BTreeSet};

use crate::kind::Lifecycle;
use crate::record::{Name, Record};
use git_memory_text::path::RepoPath;

/// A change of one record between two sets; the id names the record.
#[derive(Clone, Debug)]
pub struct Change<'a> {
    /// The record as it was; `None` if it was added.
    pub before: Option<&'a Record>,
    /// The present record; `None` if it was removed.
    pub after: Option<&'a Record>,
    /// Kind of the change.
    pub what: What,
}

/// Kinds of changes of a record. One change may be several of these; the first that fits is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum What {
    /// It was not there before.
    Added,
    /// Its status became `superseded`.
    Superseded,
    /// Its status changed in another way.
    StatusChanged,
    /// Its text changed, and its status did not.
    Edited,
    /// Only its path changed.
    Moved,
    /// It is not there any more.
    Removed,
}

impl What {
    /// The word for machines and lists.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Superseded => "superseded",
            Self::StatusChanged => "status",
            Self::Edited => "edited",
            Self::Moved => "moved",
            Self::Removed => "removed",
        }
    }
}

impl<'a> Change<'a> {
    /// The present record, or its last state.
    #[must_use]
    pub fn record(&self) -> Option<&'a Record> {
        self.after.or(self.before)
    }

    fn order(&self) -> (What, Option<&'a RepoPath>) {
        (self.what, self.record().map(|record| &record.path))
    }
}

/// The changes from `before` to `after`, sorted by kind, then by path.
///
/// `is_same_text` is true if the file of a record (found in both sets) is the same in both; blob
/// ids tell.
pub fn between<'a>(
    before: &'a [Record],
    after: &'a [Record],
    is_same_text: impl Fn(&Record, &Record) -> bool,
) -> Vec<Change<'a>> {
    // By id, as a record may have been renamed or moved in between.
    let (old, new) = (by_name(before), by_name(after));
    let mut changes: Vec<Change> = Vec::new();
    let adopted: BTreeSet<&RepoPath> = after.iter().map(|record| &record.path).collect();
    for (name, record) in &old {
        // A page that was given an id is the same text under another name.
        let is_adopted = record.is_page() && adopted.contains(&record.path);
        if !new.contains_key(name) && !is_adopted {
            changes.push(Change {
                before: Some(record),
                after: None,
                what: What::Removed,
            });
        }
    }
    for (name, after) in &new {
        let was_page = || old.get(&Name::Path(after.path.clone()));
        let before = old.get(name).or_else(was_page).copied();
        // A new status comes with a changed text, and maybe a new path: it matters most.
        let what = match before {
            None => What::Added,
            Some(before) if before.header.status != after.header.status => {
                if after.lifecycle() == Lifecycle::Superseded {
                    What::Superseded
                } else {
                    What::StatusChanged
                }
            }
            Some(before) if !is_same_text(before, after) => What::Edited,
            Some(before) if before.path != after.path => What::Moved,
            Some(_) => continue,
        };
        changes.push(Change {
            before,
            after: Some(after),
            what,
        });
    }
    changes.sort_by(|a, b| a.order().cmp(&b.order()));
    changes
}

fn by_name(records: &[Record]) -> BTreeMap<&Name, &Record> {
    let pairs = records.iter().map(|record| (&record.header.id, record));
    pairs.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::sample;

    fn record(path: &str, id: &str, status: &str) -> Record {
        sample::record(path, id, "T", &format!("status: {status}"), "")
    }

    #[test]
    fn each_change_has_one_name() {
        let before = [
            record("memory/decisions/a.md", "dec-aaaaaa", "active"),
            record("memory/decisions/b.md", "dec-bbbbbb", "active"),
            record("memory/decisions/c.md", "dec-cccccc", "active"),
            record("memory/decisions/d.md", "dec-dddddd", "active"),
            record("memory/decisions/e.md", "dec-eeeeee", "active"),
        ];
        let after = [
            record("memory/decisions/a.md", "dec-aaaaaa", "superseded"),
            record("memory/decisions/b.md", "dec-bbbbbb", "archived"),
            record("memory/decisions/c2.md", "dec-cccccc", "active"),
            record("memory/decisions/d.md", "dec-dddddd", "active"),
            record("memory/decisions/f.md", "dec-ffffff", "active"),
        ];
        let changes = between(&before, &after, |a, _| a.header.id.as_str() != "dec-dddddd");
        let names: Vec<_> = changes
            .iter()
            .map(|change| {
                format!(
                    "{} {}",
                    change.what.name(),
                    change.record().unwrap().header.id
                )
            })
            .collect();
        let expected = [
            "added dec-ffffff",
            "superseded dec-aaaaaa",
            "status dec-bbbbbb",
            "edited dec-dddddd",
            "moved dec-cccccc",
            "removed dec-eeeeee",
        ];
        assert_eq!(names, expected);
    }
}
