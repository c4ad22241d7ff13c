//! What a change is told: the decisions that it touches, what it changes in memory, and findings.

use super::decided::Decided;
use super::gate::{Kind, Level};
use crate::records::diff::RecordChange;
use crate::verify::waived::Waiver;
use git_memory_evidence::altered::Lost;
use git_memory_git::ObjectId;
use git_memory_guard::Clean;
use git_memory_model::record::Record;

/// What a pull request is told.
#[derive(Debug)]
pub struct PullRequest {
    /// Where the change left its base.
    pub base: ObjectId,
    /// Its newest commit.
    pub head: ObjectId,
    /// The decisions that it touches, the most important first.
    pub decisions: Vec<Named>,
    /// The records that it changes.
    pub changes: Vec<RecordChange>,
    /// The findings, the gravest first.
    pub findings: Vec<Found>,
    /// The waivers that waived something.
    pub waivers: Vec<Waived>,
}

/// A decision that a change touches.
#[derive(Debug)]
pub struct Named {
    /// The record, as the base has it.
    pub record: Record,
    /// Why it was made, on one line; empty if it says nothing.
    pub why: Clean,
    /// Who decided it; `None` if this clone does not know.
    pub decided: Option<Decided>,
    /// Why it applies, the strongest reason first; empty if it does not.
    pub reasons: Vec<String>,
    /// The changed files that it is about; a few of many.
    pub files: Vec<String>,
    /// Number of all these files.
    pub count: usize,
    /// Paths that it names, and that have no file any more.
    pub lost: Vec<Lost>,
    /// Things that it names, and that the change takes out of its files, in words.
    pub gone: Vec<String>,
    /// True if it landed on the base after the change had left it.
    pub is_incoming: bool,
    /// True if a commit of the change says that it follows it.
    pub is_followed: bool,
}

/// Something that a change is told.
#[derive(Debug)]
pub struct Found {
    /// Its kind.
    pub kind: Kind,
    /// How it counts.
    pub level: Level,
    /// The id and the title of the record that it is about.
    pub record: Option<(String, Clean)>,
    /// The file, from the top of the work tree; the folder of memory for what is in no file.
    pub path: String,
    /// The line, from 1.
    pub line: u32,
    /// The finding in words, on one line.
    pub message: Clean,
    /// Names the finding as long as its kind, record, file and words stay; in hexadecimal.
    pub fingerprint: String,
}

/// A waiver with what it waived.
#[derive(Debug)]
pub struct Waived {
    /// The waiver.
    pub waiver: Waiver,
    /// The record.
    pub record: Record,
    /// Number of findings that it waived.
    pub count: usize,
}

impl PullRequest {
    /// True if there is nothing to tell.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.decisions.is_empty()
            && self.changes.is_empty()
            && self.findings.is_empty()
            && self.waivers.is_empty()
    }

    /// True if nothing keeps the change from being merged.
    #[must_use]
    pub fn passes(&self) -> bool {
        self.findings.iter().all(|it| it.level != Level::Blocking)
    }
}
