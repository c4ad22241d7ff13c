//! The files that a call of a tool names.

use crate::workspace::{Error, Workspace};
use git_memory_store::{AtPath, WorkFiles};
use git_memory_text::glob::{alternatives, is_glob};
use git_memory_text::limits;
use git_memory_text::pathspec::covers;

/// The most files of a call that are looked up.
const FILES: usize = 32;

/// The first of the files that paths and globs from the top name, without folders.
pub(super) fn named_files(workspace: &Workspace, paths: Vec<String>) -> Result<Vec<String>, Error> {
    let mut named: Vec<String> = Vec::new();
    if paths.is_empty() {
        return Ok(named);
    }
    let files = workspace.store().work_files()?;
    for path in paths {
        // A glob that stands for too many names none plainly.
        for path in alternatives(&path, limits::CALL_GLOBS).unwrap_or_default() {
            let found = if is_glob(&path) {
                matching(&files, &path)?
            } else {
                vec![path]
            };
            for file in found {
                if named.len() < FILES && !named.contains(&file) && is_file(&files, &file)? {
                    named.push(file);
                }
            }
        }
    }
    Ok(named)
}

/// The paths that a glob stands for whose last part has wildcards.
fn matching(files: &WorkFiles<'_>, glob: &str) -> Result<Vec<String>, Error> {
    let (folder, part) = glob.rsplit_once('/').unwrap_or(("", glob));
    let mut found = Vec::new();
    for name in files.names(folder)? {
        // As in a shell, a wildcard does not match a dot in front.
        if name.starts_with('.') != part.starts_with('.') {
            continue;
        }
        let path = match folder {
            "" => name,
            folder => format!("{folder}/{name}"),
        };
        found.extend(covers(glob, &path).then_some(path));
    }
    Ok(found)
}

/// True if there is a file at a path, or room for a new one.
fn is_file(files: &WorkFiles<'_>, path: &str) -> Result<bool, Error> {
    Ok(match files.find(path)? {
        AtPath::File(_) | AtPath::Link => true,
        AtPath::Folder | AtPath::Other => false,
        AtPath::Nothing => {
            let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
            !matches!(files.find(folder)?, AtPath::File(_))
        }
    })
}
