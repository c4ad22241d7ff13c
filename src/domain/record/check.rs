//! What is wrong with memory as a whole: records in the wrong folder, double ids, links that do not
//! hold.
//!
//! What is wrong with one file by itself is found when it is read ([`super::header`]).

use std::collections::{BTreeMap, HashMap, HashSet};

use super::fault::{Code, Fault, Severity};
use super::{Record, RecordId};
use crate::domain::kind::Kind;
use crate::domain::path::RepoPath;

/// A fault, in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The file, from the top of the work tree.
    pub path: RepoPath,
    /// What is wrong there.
    pub fault: Fault,
}

impl Finding {
    /// A finding about a whole file.
    #[must_use]
    pub fn of_file(path: &RepoPath, code: Code, message: impl Into<String>) -> Self {
        Self {
            path: path.clone(),
            fault: Fault::at(code, (1, 1), message),
        }
    }

    /// How bad it is.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.fault.code.severity()
    }
}

/// Finds what is wrong between records, and between a record and its path; in no particular order.
#[must_use]
pub fn between(records: &[Record]) -> Vec<Finding> {
    let mut by_id: HashMap<&RecordId, &Record> = HashMap::with_capacity(records.len());
    let mut findings = Vec::new();
    for record in records {
        misplaced(record, &mut findings);
        if let Some(first) = by_id.get(&record.header.id) {
            let message = format!("the id {} is also in {}", record.header.id, first.path);
            findings.push(Finding::of_file(&record.path, Code::DoubleId, message));
        } else {
            by_id.insert(&record.header.id, record);
        }
    }
    for record in records {
        links(record, &by_id, &mut findings);
    }
    circles(records, &by_id, &mut findings);
    findings
}

fn misplaced(record: &Record, findings: &mut Vec<Finding>) {
    let header = &record.header;
    let mut report =
        |message: String| findings.push(Finding::of_file(&record.path, Code::Misplaced, message));
    match (header.id.kind(), record.place.kind) {
        (Some(says), Some(lies)) if says != lies => {
            report(format!(
                "the id {} is a {says}'s, but the folder holds {}",
                header.id,
                lies.plural()
            ));
        }
        (None, Some(lies)) => report(format!(
            "the id {} does not begin with '{}-'",
            header.id,
            lies.prefix()
        )),
        (None, None) => {
            let prefixes: Vec<_> = Kind::all().map(Kind::prefix).collect();
            report(format!(
                "the id {} begins with no known prefix ({})",
                header.id,
                prefixes.join(", ")
            ));
        }
        (Some(kind), None) if record.place.topic.is_empty() => {
            report(format!(
                "a {kind} lies in '{}/', not at the top",
                kind.folder()
            ));
        }
        _ => {}
    }
    if header.scope != record.place.scope {
        report(format!(
            "the scope '{}' is not the folder's, '{}'",
            header.scope, record.place.scope
        ));
    }
}

fn links(record: &Record, by_id: &HashMap<&RecordId, &Record>, findings: &mut Vec<Finding>) {
    let header = &record.header;
    let mut report = |code, message| findings.push(Finding::of_file(&record.path, code, message));
    let ends = [
        ("supersedes", "superseded_by", &header.supersedes),
        ("superseded_by", "supersedes", &header.superseded_by),
    ];
    for (key, back_key, ids) in ends {
        for id in ids {
            let Some(other) = by_id.get(id) else {
                report(
                    Code::MissingEnd,
                    format!("'{key}' names {id}, which is not there"),
                );
                continue;
            };
            let back = if key == "supersedes" {
                &other.header.superseded_by
            } else {
                &other.header.supersedes
            };
            if !back.contains(&header.id) {
                report(
                    Code::OneSided,
                    format!(
                        "'{key}' names {id}, whose '{back_key}' does not name {}",
                        header.id
                    ),
                );
            }
        }
    }
    let is_replaced = !header.superseded_by.is_empty();
    if is_replaced && record.is_current() {
        report(
            Code::OneSided,
            format!(
                "{} is superseded, but its status is '{}'",
                header.id, header.status
            ),
        );
    }
    for id in header.related.iter().filter(|id| !by_id.contains_key(id)) {
        report(
            Code::Dangling,
            format!("'related' names {id}, which is not there"),
        );
    }
}

