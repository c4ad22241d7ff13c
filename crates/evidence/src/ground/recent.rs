//! The newest commits by the files that they changed: each record asks for those of its own files.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::specs::Specs;
use git_memory_git::PathFilter;
use git_memory_store::{RecentCommit, RecentFile};

/// Beginning of pathspec magic, and of a path that reads as that.
const MAGIC: &str = ":";

/// Changes of the newest commits, in the order of the changed paths.
pub(super) struct RecentChanges {
    /// Newest first.
    commits: Arc<Vec<RecentCommit>>,
    /// Numbers of a commit and of one of its files, by the file's path.
    by_path: Vec<(usize, usize)>,
}

impl RecentChanges {
    pub(super) fn new(commits: Arc<Vec<RecentCommit>>) -> Self {
        let mut by_path = Vec::new();
        for (nth, commit) in commits.iter().enumerate() {
            by_path.extend((0..commit.files.len()).map(|file| (nth, file)));
        }
        by_path.sort_unstable_by_key(|&(nth, file)| commits[nth].files[file].path.as_str());
        Self { commits, by_path }
    }

    /// The commits that changed files of a record, the newest first, each with these files.
    pub(super) fn of(&self, specs: &Specs) -> Vec<(&RecentCommit, Vec<&RecentFile>)> {
        let mut found: BTreeSet<(usize, usize)> = BTreeSet::new();
        for prefix in specs.prefixes().iter().copied().chain([MAGIC]) {
            let start = self.by_path.partition_point(|it| self.path(*it) < prefix);
            let begun = self.by_path[start..].iter().copied();
            let begun = begun.take_while(|it| self.path(*it).starts_with(prefix));
            found.extend(begun.filter(|it| specs.has(self.path(*it))));
        }
        let mut changes: Vec<(&RecentCommit, Vec<&RecentFile>)> = Vec::new();
        let mut last = None;
        for (nth, file) in found {
            let commit = &self.commits[nth];
            if last.replace(nth) != Some(nth) {
                changes.push((commit, Vec::new()));
            }
            if let Some((_, files)) = changes.last_mut() {
                files.push(&commit.files[file]);
            }
        }
        changes
    }

    fn path(&self, (nth, file): (usize, usize)) -> &str {
        &self.commits[nth].files[file].path
    }
}
