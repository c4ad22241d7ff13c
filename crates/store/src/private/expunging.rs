//! Taking what was forgotten out of this clone: the chains are written anew without it, and its
//! objects, caches and reflogs go.
//!
//! What a chain becomes depends on the chain and on what was forgotten alone, so that every clone
//! that expunges the same entries comes to the same commits.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::chains::Private;
use crate::atomic::{self, Sync};
use crate::lock::Lock;
use crate::tracked::is_nothing;
use crate::{Error, walk};
use git_memory_git::{Moved, ObjectId, Regrafted};
use git_memory_model::private::Chain;
use git_memory_model::record::reading;
use git_memory_text::path::MEMORY;

/// The file with the objects that are to go, in hex: whoever is killed in between finds them again.
const DOOMED: &str = "expunging";
/// The file with the ids of what was expunged: a remote may still bring it.
const EXPUNGED: &str = "expunged";
/// What is made from private memory, and made again when it is asked for.
const CACHES: [&str; 3] = ["recall", "packs", "readings"];

/// What was taken out of this clone.
#[derive(Clone, Debug, Default)]
pub struct Expunged {
    /// The ids of the entries.
    pub ids: Vec<String>,
    /// The chains that were written anew.
    pub chains: Vec<Chain>,
    /// How many objects were removed.
    pub removed: usize,
    /// The refs of remotes that held one of the entries when they were synced.
    pub remotes: Vec<String>,
    /// The objects that something else still reaches.
    pub reached: Vec<ObjectId>,
    /// The objects that are in a pack that is kept, or in another repository.
    pub left: Vec<ObjectId>,
}

/// What chains become without some entries.
pub(crate) struct Rewriting<'a> {
    private: &'a Private<'a>,
    ids: &'a BTreeSet<String>,
    /// Entries that are left out by their commits: they stay where they are.
    commits: HashSet<ObjectId>,
    /// What each commit becomes: nothing, where the chain began with what goes.
    becomes: HashMap<ObjectId, Option<ObjectId>>,
    /// Those that became another commit.
    renamed: HashMap<ObjectId, ObjectId>,
    /// The objects that nothing needs any more.
    doomed: HashSet<ObjectId>,
}

