//! Merging files as git itself does (git-merge-file(1)), inside of a merge or outside of one.

use std::path::Path;

use super::command::Git;
use super::{Environment, Error};

/// Result of `git merge-file`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MergedFile {
    /// No lines are left to decide.
    Clean,
    /// Both versions of some lines are marked.
    Marked,
    /// git merges no such file: the one side is there as it was.
    Refused,
}

/// The three files of a merge, and the form of the marks.
#[derive(Clone, Copy, Debug)]
pub struct FilesToMerge<'a> {
    /// The common base of both sides.
    pub base: &'a Path,
    /// The side that is there; the merge is written over it.
    pub ours: &'a Path,
    /// The side that comes.
    pub theirs: &'a Path,
    /// Length of the marks.
    pub size: usize,
    /// Names in the marks of our side, the base and their side.
    pub names: [&'a str; 3],
}

/// Has git merge three files.
pub fn merge_file(
    environment: &Environment,
    files: &FilesToMerge<'_>,
) -> Result<MergedFile, Error> {
    let mut git = Git::new(environment, environment.folder(), ["merge-file", "-q"]);
    git = git.arg(format!("--marker-size={}", files.size));
    for name in files.names {
        git = git.arg("-L").arg(name);
    }
    let git = git.arg(files.ours).arg(files.base).arg(files.theirs);
    // The exit status is the number of conflicts, or means an error.
    Ok(match git.output(&[])?.status.code() {
        Some(0) => MergedFile::Clean,
        Some(1..=127) => MergedFile::Marked,
        _ => MergedFile::Refused,
    })
}

/// The style in which git shows conflicts (`merge.conflictStyle`), if one is set.
pub fn conflict_style(environment: &Environment) -> Result<Option<String>, Error> {
    let args = ["config", "--get", "merge.conflictStyle"];
    Git::new(environment, environment.folder(), args).line_or_no()
}
