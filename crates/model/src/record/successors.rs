//! Records that took the place of one and the same, as two branches leave them that each replaced
//! it.

use std::collections::BTreeMap;

use super::{Name, Record};

/// Maximum number of others that a record is compared with.
const LOOKED_AT: usize = 20;

/// Two current records that both supersede a third one, and that nothing links.
#[derive(Clone, Copy, Debug)]
pub struct Rivalry<'a> {
    /// The record that they supersede.
    pub old: &'a Name,
    /// The two, by their paths.
    pub successors: [&'a Record; 2],
}

/// The records of which two took the place, sorted by the id of these.
#[must_use]
pub fn rivalries(records: &[Record]) -> Vec<Rivalry<'_>> {
    let mut by_old: BTreeMap<&Name, Vec<&Record>> = BTreeMap::new();
    // Pages are read in their own folders: their authors need not hear of it.
    for record in records
        .iter()
        .filter(|record| record.is_current() && !record.is_page())
    {
        for old in &record.header.supersedes {
            by_old.entry(old).or_default().push(record);
        }
    }
    let mut rivalries = Vec::new();
    for (old, mut successors) in by_old {
        successors.sort_by_key(|record| &record.path);
        // Each with the next one: all pairs of many would be too much to read.
        for (nth, one) in successors.iter().enumerate() {
            let mut later = successors[nth + 1..].iter().take(LOOKED_AT);
            let rival = later.find(|it| it.header.id != one.header.id && !is_linked(one, it));
            if let Some(other) = rival {
                let successors = [*one, *other];
                rivalries.push(Rivalry { old, successors });
            }
        }
    }
    rivalries
}

/// The commands that settle two records: the newer one replaces the older one, if their kinds allow
/// it, or both apply.
#[must_use]
pub fn settling(old: &str, new: &str, is_replaceable: bool) -> String {
    let related = format!("if both apply: git memory set {new} related+={old}");
    if is_replaceable {
        format!("to replace it: git memory supersede {old} --by {new}; {related}")
    } else {
        related
    }
}

/// True if one of two records names the other in its front matter: then an author has looked at
/// both.
#[must_use]
pub fn is_linked(one: &Record, other: &Record) -> bool {
    let names = |from: &Record, to: &Record| {
        let mut all = from.header.linked();
        all.any(|name| *name == to.header.id)
    };
    names(one, other) || names(other, one)
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    #[test]
    fn two_successors_are_rivals_until_something_links_them() {
        let record = |id: &str, more: &str| {
            sample::record(&format!("memory/decisions/{id}.md"), id, "T", more, "")
        };
        let old = record(
            "dec-aaaaaa",
            "status: superseded\nsuperseded_by: [dec-bbbbbb, dec-cccccc]",
        );
        let one = record("dec-bbbbbb", "status: active\nsupersedes: [dec-aaaaaa]");
        for (more, count) in [
            ("status: active", 1),
            ("status: proposed", 1),
            ("status: archived", 0),
            ("status: active\nrelated: [dec-bbbbbb]", 0),
        ] {
            let other = record("dec-cccccc", &format!("{more}\nsupersedes: [dec-aaaaaa]"));
            let records = [old.clone(), other, one.clone()];
            let found = rivalries(&records);
            assert_eq!(found.len(), count, "{more}");
            for rivalry in found {
                assert_eq!(rivalry.old.as_str(), "dec-aaaaaa");
                assert_eq!(rivalry.successors[0].header.id.as_str(), "dec-bbbbbb");
            }
        }
    }
}
