//! Unmerged files of memory, which git has left to people, and the operation that they come from.

use std::collections::BTreeMap;

use crate::{Error, Store};
use git_memory_git::{Operation, Unmerged};
use git_memory_model::layout::DERIVED;
use git_memory_text::path::RepoPath;

impl Store<'_> {
    /// The records and pages that git has not merged yet. Derived files are not among them: they
    /// are made anew.
    pub fn unmerged(&self) -> Result<BTreeMap<RepoPath, Unmerged>, Error> {
        let roots = self.roots()?;
        let mut unmerged = BTreeMap::new();
        for file in self.repo().unmerged(self.folders()?)? {
            // A file whose name cannot be read is no record, whatever becomes of it.
            let Ok(name) = str::from_utf8(&file.path) else {
                continue;
            };
            let own = self.folder().below(name);
            if own.is_some_and(|own| DERIVED.contains(&own)) {
                continue;
            }
            if let Ok(path) = name.parse::<RepoPath>()
                && roots.place(&path).is_some()
            {
                unmerged.insert(path, file);
            }
        }
        Ok(unmerged)
    }

    /// The operation that git is in the middle of, where it tells.
    pub fn operation(&self) -> Result<Option<Operation>, Error> {
        Ok(self.repo().operation()?)
    }
}
