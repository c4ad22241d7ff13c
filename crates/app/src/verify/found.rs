//! Findings of checks: places that break them, and checks that could not be run.

use git_memory_guard::Clean;
use git_memory_model::checks::Rule;
use git_memory_model::record::Record;

/// Result of running checks.
#[derive(Debug, Default)]
pub struct Verification {
    /// Number of checks that were run.
    pub checks: usize,
    /// Number of files that they are about.
    pub files: usize,
    /// Checks that could not be run.
    pub broken: Vec<BrokenCheck>,
    /// Commands that were not run, with the reasons.
    pub not_run: Vec<BrokenCheck>,
    /// Records and numbers of checks that are about no file.
    pub idle: Vec<(Record, usize)>,
    /// Places that break a check, sorted by file, line and record.
    pub violations: Vec<Violation>,
    /// Files that are too large, or are not in this clone; sorted.
    pub unread: Vec<String>,
}

/// A check that could not be run, or was not.
#[derive(Debug)]
pub struct BrokenCheck {
    /// The record that declares it.
    pub record: Record,
    /// Its number in the record, from 1; 0 for the whole list.
    pub number: usize,
    /// The reason, in one line.
    pub reason: Clean,
}

/// A place that breaks a check.
#[derive(Debug)]
pub struct Violation {
    /// The record that declares the check.
    pub record: Record,
    /// Why the record was made, on one line; empty if it says nothing.
    pub why: Clean,
    /// The check's number in the record, from 1.
    pub number: usize,
    /// The check's condition.
    pub rule: Rule,
    /// The file, from the top of the work tree; of a command the record's own.
    pub path: String,
    /// The line, from 1; 0 for the file as a whole.
    pub line: u32,
    /// The line's text, cut; empty for the file as a whole, and for an old place. Of a command, how it
    /// ended.
    pub text: Clean,
    /// The last lines that a command wrote.
    pub output: Vec<Clean>,
    /// Age of the place.
    pub age: Age,
}

/// Age of a place that breaks a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Age {
    /// It came after the check.
    New,
    /// It was there when the check came into force.
    Old,
    /// A comment beside it excepts it, or a commit of the range waives the record.
    Exempt,
}

impl Age {
    /// The word for it in answers.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Old => "old",
            Self::Exempt => "exempt",
        }
    }
}

impl Verification {
    /// Number of places of one age.
    #[must_use]
    pub fn count(&self, age: Age) -> usize {
        let found = self.violations.iter().filter(|found| found.age == age);
        found.count()
    }

    /// True if every check could be run, and nothing new breaks one.
    #[must_use]
    pub fn is_kept(&self) -> bool {
        self.broken.is_empty() && self.count(Age::New) == 0
    }
}
