//! When files were written, as git's history has it: one walk for all the files of a folder, and
//! one more for where they were moved from.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::app::workspace::{Error, Workspace};
use crate::domain::date::Date;
use crate::domain::path::{folder, stem};
use crate::git::{CommitChanges, FileChange};

/// How often files are followed to a folder that they came from.
const MOVES: usize = 3;

/// The days of a file's first and last commits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FileDays {
    pub(crate) first: Date,
    pub(crate) last: Date,
}

/// Where a file was added with nothing in its folder that it came from.
struct Arrival {
    commit: String,
    path: String,
    change: FileChange,
}

struct Walk {
    /// The file of today that a path was at that time.
    names: HashMap<String, String>,
    days: HashMap<String, FileDays>,
    arrivals: Vec<Arrival>,
}

/// The days of those of some files (from the top) that are in some folders (from the top) and that
/// HEAD's history has.
///
/// # Errors
/// Where git cannot walk the history.
pub(crate) fn days(
    workspace: &Workspace,
    folders: &BTreeSet<String>,
    files: &[&str],
) -> Result<HashMap<String, FileDays>, Error> {
    let history = workspace.store().history();
    let mut walk = Walk {
        names: HashMap::new(),
        days: HashMap::new(),
        arrivals: Vec::new(),
    };
    if files.is_empty() || history.head_commit()?.is_none() {
        return Ok(walk.days);
    }
    for file in files {
        walk.names.insert((*file).to_owned(), (*file).to_owned());
    }
    for folder in folders {
        // What is below a folder that is asked as well is seen there.
        let mut others = folders.iter().filter(|other| *other != folder);
        if others.any(|other| is_below(folder, other)) {
            continue;
        }
        for commit in history.of_folder("HEAD", folder)? {
            walk.commit(&commit);
        }
    }
    for _ in 0..MOVES {
        if walk.arrivals.is_empty() || folders.contains("") {
            break;
        }
        walk.follow(workspace)?;
    }
    Ok(walk.days)
}

fn is_below(folder: &str, other: &str) -> bool {
    other.is_empty()
        || folder
            .strip_prefix(other)
            .is_some_and(|rest| rest.starts_with('/'))
}

impl Walk {
    /// Takes up what a commit did; they come newest first.
    fn commit(&mut self, commit: &CommitChanges) {
        let Some(day) = Date::of_text(&commit.date) else {
            return;
        };
        for change in &commit.files {
            let path = String::from_utf8_lossy(&change.path).into_owned();
            let Some(file) = self.names.get(&path).cloned() else {
                continue;
            };
            // Removed here: what was there before had the name, and is another file.
            if change.after.is_none() {
                self.names.remove(&path);
                continue;
            }
            let days = self.days.entry(file.clone());
            let days = days.or_insert(FileDays {
                first: day,
                last: day,
            });
            days.first = days.first.min(day);
            if change.before.is_some() {
                continue;
            }
            match source(&path, change, &commit.files) {
                Some(before) => {
                    self.names.insert(before, file);
                }
                None => self.arrivals.push(Arrival {
                    commit: commit.id.to_string(),
                    path,
                    change: change.clone(),
                }),
            }
        }
    }

    /// Goes on where files came from other folders.
    fn follow(&mut self, workspace: &Workspace) -> Result<(), Error> {
        // Files are moved together; somebody may have brought each by itself, and then none was.
        const COMMITS: usize = 20;
        const FOLDERS: usize = 8;
        let history = workspace.store().history();
        let arrivals = std::mem::take(&mut self.arrivals);
        let mut ids = Vec::new();
        let mut seen = HashSet::new();
        for arrival in &arrivals {
            if seen.len() < COMMITS && seen.insert(&arrival.commit) {
                ids.push(history.resolve(&arrival.commit)?);
            }
        }
        let mut walks: BTreeSet<(String, String)> = BTreeSet::new();
        for commit in history.changes_to_all(&ids)? {
            let id = commit.id.to_string();
            for arrival in arrivals.iter().filter(|arrival| arrival.commit == id) {
                let Some(before) = source(&arrival.path, &arrival.change, &commit.files) else {
                    continue;
                };
                let Some(file) = self.names.get(&arrival.path).cloned() else {
                    continue;
                };
                let above = folder(&before).to_owned();
                walks.insert((id.clone(), above));
                self.names.insert(before, file);
            }
        }
        for (commit, folder) in walks.into_iter().take(FOLDERS) {
            for commit in history.of_folder(&format!("{commit}^"), &folder)? {
                self.commit(&commit);
            }
        }
        Ok(())
    }
}

/// What a file that a commit added was before: one that it removed, with the same content or the
/// same name.
fn source(path: &str, added: &FileChange, files: &[FileChange]) -> Option<String> {
    let mut same_name = None;
    for other in files {
        if other.after.is_some() || other.before.is_none() {
            continue;
        }
        let before = String::from_utf8_lossy(&other.path).into_owned();
        if other.before == added.after {
            return Some(before);
        }
        // Another markup is the same text.
        if stem(&before) == stem(path) && same_name.is_none() {
            same_name = Some(before);
        }
    }
    same_name
}
