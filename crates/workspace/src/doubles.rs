//! Ids that several files have: a copy that was made by hand, or by a pull request. The file that
//! had the id first is the record, and every command with the id reports the others.

use git_memory_model::record::RecordId;
use git_memory_text::path::RepoPath;

/// An id that several files have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Double {
    /// The id.
    pub id: RecordId,
    /// All files that have it, by path.
    pub files: Vec<RepoPath>,
    /// The one of them that is the record.
    pub record: RepoPath,
    /// True if history shows that this one had the id first.
    pub is_known: bool,
}

impl Double {
    /// Sentence about it, on one line.
    #[must_use]
    pub fn sentence(&self) -> String {
        let Self { id, record, .. } = self;
        let others = self.others(record.as_str()).join(", ");
        if self.is_known {
            format!("{record} and {others} have one id, {id}: the first file had it first")
        } else {
            format!(
                "{record} and {others} have one id, {id}: history does not tell which had it first"
            )
        }
    }

    /// True if this file has the id.
    #[must_use]
    pub fn has(&self, path: &str) -> bool {
        self.files.iter().any(|file| file.as_str() == path)
    }

    /// The files beside one of them.
    #[must_use]
    pub fn others(&self, path: &str) -> Vec<&str> {
        let files = self.files.iter().map(RepoPath::as_str);
        files.filter(|file| *file != path).collect()
    }

    /// The record that a file is a copy of, if history shows that it had the id before that file.
    #[must_use]
    pub fn copied(&self, path: &str) -> Option<&str> {
        let is_copy = self.is_known && self.has(path) && self.record.as_str() != path;
        is_copy.then_some(self.record.as_str())
    }
}
