//! A change in question: its files, its records, and the words in it.

use std::collections::{HashMap, HashSet};

use crate::ground::Grounds;
use git_memory_git::ObjectId;
use git_memory_model::evidence::{shortened, without_citations};
use git_memory_model::record::Record;
use git_memory_store::View;
use git_memory_workspace::{Error, Workspace};

/// Maximum number of files that are looked at.
const FILES: usize = 1000;
/// Maximum number of words of a change that are looked for.
const WORDS: usize = 24;
/// Maximum length of a difference that is read, in bytes.
const DIFF: usize = 256 << 10;
/// Shorter words are signs of a programming language.
const SHORTEST: usize = 4;

/// The change in question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// The staged change.
    Staged,
    /// The change of a commit; of a merge, against its first parent.
    Commit(String),
}

/// A change, taken apart.
pub struct WholeChange {
    /// True if it changes nothing.
    pub is_empty: bool,
    /// True if it is a commit at the end of a shallow clone: its change is unknown.
    pub is_cut: bool,
    /// The view that has its files.
    pub view: View,
    /// The files, from the top of the work tree, without those of memory.
    pub files: Vec<String>,
    /// The records that it adds or changes.
    pub brought: Vec<Record>,
    /// The words that are looked for.
    pub words: String,
    /// The message of a commit.
    pub message: String,
    /// The revision whose memory it is compared with; `None` before the first commit.
    pub memory: Option<String>,
}

impl WholeChange {
    /// Takes a change apart; its words only where `has_words`. Without them, of what is staged, the
    /// files that are deleted or changed only in comments are left out: they follow no record.
    pub fn of(workspace: &Workspace, change: &Change, has_words: bool) -> Result<Self, Error> {
        let store = workspace.store();
        let history = store.history();
        // An old commit, too, is compared with current memory.
        let head = history.head_commit()?;
        let memory = head.map(|commit| commit.to_string());
        let (paths, message, view, is_cut) = match change {
            Change::Staged if !store.has_work_tree() => return Err(Error::NoStaging),
            Change::Staged => {
                let names = store.staging().staged_names()?;
                (names, String::new(), View::Index, false)
            }
            Change::Commit(revision) => {
                let id = history.resolve(revision)?;
                let commit = history.commit(id)?;
                let message = shortened(&commit.message).into_owned();
                let paths = changed_by(workspace, id, &commit.parents)?;
                let is_cut = history.without_boundary(vec![id])?.is_empty();
                (paths, message, View::Revision(id.to_string()), is_cut)
            }
        };
        let is_empty = paths.is_empty();
        let roots = store.roots()?;
        let of_memory = |path: &String| {
            roots.memory().holds(path)
                || path.parse().is_ok_and(|path| roots.place(&path).is_some())
        };
        let (records, mut files): (Vec<String>, Vec<String>) =
            paths.into_iter().partition(of_memory);
        files.truncate(FILES);
        if *change == Change::Staged && !has_words {
            files = of_code(workspace, head, files)?;
        }
        let brought = if records.is_empty() {
            Vec::new()
        } else {
            store.memory_at(&view, &records)?.records.into_vec()
        };
        let words = match change {
            _ if !has_words => String::new(),
            Change::Commit(_) => without_citations(&message, message.len()),
            Change::Staged if files.is_empty() => String::new(),
            Change::Staged => frequent(&store.staging().staged_difference(DIFF)?),
        };
        Ok(Self {
            is_empty,
            is_cut,
            view,
            files,
            brought,
            words,
            message,
            memory,
        })
    }
}

/// Those of some staged files that are there and not only changed in comments since HEAD.
fn of_code(
    workspace: &Workspace,
    head: Option<ObjectId>,
    files: Vec<String>,
) -> Result<Vec<String>, Error> {
    let wanted: HashSet<String> = files.into_iter().collect();
    let staged = workspace
        .store()
        .files_of_view(&View::Index, &|path| wanted.contains(path))?;
    let grounds = Grounds::of_view(workspace, &View::Index)?;
    let mut of_code = Vec::new();
    for file in staged {
        let before = match head {
            Some(head) => workspace.store().objects().file(head, &file.path)?,
            None => None,
        };
        if !grounds.is_same_code(&file.path, before, Some(file.id))? {
            of_code.push(file.path);
        }
    }
    Ok(of_code)
}

/// The paths of the files that a commit changed; for a merge, of the changes that it brought into
/// its branch.
fn changed_by(
    workspace: &Workspace,
    id: ObjectId,
    parents: &[ObjectId],
) -> Result<Vec<String>, Error> {
    let history = workspace.store().history();
    if let [first, _, ..] = parents
        && history.has_commit(*first)?
    {
        return Ok(history.files_between(*first, id)?);
    }
    let mut paths = Vec::new();
    for commit in history.changes_to_all(&[id])? {
        let files = commit.files.into_iter();
        paths.extend(files.filter_map(|file| String::from_utf8(file.path).ok()));
    }
    Ok(paths)
}

/// The words that a difference adds or removes most often.
fn frequent(difference: &str) -> String {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for line in difference.lines() {
        let is_change = line.starts_with(['+', '-']);
        if !is_change || line.starts_with("+++ ") || line.starts_with("--- ") {
            continue;
        }
        for word in line[1..].split(|c: char| !c.is_alphanumeric() && c != '_' && c != '-') {
            if word.chars().count() >= SHORTEST {
                *counts.entry(word).or_default() += 1;
            }
        }
    }
    let mut words: Vec<(&str, usize)> = counts.into_iter().collect();
    words.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(b.0)));
    words.truncate(WORDS);
    let words: Vec<&str> = words.into_iter().map(|(word, _)| word).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_a_difference_are_those_of_its_lines() {
        let difference = "--- a/queue.rs\n+++ b/queue.rs\n@@ -1 +1 @@ heading\n\
                          -let retry = 1;\n+let retry_after = retry;\n context\n";
        assert_eq!(frequent(difference), "retry retry_after");
    }
}
