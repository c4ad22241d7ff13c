//! Result of registering pages.

use git_memory_model::record::RecordId;
use git_memory_text::path::RepoPath;

/// Result of registering pages.
#[derive(Clone, Debug, Default)]
pub struct AdoptReport {
    /// The pages that are records now, by path.
    pub adopted: Vec<Adopted>,
    /// The files that now have a `type`.
    pub typed: Vec<RepoPath>,
    /// Other records that named one of them by its old id, and name it by the new one now.
    pub mended: Vec<RepoPath>,
    /// The pages that stay what they are.
    pub skipped: Vec<LeftAsPage>,
    /// Files that have the names of derived files, and that this program did not make.
    pub foreign: Vec<String>,
    /// Such files that it makes from now on, each with the page that keeps its text.
    pub taken_over: Vec<(String, RepoPath)>,
}

/// A page that was taken up.
#[derive(Clone, Debug)]
pub struct Adopted {
    /// Its path.
    pub path: RepoPath,
    /// The id that it has now.
    pub id: RecordId,
    /// Its title.
    pub title: String,
}

/// A page that was not taken up.
#[derive(Clone, Debug)]
pub struct LeftAsPage {
    /// Its path.
    pub path: RepoPath,
    /// The reason.
    pub why: String,
}
