//! Merging a file for git, as the driver of files below `memory/` (gitattributes(5), "Defining a
//! custom merge driver").
//!
//! git may merge for itself (several bases of one merge), beside the work tree (`git merge-tree`)
//! and before it has written anything: so a driver uses only its three files, and writes to the one
//! that it has to.

use std::path::PathBuf;

use crate::workspace::{Error, Invocation};
use git_memory_git::{FilesToMerge, MergedFile, conflict_style, merge_file};
use git_memory_model::merging::{self, Texts};
use git_memory_model::record::marks::{Marks, Merged, Style};
use git_memory_store::merge_files;

/// Git's question to its merge driver.
#[derive(Clone, Debug)]
pub struct DriverRequest {
    /// The file with what both sides come from; empty where there is nothing.
    pub base: PathBuf,
    /// The file of the side that is there, and where the merge goes.
    pub ours: PathBuf,
    /// The file of the side that comes.
    pub theirs: PathBuf,
    /// Length of conflict markers.
    pub size: usize,
    /// Future path of the file, from the top of the work tree.
    pub path: String,
    /// Names in the conflict markers for ours, the base and theirs.
    pub names: [String; 3],
}

/// Merges one file; returns true if there is no conflict.
pub fn merge_for_git(invocation: &Invocation, request: &DriverRequest) -> Result<bool, Error> {
    let files = [&request.base, &request.ours, &request.theirs].map(|file| invocation.path(file));
    let Some(merged) = merged(invocation, request, &files)? else {
        // Pictures, and what is too long for a record: git's own way is best.
        return left_to_git(invocation, request, &files);
    };
    let [_, ours, _] = &files;
    merge_files::write(ours, &merged.text)?;
    Ok(merged.is_clean)
}

/// The merge of three texts (base, ours, theirs); `None` for a file that is not ours to merge.
fn merged(
    invocation: &Invocation,
    request: &DriverRequest,
    files: &[PathBuf; 3],
) -> Result<Option<Merged>, Error> {
    let mut read = Vec::new();
    for file in files {
        match merge_files::text(file, merging::limit(&request.path))? {
            Some(text) => read.push(text),
            None => return Ok(None),
        }
    }
    let [base, ours, theirs] = read.as_slice() else {
        return Ok(None);
    };
    let texts = Texts { base, ours, theirs };
    let marks = Marks::new(request.size, request.names.each_ref().map(String::as_str));
    let merged = merging::merge(&request.path, &texts, &marks);
    // Most merges have no conflict, and need not wait for git's settings.
    if let Some(Merged {
        is_clean: false, ..
    }) = merged
        && let Some(style) = conflict_style(invocation.environment())?
    {
        let marks = marks.in_style(Style::by_name(&style));
        return Ok(merging::merge(&request.path, &texts, &marks));
    }
    Ok(merged)
}

fn left_to_git(
    invocation: &Invocation,
    request: &DriverRequest,
    [base, ours, theirs]: &[PathBuf; 3],
) -> Result<bool, Error> {
    let files = FilesToMerge {
        base,
        ours,
        theirs,
        size: request.size,
        names: request.names.each_ref().map(String::as_str),
    };
    let merged = merge_file(invocation.environment(), &files)?;
    Ok(merged == MergedFile::Clean)
}