/// Reports each circle of `supersedes` once, at its smallest id.
fn circles(records: &[Record], by_id: &HashMap<&RecordId, &Record>, findings: &mut Vec<Finding>) {
    let mut done: HashSet<&RecordId> = HashSet::new();
    let mut reported: BTreeMap<&RecordId, &Record> = BTreeMap::new();
    for start in records
        .iter()
        .filter(|record| !record.header.supersedes.is_empty())
    {
        // An explicit stack: a chain from a hostile record may be as long as memory is large.
        let mut path: Vec<(&Record, usize)> = vec![(start, 0)];
        let mut on_path: HashSet<&RecordId> = HashSet::from([&start.header.id]);
        while let Some((record, next)) = path.last_mut() {
            let record: &Record = record;
            let Some(id) = record
                .header
                .supersedes
                .get(*next)
                .filter(|_| !done.contains(&record.header.id))
            else {
                done.insert(&record.header.id);
                on_path.remove(&record.header.id);
                path.pop();
                continue;
            };
            *next += 1;
            if on_path.contains(id) {
                let circle = path
                    .iter()
                    .map(|(record, _)| *record)
                    .skip_while(|record| record.header.id != *id);
                if let Some(smallest) = circle.min_by_key(|record| &record.header.id) {
                    reported.insert(&smallest.header.id, smallest);
                }
            } else if let Some(other) = by_id.get(id) {
                on_path.insert(&other.header.id);
                path.push((other, 0));
            }
        }
    }
    for (id, record) in reported {
        let message = format!("{id} supersedes itself through a circle of 'supersedes'");
        findings.push(Finding::of_file(&record.path, Code::Circle, message));
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;
    use crate::domain::scope::Scope;
    use std::sync::Arc;

    fn record(path: &str, id: &str, more: &str) -> Record {
        let mut record = sample::record(path, id, "T", more, "");
        // These tests say by the path where a record lies, and by its text that it is the
        // project's.
        Arc::make_mut(&mut record.header).scope = Scope::project();
        record
    }

    fn codes(records: &[Record]) -> Vec<&'static str> {
        let mut codes: Vec<_> = between(records)
            .iter()
            .map(|finding| finding.fault.code.name())
            .collect();
        codes.sort_unstable();
        codes
    }

    #[test]
    fn links_must_hold_at_both_ends() {
        let old = record(
            "memory/decisions/a.md",
            "dec-aaaaaa",
            "status: superseded\nsuperseded_by: [dec-bbbbbb]",
        );
        let new = record(
            "memory/decisions/b.md",
            "dec-bbbbbb",
            "status: active\nsupersedes: [dec-aaaaaa]",
        );
        assert!(codes(&[old.clone(), new.clone()]).is_empty());
        assert_eq!(codes(std::slice::from_ref(&old)), ["missing-end"]);
        let silent = record("memory/decisions/b.md", "dec-bbbbbb", "status: active");
        assert_eq!(codes(&[old, silent]), ["one-sided"]);
        let still = record(
            "memory/decisions/a.md",
            "dec-aaaaaa",
            "status: active\nsuperseded_by: [dec-bbbbbb]",
        );
        assert_eq!(codes(&[still, new]), ["one-sided"]);
        let dangling = record(
            "memory/decisions/a.md",
            "dec-aaaaaa",
            "related: [dec-cccccc]",
        );
        assert_eq!(codes(&[dangling]), ["dangling-link"]);
    }

    #[test]
    fn a_circle_is_reported_once() {
        let link = |id: &str, to: &str| {
            let more = format!(
                "status: superseded\nsupersedes: [{to}]\nsuperseded_by: [dec-aaaaaa, dec-bbbbbb, dec-cccccc]"
            );
            record(&format!("memory/decisions/{id}.md"), id, &more)
        };
        let ring = [
            link("dec-aaaaaa", "dec-bbbbbb"),
            link("dec-bbbbbb", "dec-cccccc"),
            link("dec-cccccc", "dec-aaaaaa"),
        ];
        assert_eq!(
            codes(&ring)
                .iter()
                .filter(|code| **code == "circle")
                .count(),
            1
        );
        assert!(codes(&[link("dec-aaaaaa", "dec-aaaaaa")]).contains(&"circle"));
    }

    #[test]
    fn id_folder_and_scope_must_agree() {
        for (path, id) in [
            ("memory/lessons/a.md", "dec-aaaaaa"),
            ("memory/lessons/a.md", "zzz-aaaaaa"),
            ("memory/a.md", "dec-aaaaaa"),
            ("memory/scopes/web/decisions/a.md", "dec-aaaaaa"),
        ] {
            assert_eq!(codes(&[record(path, id, "")]), ["misplaced"], "{path}");
        }
        assert!(codes(&[record("memory/runbooks/a.md", "dec-aaaaaa", "")]).is_empty());
        let twice = [
            record("memory/notes/a.md", "note-aaaaaa", ""),
            record("memory/notes/b.md", "note-aaaaaa", ""),
        ];
        assert_eq!(codes(&twice), ["double-id"]);
    }
}
