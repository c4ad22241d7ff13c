//! Records by the files that they are about.

use crate::context::documents::{Dated, Documents};
use crate::workspace::Error;
use git_memory_recall::{Attribute, AttributeValue, DocumentRef, values};
use git_memory_text::pathspec;

/// The records whose paths cover one of some files: the most exact ones first, then those that
/// changed last.
pub(crate) fn covering(documents: &Documents, paths: &[String]) -> Result<Vec<DocumentRef>, Error> {
    if paths.is_empty() {
        return Ok(Vec::new());
    }
    let mut lowered = Vec::new();
    for path in paths {
        lowered.push(path.trim_end_matches('/').to_lowercase());
    }
    let mut found: Vec<Dated> = Vec::new();
    for (nth, part) in documents.parts().iter().enumerate() {
        for AttributeValue {
            value: spec,
            holders,
        } in values(part, Attribute::About)?
        {
            if !lowered.iter().any(|path| is_about(&spec, path)) {
                continue;
            }
            let literal = spec.find(['*', '?', '[']).unwrap_or(spec.len());
            for document in holders {
                let record = DocumentRef {
                    part: nth,
                    document,
                };
                let facts = documents.facts(record)?;
                found.push(Dated {
                    record,
                    // The longest literal beginning is the most exact one.
                    group: usize::MAX - literal,
                    day: documents.day(record, &facts)?,
                });
            }
        }
    }
    documents.sort(&mut found)?;
    Ok(found.into_iter().map(|found| found.record).collect())
}

/// True if a pathspec covers a path, or a file below it: a task about a folder is about its files.
fn is_about(spec: &str, path: &str) -> bool {
    let is_inside = match spec.strip_prefix(path) {
        Some(rest) => rest.starts_with('/'),
        None => false,
    };
    is_inside || pathspec::covers(spec, path)
}
