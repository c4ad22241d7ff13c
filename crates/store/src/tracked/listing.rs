//! A view that was looked at: which files it has, before any of them is read as a record.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex};

use sha2::{Digest, Sha256};

use crate::Error;
use crate::tracked::memory::Memory;
use crate::tracked::snapshot::{ListedFiles, Snapshot, View, files_with_roots, is_private};
use crate::tracked::store::Store;
use crate::tracked::work_tree::TakeObject;
use git_memory_git::{EntryKind, ObjectId, TreeEntry};
use git_memory_model::record::check::Finding;
use git_memory_text::hex;
use git_memory_text::path::{MemoryFolder, folder};

/// List of the files of a view.
#[derive(Clone, Debug)]
pub struct Listing {
    /// A name for the files that were listed: another view has it only where it has the same ones
    /// with the same contents.
    pub(crate) key: String,
    /// A checksum of what cannot be read.
    unreadable_key: u32,
    /// The files, and what cannot be read; `None` where they need not be listed yet.
    pub files: Option<Snapshot>,
    /// Contents that had to be read.
    pub(crate) contents: Arc<HashMap<ObjectId, Vec<u8>>>,
    /// Of a work tree: the folders that hold files of any kind, from its top.
    pub folders: BTreeSet<String>,
    /// The records that were read from it: the requests of a server share a list.
    pub(crate) memory: Arc<Mutex<Option<Memory>>>,
}

impl Listing {
    fn of(snapshot: Snapshot) -> Self {
        let mut unreadable = crc32fast::Hasher::new();
        for finding in &snapshot.unreadable {
            for part in [finding.path.as_str(), finding.fault.message.as_str()] {
                unreadable.update(part.as_bytes());
                unreadable.update(b"\0");
            }
        }
        let files = snapshot.files.iter().map(|(path, id)| (path.as_str(), *id));
        Self {
            key: key(files),
            unreadable_key: unreadable.finalize(),
            files: Some(snapshot),
            contents: Arc::default(),
            folders: BTreeSet::new(),
            memory: Arc::default(),
        }
    }

    /// The listing of some files, all of which can be read.
    pub(crate) fn of_files(files: ListedFiles) -> Self {
        Self::of(Snapshot {
            files,
            ..Snapshot::default()
        })
    }

    /// A name for all that was listed, what cannot be read too.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{}-{:08x}", self.key, self.unreadable_key)
    }
}

impl Store<'_> {
    /// Lists the records' files of a view. Of a work tree only what changed is read.
    pub fn listing(&self, view: &View) -> Result<Listing, Error> {
        match view {
            View::WorkTree => self.listing_of_work_tree(None),
            View::Index => Ok(Listing::of(self.snapshot(view)?)),
            View::Revision(revision) => {
                let commit = self.repo().resolve(revision)?;
                Ok(Listing {
                    key: self.key_of_commit(commit)?,
                    unreadable_key: 0,
                    files: None,
                    contents: Arc::default(),
                    folders: BTreeSet::new(),
                    memory: Arc::default(),
                })
            }
        }
    }

    /// A name for the files of a commit. A tree's id says all of it: it need not be listed.
    fn key_of_commit(&self, commit: ObjectId) -> Result<String, Error> {
        let roots = self.roots_of(commit)?;
        let memory = match self.repo().folder(commit, roots.memory().as_str())? {
            Some(tree) => tree.to_string(),
            None => "nothing".to_owned(),
        };
        let is_usual = *roots.memory() == MemoryFolder::default();
        if roots.is_empty() && is_usual {
            return Ok(memory);
        }
        let mut hash = Sha256::new();
        hash.update(memory);
        // Files of one tree have other paths in another folder.
        if !is_usual {
            hash.update(roots.memory().as_str());
        }
        for root in roots.outermost() {
            let tree = self.repo().folder(commit, root.folder())?;
            hash.update(format!("\0{}\0{tree:?}", root.folder()));
        }
        Ok(hex(&hash.finalize()[..20]))
    }

    /// The files of an index or a revision.
    pub(crate) fn snapshot(&self, view: &View) -> Result<Snapshot, Error> {
        let roots = self.roots_at(view)?;
        let files = files_with_roots(self.repo(), view, &roots)?;
        Ok(Snapshot::of_entries(files, &roots))
    }

    /// Lists the files of the work tree; `take` gets what had to be read of them.
    pub(crate) fn listing_handing(&self, take: &mut TakeObject<'_>) -> Result<Listing, Error> {
        self.listing_of_work_tree(Some(take))
    }

    fn listing_of_work_tree(&self, take: Option<&mut TakeObject<'_>>) -> Result<Listing, Error> {
        let seen = self.look_handing(take)?;
        if seen.scan.is_changed {
            self.work_tree()?.remember(&seen.scan, seen.scan.derived);
        }
        let left_out = folders_of(self.left_out()?, self.folder());
        let listing = seen.listing(|scan| {
            let mut folders = left_out;
            folders.extend(scan.folders.iter().cloned());
            Listing {
                contents: Arc::clone(&scan.contents),
                folders,
                ..Listing::of(scan.whole())
            }
        });
        Ok(listing.clone())
    }

    /// The folders of a revision in memory, and of those that are read beside it, that hold
    /// files of any kind.
    pub fn folders_at(&self, view: &View) -> Result<BTreeSet<String>, Error> {
        let roots = self.roots_at(view)?;
        let files = files_with_roots(self.repo(), view, &roots)?;
        Ok(folders_of(&files, roots.memory()))
    }

    /// Findings about entries of memory that cannot be read at all, in a view that was
    /// listed.
    pub fn unreadable(&self, view: &View, listing: &Listing) -> Result<Vec<Finding>, Error> {
        match &listing.files {
            Some(snapshot) => Ok(snapshot.unreadable.clone()),
            None => Ok(self.snapshot(view)?.unreadable),
        }
    }
}

/// The folders of some files, without private ones.
fn folders_of(entries: &[TreeEntry], memory: &MemoryFolder) -> BTreeSet<String> {
    let mut folders = BTreeSet::new();
    for entry in entries {
        // A name that is not UTF-8 is a finding of its own.
        if let Ok(path) = std::str::from_utf8(&entry.path)
            && entry.kind == EntryKind::File
            && !is_private(memory, path)
        {
            folders.insert(folder(path).to_owned());
        }
    }
    folders
}

/// A name for a list of files that no other list has.
pub(crate) fn key<'a>(files: impl Iterator<Item = (&'a str, ObjectId)>) -> String {
    let mut hash = Sha256::new();
    for (path, id) in files {
        hash.update(id.as_bytes());
        hash.update(path.as_bytes());
        // No path holds it, so no two lists run together into the same bytes.
        hash.update([0]);
    }
    hex(&hash.finalize()[..20])
}
