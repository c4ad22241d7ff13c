//! Checks memory as a whole: records in the wrong folder, duplicate ids, broken links.
//!
//! Faults of a single file are found when it is read ([`super::header`]).

use std::collections::{BTreeMap, HashMap, HashSet};

use super::fault::{Code, Fault, Severity};
use super::lacks::Lacks;
use super::successors::{Rivalry, rivalries, settling};
use super::{Header, Name, Record, RecordId};
use crate::form::reference::{label_of, number_of};
use crate::keys::{self, Key};
use crate::kind::Kind;
use git_memory_text::path::{RepoPath, folder, last};

/// A fault, in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The file, from the top of the work tree.
    pub path: RepoPath,
    /// The fault.
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

    /// Severity of the finding.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.fault.code.severity()
    }
}

/// Finds faults between records, and between a record and its path; in no particular order.
#[must_use]
pub fn between(records: &[Record]) -> Vec<Finding> {
    let mut by_id: HashMap<&Name, &Record> = HashMap::with_capacity(records.len());
    let mut findings = Vec::new();
    for record in records {
        // A page claims nothing that could be wrong between it and others.
        if let Some(id) = record.id() {
            misplaced(record, id, &mut findings);
        }
        let name = &record.header.id;
        if let Some(first) = by_id.get(name) {
            let message = format!("the id {name} is also in {}", first.path);
            findings.push(Finding::of_file(&record.path, Code::DoubleId, message));
        } else {
            by_id.insert(name, record);
        }
    }
    // A second pass: a link may lead to a record that comes later.
    for record in records {
        links(record, &by_id, &mut findings);
        taken_aliases(record, &by_id, &mut findings);
    }
    circles(records, &by_id, &mut findings);
    double_numbers(records, &mut findings);
    for Rivalry { old, successors } in rivalries(records) {
        let [one, other] = successors.map(|record| &record.header.id);
        let is_replaceable = successors[0].kind() == successors[1].kind();
        let ways = settling(one.as_str(), other.as_str(), is_replaceable);
        let message = format!("{one} and {other} both supersede {old}; {ways}");
        findings.push(Finding::of_file(
            &successors[1].path,
            Code::TwoSuccessors,
            message,
        ));
    }
    findings
}

/// Pages that could have an id, each as a notice.
#[must_use]
pub fn pages(records: &[Record]) -> Vec<Finding> {
    let mut notices = Vec::new();
    for record in records {
        // A page that is only read in its own folder is not registered.
        if record.is_page() && record.place.is_in_memory && !record.is_about_folder() {
            let kind = record.place.kind_of_page().one();
            let message = format!("a page without an id, read as {kind}");
            notices.push(Finding::of_file(&record.path, Code::Page, message));
        }
    }
    notices
}

/// The current records that lack something, each as a notice.
#[must_use]
pub fn incomplete(records: &[Record]) -> Vec<Finding> {
    let mut notices = Vec::new();
    for record in records {
        // A record that no longer applies need not be completed.
        if record.header.lacks == Lacks::default() || !record.is_current() {
            continue;
        }
        let Some(kind) = record.kind() else { continue };
        let names = record.header.lacks.names(kind);
        let message = format!("{} without '{}'", kind.one(), names.join("' and '"));
        notices.push(Finding::of_file(&record.path, Code::Incomplete, message));
    }
    notices
}

fn misplaced(record: &Record, id: &RecordId, findings: &mut Vec<Finding>) {
    let header = &record.header;
    let mut messages = Vec::new();
    if let (Some(of_folder), Some(of_id)) = (record.moved_to(), id.kind()) {
        let message = format!(
            "read as {}, as its folder says; the id {id} is that of {}",
            of_folder.one(),
            of_id.one()
        );
        findings.push(Finding::of_file(&record.path, Code::OtherKind, message));
    }
    // A team's own folder may hold records of any kind; the top of memory is a folder of topics.
    if let Some(kind) = id.kind()
        && record.place.kind.is_none()
        && record.place.topic.is_empty()
        && kind != Kind::TOPIC
    {
        messages.push(format!(
            "{} belongs in '{}/', not at the top",
            kind.one(),
            kind.folder()
        ));
    }
    if header.scope != record.place.scope {
        messages.push(format!(
            "the scope '{}' does not match the folder's, '{}'",
            header.scope, record.place.scope
        ));
    }
    for message in messages {
        findings.push(Finding::of_file(&record.path, Code::Misplaced, message));
    }
}

