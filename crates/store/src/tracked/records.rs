//! The records of a view, read through the cache; and the derived files that follow from them.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, PoisonError};

use crate::Error;
use crate::tracked::listing::Listing;
use crate::tracked::memory::{Memory, Suspect};
use crate::tracked::readings::{self, Batch, PlacedFile, placed};
use crate::tracked::snapshot::{Snapshot, View, files_with_roots, is_below, path_in};
use crate::tracked::store::Store;
use crate::tracked::text_file::{Plain, plain};
use crate::tracked::work_tree::{Scan, id_of};
use crate::write::Change;
use git_memory_git::{Held, ObjectId, TreeEntry};
use git_memory_guard::{Clean, Guard};
use git_memory_model::record::{Code, FileReading, Reading, reading};
use git_memory_model::roots::Roots;
use git_memory_text::limits;
use git_memory_text::path::{MemoryFolder, RepoPath};

/// The records of the work tree, and what healing its derived files came to.
struct Healed {
    memory: Memory,
    written: Result<Vec<String>, Error>,
}

impl Store<'_> {
    /// The records of a view. Reading the work tree also brings its derived files up to date.
    pub fn memory(&self, view: &View) -> Result<Memory, Error> {
        match view {
            // A failure to write the derived files does not matter: a read also answers if nothing
            // can be written.
            View::WorkTree => Ok(self.read_work_tree()?.memory),
            View::Index | View::Revision(_) => {
                let roots = self.roots_at(view)?;
                let entries =
                    self.beside_loading(|| files_with_roots(self.repo(), view, &roots))?;
                let snapshot = Snapshot::of_entries(entries, &roots);
                self.memory_of(snapshot, &HashMap::new(), &roots)
            }
        }
    }

    /// The records among some files of the index or of a revision: no other file is read.
    pub fn memory_at(&self, view: &View, paths: &[String]) -> Result<Memory, Error> {
        let roots = self.roots_at(view)?;
        let mut entries = files_with_roots(self.repo(), view, &roots)?;
        let paths: HashSet<&[u8]> = paths.iter().map(String::as_bytes).collect();
        entries.retain(|entry| paths.contains(&*entry.path));
        let snapshot = Snapshot::of_entries(entries, &roots);
        self.memory_of(snapshot, &HashMap::new(), &roots)
    }

    /// The records of a view, with the paths that they would have in another folder of memory: what
    /// only moved with the folder is compared with itself.
    pub fn memory_in(&self, folder: &MemoryFolder, view: &View) -> Result<Memory, Error> {
        let own = self.folder_at(view)?;
        if own == *folder {
            return self.memory(view);
        }
        let mut entries = files_with_roots(self.repo(), view, &*self.roots_at(view)?)?;
        for entry in entries.iter_mut().filter(|it| is_below(&it.path, &own)) {
            entry.path = path_in(&entry.path, &own, folder);
        }
        let roots = self.with_roots(folder.clone())?;
        let snapshot = Snapshot::of_entries(entries, &roots);
        self.memory_of(snapshot, &HashMap::new(), &roots)
    }

    /// The records of a work tree that was just listed.
    pub fn memory_of_listing(&self, listing: Listing) -> Result<Memory, Error> {
        let Some(snapshot) = listing.files else {
            return Ok(Memory::default());
        };
        // A thread that panicked has left nothing, or all of it.
        let mut read = listing
            .memory
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(memory) = &*read {
            return Ok(memory.clone());
        }
        let listed = Some(Arc::clone(&snapshot.files));
        let mut memory = self.memory_of(snapshot, &listing.contents, self.roots()?)?;
        memory.listed = listed;
        *read = Some(memory.clone());
        Ok(memory)
    }

    /// The records of the work tree, without touching its derived files; and whether these are
    /// known to be what the records give.
    pub fn memory_untouched(&self) -> Result<(Memory, bool), Error> {
        let seen = self.beside_loading(|| self.look())?;
        let (scan, work_tree) = (&seen.scan, self.work_tree()?);
        if scan.is_changed {
            work_tree.remember(scan, scan.derived);
        }
        let is_fresh = work_tree.derived_of(scan).is_some_and(|it| it.are_ours);
        let mut memory = self.memory_of(scan.whole(), &scan.contents, self.roots()?)?;
        memory.contents = Arc::clone(&scan.contents);
        Ok((memory, is_fresh))
    }

    /// The records of several lists of git's files, each with the folder of its memory, through one
    /// opened cache.
    pub fn memories(
        &self,
        lists: Vec<(MemoryFolder, Vec<TreeEntry>)>,
    ) -> Result<Vec<Memory>, Error> {
        let mut snapshots = Vec::with_capacity(lists.len());
        for (folder, list) in lists {
            let roots = self.with_roots(folder)?;
            snapshots.push((Snapshot::of_entries(list, &roots), roots));
        }
        let (mut all, mut ends) = (Vec::new(), Vec::with_capacity(snapshots.len()));
        for (snapshot, roots) in &snapshots {
            all.extend(placed(&snapshot.files, roots));
            ends.push(all.len());
        }
        let mut readings = self.readings(&all, &HashMap::new())?.into_iter();
        let (mut start, mut memories) = (0, Vec::with_capacity(ends.len()));
        for ((snapshot, _), end) in snapshots.iter().zip(ends) {
            let files = &all[start..end];
            let own = readings.by_ref().take(files.len());
            memories.push(Memory::of(snapshot.unreadable.clone(), files, own));
            start = end;
        }
        Ok(memories)
    }

    /// The records among some files of git's, by the folders that are read of them.
    pub fn memory_of_entries(
        &self,
        entries: Vec<TreeEntry>,
        roots: &Roots,
    ) -> Result<Memory, Error> {
        let snapshot = Snapshot::of_entries(entries, roots);
        self.memory_of(snapshot, &HashMap::new(), roots)
    }

    /// Brings the derived files in the work tree up to date; returns the ones that had to be
    /// written.
    pub fn refresh(&self) -> Result<Vec<String>, Error> {
        self.read_work_tree()?.written
    }

    /// Brings the derived files up to date after `changes` were written; returns the ones that had
    /// to be written. `read` has readings of some of the new texts by path: these texts need not be
    /// read and searched for secrets a second time.
    pub fn refresh_after(
        &self,
        changes: &[Change],
        read: &HashMap<RepoPath, Reading>,
    ) -> Result<Vec<String>, Error> {
        let seen = self.beside_loading(|| self.look())?;
        let scan = &seen.scan;
        let mut texts: HashMap<&RepoPath, &Clean> = HashMap::new();
        for change in changes {
            if let Some(text) = change.text() {
                texts.insert(change.path(), text);
            }
        }
        {
            let mut loaded = self.loaded().readings();
            let cache = loaded.get_or_insert_with(|| readings::open(self.repo().common_dir()));
            for file in placed(&scan.snapshot.files, self.roots()?) {
                // Another process may have written over the file since.
                if let Some(reading) = read.get(file.path)
                    && let (Some(content), Some(text)) =
                        (scan.contents.get(&file.blob), texts.get(file.path))
                    && content == text.as_str().as_bytes()
                {
                    cache.put(file.key, reading.clone().at(file.path, &file.place));
                }
            }
        }
        self.heal(scan)?.written
    }

    fn read_work_tree(&self) -> Result<Healed, Error> {
        let seen = self.beside_loading(|| self.look())?;
        let mut known = seen.memory();
        if let Some(memory) = &*known {
            return Ok(Healed {
                memory: memory.clone(),
                written: Ok(Vec::new()),
            });
        }
        let healed = self.heal(&seen.scan)?;
        // The next read tries again to write derived files that could not be written.
        if matches!(&healed.written, Ok(written) if written.is_empty()) {
            *known = Some(healed.memory.clone());
        }
        Ok(healed)
    }

    fn heal(&self, scan: &Scan) -> Result<Healed, Error> {
        let whole = scan.whole();
        let listed = Some(Arc::clone(&whole.files));
        let mut memory = self.memory_of(whole, &scan.contents, self.roots()?)?;
        memory.listed = listed;
        // A read creates no memory in a work tree that has none.
        let folder = self.repo().work_tree()?.join(self.folder().as_str());
        let has_memory = folder.is_dir();
        let written = if has_memory {
            self.refresh_derived(scan, &memory)
        } else {
            Ok(Vec::new())
        };
        Ok(Healed { memory, written })
    }

    fn memory_of(
        &self,
        snapshot: Snapshot,
        contents: &HashMap<ObjectId, Vec<u8>>,
        roots: &Roots,
    ) -> Result<Memory, Error> {
        let files = placed(&snapshot.files, roots);
        let readings = self.readings(&files, contents)?.into_iter();
        Ok(Memory::of(snapshot.unreadable, &files, readings))
    }

    /// Readings of some files, in their order: from the cache, else read now.
    fn readings(
        &self,
        files: &[PlacedFile<'_>],
        contents: &HashMap<ObjectId, Vec<u8>>,
    ) -> Result<Vec<FileReading>, Error> {
        let mut loaded = self.loaded().readings();
        let cache = loaded.get_or_insert_with(|| readings::open(self.repo().common_dir()));
        let mut batch = Batch::default();
        let (mut missing, mut ids) = (Vec::new(), Vec::new());
        for file in files {
            if cache.get(&file.key).is_some() {
                continue;
            }
            if let Some(content) = contents.get(&file.blob) {
                batch.add(file, Cow::Borrowed(content), cache);
            } else if let Some(content) = self.unchanged_file(file.path.as_str(), file.blob)? {
                batch.add(file, Cow::Owned(content), cache);
            } else {
                missing.push(file);
                ids.push(file.blob);
            }
        }
        // All at once: one process answers for thousands.
        self.repo().held(&ids, limits::RECORD_BYTES, |nth, held| {
            let file = missing[nth];
            match held {
                Held::Blob(content) => batch.add(file, Cow::Owned(content.to_vec()), cache),
                Held::TooLarge => cache.put(file.key, too_large()),
                // Not kept: it may come with the next fetch.
                Held::Other | Held::Missing => self.note_unread(file.blob, held),
            }
        })?;
        batch.read_into(cache);
        cache.save(files.iter().map(|file| file.key));
        let mut found = Vec::with_capacity(files.len());
        for file in files {
            match cache.get(&file.key) {
                Some(reading) => found.push(reading.clone()),
                None => found.push(FileReading::refused(
                    Code::NotAFile,
                    "git has no file of this name in this clone",
                )),
            }
        }
        Ok(found)
    }

    /// Reads those records once more in whose files the rules have found secrets, by a guard that
    /// lets some of them pass. Nothing of it is kept, as it is not the same on every machine.
    pub fn read_again(&self, memory: &mut Memory, guard: &Guard) -> Result<(), Error> {
        let (mut missing, mut ids) = (Vec::new(), Vec::new());
        for Suspect { nth, blob } in memory.suspects() {
            let path = memory.records[nth].path.as_str();
            if let Some(content) = self.unchanged_file(path, blob)? {
                memory.set_reading(nth, &reading::read_by(guard, &content));
            } else {
                missing.push(nth);
                ids.push(blob);
            }
        }
        self.blobs_at_most(limits::RECORD_BYTES, &ids, |at, content| {
            memory.set_reading(missing[at], &reading::read_by(guard, content));
        })?;
        Ok(())
    }

    /// The bytes of a file that a view lists: the work tree's, where it is still that blob, else
    /// git's.
    ///
    /// # Errors
    /// Where neither has it.
    pub fn content(&self, path: &str, id: ObjectId) -> Result<Vec<u8>, Error> {
        match self.unchanged_file(path, id)? {
            Some(content) => Ok(content),
            None => Ok(self.repo().blob(id)?),
        }
    }

    /// The content of a work tree's file that is still the blob `id`: its times may say that it did
    /// not change while the cache was deleted, and no such blob need be in git.
    pub(crate) fn unchanged_file(
        &self,
        path: &str,
        id: ObjectId,
    ) -> Result<Option<Vec<u8>>, Error> {
        let Ok(top) = self.repo().work_tree() else {
            return Ok(None);
        };
        // Whatever is wrong with the file: git may have the blob, and fails where it does not.
        let Ok(Plain::File(content)) = plain(top, path, limits::RECORD_BYTES) else {
            return Ok(None);
        };
        let is_same = id_of(&content, self.repo().format(), self.is_folding()?)? == id;
        Ok(is_same.then_some(content))
    }
}

fn too_large() -> FileReading {
    FileReading::refused(
        Code::TooLarge,
        "the file is larger than 1 MiB and is not read",
    )
}
