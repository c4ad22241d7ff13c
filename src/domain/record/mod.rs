//! Records: one Markdown file with YAML front matter each.
//!
//! [`kind`] is the table of kinds, [`front_matter`] takes a file apart, [`yaml`] writes values and
//! patches keys, [`header`] reads what every answer needs from one file, [`draft`] makes a new
//! file, [`section`](mod@section) finds one in a body, [`check`] finds what is wrong
//! with one record or between several.

pub mod check;
pub mod draft;
pub mod fault;
pub mod front_matter;
pub mod header;
pub mod id;
pub mod merge;
pub mod patch;
#[cfg(test)]
pub mod sample;
pub mod section;

use std::sync::Arc;

pub use super::kind::Kind;
pub use fault::{Code, Fault, Severity};
pub use header::{Header, Reading};
pub use id::RecordId;

use super::layout::Place;
use super::path::RepoPath;

/// A record in a snapshot: where it lies, and what its file says.
#[derive(Clone, Debug)]
pub struct Record {
    /// From the top of the work tree.
    pub path: RepoPath,
    /// What the path says.
    pub place: Arc<Place>,
    /// What the file says.
    pub header: Arc<Header>,
}

impl Record {
    /// The record's kind: what its id says, else what its folder says; `None` where neither names
    /// one.
    #[must_use]
    pub fn kind(&self) -> Option<Kind> {
        self.header.id.kind().or(self.place.kind)
    }

    /// The name of its kind, `record` where there is none.
    #[must_use]
    pub fn kind_name(&self) -> &'static str {
        self.kind().map_or("record", Kind::name)
    }

    /// Whether it still holds: its status is one of the current ones of its kind.
    #[must_use]
    pub fn is_current(&self) -> bool {
        let status = self.header.status.as_str();
        match self.kind().and_then(|kind| kind.status(status)) {
            Some(row) => row.current,
            None => !matches!(status, "superseded" | "archived" | "rejected" | "closed"),
        }
    }
}
