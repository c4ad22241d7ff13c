//! Chains with encrypted entries, as remotes have them, and the same chains in plain form, as they
//! are here.
//!
//! An encrypted commit has its plain commit without parents inside. Its own parents are the
//! encrypted forms of that commit's parents, so that the same entry has the same plain commit in
//! every clone that can read the entries before it. An entry that cannot be read here stays
//! encrypted, on top of the plain form of its parents, unless an earlier sync has seen it: that is
//! known by its id, its time and its parents, without any key.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::chains::Private;
use crate::Error;
use crate::lock::Lock;
use git_memory_git::{Commit, Held, Moved, NewCommit, ObjectId, Regrafted};
use git_memory_model::private::chain::Fetched;
use git_memory_model::private::{Chain, sealed};
use git_memory_seal::{Sealer, Unread};
use git_memory_text::limits;

/// Facts by which an entry is known without a key: id, time, parents in plain form.
type Key = (Option<String>, i64, Vec<ObjectId>);

/// An entry that cannot be sent, as it is too large with its files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// Its id; that of its commit without one.
    pub id: String,
    /// Number of bytes.
    pub bytes: u64,
}

/// The part of a chain that a remote has: its newest commit there, and the plain form of that.
#[derive(Clone, Copy, Debug)]
pub struct There {
    /// The newest commit of the remote.
    pub sealed: ObjectId,
    /// Its plain form.
    pub plain: ObjectId,
}

/// Encrypts and decrypts chains; knows everything that it has met.
pub struct Sealing<'a> {
    private: Private<'a>,
    sealer: &'a Sealer,
    /// Entries that remotes are known to have.
    known: HashMap<Key, ObjectId>,
    /// Those of them that are encrypted.
    unread_here: HashMap<Key, ObjectId>,
    /// Plain form of each commit that was met.
    plain: HashMap<ObjectId, ObjectId>,
    /// Encrypted forms of plain commits.
    forms: HashMap<ObjectId, Vec<ObjectId>>,
    /// New names of commits that got other parents.
    renamed: HashMap<ObjectId, ObjectId>,
    /// Entries that cannot be read, by id or commit.
    unread: BTreeMap<String, Unread>,
}

