//! Reads histories with trees that this clone lacks, and that no remote promises: a reader goes on
//! with the rest, and skipped trees are remembered for the door to name. git's own log ends there.

use std::collections::HashSet;
use std::mem;
use std::ops::ControlFlow;

use super::backend::{EntryKind, is_too_deep};
use super::held::Absent;
use super::{CommitChanges, Error, ObjectId, Repo, TreeEntry, answer};

/// Number of commits that git is asked about at once.
const AT_ONCE: usize = 500;

impl Repo {
    /// The files below a folder in a commit or tree, sorted by path, without those of folders whose
    /// tree is not in this clone.
    ///
    /// # Errors
    /// In a partial clone, if a tree is missing that its remote has; if an object cannot be read.
    pub fn held_files(&self, treeish: ObjectId, folder: &str) -> Result<Vec<TreeEntry>, Error> {
        let failed = match self.backend().tree(treeish, folder) {
            Ok(found) => return Ok(found),
            Err(failed) if self.is_partial()? => return Err(failed),
            Err(failed) => failed,
        };
        let Some(top) = self.folder(treeish, folder)? else {
            return Err(failed);
        };
        let (mut found, mut is_whole) = (Vec::new(), true);
        let mut waiting = vec![(folder.as_bytes().to_vec(), top)];
        while let Some((path, tree)) = waiting.pop() {
            if !self.has_object(tree)? {
                self.pass_over(Absent::Tree(tree));
                is_whole = false;
                continue;
            }
            for name in self.tree_names(tree)?.iter() {
                let path = [&path, &b"/"[..], name.name].concat();
                let too_deep = is_too_deep(&path).then_some(EntryKind::TooDeep);
                match name.kind.or(too_deep) {
                    Some(kind) => found.push(TreeEntry {
                        path,
                        kind,
                        id: name.id,
                    }),
                    None => waiting.push((path, name.id)),
                }
            }
        }
        if is_whole {
            return Err(failed);
        }
        found.sort_unstable_by(|a, b| a.path.cmp(&b.path));
        Ok(found)
    }

    /// Goes through the commits that git's log did not reach, except those in `told`. Commits that
    /// cannot be compared are found by halving.
    pub(super) fn each_comparable(
        &self,
        selectors: &[&str],
        folders: &[&str],
        told: &HashSet<ObjectId>,
        each: &mut dyn FnMut(CommitChanges) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        // Without paths, no tree is read.
        let list = ["log", "--format=%H", "--no-show-signature"];
        let list = list.iter().chain(selectors).copied().chain(["--"]);
        let mut left: Vec<ObjectId> = answer::lines(&self.git(list).run()?)?;
        left.retain(|commit| !told.contains(commit));
        let mut flags = selectors.to_vec();
        flags.retain(|selector| selector.starts_with('-') && !selector.starts_with("--no-walk"));
        flags.push("--no-walk=unsorted");
        let mut waiting: Vec<&[ObjectId]> = left.chunks(AT_ONCE).rev().collect();
        while let Some(part) = waiting.pop() {
            let ids: Vec<String> = part.iter().map(ToString::to_string).collect();
            let ids = ids.iter().map(String::as_str);
            let selectors: Vec<&str> = flags.iter().copied().chain(ids).collect();
            let mut commits = Vec::new();
            let log = self.each_logged(&selectors, folders, &mut |commit| {
                commits.push(commit);
                ControlFlow::Continue(())
            });
            match (log, part) {
                (Ok(()), _) => {
                    if commits.into_iter().try_for_each(&mut *each).is_break() {
                        return Ok(());
                    }
                }
                (Err(error), [one]) if error.is_missing() => {
                    self.pass_over(Absent::Changes(*one));
                }
                (Err(error), _) if error.is_missing() => {
                    let (first, second) = part.split_at(part.len() / 2);
                    waiting.extend([second, first]);
                }
                (Err(error), _) => return Err(error),
            }
        }
        Ok(())
    }

    /// Notes a part that is not read.
    pub(super) fn pass_over(&self, absent: Absent) {
        self.absent.borrow_mut().insert(absent);
    }

    /// Takes the parts that were passed over so far, each once.
    pub fn take_absent(&self) -> impl Iterator<Item = Absent> {
        mem::take(&mut *self.absent.borrow_mut()).into_iter()
    }
}
