//! Acts of agents' tools, and the arguments that name the object of an act.

use git_memory_policy::project::policy::Access;

/// Names of arguments.
pub type Arguments = &'static [&'static str];

/// The name of a tool, and what it does.
pub type Tool = (&'static str, Does);

/// The act of a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Does {
    /// One file, in the first of these arguments that is there.
    File(Arguments, Access),
    /// Writes the files of a list in this argument: paths, or objects that name one each.
    Files(&'static str),
    /// Takes one file away, in an argument likewise.
    Removes(Arguments),
    /// One folder, in an argument likewise.
    Folder(Arguments),
    /// Writes the files that a patch names.
    Patch,
    /// Finds files by name.
    Glob,
    /// Finds files by the globs of lists in these arguments, and reads them.
    Globs(Arguments),
    /// Finds files by what is in them.
    Grep,
    /// Runs a command line, in the folder that the first of these arguments names.
    Shell(Arguments),
    /// Lists all that is to be done.
    Plans,
    /// Adds a task.
    Adds,
    /// Changes a task.
    Updates,
}

/// The argument of a file: of Claude Code and Gemini CLI; the others are what Cursor, Copilot,
/// Visual Studio Code and older versions call it.
pub const FILE: Arguments = &[
    "file_path",
    "path",
    "filePath",
    "target_file",
    "absolute_path",
];
/// The argument of a notebook.
pub const NOTEBOOK: Arguments = &["notebook_path", "target_notebook"];
/// The argument of a folder.
pub const FOLDER: Arguments = &["path", "dir_path", "target_directory"];

/// A tool that reads a file.
pub(crate) const fn reads(name: &'static str) -> Tool {
    (name, Does::File(FILE, Access::Read))
}

/// A tool that writes a file.
pub(crate) const fn writes(name: &'static str) -> Tool {
    (name, Does::File(FILE, Access::Write))
}

/// A tool that runs a command line, in the folder that the first of these arguments names.
pub(crate) const fn runs(name: &'static str, folders: Arguments) -> Tool {
    (name, Does::Shell(folders))
}
