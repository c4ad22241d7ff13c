//! Where a path leads.

/// Where a path leads, as a repository sees it, links followed. Slash paths; what is not UTF-8 in
/// them is replaced.
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
