//! History of memory that was moved out of the usual folder. Changes of its files are told by the
//! paths that they have in the present folder, so that the move itself changes nothing.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::tracked::{is_below, path_in};
use crate::{Error, Store};
use git_memory_git::{CommitChanges, FileChange, ObjectId};
use git_memory_text::path::MemoryFolder;

impl Store<'_> {
    /// The folder in which memory was before the attributes named the present one; `None` if it is
    /// still there, or is read beside memory.
    pub(crate) fn earlier_folder(&self) -> Result<Option<MemoryFolder>, Error> {
        let usual = MemoryFolder::default();
        let is_other = *self.folder() != usual && self.roots()?.holding(usual.as_str()).is_none();
        Ok(is_other.then_some(usual))
    }

    /// A commit's changes with the paths that its files have in the present folder.
    ///
    /// # Errors
    /// Where git cannot read the commit's attributes.
    pub(crate) fn as_present(&self, mut commit: CommitChanges) -> Result<CommitChanges, Error> {
        let Some(earlier) = self.earlier_folder()? else {
            return Ok(commit);
        };
        if !commit.files.iter().any(|it| is_below(&it.path, &earlier)) {
            return Ok(commit);
        }
        let is_memory = [
            match commit.parents.first() {
                Some(parent) => self.has_folder(*parent, &earlier)?,
                None => false,
            },
            self.has_folder(commit.id, &earlier)?,
        ];
        let mut files: BTreeMap<Vec<u8>, FileChange> = BTreeMap::new();
        for mut file in commit.files {
            if is_below(&file.path, &earlier) {
                // After the move, the folder holds anything else.
                file.before = file.before.filter(|_| is_memory[0]);
                file.after = file.after.filter(|_| is_memory[1]);
                file.path = path_in(&file.path, &earlier, self.folder());
            }
            match files.entry(file.path.clone()) {
                Entry::Vacant(entry) => drop(entry.insert(file)),
                Entry::Occupied(mut entry) => join(entry.get_mut(), &file),
            }
        }
        commit.files = files.into_values().collect();
        commit.files.retain(|file| file.before != file.after);
        Ok(commit)
    }

    /// True if a folder is that of memory in a commit.
    pub(crate) fn has_folder(
        &self,
        commit: ObjectId,
        folder: &MemoryFolder,
    ) -> Result<bool, Error> {
        match self.folder_of(commit) {
            Ok(found) => Ok(found == *folder),
            // A line that names no folder was wrong in this commit, and need not be now.
            Err(Error::Marker(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }
}

/// Gives a change the sides that only another one of the same file has.
fn join(change: &mut FileChange, other: &FileChange) {
    if change.before.is_none() {
        change.before = other.before;
        change.kinds[0] = other.kinds[0];
    }
    if change.after.is_none() {
        change.after = other.after;
        change.kinds[1] = other.kinds[1];
    }
}
