//! Work logs that are encrypted on a remote, between `sync` and the store: a remote's chain is
//! fetched into a ref of its own, its plain form goes where `sync` looks for it, and what leaves is
//! encrypted. Without readers and without encrypted entries nothing happens here.

use std::collections::{BTreeMap, BTreeSet};

use super::readers::Readers;
use super::shared_refs::Shared;
use super::synced::Encryption;
use crate::workspace::Error;
use git_memory_git::ObjectId;
use git_memory_model::private::chain::REFS;
use git_memory_store::{Private, Sealing, There, TooLarge};

/// The chains of one remote.
pub(crate) struct SealedChains<'a> {
    private: Private<'a>,
    readers: &'a Readers,
    /// The ref that remembers the file with the readers.
    noted: &'a str,
    /// True if everything is encrypted again.
    anew: bool,
    /// Refs that were encrypted again.
    renewed: BTreeSet<String>,
    /// Made at first use: it reads all that was fetched.
    sealing: Option<Sealing<'a>>,
    /// Chains that the remote has, by the names of its refs.
    there: BTreeMap<String, There>,
    told: Encryption,
}

impl<'a> SealedChains<'a> {
    pub(crate) fn new(
        private: Private<'a>,
        readers: &'a Readers,
        noted: &'a str,
        anew: bool,
    ) -> Self {
        Self {
            private,
            readers,
            noted,
            // Without readers nothing is encrypted.
            anew: anew && readers.sealer.seals(),
            renewed: BTreeSet::new(),
            sealing: None,
            there: BTreeMap::new(),
            told: readers.told.clone(),
        }
    }

    /// True if a ref is still to be encrypted again.
    pub(crate) fn is_anew(&self, one: &Shared) -> bool {
        self.anew && one.chain.is_some() && !self.renewed.contains(&one.name)
    }

    /// Forgets the last round, and trusts what earlier syncs have decrypted.
    pub(crate) fn begin_round(
        &mut self,
        shared: &[Shared],
        theirs: &BTreeMap<String, ObjectId>,
    ) -> Result<(), Error> {
        self.there.clear();
        let names: BTreeSet<&String> = shared.iter().map(|one| &one.name).collect();
        let left = theirs
            .keys()
            .filter(|name| name.starts_with(REFS) && !names.contains(name));
        self.told.left = if self.anew { left.count() } else { 0 };
        if self.sealing.is_some() {
            return Ok(());
        }
        for one in shared {
            let Some(sealed) = &one.sealed else { continue };
            let sealed = self.private.commit_of(self.private.reference(sealed)?)?;
            let plain = self
                .private
                .commit_of(self.private.reference(&one.tracking)?)?;
            if let (Some(sealed), Some(plain)) = (sealed, plain) {
                self.sealing()?.trust(There { sealed, plain })?;
            }
        }
        Ok(())
    }

    fn sealing(&mut self) -> Result<&mut Sealing<'a>, Error> {
        let made = match self.sealing.take() {
            Some(sealing) => sealing,
            None => self.private.sealing(&self.readers.sealer)?,
        };
        Ok(self.sealing.insert(made))
    }

    /// The ref into which a remote's ref is fetched.
    pub(crate) fn fetched_into<'s>(&self, one: &'s Shared) -> Result<&'s str, Error> {
        if let Some(sealed) = &one.sealed
            && (self.readers.sealer.seals() || self.private.reference(sealed)?.is_some())
        {
            return Ok(sealed);
        }
        Ok(&one.tracking)
    }

    /// Returns the plain form of a fetched chain, and remembers both. Entries of ours that could not
    /// be read before, and can be now, are put in their place.
    pub(crate) fn open(
        &mut self,
        one: &Shared,
        held: ObjectId,
        commit: ObjectId,
        own: Option<ObjectId>,
    ) -> Result<ObjectId, Error> {
        let (Some(sealed), Some(chain)) = (&one.sealed, &one.chain) else {
            return Ok(commit);
        };
        let is_plain_ref = self.fetched_into(one)? == one.tracking;
        if is_plain_ref && !self.private.has_entries(true, commit, own)? {
            return Ok(commit);
        }
        if self.told.is_first && !self.told.has_plain {
            self.told.has_plain = self.private.has_entries(false, commit, None)?;
        }
        // Removes the encrypted form of what was expunged here, where nothing needs it any more.
        self.private.without_expunged(commit)?;
        let plain = self.sealing()?.open(commit)?;
        self.keep(sealed, held)?;
        self.keep(&one.tracking, plain)?;
        if let Some(own) = own
            && self.sealing()?.open(own)? != own
        {
            let private = self.private;
            let lock = private.lock()?;
            // Another process may have written to it since.
            if let Some(own) = private.tip_of(&one.name)? {
                let new = self.sealing()?.open(own)?;
                private.replace(&lock, chain, own, new)?;
            }
        }
        let there = There {
            sealed: commit,
            plain,
        };
        self.there.insert(one.name.clone(), there);
        Ok(plain)
    }

    /// Returns the form of a chain or of notes that the remote gets; `None` if it gets none.
    pub(crate) fn seal(
        &mut self,
        one: &Shared,
        own: ObjectId,
    ) -> Result<Result<Option<ObjectId>, TooLarge>, Error> {
        if one.chain.is_none() {
            return Ok(Ok(Some(own)));
        }
        let there = self.there.get(&one.name).copied();
        if !self.readers.sealer.seals() {
            // The readers are at a revision that is not here yet.
            if there.is_some() {
                self.told.plain.push(one.name.clone());
                return Ok(Ok(None));
            }
            return Ok(Ok(Some(own)));
        }
        let anew = self.is_anew(one);
        Ok(self.sealing()?.seal(own, there, anew)?.map(Some))
    }

    /// Remembers a form that the remote took.
    pub(crate) fn note_sent(&mut self, one: &Shared, sent: ObjectId) -> Result<(), Error> {
        let Some(sealed) = &one.sealed else {
            return Ok(());
        };
        if self.readers.sealer.seals() {
            self.keep(sealed, sent)?;
            self.renewed.insert(one.name.clone());
            self.told.has_sent = true;
        }
        Ok(())
    }

    /// Remembers the readers, once something was sent to them.
    pub(crate) fn note_readers(&self) -> Result<(), Error> {
        if let (Some(file), true) = (self.readers.file, self.told.has_sent) {
            self.keep(self.noted, file)?;
        }
        Ok(())
    }

    fn keep(&self, name: &str, now: ObjectId) -> Result<(), Error> {
        let before = self.private.reference(name)?;
        if before != Some(now) {
            self.private.remember(name, before, now)?;
        }
        Ok(())
    }

    /// The plain form of what a remote's ref holds, if the last sync has seen it.
    pub(crate) fn plain_of(
        &self,
        one: &Shared,
        held: Option<ObjectId>,
    ) -> Result<Option<ObjectId>, Error> {
        match &one.sealed {
            Some(sealed) if held.is_some() && self.private.reference(sealed)? == held => {
                self.private.reference(&one.tracking).map_err(Error::from)
            }
            _ => Ok(held),
        }
    }

    /// Facts for the person who asked.
    pub(crate) fn end(mut self) -> Encryption {
        if let Some(sealing) = &self.sealing {
            self.told.unread = sealing.unread().clone();
        }
        self.told.plain.sort();
        self.told.plain.dedup();
        self.told
    }
}
