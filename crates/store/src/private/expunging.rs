//! Taking what was forgotten out of this clone: the chains are written anew without it, and its
//! objects, caches and reflogs go.
//!
//! The commits that a chain becomes depend only on the chain and on the entries that were
//! forgotten, so that every clone that expunges the same entries comes to the same commits.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fs;
use std::path::Path;

use super::chains::Private;
use crate::atomic::{self, Sync};
use crate::kept::{self, EXPUNGED, Forgetting};
use crate::lock::Lock;
use crate::state::sessions;
use crate::tracked::is_nothing;
use crate::{Error, walk};
use git_memory_git::{Moved, ObjectId, Regrafted};
use git_memory_model::private::Chain;
use git_memory_model::private::chain::Fetched;
use git_memory_model::record::reading;
use git_memory_text::path::MEMORY;

/// Beginning of a line with an object that is to go; any other line is the id of an entry.
const OBJECT: &str = "object ";

/// All that was taken out of this clone.
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

/// Facts that this clone has to remember about expunged entries.
#[derive(Debug, Default)]
struct ExpungeRecord {
    /// The ids of the entries: a remote may still bring them.
    ids: BTreeSet<String>,
    /// The objects that are still to go, for the next call after one that was killed.
    doomed: BTreeSet<ObjectId>,
}

/// Rewrites chains without some entries.
pub(crate) struct Rewriting<'a> {
    private: &'a Private<'a>,
    ids: &'a BTreeSet<String>,
    /// Entries that are left out by their commits: they stay where they are.
    commits: HashSet<ObjectId>,
    /// New id of each commit: `None` where the chain began with what goes.
    becomes: HashMap<ObjectId, Option<ObjectId>>,
    /// The commits that became another commit.
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
        // Its encrypted form can be read with a key that is at hand.
        for (name, tip) in self.fetched(Fetched::Sealed)? {
            let tip = self.repo.commit_of(tip)?.unwrap_or(tip);
            if rewriting.rewrite(tip)? != Some(tip) {
                moves.push((name, tip, None));
            }
        }
        let mut record = self.expunge_record()?;
        record.doomed.extend(&rewriting.doomed);
        done.ids = rewriting.taken();
        record.ids.extend(done.ids.iter().cloned());
        self.remember_expunged(&record)?;
        for (name, old, new) in moves {
            if self.move_ref(&name, Some(old), new)? != Moved::Done {
                return Err(Error::Contended { name });
            }
            self.repo.remove_reflog(&name)?;
        }
        self.remove_traces(&record.ids)?;
        self.prune(record, &mut done)?;
        Ok(done)
    }

    /// Rewrites a fetched chain without the entries that were expunged here; `None` where nothing
    /// is left. What it had besides is removed by [`Private::prune_doomed`].
    pub fn without_expunged(&self, tip: ObjectId) -> Result<Option<ObjectId>, Error> {
        let mut record = self.expunge_record()?;
        if record.ids.is_empty() {
            return Ok(Some(tip));
        }
        let mut rewriting = Rewriting::new(self, &record.ids);
        let new = rewriting.rewrite(tip)?;
        let doomed = rewriting.doomed;
        if !doomed.is_empty() {
            record.doomed.extend(doomed);
            self.remember_expunged(&record)?;
        }
        Ok(new)
    }

    /// Removes the objects that were marked and that nothing reaches.
    ///
    /// # Errors
    /// Where git or a file fails; then they stay marked.
    pub fn prune_doomed(&self, _lock: &Lock) -> Result<(), Error> {
        self.prune(self.expunge_record()?, &mut Expunged::default())
    }

    fn prune(&self, mut record: ExpungeRecord, done: &mut Expunged) -> Result<(), Error> {
        let mut ids: HashSet<ObjectId> = std::mem::take(&mut record.doomed).into_iter().collect();
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
        self.remember_expunged(&record)
    }

    /// Takes what goes out of everything that is kept, and removes what another version left.
    fn remove_traces(&self, ids: &BTreeSet<String>) -> Result<(), Error> {
        for (place, row) in kept::places(self.repo.common_dir())? {
            match row.map_or(Forgetting::Remove, |row| row.forgetting) {
                Forgetting::Remove => kept::remove(&place)?,
                Forgetting::RemoveNaming => {
                    for name in walk::names(&place)? {
                        let path = place.join(name);
                        if names_one(&path, ids)? {
                            kept::remove(&path)?;
                        }
                    }
                }
                Forgetting::RemoveQuestions => sessions::remove_questions(&place)?,
                Forgetting::Keep => {}
            }
        }
        Ok(())
    }

    /// The ids of what was taken out: whatever brings it back is not wanted.
    pub(crate) fn expunged(&self) -> Result<BTreeSet<String>, Error> {
        Ok(self.expunge_record()?.ids)
    }

    fn expunge_record(&self) -> Result<ExpungeRecord, Error> {
        let path = EXPUNGED.of(self.repo);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if is_nothing(&error) => return Ok(ExpungeRecord::default()),
            Err(error) => return Err(Error::read(&path)(error)),
        };
        let mut record = ExpungeRecord::default();
        for line in text.lines() {
            match line.strip_prefix(OBJECT) {
                Some(hex) => drop(record.doomed.insert(hex.parse()?)),
                None => drop(record.ids.insert(line.to_owned())),
            }
        }
        Ok(record)
    }

    fn remember_expunged(&self, record: &ExpungeRecord) -> Result<(), Error> {
        let path = EXPUNGED.of(self.repo);
        let mut text = String::new();
        for id in &record.ids {
            text.extend([id.as_str(), "\n"]);
        }
        for object in &record.doomed {
            text.extend([OBJECT, &object.to_string(), "\n"]);
        }
        if text.is_empty() {
            return kept::remove(&path);
        }
        // To the disk: what is only remembered here is found nowhere else.
        atomic::replace(&path, text.as_bytes(), Sync::Disk)
    }
}

impl<'a> Rewriting<'a> {
    pub(crate) fn new(private: &'a Private<'a>, ids: &'a BTreeSet<String>) -> Self {
        Self::leaving_out(private, ids, HashSet::new())
    }

    /// As `new`, without some commits, too.
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

    /// Rewrites a commit and all that it reaches without the entries; `None` where nothing is left.
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

    /// Rewrites one commit, once it is known what its parents become.
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

/// True if the text of a file names one of some ids.
fn names_one(path: &Path, ids: &BTreeSet<String>) -> Result<bool, Error> {
    let bytes = fs::read(path).map_err(Error::read(path))?;
    let text = String::from_utf8_lossy(&bytes);
    Ok(ids.iter().any(|id| text.contains(id.as_str())))
}
