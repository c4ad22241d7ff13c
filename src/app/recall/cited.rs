//! What the message of a change names: records, and names that none has.

use crate::app::evidence::change::WholeChange;
use crate::app::recall::numbered::called;
use crate::app::recall::sources::Sources;
use crate::app::workspace::{Error, Workspace, sanitize};
use crate::domain::evidence::trailer::trailers;
use crate::domain::evidence::{Citation, citations};
use crate::domain::recall::{Attribute, DocumentRef, Part, holders};
use crate::store::index::SegmentBytes;

/// The longest name that is told.
const NAME: usize = 80;

/// What a message names.
pub(crate) struct Cited {
    /// The records.
    pub(crate) names: Vec<DocumentRef>,
    /// Trailers that name no record here, as they are written.
    pub(crate) unknown: Vec<String>,
}

/// What the message of a change names.
pub(crate) fn cited(
    workspace: &Workspace,
    change: &WholeChange,
    sources: &Sources,
    parts: &[Part<'_, SegmentBytes>],
) -> Result<Cited, Error> {
    let mut names = Vec::new();
    for citation in citations(&change.message) {
        names.extend(documents(&citation, sources, parts)?);
    }
    let guard = workspace.guard()?;
    let mut unknown = Vec::new();
    for trailer in trailers(&change.message) {
        let mut is_known = !trailer.names.is_empty();
        for name in &trailer.names {
            is_known = is_known && !documents(name, sources, parts)?.is_empty();
        }
        if !is_known {
            let line = format!("{}: {}", trailer.key, trailer.value);
            unknown.push(sanitize::line(guard, &line, NAME).into_string());
        }
    }
    Ok(Cited { names, unknown })
}

/// The documents of the record that a citation names.
pub(crate) fn documents(
    citation: &Citation,
    sources: &Sources,
    parts: &[Part<'_, SegmentBytes>],
) -> Result<Vec<DocumentRef>, Error> {
    let mut documents = Vec::new();
    match citation {
        Citation::Number(number) => {
            let called = called(sources, parts, std::slice::from_ref(number))?;
            documents.extend(called.into_iter().flatten());
        }
        Citation::Id(id) => {
            for (part, of_view) in parts.iter().enumerate() {
                for document in holders(of_view, Attribute::Id, id.as_str())?.iter() {
                    documents.push(DocumentRef { part, document });
                }
            }
        }
    }
    Ok(documents)
}