impl Private<'_> {
    /// Takes everything that was forgotten out of this clone.
    ///
    /// # Errors
    /// [`Error::Contended`] where another program moves a chain at the same time, or where git or
    /// a file fails; what was not done is done by the next call.
    pub fn expunge(&self, _lock: &Lock) -> Result<Expunged, Error> {
        let chains = self.chains()?;
        let mut tips = Vec::new();
        for (_, tip) in &chains {
            tips.push(*tip);
        }
        let ids = self.forgotten(&tips)?;
        let mut done = Expunged::default();
        let mut rewriting = Rewriting::new(self, &ids);
        // Everything is written before the first ref moves: a failure leaves only unused objects.
        let mut moves = Vec::new();
        for (chain, tip) in chains {
            let new = rewriting.rewrite(tip)?;
            if new != Some(tip) {
                moves.push((chain.ref_name(), tip, new));
                done.chains.push(chain);
            }
        }
        for (name, tip) in self.remote_chains()? {
            if rewriting.rewrite(tip)? != Some(tip) {
                // The next sync asks the remote again where it is.
                moves.push((name.clone(), tip, None));
                done.remotes.push(name);
            }
        }
        let mut doomed = self.remembered(DOOMED)?;
        doomed.extend(rewriting.doomed.iter().map(ObjectId::to_string));
        self.remember_lines(DOOMED, &doomed)?;
        done.ids = rewriting.taken();
        let mut expunged = self.expunged()?;
        expunged.extend(done.ids.iter().cloned());
        self.remember_lines(EXPUNGED, &expunged)?;
        for (name, old, new) in moves {
            if self.move_ref(&name, Some(old), new)? != Moved::Done {
                return Err(Error::Contended { name });
            }
            self.repo.remove_reflog(&name)?;
        }
        self.remove_traces(&expunged)?;
        self.prune(&doomed, &mut done)?;
        self.remember_lines(DOOMED, &BTreeSet::new())?;
        Ok(done)
    }

    /// What a chain that was fetched becomes without the entries that were expunged here; `None`
    /// where nothing is left. What it had besides is removed by [`Private::prune_doomed`].
    pub fn without_expunged(&self, tip: ObjectId) -> Result<Option<ObjectId>, Error> {
        let ids = self.expunged()?;
        if ids.is_empty() {
            return Ok(Some(tip));
        }
        let mut rewriting = Rewriting::new(self, &ids);
        let new = rewriting.rewrite(tip)?;
        if !rewriting.doomed.is_empty() {
            let mut doomed = self.remembered(DOOMED)?;
            doomed.extend(rewriting.doomed.iter().map(ObjectId::to_string));
            self.remember_lines(DOOMED, &doomed)?;
        }
        Ok(new)
    }

    /// Removes the objects that were marked and that nothing reaches.
    ///
    /// # Errors
    /// Where git or a file fails; then they stay marked.
    pub fn prune_doomed(&self, _lock: &Lock) -> Result<(), Error> {
        let doomed = self.remembered(DOOMED)?;
        if doomed.is_empty() {
            return Ok(());
        }
        self.prune(&doomed, &mut Expunged::default())?;
        self.remember_lines(DOOMED, &BTreeSet::new())
    }

    fn prune(&self, doomed: &BTreeSet<String>, done: &mut Expunged) -> Result<(), Error> {
        let mut ids = HashSet::new();
        for hex in doomed {
            ids.insert(hex.parse()?);
        }
        if ids.is_empty() {
            return Ok(());
        }
        let reached = self.repo.reached(&ids)?;
        ids.retain(|id| !reached.contains(id));
        let mut ids: Vec<ObjectId> = ids.into_iter().collect();
        ids.sort_unstable();
        done.left = self.repo.remove_objects(&ids)?;
        done.removed = ids.len() - done.left.len();
        done.reached = reached.into_iter().collect();
        done.reached.sort_unstable();
        Ok(())
    }

    /// Removes what was made from private memory, and texts of what goes that an editor left.
    fn remove_traces(&self, ids: &BTreeSet<String>) -> Result<(), Error> {
        let memory = self.repo.common_dir().join("memory");
        for name in CACHES {
            remove(&memory.join(name))?;
        }
        let mut folders = vec![memory];
        let trees = self.repo.common_dir().join("worktrees");
        if trees.is_dir() {
            for name in walk::names(&trees)? {
                folders.push(trees.join(name).join("memory"));
            }
        }
        for folder in folders {
            if !folder.is_dir() {
                continue;
            }
            for name in walk::names(&folder)? {
                let is_text = name.starts_with("EDIT-") || name.starts_with("REFUSED-");
                let path = folder.join(&name);
                if is_text && names_one(&path, ids)? {
                    remove(&path)?;
                }
            }
        }
        Ok(())
    }

    /// The ids of what was taken out: whatever brings it back is not wanted.
    pub(crate) fn expunged(&self) -> Result<BTreeSet<String>, Error> {
        self.remembered(EXPUNGED)
    }

    fn state_file(&self, name: &str) -> PathBuf {
        self.repo.common_dir().join("memory").join(name)
    }

    fn remembered(&self, name: &str) -> Result<BTreeSet<String>, Error> {
        let path = self.state_file(name);
        match fs::read_to_string(&path) {
            Ok(text) => Ok(text.lines().map(str::to_owned).collect()),
            Err(error) if is_nothing(&error) => Ok(BTreeSet::new()),
            Err(error) => Err(Error::read(&path)(error)),
        }
    }

    fn remember_lines(&self, name: &str, lines: &BTreeSet<String>) -> Result<(), Error> {
        let path = self.state_file(name);
        if lines.is_empty() {
            return remove(&path);
        }
        let mut text = String::new();
        for line in lines {
            text.extend([line.as_str(), "\n"]);
        }
        // To the disk: what is only remembered here is found nowhere else.
        atomic::replace(&path, text.as_bytes(), Sync::Disk)
    }
}

impl<'a> Rewriting<'a> {
    pub(crate) fn new(private: &'a Private<'a>, ids: &'a BTreeSet<String>) -> Self {
        Self::leaving_out(private, ids, HashSet::new())
    }

    /// The same without some commits, too.
    pub(crate) fn leaving_out(
        private: &'a Private<'a>,
        ids: &'a BTreeSet<String>,
        commits: HashSet<ObjectId>,
    ) -> Self {
        Self {
            private,
            ids,
            commits,
            becomes: HashMap::new(),
            renamed: HashMap::new(),
            doomed: HashSet::new(),
        }
    }

