//! When files were written, as git's history has it: one walk for all the files of a folder, and
//! one more for where they were moved from.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::ControlFlow;

use crate::{Error, Store};
use git_memory_git::{CommitChanges, FileChange, ObjectId};
use git_memory_text::date::Date;
use git_memory_text::path::{folder, stem};

/// Maximum number of times that files are followed to an earlier folder.
const MOVES: usize = 3;

/// The days of a file's first and last commits.
#[derive(Clone, Copy, Debug)]
pub struct FileDays {
    /// The day of the first one.
    pub first: Date,
    /// True if the history of a shallow clone ends at this commit: the file may be older.
    pub is_cut: bool,
    /// `None` where a shallow clone does not have that commit.
    pub last: Option<Date>,
}

/// A file whose days are asked for.
pub struct Dateless<'a> {
    /// From the top.
    pub path: &'a str,
    /// True if the caller needs the day of the file's first commit, too.
    pub needs_first: bool,
}

/// A file that was added and has no source in its folder.
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
    /// The commits at the end of a shallow clone.
    ends: HashSet<String>,
    /// The files of today whose last commit was not seen yet.
    unseen: HashSet<String>,
    /// True if the caller needs the first commit of a file: then only the end of history stops the
    /// walk.
    needs_all: bool,
}

/// The days of those of some files that are in some folders (from the top) and that the history of a
/// commit has.
///
/// # Errors
/// Where git cannot walk the history.
pub fn first_days(
    store: &Store<'_>,
    commit: ObjectId,
    folders: &BTreeSet<String>,
    files: &[Dateless<'_>],
) -> Result<HashMap<String, FileDays>, Error> {
    let mut walk = Walk {
        names: HashMap::new(),
        days: HashMap::new(),
        arrivals: Vec::new(),
        ends: HashSet::new(),
        unseen: HashSet::new(),
        needs_all: files.iter().any(|file| file.needs_first),
    };
    walk.ends
        .extend(store.shallow()?.lines().map(str::to_owned));
    if files.is_empty() {
        return Ok(walk.days);
    }
    for Dateless { path, .. } in files {
        walk.names.insert((*path).to_owned(), (*path).to_owned());
        walk.unseen.insert((*path).to_owned());
    }
    let folders: Vec<&str> = folders.iter().map(String::as_str).collect();
    let history = store.history();
    let revision = commit.to_string();
    history.of_folders(&revision, &folders, &mut |commit| walk.commit(&commit))?;
    for _ in 0..MOVES {
        if walk.arrivals.is_empty() || walk.is_over() || folders.contains(&"") {
            break;
        }
        walk.follow(store)?;
    }
    Ok(walk.days)
}

impl Walk {
    /// True if every requested day is known.
    fn is_over(&self) -> bool {
        !self.needs_all && self.unseen.is_empty()
    }

    /// Takes up a commit's changes; breaks if older commits are not needed. They come newest first.
    fn commit(&mut self, commit: &CommitChanges) -> ControlFlow<()> {
        if let Some(day) = Date::of_text(&commit.date) {
            self.changes(commit, day);
        }
        if self.is_over() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn changes(&mut self, commit: &CommitChanges, day: Date) {
        let mut renamed: Vec<(String, String)> = Vec::new();
        // Seen from there, every file is new.
        let is_end = !self.ends.is_empty() && self.ends.contains(&commit.id.to_string());
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
            self.unseen.remove(&file);
            let days = self.days.entry(file.clone());
            let days = days.or_insert(FileDays {
                first: day,
                is_cut: false,
                last: (!is_end).then_some(day),
            });
            days.first = days.first.min(day);
            days.is_cut |= is_end;
            if change.before.is_some() {
                continue;
            }
            match source(&path, change, &commit.files) {
                Some(before) => renamed.push((before, file)),
                None => self.arrivals.push(Arrival {
                    commit: commit.id.to_string(),
                    path,
                    change: change.clone(),
                }),
            }
        }
        // Only now: the commit also removes the file of the old name, which may come later in it.
        self.names.extend(renamed);
    }

    /// Goes on where files came from other folders.
    fn follow(&mut self, store: &Store<'_>) -> Result<(), Error> {
        // All are looked at in one go. Files are moved together, so that few of them lead on, and
        // for each of those history is walked.
        const COMMITS: usize = 500;
        const WALKS: usize = 20;
        let history = store.history();
        let arrivals = std::mem::take(&mut self.arrivals);
        let mut ids = Vec::new();
        let mut seen = HashSet::new();
        for arrival in &arrivals {
            if seen.len() < COMMITS && seen.insert(&arrival.commit) {
                ids.push(history.resolve(&arrival.commit)?);
            }
        }
        let mut walks: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for commit in history.changes_to_all(&ids)? {
            let id = commit.id.to_string();
            for arrival in arrivals.iter().filter(|arrival| arrival.commit == id) {
                let Some(before) = source(&arrival.path, &arrival.change, &commit.files) else {
                    continue;
                };
                let Some(file) = self.names.get(&arrival.path).cloned() else {
                    continue;
                };
                let folders = walks.entry(id.clone()).or_default();
                folders.insert(folder(&before).to_owned());
                self.names.insert(before, file);
            }
        }
        for (commit, folders) in walks.into_iter().take(WALKS) {
            let before = format!("{commit}^");
            let folders: Vec<&str> = folders.iter().map(String::as_str).collect();
            history.of_folders(&before, &folders, &mut |commit| self.commit(&commit))?;
        }
        Ok(())
    }
}

/// Returns the former path of a file that a commit added: a file that the commit removed, with the
/// same content or the same name.
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
        // Another markup is the same text, and a number is given when a proposal is taken up.
        if unnumbered(stem(&before)) == unnumbered(stem(path)) && same_name.is_none() {
            same_name = Some(before);
        }
    }
    same_name.or_else(|| proposal(files))
}

/// The only file that a commit removed, where it added only one, and that one gives a proposal its
/// number: it may have got a better name, too.
fn proposal(files: &[FileChange]) -> Option<String> {
    let mut removed = files.iter().filter(|file| file.after.is_none());
    let added = files.iter().filter(|file| file.before.is_none()).count();
    let (Some(one), None, 1) = (removed.next(), removed.next(), added) else {
        return None;
    };
    let before = String::from_utf8_lossy(&one.path).into_owned();
    let (first, _) = stem(&before).split_once('-')?;
    let waits = first == "draft" || first.bytes().all(|byte| b"NnXx0".contains(&byte));
    waits.then_some(before)
}

/// A name without its number, or what stands in its place until there is one: `NNNN-queue`.
fn unnumbered(stem: &str) -> &str {
    let Some((first, rest)) = stem.split_once('-') else {
        return stem;
    };
    if first == "draft" || first.bytes().all(is_digit) {
        rest
    } else {
        stem
    }
}

fn is_digit(byte: u8) -> bool {
    byte.is_ascii_digit() || matches!(byte, b'N' | b'n' | b'X' | b'x')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_the_same_with_another_number() {
        for name in [
            "0012-queue",
            "NNNN-queue",
            "0000-queue",
            "draft-queue",
            "XXXX-queue",
        ] {
            assert_eq!(unnumbered(name), "queue");
        }
        assert_eq!(unnumbered("adr-12"), "adr-12");
        assert_eq!(unnumbered("queue"), "queue");
    }
}
