//! The derived files of the work tree: whether they are what the records give, and making them so.

use super::Error;
use super::tracked::{Memory, Store};
use super::work_tree::Look;
use super::write::{Place, replace_disposable};
use crate::domain::derived;
use crate::domain::layout::DERIVED;
use crate::domain::path::RepoPath;
use crate::domain::secrets::Clean;
use crate::git::ObjectId;

/// One derived file of a view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Freshness {
    /// The file, from the top of the work tree.
    pub path: &'static str,
    /// Whether it holds what the records give.
    pub is_fresh: bool,
}

/// Compares the derived files (as read by `content`) with what the records give. Files that are not there are left out.
pub fn freshness(memory: &Memory, content: impl Fn(&'static str) -> Option<Vec<u8>>) -> Vec<Freshness> {
    let compare = |(path, text): (&'static str, Clean)| {
        let now = content(path)?;
        Some(Freshness { path, is_fresh: now == text.as_str().as_bytes() })
    };
    derived::all(&memory.records).into_iter().filter_map(compare).collect()
}

impl Store<'_> {
    /// Whether the tracked derived files of a memory tree are known to be what its records give.
    #[must_use]
    pub fn is_settled(&self, memory: ObjectId) -> bool {
        std::fs::read(self.settled()).is_ok_and(|known| known == memory.to_string().as_bytes())
    }

    /// Remembers that.
    pub fn settle(&self, memory: ObjectId) {
        // Where it cannot be kept, the next commit finds it out again.
        let _ = replace_disposable(&self.settled(), memory.to_string().as_bytes());
    }

    /// Brings the derived files in the work tree up to date; says which had to be written.
    ///
    /// # Errors
    /// Where a file cannot be written.
    pub(super) fn refresh_derived(&self, look: &Look, memory: &Memory) -> Result<Vec<&'static str>, Error> {
        let work_tree = self.work_tree()?;
        if look.derived.is_some() && look.derived == work_tree.derived_stats() {
            work_tree.remember(look, look.derived);
            return Ok(Vec::new());
        }
        let place = Place { top: work_tree.top, git_dir: work_tree.git_dir };
        let mut written = Vec::new();
        for (path, text) in derived::all(&memory.records) {
            let target = work_tree.top.join(path);
            let is_there = std::fs::read(&target).is_ok_and(|now| now == text.as_str().as_bytes());
            if !is_there {
                let path_in_repo: RepoPath = path.parse().map_err(|_| Error::NotAFolder(path.to_owned()))?;
                place.write_derived(&path_in_repo, &text)?;
                written.push(path);
            }
        }
        debug_assert!(written.len() <= DERIVED.len());
        work_tree.remember(look, work_tree.derived_stats());
        Ok(written)
    }
}