/// One direction of supersession: the key, the key of the other end, and both lists.
struct Direction {
    key: &'static Key,
    back: &'static Key,
    ids: fn(&Header) -> &[Name],
    back_ids: fn(&Header) -> &[Name],
}

const DIRECTIONS: [Direction; 2] = [
    Direction {
        key: &keys::SUPERSEDES,
        back: &keys::SUPERSEDED_BY,
        ids: |header| &header.supersedes,
        back_ids: |header| &header.superseded_by,
    },
    Direction {
        key: &keys::SUPERSEDED_BY,
        back: &keys::SUPERSEDES,
        ids: |header| &header.superseded_by,
        back_ids: |header| &header.supersedes,
    },
];

fn links(record: &Record, by_id: &HashMap<&Name, &Record>, findings: &mut Vec<Finding>) {
    let header = &record.header;
    // Both ends are reported: a reader of one file does not see the other.
    let mut report = |code, message| findings.push(Finding::of_file(&record.path, code, message));
    for Direction {
        key,
        back,
        ids,
        back_ids,
    } in DIRECTIONS
    {
        for id in ids(header).iter().filter(|id| !is_of_parent(id)) {
            let Some(other) = by_id.get(id) else {
                let message = format!("'{}' names {id}, which does not exist", key.name);
                report(Code::MissingEnd, message);
                continue;
            };
            // A page has no link that only it knows.
            if !record.is_page() && !back_ids(&other.header).contains(&header.id) {
                let message = format!(
                    "'{}' names {id}, whose '{}' does not name {}",
                    key.name, back.name, header.id
                );
                report(Code::OneSided, message);
            }
        }
    }
    // Lists and packs go by the status, and would still offer it as current.
    if !header.superseded_by.is_empty() && record.is_current() && !record.is_page() {
        let message = format!(
            "{} is superseded, but its status is '{}'",
            header.id, header.status
        );
        report(Code::OneSided, message);
    }
    for id in header.related.iter().filter(|id| !is_of_parent(id)) {
        if !by_id.contains_key(id) {
            let message = format!("'{}' names {id}, which does not exist", keys::RELATED.name);
            report(Code::Dangling, message);
        }
    }
}

/// True for a record of a parent, which is in another memory.
fn is_of_parent(name: &Name) -> bool {
    name.id().is_some_and(RecordId::is_of_parent)
}

/// Reports the aliases of a record that are ids of others.
fn taken_aliases(record: &Record, by_id: &HashMap<&Name, &Record>, findings: &mut Vec<Finding>) {
    for alias in &record.header.aliases {
        let Ok(id) = alias.parse::<RecordId>() else {
            continue;
        };
        if record.id() != Some(&id)
            && let Some(other) = by_id.get(&Name::Id(id.clone()))
        {
            let message = format!("the alias {id} is the id of {}", other.path);
            findings.push(Finding::of_file(&record.path, Code::TakenAlias, message));
        }
    }
}

/// Reports documents of one folder that have one number, so that "ADR 7" names both.
fn double_numbers(records: &[Record], findings: &mut Vec<Finding>) {
    let mut known: HashMap<_, (&str, &Record)> = HashMap::new();
    for record in records {
        let own = record.is_page().then(|| record.path.as_str());
        let Some(origin) = record.header.imported_from.as_deref().or(own) else {
            continue;
        };
        let (place, name) = (folder(origin), last(origin));
        let Some(number) = number_of(name) else {
            continue;
        };
        // Translations differ in what follows the first dot.
        let stem = name.split('.').next().unwrap_or_default();
        let Some((first, other)) = known.get(&(place, label_of(name), number)) else {
            known.insert((place, label_of(name), number), (stem, record));
            continue;
        };
        if *first != stem {
            let message = format!("the number {number} is also that of {}", other.path);
            findings.push(Finding::of_file(&record.path, Code::DoubleNumber, message));
        }
    }
}

