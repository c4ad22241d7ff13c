//! Links of pages: their texts name other documents, and the records and pages of memory show which
//! are meant. The same reading as for an import, so that a document in place has the links that its
//! record would have.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::page::Named;
use super::{Header, Name, Record};
use crate::form::links::{Claims, joined};
use crate::form::reference::Reference;
use crate::form::targets::{Target, Targets, number_at};
use crate::kind::Lifecycle;

/// Gives the headers of pages their links to each other and to records; each page's names come with
/// the number of its record. Links of records follow documents that were moved. Returns the
/// successors that no record is.
pub fn tie(records: &mut [Record], pages: &[(usize, Arc<Named>)]) -> Vec<Unknown> {
    follow_documents(records);
    // Most memories have no page that names another one.
    if pages.iter().all(|(_, named)| named.is_empty()) {
        return Vec::new();
    }
    let (claims, stated, unknown) = claims(records, pages);
    let owners: Vec<usize> = claims.iter().map(|claim| claim.own).collect();
    let joined = joined(claims);
    let name = |records: &[Record], nth: usize| -> Name { records[nth].header.id.clone() };
    let of_pages = joined.pairs.into_iter().map(|pair| (pair.new, pair.old));
    for (new, old) in of_pages.chain(stated) {
        let (new_name, old_name) = (name(records, new), name(records, old));
        if records[new].is_page() {
            header(&mut records[new]).supersedes.push(old_name);
        }
        if !records[old].is_page() {
            continue;
        }
        let kind = records[old].place.kind_of_page();
        let header = header(&mut records[old]);
        header.superseded_by.push(new_name);
        if let Some(status) = kind.status_for(Lifecycle::Superseded) {
            header.status = git_memory_guard::redact(status);
        }
    }
    for (own, related) in owners.into_iter().zip(joined.related) {
        if !related.is_empty() {
            let others = related.into_iter().map(|nth| name(records, nth)).collect();
            header(&mut records[own]).related = others;
        }
    }
    unknown
}

/// A successor that a page names, and that is neither a record nor a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// Number of the page among the records.
    pub page: usize,
    /// Name of the successor's file, with `.md` whatever its ending is.
    pub file: String,
}

/// Claims of pages, pairs of a new and an old record, and successors that no record is.
type Found = (Vec<Claims<usize>>, Vec<(usize, usize)>, Vec<Unknown>);

/// The links that the texts of pages claim, by the numbers of the records that are meant; and the
/// pairs of a new and an old one that a record's own file states, too.
fn claims(records: &[Record], pages: &[(usize, Arc<Named>)]) -> Found {
    let mut named: Vec<Option<&Named>> = vec![None; records.len()];
    for (nth, of_page) in pages {
        named[*nth] = Some(of_page);
    }
    let targets = Targets::new(records.iter().zip(named).map(target));
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    for (nth, record) in records.iter().enumerate() {
        numbers.insert(record.path.as_str(), nth);
    }
    let mut claims = Vec::new();
    let (mut stated, mut unknown) = (Vec::new(), Vec::new());
    for (nth, named) in pages.iter().filter(|(_, named)| !named.is_empty()) {
        let record = &records[*nth];
        let meant = |references: &[Reference]| {
            let mut found = Vec::new();
            for reference in references {
                let target = targets.get(reference, record.path.as_str());
                found.extend(target.and_then(|it| numbers.get(it.path.as_str())).copied());
            }
            found
        };
        let is_page = |other: &usize| records[*other].is_page();
        let (supersedes, of_records): (Vec<_>, Vec<_>) = meant(&named.links.supersedes)
            .into_iter()
            .partition(is_page);
        for successor in &named.links.superseded_by {
            if let Reference::File(file) = successor
                && !targets.has(successor)
            {
                let (page, file) = (*nth, file.clone());
                unknown.push(Unknown { page, file });
            }
        }
        let superseded_by = meant(&named.links.superseded_by);
        let (superseded_by, by_records): (Vec<_>, Vec<_>) =
            superseded_by.into_iter().partition(is_page);
        // The file of a record states its own supersession: what only a page says is a mention.
        let own = &record.header.id;
        let (old, of_records): (Vec<usize>, Vec<_>) = of_records
            .into_iter()
            .partition(|other| records[*other].header.superseded_by.contains(own));
        let (new, by_records): (Vec<usize>, Vec<_>) = by_records
            .into_iter()
            .partition(|other| records[*other].header.supersedes.contains(own));
        stated.extend(old.into_iter().map(|old| (*nth, old)));
        stated.extend(new.into_iter().map(|new| (new, *nth)));
        claims.push(Claims {
            own: *nth,
            is_decided: !matches!(record.lifecycle(), Lifecycle::Proposed | Lifecycle::Dropped),
            supersedes,
            superseded_by,
            related: [of_records, by_records, meant(&named.related)].concat(),
        });
    }
    (claims, stated, unknown)
}

/// Lets records that name a document by a path which it had before name the document, or the record
/// that it became.
fn follow_documents(records: &mut [Record]) {
    let has_paths = |record: &Record| {
        let mut names = record.header.linked();
        !record.is_page() && names.any(|name| name.id().is_none())
    };
    // Most records name only records.
    if !records.iter().any(has_paths) {
        return;
    }
    let targets = Targets::new(records.iter().map(|record| target((record, None))));
    let files: HashSet<&str> = records.iter().map(|it| it.path.as_str()).collect();
    let mut followed = Vec::new();
    for (nth, record) in records.iter().enumerate().filter(|(_, it)| has_paths(it)) {
        for name in record.header.linked() {
            let Name::Path(path) = name else { continue };
            let path = path.as_str();
            if !files.contains(path)
                && let Some(found) = targets.moved(path)
            {
                followed.push((nth, name.clone(), found.name.clone()));
            }
        }
    }
    for (nth, before, now) in followed {
        let header = header(&mut records[nth]);
        let lists = [
            &mut header.supersedes,
            &mut header.superseded_by,
            &mut header.related,
        ];
        for name in lists.into_iter().flatten().filter(|name| **name == before) {
            name.clone_from(&now);
        }
    }
}

fn header(record: &mut Record) -> &mut Header {
    Arc::make_mut(&mut record.header)
}

/// A record or page as the target of references.
fn target((record, named): (&Record, Option<&Named>)) -> Target {
    let header = &record.header;
    let origin = match &header.imported_from {
        Some(from) => from.to_string(),
        None => record.path.to_string(),
    };
    let (label, number) = match named {
        Some(named) => (named.label.clone(), named.number),
        None => (label_of_alias(record), number_at(&origin)),
    };
    Target {
        name: header.id.clone(),
        path: record.path.clone(),
        origin,
        label,
        number,
        title: header.title.to_string(),
    }
}

/// A record or page as the target of the references of texts that are not in memory.
#[must_use]
pub fn target_of(record: &Record) -> Target {
    target((record, None))
}

/// The label of a record's number: `pep` of `pep-8`.
#[must_use]
pub fn label_of_alias(record: &Record) -> Option<String> {
    for alias in &record.header.aliases {
        if let Some((label, number)) = alias.rsplit_once('-')
            && number.parse::<u32>().is_ok()
        {
            return Some(label.to_owned());
        }
    }
    None
}
