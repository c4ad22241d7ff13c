//! Names in the message of a change: those of records, and unknown ones.

use crate::evidence::change::WholeChange;
use crate::recall::numbered::named_by;
use crate::recall::sources::Sources;
use crate::workspace::{Error, Workspace, sanitize};
use git_memory_model::evidence::citations;
use git_memory_model::evidence::trailer::trailers;
use git_memory_recall::{DocumentRef, Part};
use git_memory_store::index::SegmentBytes;

/// The longest name in an answer.
const NAME: usize = 80;

/// Names in a message.
pub(crate) struct Cited {
    /// The records.
    pub(crate) names: Vec<DocumentRef>,
    /// Trailers that name no record here, as they are written.
    pub(crate) unknown: Vec<String>,
}

/// Returns the records and the unknown names in the message of a change.
pub(crate) fn cited(
    workspace: &Workspace,
    change: &WholeChange,
    sources: &Sources,
    parts: &[Part<'_, SegmentBytes>],
) -> Result<Cited, Error> {
    let names = named_by(sources, parts, &citations(&change.message))?;
    let guard = workspace.guard()?;
    let mut unknown = Vec::new();
    for trailer in trailers(&change.message) {
        let mut is_known = !trailer.names.is_empty();
        for name in &trailer.names {
            is_known = is_known && !named_by(sources, parts, [name])?.is_empty();
        }
        if !is_known {
            let line = format!("{}: {}", trailer.key, trailer.value);
            unknown.push(sanitize::line(guard, &line, NAME).into_string());
        }
    }
    Ok(Cited { names, unknown })
}
