//! Records by the files that they are about, and by their last change.

use std::cmp::Reverse;

use crate::app::workspace::Error;
use crate::domain::date::Date;
use crate::domain::pathspec;
use crate::domain::recall::{Attribute, AttributeValue, DocumentRef, Part, values};
use crate::git::ObjectId;
use crate::store::index::SegmentBytes;

/// A record by its last change, the newest first; the blob's id decides where dates do not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Aged {
    pub(crate) updated: Reverse<Option<Date>>,
    pub(crate) id: ObjectId,
    pub(crate) record: DocumentRef,
}

/// A record whose paths cover a file, those with the longest literal beginning first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Covering {
    literal: Reverse<usize>,
    aged: Aged,
}

/// The records whose paths cover one of some files: the most exact ones first, then those that
/// changed last.
pub(crate) fn covering(
    parts: &[Part<'_, SegmentBytes>],
    paths: &[String],
) -> Result<Vec<DocumentRef>, Error> {
    if paths.is_empty() {
        return Ok(Vec::new());
    }
    let mut lowered = Vec::new();
    for path in paths {
        lowered.push(path.trim_end_matches('/').to_lowercase());
    }
    let mut found: Vec<Covering> = Vec::new();
    for (nth, part) in parts.iter().enumerate() {
        for AttributeValue {
            value: spec,
            holders,
        } in values(part, Attribute::About)?
        {
            if !lowered.iter().any(|path| is_about(&spec, path)) {
                continue;
            }
            let literal = Reverse(spec.find(['*', '?', '[']).unwrap_or(spec.len()));
            for document in holders.iter() {
                let updated = Reverse(part.segment.facts(document)?.updated);
                let Some(id) = ObjectId::from_bytes(part.segment.id(document)?) else {
                    continue;
                };
                let record = DocumentRef {
                    part: nth,
                    document,
                };
                let aged = Aged {
                    updated,
                    id,
                    record,
                };
                found.push(Covering { literal, aged });
            }
        }
    }
    found.sort_unstable();
    Ok(found.into_iter().map(|found| found.aged.record).collect())
}

/// Whether a pathspec covers a path, or something in it: whoever works at a folder works at its
/// files.
fn is_about(spec: &str, path: &str) -> bool {
    let is_inside = match spec.strip_prefix(path) {
        Some(rest) => rest.starts_with('/'),
        None => false,
    };
    is_inside || pathspec::covers(spec, path)
}
