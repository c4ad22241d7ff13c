//! Importing what was written elsewhere: foreign decision records ([`adr`]), and documents of
//! memory ([`json`]).

use crate::app::workspace::{Error, refused_line};
use crate::domain::path::RepoPath;
use crate::domain::record::RecordId;

/// What became of one file, or of one entry of a document.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The file, from the folder on; of an entry, its path, or its list and its id (or number).
    pub file: String,
    /// What was made of it, or why nothing was.
    pub result: Result<Taken, Skipped>,
}

/// What was made of a file or an entry.
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

/// Why nothing was made.
#[derive(Clone, Debug)]
pub enum Skipped {
    /// It is there already, as this record or as a page.
    Already(Option<RecordId>),
    /// The record of its id, at this path, says something else; it can be updated.
    Differs(RecordId, RepoPath),
    /// It cannot be taken.
    Refused(String),
}

impl Skipped {
    pub(crate) fn refused(why: impl Into<String>) -> Self {
        Self::Refused(why.into())
    }
}

/// An error that concerns one file alone: the rest is taken.
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
