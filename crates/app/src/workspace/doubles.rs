//! Ids that several files have: a copy that was made by hand, or by a pull request. The file that had
//! the id first is the record, and every command that is given the id says so.

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
    /// True if history tells that this one had the id first.
    pub is_known: bool,
}

impl Double {
    /// Sentence about it, on one line.
    #[must_use]
    pub fn sentence(&self) -> String {
        let Self { id, record, .. } = self;
        let others: Vec<&str> = self.others(record).map(RepoPath::as_str).collect();
        let others = others.join(", ");
        if self.is_known {
            format!("{record} and {others} have one id, {id}: the first file had it first")
        } else {
            format!(
                "{record} and {others} have one id, {id}: history does not tell which had it first"
            )
        }
    }

    /// True if a file has the id, and another one had it first.
    #[must_use]
    pub fn has_copy(&self, path: &RepoPath) -> bool {
        self.record != *path && self.files.contains(path)
    }

    /// The files beside one of them.
    pub fn others<'a>(&'a self, path: &'a RepoPath) -> impl Iterator<Item = &'a RepoPath> {
        self.files.iter().filter(move |file| *file != path)
    }
}
