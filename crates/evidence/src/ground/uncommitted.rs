//! Files of records with changes that are not committed.

use std::collections::HashMap;

use super::{DIFFERING, Grounds, LISTED};
use crate::specs::Specs;
use git_memory_git::{ObjectId, PathFilter, TreeChange};
use git_memory_model::evidence::same_code::is_same_code;
use git_memory_workspace::Error;

impl Grounds<'_> {
    /// The files with changes that are not committed.
    pub(super) fn uncommitted(
        &self,
        files: &[TreeChange],
        specs: &Specs,
    ) -> Result<Vec<String>, Error> {
        if !self.has_work_tree {
            return Ok(Vec::new());
        }
        let mut changed = if files.len() < LISTED {
            self.uncommitted_among(files)?
        } else {
            let mut changed = self.store().staging().uncommitted_at(&specs.folders())?;
            changed.retain(|path| specs.has(path));
            changed
        };
        let blobs: HashMap<&str, Option<ObjectId>> = files
            .iter()
            .map(|it| (it.path.as_str(), it.after))
            .collect();
        let mut kept = Vec::new();
        for path in changed.drain(..).take(DIFFERING) {
            let blob = blobs.get(path.as_str()).copied().flatten();
            if !self.is_same_as_written(&path, blob)? {
                kept.push(path);
            }
        }
        Ok(kept)
    }

    /// Returns the files whose current content is not committed.
    fn uncommitted_among(&self, files: &[TreeChange]) -> Result<Vec<String>, Error> {
        let mut known = self.uncommitted.borrow_mut();
        let is_new = |file: &&TreeChange| !known.contains_key(&file.path);
        let new: Vec<&TreeChange> = files.iter().filter(is_new).collect();
        let mut candidates = Vec::new();
        for file in &new {
            if self.is_written_over(file)? {
                candidates.push(file.path.as_str());
            }
        }
        let changed = if candidates.is_empty() {
            Vec::new()
        } else {
            // Line ends and filters make other bytes of one content: git knows.
            self.store().staging().uncommitted_at(&candidates)?
        };
        known.extend(new.iter().map(|file| (file.path.clone(), false)));
        known.extend(changed.into_iter().map(|path| (path, true)));
        let is_uncommitted = |file: &&TreeChange| known.get(&file.path) == Some(&true);
        let among = files.iter().filter(is_uncommitted);
        Ok(among.map(|file| file.path.clone()).collect())
    }

    /// True if the work tree has other bytes for a file than the tip.
    fn is_written_over(&self, file: &TreeChange) -> Result<bool, Error> {
        let store = self.store();
        match (store.work_files()?.read_regular(&file.path), file.after) {
            (Ok(Some(bytes)), Some(blob)) => Ok(store.objects().id_of_bytes(&bytes)? != blob),
            _ => Ok(true),
        }
    }

    /// True if the work tree's version of a file differs from a blob only in comments and space.
    fn is_same_as_written(&self, path: &str, blob: Option<ObjectId>) -> Result<bool, Error> {
        let store = self.store();
        let (Some(blob), Ok(Some(now))) = (blob, store.work_files()?.read_regular(path)) else {
            return Ok(false);
        };
        match store.objects().blob(blob) {
            Ok(before) => Ok(is_same_code(path, &before, &now)),
            Err(error) if error.is_missing() => Ok(false),
            Err(error) => Err(error.into()),
        }
    }
}
