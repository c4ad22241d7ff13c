//! Former names of files and folders that were moved.

use std::collections::HashMap;

use git_memory_git::ObjectId;
use git_memory_store::RecentCommit;
use git_memory_text::path::last;
use git_memory_text::renames::{Rename, before};
use git_memory_workspace::{Error, Workspace};

/// Maximum number of former names.
const NAMES: usize = 5;

/// The names that a file or folder had before, the newest first, by the newest commits that may have
/// moved something.
pub fn former<'c>(
    workspace: &Workspace,
    moving: impl Iterator<Item = &'c RecentCommit>,
    path: &str,
) -> Result<Vec<String>, Error> {
    let mut names = vec![path.to_owned()];
    for commit in moving {
        // Most of them move something else.
        let is_of_name = |name: &String| {
            let mut files = commit.files.iter();
            files.any(|file| file.before.is_none() && file.path.starts_with(name.as_str()))
        };
        if !names.iter().any(is_of_name) {
            continue;
        }
        let moves = moves(commit);
        for at in 0..names.len() {
            for name in before(&moves, &names[at]) {
                // A folder that is still there was not moved: something in it was.
                let is_there = workspace.store().staging().has_below(&name)?;
                if !is_there && !names.contains(&name) && names.len() <= NAMES {
                    names.push(name);
                }
            }
        }
    }
    names.remove(0);
    Ok(names)
}

/// True if a commit may have moved something: it removed a file, and added one. Nearly all move
/// nothing.
pub fn may_move(commit: &RecentCommit) -> bool {
    let mut files = commit.files.iter();
    files.any(|it| it.after.is_none()) && commit.files.iter().any(|it| it.before.is_none())
}

/// The files that a commit moved.
pub fn moves(commit: &RecentCommit) -> Vec<Rename> {
    let files = commit.files.iter();
    moved(files.map(|it| (it.path.as_str(), it.before, it.after)))
}

/// A file that changed, with its blob before and after.
type Change<'a> = (&'a str, Option<ObjectId>, Option<ObjectId>);

/// The files that a change moved: with the same content, or with the same name and another one.
pub fn moved<'a>(files: impl Iterator<Item = Change<'a>> + Clone) -> Vec<Rename> {
    let mut by_blob: HashMap<ObjectId, &str> = HashMap::new();
    // Two of one name tell nothing.
    let mut by_name: HashMap<&str, Option<&str>> = HashMap::new();
    for (path, before, _) in files.clone().filter(|(.., after)| after.is_none()) {
        if let Some(blob) = before {
            by_blob.entry(blob).or_insert(path);
        }
        let named = by_name.entry(last(path));
        named.and_modify(|it| *it = None).or_insert(Some(path));
    }
    let mut moves = Vec::new();
    for (path, _, after) in files.filter(|(_, before, _)| before.is_none()) {
        let same = after.and_then(|blob| by_blob.get(&blob).copied());
        if let Some(from) = same.or_else(|| by_name.get(last(path)).copied().flatten()) {
            moves.push(Rename {
                from: from.to_owned(),
                to: path.to_owned(),
            });
        }
    }
    moves
}
