//! The records that a question or a text names, by id or number: `dec-7k3m9q`, `ADR 32`.

use std::collections::HashMap;

use crate::recall::sources::{SourceKind, Sources};
use crate::workspace::{Double, Error, Workspace};
use git_memory_model::evidence::{Citation, citations};
use git_memory_model::record::RecordId;
use git_memory_model::record::number::{NumberName, is_numbered};
use git_memory_recall::{
    Attribute, Damaged, DocumentRef, Part, holders, values_among, values_where,
};
use git_memory_store::index::SegmentBytes;
use git_memory_text::path::RepoPath;

/// The documents that go by the number that a question is; none for most questions.
pub(crate) fn numbered(
    sources: &Sources,
    parts: &[Part<'_, SegmentBytes>],
    question: &str,
) -> Result<Vec<DocumentRef>, Damaged> {
    let Some(typed) = NumberName::parse(question) else {
        return Ok(Vec::new());
    };
    let called = called(sources, parts, &[typed])?;
    Ok(called.into_iter().flatten().collect())
}

/// The documents that go by an id.
pub(crate) fn with_id(
    parts: &[Part<'_, SegmentBytes>],
    id: &str,
) -> Result<Vec<DocumentRef>, Damaged> {
    let mut found = Vec::new();
    for (part, of_view) in parts.iter().enumerate() {
        for document in holders(of_view, Attribute::Id, id)?.iter() {
            found.push(DocumentRef { part, document });
        }
    }
    Ok(found)
}

/// An id that several files of the tracked view have; `None` for others.
pub(crate) fn double(
    workspace: &Workspace,
    sources: &Sources,
    id: &str,
) -> Result<Option<Double>, Error> {
    let mut files = Vec::new();
    for at in with_id(&sources.parts(), id)? {
        let Some(source) = sources.of_part(at.part) else {
            continue;
        };
        if source.kind != SourceKind::Tracked {
            continue;
        }
        let path = source.view.path(source.part, at.document)?;
        let twins = source.view.twins.iter();
        let twins = twins.filter(|twin| (twin.part, twin.document) == (source.part, at.document));
        files.extend(path.parse().ok());
        files.extend(twins.filter_map(|twin| twin.path.parse().ok()));
    }
    match id.parse::<RecordId>() {
        Ok(id) if files.len() > 1 => workspace.double(&id, files).map(Some),
        _ => Ok(None),
    }
}

/// The documents that some citations name: those of ids first.
pub(crate) fn named_by<'c>(
    sources: &Sources,
    parts: &[Part<'_, SegmentBytes>],
    citations: impl IntoIterator<Item = &'c Citation>,
) -> Result<Vec<DocumentRef>, Damaged> {
    let (mut found, mut numbers) = (Vec::new(), Vec::new());
    for citation in citations {
        match citation {
            Citation::Id(id) => found.extend(with_id(parts, id.as_str())?),
            Citation::Number(number) => numbers.push(number.clone()),
        }
    }
    found.extend(called(sources, parts, &numbers)?.into_iter().flatten());
    Ok(found)
}

/// For each key of a citation, the documents that go by it.
pub(crate) fn by_keys(
    sources: &Sources,
    parts: &[Part<'_, SegmentBytes>],
    keys: &[String],
) -> Result<Vec<Vec<DocumentRef>>, Damaged> {
    let mut found = vec![Vec::new(); keys.len()];
    let (mut numbers, mut places) = (Vec::new(), Vec::new());
    let mut ids: HashMap<String, usize> = HashMap::new();
    for (nth, key) in keys.iter().enumerate() {
        // A key reads as the citation that it was made from.
        match citations(key).into_iter().next() {
            Some(Citation::Id(id)) => {
                ids.insert(id.to_string(), nth);
            }
            Some(Citation::Number(number)) => {
                numbers.push(number);
                places.push(nth);
            }
            None => {}
        }
    }
    for (part, of_view) in parts.iter().enumerate().filter(|_| !ids.is_empty()) {
        for named in values_among(of_view, Attribute::Id, ids.keys())? {
            if let Some(nth) = ids.get(&named.value) {
                let each = named.holders.into_iter();
                found[*nth].extend(each.map(|document| DocumentRef { part, document }));
            }
        }
    }
    for (nth, documents) in places.into_iter().zip(called(sources, parts, &numbers)?) {
        found[nth] = documents;
    }
    Ok(found)
}

/// For each number, the documents that go by it.
pub(crate) fn called(
    sources: &Sources,
    parts: &[Part<'_, SegmentBytes>],
    numbers: &[NumberName],
) -> Result<Vec<Vec<DocumentRef>>, Damaged> {
    let mut found = vec![Vec::new(); numbers.len()];
    // Every name has to be looked at.
    if numbers.is_empty() {
        return Ok(found);
    }
    let digits: Vec<String> = numbers.iter().map(NumberName::digits).collect();
    let may_be_meant = |name: &str| digits.iter().any(|digits| name.contains(digits));
    for (nth, part) in parts.iter().enumerate() {
        let of_records = sources.of_part(nth).filter(|source| {
            matches!(
                source.kind,
                SourceKind::Tracked | SourceKind::PrivateRecords
            )
        });
        let Some(source) = of_records else { continue };
        let names = by_document(part, Attribute::Id, may_begin_with_number)?;
        let titles = by_document(part, Attribute::Title, may_be_meant)?;
        let paths = source.view.paths_of(source.part)?;
        for (document, path) in part.members.iter().zip(&paths) {
            let (names, titles) = (&names[document as usize], &titles[document as usize]);
            // Most records have none of the numbers: nothing of them is read more closely.
            let has_number = names.iter().any(|name| may_be_meant(name));
            if !has_number && titles.is_empty() && !may_be_meant(path) {
                continue;
            }
            let Ok(path) = path.parse::<RepoPath>() else {
                continue;
            };
            let names = names.iter().map(String::as_str);
            let titles = titles.iter().map(String::as_str);
            for (typed, found) in numbers.iter().zip(&mut found) {
                if is_numbered(typed, &path, names.clone(), titles.clone()) {
                    found.push(DocumentRef {
                        part: nth,
                        document,
                    });
                }
            }
        }
    }
    Ok(found)
}

/// The values of an attribute by their documents.
fn by_document(
    part: &Part<'_, SegmentBytes>,
    attribute: Attribute,
    is_wanted: impl Fn(&str) -> bool,
) -> Result<Vec<Vec<String>>, Damaged> {
    let mut values: Vec<Vec<String>> = vec![Vec::new(); part.segment.documents() as usize];
    for name in values_where(part, attribute, is_wanted)? {
        for &document in &name.holders {
            values[document as usize].push(name.value.clone());
        }
    }
    Ok(values)
}

/// True if another name of a record may be one with a number; an id of ours is none.
fn may_begin_with_number(name: &str) -> bool {
    name.contains(|letter: char| letter.is_ascii_digit()) && NumberName::of_start(name).is_some()
}
