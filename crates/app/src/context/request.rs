//! The question for a pack.

use serde::Serialize;

/// The question for a pack: task, paths, limits.
#[derive(Clone, Debug, Default, Serialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each asks for something else"
)]
pub struct ContextQuestion {
    /// The task, in any words.
    pub query: String,
    /// The paths, from the top of the work tree, that the task touches.
    pub paths: Vec<String>,
    /// Maximum number of characters.
    pub max_chars: Option<usize>,
    /// Maximum number of lines; the default is in the settings.
    pub max_lines: Option<usize>,
    /// Maximum number of tokens, as estimated.
    pub max_tokens: Option<usize>,
    /// Add a map of the source files.
    pub map: bool,
    /// Use only what is in HEAD: nothing from the work tree, nothing private.
    pub committed: bool,
    /// Only the records that govern the paths or answer the query, and nothing else.
    pub only: bool,
    /// Only what recall is sure of counts as an answer to the query.
    pub sure: bool,
    /// True if the paths are the changes of the branch and the work tree, because the user named
    /// none: then the words in them are not part of the question.
    pub is_of_branch: bool,
    /// True for the start of a session: it is told what binds everywhere, what is open, and what the
    /// last commits decided; how many other records there are is enough.
    pub is_start: bool,
    /// Leaves out everything from git's history, for which there is no time: ages, grounds,
    /// authors, commits.
    pub is_without_history: bool,
}

impl ContextQuestion {
    /// The question without white space around its words, and without paths that say nothing.
    pub(crate) fn trimmed(&self) -> Self {
        // The top holds everything, so it prefers nothing.
        let paths = self.paths.iter().filter(|path| !path.is_empty());
        Self {
            query: self.query.trim().to_owned(),
            paths: paths.cloned().collect(),
            ..self.clone()
        }
    }
}