/// Reports each circle of `supersedes` once, at its smallest id.
fn circles(records: &[Record], by_id: &HashMap<&Name, &Record>, findings: &mut Vec<Finding>) {
    let mut search = Search {
        by_id,
        done: HashSet::new(),
        smallest: BTreeMap::new(),
    };
    // One direction is enough: a link that only its other end knows is a finding of its own.
    for record in records {
        if !record.is_page() && !record.header.supersedes.is_empty() {
            search.follow(&record.header.id);
        }
    }
    for (id, record) in search.smallest {
        let message = format!("{id} supersedes itself through a circle of 'supersedes'");
        findings.push(Finding::of_file(&record.path, Code::Circle, message));
    }
}

/// A search for circles, depth first.
struct Search<'a> {
    by_id: &'a HashMap<&'a Name, &'a Record>,
    // Records from which every link was followed. Without it, records that are reached in many ways
    // would be searched again by each of them, which takes exponential time.
    done: HashSet<&'a Name>,
    /// The record with the smallest id of each circle.
    smallest: BTreeMap<&'a Name, &'a Record>,
}

/// The id of a record on the way, and which of its links is followed next.
struct Stop<'a> {
    id: &'a Name,
    next: usize,
}

impl<'a> Search<'a> {
    fn follow(&mut self, start: &'a Name) {
        // An explicit stack: a chain of hostile records may be as long as memory is large.
        let mut way = vec![Stop { id: start, next: 0 }];
        let mut on_way: HashSet<&Name> = HashSet::from([start]);
        while let Some(stop) = way.last_mut() {
            let record = self.by_id.get(stop.id);
            let link = record.and_then(|record| record.header.supersedes.get(stop.next));
            stop.next += 1;
            let Some(id) = link.filter(|_| !self.done.contains(stop.id)) else {
                self.done.insert(stop.id);
                on_way.remove(stop.id);
                way.pop();
                continue;
            };
            if on_way.contains(id) {
                self.note(&way, id);
            } else if self.by_id.contains_key(id) {
                on_way.insert(id);
                way.push(Stop { id, next: 0 });
            }
        }
    }

    /// Notes the circle that leads from the end of the way back to `id`.
    fn note(&mut self, way: &[Stop<'a>], id: &Name) {
        let stops = way.iter().map(|stop| stop.id);
        let circle = stops.skip_while(|stop| *stop != id);
        let Some(smallest) = circle.min() else { return };
        if let Some(&record) = self.by_id.get(smallest) {
            self.smallest.insert(smallest, record);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;
    use crate::scope::Scope;
    use std::sync::Arc;

    fn record(path: &str, id: &str, more: &str) -> Record {
        let mut record = sample::record(path, id, "T", more, "");
        // In these tests the path is the place of a record, and the text has the project as its
        // scope.
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
    fn a_number_belongs_to_one_document_of_a_folder() {
        let imported = |name: &str, id: &str, from: &str| {
            let more = format!("imported_from: {from}");
            record(&format!("memory/decisions/{name}.md"), id, &more)
        };
        let first = imported("a", "dec-aaaaaa", "docs/adr/0007-use-a.md");
        let other = imported("b", "dec-bbbbbb", "docs/adr/0007-use-b.md");
        assert_eq!(codes(&[first.clone(), other]), ["double-number"]);
        for from in [
            "docs/adr/0008-use-b.md",
            "docs/adr/0007-use-a.ja.md",
            "web/adr/0007-use-b.md",
            "docs/adr/rfc-0007-use-b.md",
        ] {
            let other = imported("b", "dec-bbbbbb", from);
            assert!(codes(&[first.clone(), other]).is_empty(), "{from}");
        }
    }

    #[test]
    fn id_folder_and_scope_must_agree() {
        for (path, code) in [
            ("memory/lessons/a.md", "other-kind"),
            ("memory/a.md", "misplaced"),
            ("memory/scopes/web/decisions/a.md", "misplaced"),
        ] {
            assert_eq!(codes(&[record(path, "dec-aaaaaa", "")]), [code], "{path}");
        }
        assert!(codes(&[record("memory/runbooks/a.md", "dec-aaaaaa", "")]).is_empty());
        let twice = [
            record("memory/notes/a.md", "note-aaaaaa", ""),
            record("memory/notes/b.md", "note-aaaaaa", ""),
        ];
        assert_eq!(codes(&twice), ["double-id"]);
    }
}