    /// What a commit becomes without the entries; `None` where nothing is left.
    pub(crate) fn rewrite(&mut self, tip: ObjectId) -> Result<Option<ObjectId>, Error> {
        // No recursion: a chain may have more commits than a stack has frames.
        let mut pending = vec![tip];
        while let Some(id) = pending.last().copied() {
            if self.becomes.contains_key(&id) {
                pending.pop();
                continue;
            }
            let parents = self.private.repo.commit(id)?.parents;
            let before = pending.len();
            for parent in &parents {
                if !self.becomes.contains_key(parent) {
                    pending.push(*parent);
                }
            }
            if pending.len() == before {
                let new = self.one(id, &parents)?;
                self.becomes.insert(id, new);
                pending.pop();
            }
        }
        Ok(self.becomes.get(&tip).copied().flatten())
    }

    /// What one commit becomes, once it is known what its parents become.
    fn one(&mut self, id: ObjectId, parents: &[ObjectId]) -> Result<Option<ObjectId>, Error> {
        let mut new_parents: Vec<ObjectId> = Vec::new();
        for parent in parents {
            if let Some(Some(new)) = self.becomes.get(parent)
                && !new_parents.contains(new)
            {
                new_parents.push(*new);
            }
        }
        if self.commits.contains(&id) {
            return Ok(new_parents.first().copied());
        }
        let tree = self.private.repo.commit(id)?.tree;
        let entry = self.private.raw_entry(id)?;
        if entry.is_some_and(|entry| self.ids.contains(&entry.id)) {
            self.doomed.insert(id);
            self.doom_tree(tree, None)?;
            return Ok(new_parents.first().copied());
        }
        let new_tree = self.tree(tree)?;
        if new_tree == tree && new_parents == parents {
            return Ok(Some(id));
        }
        let new = self.private.repo.regraft(
            &Regrafted {
                commit: id,
                tree: new_tree,
                parents: &new_parents,
                renamed: &self.renamed,
            },
            self.private.durability,
        )?;
        // Its parents go, and a commit without its parents makes 'git fsck' fail.
        self.doomed.insert(id);
        self.renamed.insert(id, new);
        Ok(Some(new))
    }

    /// A tree without the records that go: that of a join may hold several.
    fn tree(&mut self, tree: ObjectId) -> Result<ObjectId, Error> {
        let repo = self.private.repo;
        if tree == ObjectId::of_empty_tree(repo.format())? {
            return Ok(tree);
        }
        let mut edits = Vec::new();
        for file in repo.tree(tree, MEMORY)? {
            let Some(header) = reading::read(&repo.blob(file.id)?).header else {
                continue;
            };
            if self.ids.contains(header.id.as_str()) {
                let path = String::from_utf8_lossy(&file.path).into_owned();
                self.doom_tree(tree, Some(&path))?;
                edits.push((path, None));
            }
        }
        if edits.is_empty() {
            return Ok(tree);
        }
        Ok(repo.write_tree(Some(tree), &edits, self.private.durability)?)
    }

    /// Marks a tree with the folders and files in it, or those of one path alone. A name can tell
    /// as much as a text.
    fn doom_tree(&mut self, tree: ObjectId, only: Option<&str>) -> Result<(), Error> {
        let repo = self.private.repo;
        if tree == ObjectId::of_empty_tree(repo.format())? {
            return Ok(());
        }
        self.doomed.insert(tree);
        for file in repo.tree(tree, MEMORY)? {
            let path = String::from_utf8_lossy(&file.path).into_owned();
            if only.is_some_and(|only| only != path) {
                continue;
            }
            self.doomed.insert(file.id);
            for (at, _) in path.match_indices('/') {
                self.doomed.extend(repo.folder(tree, &path[..at])?);
            }
        }
        Ok(())
    }

    /// The ids of the entries that were met, sorted.
    fn taken(&self) -> Vec<String> {
        let mut taken = BTreeSet::new();
        for id in &self.doomed {
            // Trees and blobs are no commits.
            if let Ok(Some(entry)) = self.private.raw_entry(*id)
                && self.ids.contains(&entry.id)
            {
                taken.insert(entry.id);
            }
        }
        taken.into_iter().collect()
    }
}

/// Whether a text names one of some ids.
fn names_one(path: &Path, ids: &BTreeSet<String>) -> Result<bool, Error> {
    let bytes = fs::read(path).map_err(Error::read(path))?;
    let text = String::from_utf8_lossy(&bytes);
    Ok(ids.iter().any(|id| text.contains(id.as_str())))
}

fn remove(path: &Path) -> Result<(), Error> {
    let removed = if path.is_dir() {
        fs::remove_dir_all(path)
    } else {
        fs::remove_file(path)
    };
    match removed {
        Err(error) if !is_nothing(&error) => Err(Error::write(path)(error)),
        _ => Ok(()),
    }
}
