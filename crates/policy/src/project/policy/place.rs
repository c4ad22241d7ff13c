//! Ends of paths.

/// End of a path, as a repository sees it, links followed. Slash paths, in which bytes that are not
/// UTF-8 are replaced.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// Into the work tree: the path from its top, empty for the top itself.
    Inside(String),
    /// Into one of the repository's git folders.
    Git {
        /// The path as it is on this machine, or from the top of the work tree.
        shown: String,
        /// The path from the git folder, empty for the folder itself.
        below: String,
    },
    /// Somewhere else on this machine, or on another one.
    Outside(String),
}
