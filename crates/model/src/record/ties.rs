//! Links of pages: their texts name other documents, and the records and pages of memory show which
//! are meant. The same reading as for an import, so that a document in place has the links that its
//! record would have.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::page::{Named, Page};
use super::{Header, Name, Record};
use crate::form::links::{Claims, joined};
use crate::form::reference::Reference;
use crate::form::targets::{Target, Targets, number_at};
use crate::kind::Lifecycle;

/// Gives the headers of pages their links to each other and to records; each page comes with the
/// number of its record. Links of records follow documents that were moved.
pub fn tie(records: &mut [Record], pages: &[(usize, Arc<Page>)]) {
    follow_documents(records);
    // Most memories have no page that names another one.
    if !pages.iter().any(|(_, page)| page.names_others()) {
        return;
    }
    let claims = claims(records, pages);
    let owners: Vec<usize> = claims.iter().map(|claim| claim.own).collect();
    let joined = joined(claims);
    let name = |records: &[Record], nth: usize| -> Name { records[nth].header.id.clone() };
    for pair in joined.pairs {
        let (new, old) = (name(records, pair.new), name(records, pair.old));
        header(&mut records[pair.new]).supersedes.push(old);
        let status = records[pair.old]
            .place
            .kind_of_page()
            .status_for(Lifecycle::Superseded);
        let header = header(&mut records[pair.old]);
        header.superseded_by.push(new);
        if let Some(status) = status {
            header.status = git_memory_guard::redact(status);
        }
    }
    for (own, related) in owners.into_iter().zip(joined.related) {
        if !related.is_empty() {
            let others = related.into_iter().map(|nth| name(records, nth)).collect();
            header(&mut records[own]).related = others;
        }
    }
}

/// The links that the texts of pages claim, by the numbers of the records that are meant.
fn claims(records: &[Record], pages: &[(usize, Arc<Page>)]) -> Vec<Claims<usize>> {
    let mut named: Vec<Option<Named>> = Vec::new();
    named.resize_with(records.len(), || None);
    for (nth, page) in pages {
        let record = &records[*nth];
        named[*nth] = page.named(&record.path, record.place.kind_of_page());
    }
    let targets = Targets::new(records.iter().zip(&named).map(target));
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    for (nth, record) in records.iter().enumerate() {
        numbers.insert(record.path.as_str(), nth);
    }
    let mut claims = Vec::new();
    for (nth, page) in pages {
        let Some(named) = named[*nth].take().filter(|_| page.names_others()) else {
            continue;
        };
        let record = &records[*nth];
        let meant = |references: &[Reference]| {
            let mut found = Vec::new();
            for reference in references {
                let target = targets.get(reference, record.path.as_str());
                found.extend(target.and_then(|it| numbers.get(it.path.as_str())).copied());
            }
            found
        };
        // The file of a record states its own supersession: a page only mentions it.
        let is_page = |other: &usize| records[*other].is_page();
        let (supersedes, of_records) = meant(&named.links.supersedes)
            .into_iter()
            .partition(is_page);
        let superseded_by = meant(&named.links.superseded_by);
        let (superseded_by, by_records): (Vec<_>, Vec<_>) =
            superseded_by.into_iter().partition(is_page);
        let related: Vec<usize> = of_records;
        claims.push(Claims {
            own: *nth,
            is_decided: !matches!(record.lifecycle(), Lifecycle::Proposed | Lifecycle::Dropped),
            supersedes,
            superseded_by,
            related: [related, by_records, meant(&named.related)].concat(),
        });
    }
    claims
}

/// Lets records that name a document by a path which it had before name the document, or the record
/// that it became.
fn follow_documents(records: &mut [Record]) {
    let has_paths = |record: &Record| {
        let related = &record.header.related;
        !record.is_page() && related.iter().any(|name| name.id().is_none())
    };
    // Most records name only records.
    if !records.iter().any(has_paths) {
        return;
    }
    let targets = Targets::new(records.iter().map(|record| target((record, &None))));
    let files: HashSet<&str> = records.iter().map(|it| it.path.as_str()).collect();
    let mut followed = Vec::new();
    for (nth, record) in records.iter().enumerate().filter(|(_, it)| has_paths(it)) {
        let mut related = record.header.related.clone();
        for name in &mut related {
            let Name::Path(path) = &*name else { continue };
            let path = path.as_str();
            if !files.contains(path)
                && let Some(found) = targets.moved(path)
            {
                name.clone_from(&found.name);
            }
        }
        if related != record.header.related {
            followed.push((nth, related));
        }
    }
    for (nth, related) in followed {
        header(&mut records[nth]).related = related;
    }
}

fn header(record: &mut Record) -> &mut Header {
    Arc::make_mut(&mut record.header)
}

/// A record or page as the target of references.
fn target((record, named): (&Record, &Option<Named>)) -> Target {
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
