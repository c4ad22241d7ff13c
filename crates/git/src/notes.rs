//! Notes as git keeps them (git-notes(1)): a tree whose paths are the hex ids of the annotated
//! objects, in folders of two digits if there are many.

use std::collections::{BTreeMap, HashMap};

use super::backend::EntryKind;
use super::objects::Reach;
use super::{Error, ObjectId, Repo, TreeEdit, answer, entries};

/// Maximum number of notes in one folder, as for git: each new note writes that tree again.
const FLAT_LIMIT: usize = 256;

/// The notes of one commit of a notes ref: for each annotated object, the path of its note and the
/// note's blob.
#[derive(Clone, Debug, Default)]
pub struct NotesTree {
    entries: BTreeMap<ObjectId, (String, ObjectId)>,
}

impl NotesTree {
    /// The annotated objects, sorted.
    pub fn annotated(&self) -> impl Iterator<Item = ObjectId> {
        self.entries.keys().copied()
    }

    /// The blob of an object's note.
    #[must_use]
    pub fn note(&self, id: ObjectId) -> Option<ObjectId> {
        let (_, blob) = self.entries.get(&id)?;
        Some(*blob)
    }

    /// The change of the tree that gives an object this note; `None` takes it away.
    #[must_use]
    pub fn edit(&self, id: ObjectId, blob: Option<ObjectId>) -> TreeEdit {
        if let Some((path, _)) = self.entries.get(&id) {
            return (path.clone(), blob);
        }
        let hex = id.to_string();
        if self.is_flat() {
            (hex, blob)
        } else {
            (format!("{}/{}", &hex[..2], &hex[2..]), blob)
        }
    }

    fn is_flat(&self) -> bool {
        self.entries.len() < FLAT_LIMIT
            && self.entries.values().all(|(path, _)| !path.contains('/'))
    }
}

impl Repo {
    /// The notes in a commit of a notes ref. Other entries of its tree are left out.
    pub fn notes(&self, commit: ObjectId) -> Result<NotesTree, Error> {
        let output = self
            .git(["ls-tree", "-r", "-z", "--full-tree", &commit.to_string()])
            .run()?;
        let mut notes = NotesTree::default();
        for entry in entries::of_tree(&output)? {
            if entry.kind != EntryKind::File {
                continue;
            }
            let path = String::from_utf8_lossy(&entry.path).into_owned();
            // git keeps entries with other names through merges, and shows them nowhere: so do we.
            if let Ok(id) = path.replace('/', "").parse() {
                notes.entries.insert(id, (path, entry.id));
            }
        }
        Ok(notes)
    }

    /// The patch id of a commit (git-patch-id(1), stable); `None` for a merge, and for a commit
    /// without a change.
    pub fn patch_id(&self, commit: ObjectId) -> Result<Option<String>, Error> {
        Ok(self.patch_ids(&[commit])?.into_keys().next())
    }

    /// The patch ids of some commits, each with its commit.
    pub fn patch_ids(&self, commits: &[ObjectId]) -> Result<HashMap<String, ObjectId>, Error> {
        if commits.is_empty() {
            return Ok(HashMap::new());
        }
        let asked = ObjectId::lines(commits);
        let args = [
            "diff-tree",
            "--stdin",
            "-p",
            "-r",
            "--root",
            "--no-renames",
            "--no-ext-diff",
            "--no-textconv",
        ];
        // Independent of the user's settings for diffs: the same change must have the same id in
        // every clone.
        let patches = self.git(args).run_with(asked.as_bytes())?;
        self.ids_of_patches(&patches)
    }

    /// The patch id of everything that changed between two commits.
    pub fn patch_id_between(&self, from: ObjectId, to: ObjectId) -> Result<Option<String>, Error> {
        let args = [
            "diff-tree",
            "-p",
            "-r",
            "--no-renames",
            "--no-ext-diff",
            "--no-textconv",
        ];
        let patch = self
            .git(
                args.into_iter()
                    .chain([from.to_string().as_str(), &to.to_string()]),
            )
            .run()?;
        Ok(self.ids_of_patches(&patch)?.into_keys().next())
    }

    fn ids_of_patches(&self, patches: &[u8]) -> Result<HashMap<String, ObjectId>, Error> {
        if patches.is_empty() {
            return Ok(HashMap::new());
        }
        let output = self.git(["patch-id", "--stable"]).run_with(patches)?;
        let mut ids = HashMap::new();
        for line in String::from_utf8_lossy(&output).lines() {
            let Some((patch, id)) = line.split_once(' ') else {
                return Err(Error::unexpected("patch-id"));
            };
            ids.insert(patch.to_owned(), id.parse()?);
        }
        Ok(ids)
    }

    /// The paths that a commit changes, against its first parent.
    pub fn paths_changed(&self, commit: ObjectId) -> Result<Vec<String>, Error> {
        let args = [
            "diff-tree",
            "-z",
            "-r",
            "--root",
            "--no-commit-id",
            "--name-only",
            "--no-renames",
        ];
        let output = self
            .git(args.into_iter().chain([commit.to_string().as_str()]))
            .run()?;
        Ok(answer::names(&output))
    }

    /// The commits that are reached, newest first, at most `limit`; only those that change one of
    /// `paths`, if some are named.
    pub fn commits_reached(
        &self,
        reach: &Reach,
        limit: usize,
        paths: &[String],
    ) -> Result<Vec<ObjectId>, Error> {
        let limit = format!("--max-count={limit}");
        let output = self.rev_list(reach, &[&limit], paths)?;
        answer::lines(&output)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_stays_where_it_lies_and_a_new_one_goes_where_the_others_are() {
        let id = |digit: &str| digit.repeat(40).parse::<ObjectId>().unwrap();
        let mut notes = NotesTree::default();
        assert_eq!(notes.edit(id("a"), None).0, "a".repeat(40));
        notes
            .entries
            .insert(id("b"), (format!("bb/{}", "b".repeat(38)), id("1")));
        assert_eq!(
            notes.edit(id("b"), None).0,
            format!("bb/{}", "b".repeat(38))
        );
        assert_eq!(
            notes.edit(id("a"), Some(id("2"))),
            (format!("aa/{}", "a".repeat(38)), Some(id("2")))
        );
    }
}
