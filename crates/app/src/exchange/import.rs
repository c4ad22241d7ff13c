//! Importing what was written elsewhere: foreign decision records (`adr`), what agents'
//! programs keep (`agents`), and documents of memory (`json`).

use crate::workspace::{Error, refused_line};
use git_memory_model::layout::RULES;
use git_memory_model::record::RecordId;
use git_memory_text::path::{MemoryFolder, RepoPath, is_below};

/// Result for one file, or for one entry of a document.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The file, from the folder on; of an entry, its path, or its list and its id (or number).
    pub file: String,
    /// The record that was made, or why there is none.
    pub result: Result<Taken, Skipped>,
    /// More notes on it, one line each.
    pub notes: Vec<String>,
}

/// The record or rule that was made from a file or an entry.
#[derive(Clone, Debug)]
pub struct Taken {
    /// The record's id; none where it is a page.
    pub id: Option<RecordId>,
    /// Its path.
    pub path: String,
    /// Its title; empty for a page.
    pub title: String,
    /// The record's status.
    pub status: Option<String>,
}

impl Taken {
    /// True if it is a rule file.
    #[must_use]
    pub fn is_rule(&self, memory: &MemoryFolder) -> bool {
        is_below(&self.path, &memory.join(RULES))
    }
}

/// Reason why no record or rule was made.
#[derive(Clone, Debug)]
pub enum Skipped {
    /// It is there already, as this record or as a page.
    Already(Option<RecordId>),
    /// The record with this id, at this path, has another text; it can be updated.
    Differs(RecordId, RepoPath),
    /// A record or file exists at this path, and its original has changed.
    Changed(Option<RecordId>, RepoPath),
    /// It cannot be taken.
    Refused(String),
}

impl Skipped {
    pub(crate) fn refused(why: impl Into<String>) -> Self {
        Self::Refused(why.into())
    }
}

/// An error in one file: the other files are imported.
impl From<Error> for Skipped {
    fn from(error: Error) -> Self {
        Self::Refused(match error {
            Error::Broken(findings) => findings.first().map_or_else(String::new, |finding| {
                format!("line {}: {}", finding.fault.line, finding.fault.message)
            }),
            Error::Secret {
                refusal,
                fingerprints,
                ..
            } => refused_line(&refusal, &fingerprints),
            other => other.to_string(),
        })
    }
}
