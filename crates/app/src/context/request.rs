//! The question for a pack.

use serde::Serialize;

/// The question for a pack: task, paths, limits.
#[derive(Clone, Debug, Default, Serialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each asks for something else"
)]
pub struct PackRequest {
    /// The task, in any words.
    pub query: String,
    /// The paths, from the top of the work tree, that the task touches.
    pub paths: Vec<String>,
    /// The maximum number of characters.
    pub chars: Option<usize>,
    /// The maximum number of lines; the default is in the settings.
    pub lines: Option<usize>,
    /// The maximum number of tokens, as estimated.
    pub tokens: Option<usize>,
    /// True if the pack has a map of the source files.
    pub has_map: bool,
    /// Only what is in HEAD.
    pub is_committed: bool,
    /// Only the records that govern the paths or answer the query, and nothing else.
    pub is_only: bool,
    /// Only what recall is sure of counts as an answer to the query.
    pub is_sure: bool,
    /// True if the paths are the changes of the branch and the work tree, because the user named
    /// none: then the words in them are not part of the question.
    pub is_of_branch: bool,
    /// Leaves out everything from git's history, for which there is no time: ages, grounds,
    /// authors, commits.
    pub is_without_history: bool,
}