impl<'a> Private<'a> {
    /// Prepares for chains with encrypted entries; goes once through all that was fetched.
    pub fn sealing(self, sealer: &'a Sealer) -> Result<Sealing<'a>, Error> {
        let mut sealing = Sealing {
            private: self,
            sealer,
            known: HashMap::new(),
            unread_here: HashMap::new(),
            plain: HashMap::new(),
            forms: HashMap::new(),
            renamed: HashMap::new(),
            unread: BTreeMap::new(),
        };
        let mut met = HashSet::new();
        // What was never shared must not be taken for an entry of a remote.
        for (_, tip) in self.fetched(Fetched::Chain)? {
            // A chain that cannot be read is reported by its own reader.
            for id in self.repo.between(tip, &[]).unwrap_or_default() {
                if met.insert(id) {
                    sealing.know(&self.repo.commit(id)?);
                }
            }
        }
        Ok(sealing)
    }

    /// True if some commits that `tip` reaches and `known` does not are encrypted entries; with
    /// `is_sealed` false, if some are not.
    pub fn has_entries(
        &self,
        is_sealed: bool,
        tip: ObjectId,
        known: Option<ObjectId>,
    ) -> Result<bool, Error> {
        for id in self.repo.between(tip, known.as_slice())? {
            if sealed::is_sealed(&self.repo.commit(id)?.message) == is_sealed {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Puts the plain form of a chain in its place.
    ///
    /// # Errors
    /// [`Error::Contended`] if another program moves it at the same time.
    pub fn replace(
        &self,
        _lock: &Lock,
        chain: &Chain,
        old: ObjectId,
        new: ObjectId,
    ) -> Result<(), Error> {
        let name = chain.ref_name();
        match self.move_ref(&name, Some(old), Some(new))? {
            Moved::Done => Ok(()),
            Moved::Contended => Err(Error::Contended { name }),
        }
    }
}

impl Sealing<'_> {
    /// The entries that were met and cannot be read, by id.
    #[must_use]
    pub fn unread(&self) -> &BTreeMap<String, Unread> {
        &self.unread
    }

    /// Takes over what an earlier sync has decrypted: a chain and its plain form are of one shape.
    /// Nothing is taken over of chains of two shapes, or with an entry that was not read.
    pub fn trust(&mut self, earlier: There) -> Result<(), Error> {
        let mut pairs = HashMap::new();
        let mut pending = vec![(earlier.sealed, earlier.plain)];
        while let Some((form, plain)) = pending.pop() {
            match pairs.insert(form, plain) {
                Some(known) if known == plain => continue,
                Some(_) => return Ok(()),
                None => {}
            }
            let (one, two) = (
                self.private.repo.commit(form)?,
                self.private.repo.commit(plain)?,
            );
            let is_pair = key(&one, &[]) == key(&two, &[])
                && one.parents.len() == two.parents.len()
                && !sealed::is_sealed(&two.message);
            if !is_pair {
                return Ok(());
            }
            pending.extend(one.parents.into_iter().zip(two.parents));
        }
        for (form, plain) in pairs {
            self.meet(form, plain);
        }
        Ok(())
    }

    /// Returns the plain form of a chain by its newest commit; what was plain stays.
    pub fn open(&mut self, tip: ObjectId) -> Result<ObjectId, Error> {
        // No recursion: a chain may have more commits than a stack has frames.
        let mut pending = vec![tip];
        while let Some(id) = pending.last().copied() {
            if self.plain.contains_key(&id) {
                pending.pop();
                continue;
            }
            let commit = self.private.repo.commit(id)?;
            let mut parents = Vec::new();
            for parent in &commit.parents {
                match self.plain.get(parent) {
                    Some(plain) => parents.push(*plain),
                    None => pending.push(*parent),
                }
            }
            if parents.len() == commit.parents.len() {
                let plain = self.open_one(&commit, &parents)?;
                self.meet(id, plain);
                pending.pop();
            }
        }
        Ok(self.plain.get(&tip).copied().unwrap_or(tip))
    }

    fn open_one(&mut self, commit: &Commit, parents: &[ObjectId]) -> Result<ObjectId, Error> {
        let repo = self.private.repo;
        if sealed::is_sealed(&commit.message) {
            let unread = match self.decrypt(commit, parents)? {
                Ok(plain) => {
                    self.know(&repo.commit(plain)?);
                    return Ok(plain);
                }
                Err(unread) => unread,
            };
            let key = key(commit, parents);
            if let Some(known) = self.known.get(&key) {
                return Ok(*known);
            }
            self.unread.insert(name(commit), unread);
            if let Some(known) = self.unread_here.get(&key) {
                return Ok(*known);
            }
        }
        let moved = self.regraft(commit, parents)?;
        if moved != commit.id {
            self.renamed.insert(commit.id, moved);
            self.know(&repo.commit(moved)?);
        }
        Ok(moved)
    }

    /// Returns the commit inside of an encrypted one.
    fn decrypt(
        &self,
        commit: &Commit,
        parents: &[ObjectId],
    ) -> Result<Result<ObjectId, Unread>, Error> {
        let repo = self.private.repo;
        let Some(file) = repo.file(commit.tree, sealed::FILE)? else {
            return Ok(Err(Unread::Damaged));
        };
        // Encrypted, it has its padding and a header.
        let limit = 3 * limits::SEALED_BYTES as u64;
        let mut content = Err(Unread::Damaged);
        repo.held(&[file], limit, |_, held| {
            content = match held {
                Held::Blob(bytes) => self.sealer.open(bytes, limits::SEALED_BYTES),
                Held::TooLarge => Err(Unread::TooLarge),
                Held::Other | Held::Missing => Err(Unread::Damaged),
            };
        })?;
        let bytes = match content {
            Ok(bytes) => bytes,
            Err(unread) => return Ok(Err(unread)),
        };
        let plain = repo.write_whole_commit(&bytes, parents, self.private.durability)?;
        Ok(plain.ok_or(Unread::Damaged))
    }

    /// Returns the form of a chain that a remote gets: every entry that it lacks is encrypted.
    /// `anew` encrypts the others again, too.
    pub fn seal(
        &mut self,
        tip: ObjectId,
        there: Option<There>,
        anew: bool,
    ) -> Result<Result<ObjectId, TooLarge>, Error> {
        let mut forms = HashMap::new();
        if let (Some(there), false) = (there, anew) {
            for id in self.private.repo.between(there.sealed, &[])? {
                forms.extend(self.plain.get(&id).map(|plain| (*plain, id)));
            }
            // Of two forms of one commit, the new commits have to build on this one.
            forms.insert(there.plain, there.sealed);
        }
        let mut pending = vec![tip];
        while let Some(id) = pending.last().copied() {
            if forms.contains_key(&id) {
                pending.pop();
                continue;
            }
            let commit = self.private.repo.commit(id)?;
            let mut parents = Vec::new();
            for parent in &commit.parents {
                match forms.get(parent) {
                    Some(form) => parents.push(*form),
                    None => pending.push(*parent),
                }
            }
            if parents.len() == commit.parents.len() {
                match self.seal_one(&commit, &parents, anew)? {
                    Ok(form) => drop(forms.insert(id, form)),
                    Err(large) => return Ok(Err(large)),
                }
                pending.pop();
            }
        }
        Ok(Ok(forms.get(&tip).copied().unwrap_or(tip)))
    }

    fn seal_one(
        &mut self,
        commit: &Commit,
        parents: &[ObjectId],
        anew: bool,
    ) -> Result<Result<ObjectId, TooLarge>, Error> {
        let Private {
            repo, durability, ..
        } = self.private;
        if sealed::is_sealed(&commit.message) {
            return self.regraft(commit, parents).map(Ok);
        }
        if !anew {
            for form in self.forms.get(&commit.id).into_iter().flatten() {
                let known = repo.commit(*form)?;
                // A commit that was never encrypted is a form of itself.
                if known.parents == parents && sealed::is_sealed(&known.message) {
                    return Ok(Ok(*form));
                }
            }
        }
        let bytes = repo.whole_commit(commit.id)?;
        if bytes.len() > limits::SEALED_BYTES {
            return Ok(Err(TooLarge {
                id: name(commit),
                bytes: bytes.len() as u64,
            }));
        }
        let blob = repo.write_encrypted(&self.sealer.seal(&bytes)?, durability)?;
        let edits = [(sealed::FILE.to_owned(), Some(blob))];
        let new = NewCommit {
            tree: repo.write_tree(None, &edits, durability)?,
            parents: parents.to_vec(),
            time: commit.time,
            message: &sealed::message(sealed::clear_id(&commit.message).as_ref()),
        };
        let form = repo.write_nameless_commit(&new, durability)?;
        self.meet(form, commit.id);
        Ok(Ok(form))
    }

    /// A commit with other parents; itself if they are the same.
    fn regraft(&self, commit: &Commit, parents: &[ObjectId]) -> Result<ObjectId, Error> {
        if commit.parents == parents {
            return Ok(commit.id);
        }
        let new = Regrafted {
            commit: commit.id,
            tree: commit.tree,
            parents,
            renamed: &self.renamed,
        };
        Ok(self.private.repo.regraft(&new, self.private.durability)?)
    }

    /// Remembers an entry that is here.
    fn know(&mut self, commit: &Commit) {
        let known = if sealed::is_sealed(&commit.message) {
            &mut self.unread_here
        } else {
            &mut self.known
        };
        known.insert(key(commit, &commit.parents), commit.id);
    }

    fn meet(&mut self, form: ObjectId, plain: ObjectId) {
        self.plain.insert(form, plain);
        self.forms.entry(plain).or_default().push(form);
    }
}

fn key(commit: &Commit, parents: &[ObjectId]) -> Key {
    let id = sealed::clear_id(&commit.message).map(|id| id.to_string());
    (id, commit.time, parents.to_vec())
}

fn name(commit: &Commit) -> String {
    match sealed::clear_id(&commit.message) {
        Some(id) => id.to_string(),
        None => commit.id.to_string(),
    }
}
