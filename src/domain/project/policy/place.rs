//! Where a path leads.

/// Where a path leads, links followed. Slash paths; what is not UTF-8 in them is replaced.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// Into the work tree: the path from its top, empty for the top itself.
    Inside(String),
    /// Into one of the repository's git folders: the path as it is on this machine.
    Git(String),
    /// Somewhere else on this machine, or on another one.
    Outside(String),
    /// To a device that keeps nothing: `/dev/null`, a terminal, an open file of the process.
    Device,
    /// Nobody can say where, as the working folder is not known: the path as it was typed.
    Unknown(String),
    /// Into a circle of symbolic links.
    Loop(String),
}
