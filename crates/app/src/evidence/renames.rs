//! Former names of files and folders that commits moved.

use crate::workspace::{Error, Workspace};
use git_memory_git::ObjectId;
use git_memory_text::renames::before;

/// Maximum number of commits for each name.
const COMMITS: usize = 10;
/// Maximum number of former names.
const NAMES: usize = 5;

/// The names that a file or folder had before, the newest first; `commits` changed it last, among
/// those that `from` reaches (HEAD without it).
pub(crate) fn former(
    workspace: &Workspace,
    from: Option<ObjectId>,
    commits: &[ObjectId],
    path: &str,
) -> Result<Vec<String>, Error> {
    let history = workspace.store().history();
    let mut names = vec![path.to_owned()];
    let mut commits = commits.to_vec();
    let mut nth = 0;
    while nth < names.len() && names.len() <= NAMES {
        let renames = match history.renames(&commits) {
            // A partial clone lacks what the files were.
            Err(error) if error.is_missing() => break,
            renames => renames?,
        };
        for name in before(&renames, &names[nth]) {
            // A folder that is still there was not moved: something in it was.
            let is_there = workspace.store().staging().has_below(&name)?;
            if !is_there && !names.contains(&name) {
                names.push(name);
            }
        }
        nth += 1;
        if let Some(next) = names.get(nth) {
            commits = history.last_changes(from, next, None, COMMITS)?;
        }
    }
    names.remove(0);
    Ok(names)
}
