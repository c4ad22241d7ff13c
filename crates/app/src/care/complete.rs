//! Missing parts of a text that was just written.

use git_memory_model::record::{RecordId, reading};

/// The sections and keys that the kind of a record needs, and that its text does not have.
#[must_use]
pub fn missing(id: &RecordId, text: &str) -> Vec<&'static str> {
    let reading = reading::read_clean(text.as_bytes());
    match (reading.header, id.kind()) {
        (Some(header), Some(kind)) => header.lacks.names(kind),
        _ => Vec::new(),
    }
}
