//! Former names of files and folders that commits moved.

use crate::workspace::{Error, Workspace};
use git_memory_store::{RecentCommit, RecentFile};
use git_memory_text::path::last;
use git_memory_text::renames::{Rename, before};

/// Maximum number of former names.
const NAMES: usize = 5;

/// The names that a file or folder had before, the newest first, by the newest commits.
pub(crate) fn former(
    workspace: &Workspace,
    commits: &[RecentCommit],
    path: &str,
) -> Result<Vec<String>, Error> {
    let mut names = vec![path.to_owned()];
    for commit in commits {
        // Nearly all commits move nothing, and most of the others something else.
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

/// The files that a commit moved: with the same content, or with the same name and another one.
fn moves(commit: &RecentCommit) -> Vec<Rename> {
    let gone: Vec<&RecentFile> = commit
        .files
        .iter()
        .filter(|it| it.after.is_none())
        .collect();
    let mut moves = Vec::new();
    for file in commit.files.iter().filter(|it| it.before.is_none()) {
        let same = gone.iter().find(|it| it.before == file.after);
        let named = || {
            let mut named = gone.iter().filter(|it| last(&it.path) == last(&file.path));
            named.next().filter(|_| named.next().is_none())
        };
        if let Some(from) = same.or_else(named) {
            moves.push(Rename {
                from: from.path.clone(),
                to: file.path.clone(),
            });
        }
    }
    moves
}
