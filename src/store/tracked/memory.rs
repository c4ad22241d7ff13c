//! Tracked memory: the records of a view, read through the cache.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sha2::{Digest, Sha256};

use super::write;
use crate::domain::layout;
use crate::domain::layout::{RECORD_LIMIT, RecordPlace};
use crate::domain::path::{MEMORY, RepoPath};
use crate::domain::recall::Document;
use crate::domain::record::check::Finding;
use crate::domain::record::{Code, Reading, Record, header};
use crate::domain::text::{Language, hex};
use crate::git::{Entry, ObjectId, Repo, Settings};
use crate::store::atomic;
use crate::store::index::{Index, IndexView, Listed, Progress};
use crate::store::tracked::readings::{self, Readings};
use crate::store::tracked::snapshot::{Snapshot, View, files_at};
use crate::store::tracked::work_tree::{Look, WorkTree, id_of};
use crate::store::{Error, Lock};

/// The records of a view.
#[derive(Debug, Default)]
pub struct Memory {
    /// Every file that has an id and a title, sorted by path.
    pub records: Vec<Record>,
    /// The blobs of the records, in the same order.
    blobs: Vec<ObjectId>,
    /// What is wrong with single files, readable or not.
    pub findings: Vec<Finding>,
}

/// A view that was looked at.
#[derive(Clone)]
pub struct Seen {
    /// A name for the files that were seen: another view has it only where it has the same ones
    /// with the same contents.
    key: String,
    /// A checksum of what cannot be read.
    odd_key: u32,
    /// The files, and what cannot be read; `None` where they need not be listed yet.
    files: Option<Snapshot>,
    /// Contents that had to be read.
    contents: HashMap<ObjectId, Vec<u8>>,
    /// Of a work tree: the folders that hold files of any kind, from its top.
    pub folders: BTreeSet<String>,
}

/// What a process has read of the cache of one repository: kept between the questions of a command,
/// and shared between the requests of a server.
#[derive(Clone, Debug, Default)]
pub(crate) struct Loaded(Arc<Mutex<Option<Readings>>>);

impl Loaded {
    fn cache(&self) -> MutexGuard<'_, Option<Readings>> {
        // Whoever panicked has left readings that are right: each is put in whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where memory is kept: a repository and its caches.
#[derive(Clone, Copy)]
pub struct Store<'a> {
    repo: &'a Repo,
    loaded: &'a Loaded,
}

impl<'a> Store<'a> {
    pub(crate) fn new(repo: &'a Repo, loaded: &'a Loaded) -> Self {
        Self { repo, loaded }
    }

    pub(crate) fn repo(&self) -> &'a Repo {
        self.repo
    }

    /// Does `work` while the cache is being loaded, where it is not loaded yet.
    ///
    /// # Errors
    /// What `work` returns.
    pub fn beside_loading<T>(&self, work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
        let is_missing = self.loaded.cache().is_none();
        let loading = is_missing.then(|| readings::load(self.repo.common_dir()));
        let done = work();
        // A thread that could not do it leaves the cache to be opened when it is asked for.
        if let Some(cache) = loading.and_then(|loading| loading.join().ok()) {
            self.loaded.cache().get_or_insert(cache);
        }
        done
    }

    pub(crate) fn work_tree(&self) -> Result<WorkTree<'a>, Error> {
        let (top, git_dir, format) = (
            self.repo.work_tree()?,
            self.repo.git_dir(),
            self.repo.format(),
        );
        Ok(WorkTree {
            top,
            git_dir,
            format,
            is_folding: self.is_folding(),
        })
    }

    /// Whether git stores line feeds where files have other line ends.
    fn is_folding(&self) -> bool {
        let setting = self
            .repo
            .settings()
            .ok()
            .and_then(|settings| settings.get("core.autocrlf"));
        setting.is_some_and(|value| {
            value.eq_ignore_ascii_case("input") || Settings::is_true(value) == Some(true)
        })
    }

    /// Where files are written.
    ///
    /// # Errors
    /// In a bare repository.
    pub fn place(&self) -> Result<write::Place<'a>, Error> {
        Ok(write::Place {
            top: self.repo.work_tree()?,
            git_dir: self.repo.git_dir(),
        })
    }

    /// Takes the lock for a change, and finishes first what a killed process had begun.
    ///
    /// # Errors
    /// [`Error::Locked`], [`Error::NoLock`].
    pub fn lock(&self) -> Result<Lock, Error> {
        let place = self.place()?;
        place.recover();
        let lock = Lock::take(&place.lock_file())?;
        atomic::remove_temporary_files(&self.repo.git_dir().join("memory"));
        Ok(lock)
    }

    /// Looks at the work tree, and loads the cache beside it.
    fn look(&self) -> Result<Look, Error> {
        self.beside_loading(|| self.look_only())
    }

    /// Looks at the work tree, after finishing what a killed process had begun and removing what it
    /// left.
    fn look_only(&self) -> Result<Look, Error> {
        let place = self.place()?;
        place.recover();
        let look = self.work_tree()?.look()?;
        // A file that somebody is still writing belongs to the one who holds the lock.
        let owned = (!look.strays.is_empty())
            .then(|| Lock::take_if_free(&place.lock_file()))
            .flatten();
        if owned.is_some() {
            look.strays
                .iter()
                .for_each(|stray| drop(std::fs::remove_file(stray)));
        }
        Ok(look)
    }

    /// The records of a view. Reading the work tree also brings its derived files up to date.
    ///
    /// # Errors
    /// Where git or the file system cannot be read.
    pub fn memory(&self, view: &View) -> Result<Memory, Error> {
        match view {
            View::WorkTree => {
                let (memory, healed) = self.read_work_tree()?;
                // A read answers also where nothing can be written.
                drop(healed);
                Ok(memory)
            }
            View::Index | View::Revision(_) => {
                let entries = self.beside_loading(|| files_at(self.repo, view))?;
                self.memory_of(Snapshot::of_entries(entries), &HashMap::new())
            }
        }
    }

    /// Looks at a view: which records' files it has. Of a work tree only what changed is read.
    ///
    /// # Errors
    /// Where git or the file system cannot be read.
    pub fn see(&self, view: &View) -> Result<Seen, Error> {
        let seen = |snapshot: Snapshot, contents| {
            let files = snapshot.files.iter().map(|(path, id)| (path.as_str(), *id));
            let odd = snapshot
                .odd
                .iter()
                .map(|finding| format!("{}\0{}\0", finding.path, finding.fault.message));
            Seen {
                key: key(files),
                odd_key: crc32fast::hash(odd.collect::<String>().as_bytes()),
                files: Some(snapshot),
                contents,
                folders: BTreeSet::new(),
            }
        };
        Ok(match view {
            View::WorkTree => {
                let mut look = self.look_only()?;
                if look.is_news {
                    self.work_tree()?.remember(&look, look.derived);
                }
                let (contents, folders) = (
                    std::mem::take(&mut look.contents),
                    std::mem::take(&mut look.folders),
                );
                Seen {
                    folders: folders.into_iter().collect(),
                    ..seen(look.snapshot, contents)
                }
            }
            View::Index => seen(
                Snapshot::of_entries(files_at(self.repo, view)?),
                HashMap::new(),
            ),
            View::Revision(revision) => {
                let tree = self.repo.folder(self.repo.resolve(revision)?, MEMORY)?;
                let key = tree.map_or_else(|| "nothing".to_owned(), |tree| tree.to_string());
                // A tree says what cannot be read, too.
                Seen {
                    key,
                    odd_key: 0,
                    files: None,
                    contents: HashMap::new(),
                    folders: BTreeSet::new(),
                }
            }
        })
    }

    /// The index of recall, for texts that are in `usual` where their words do not tell another
    /// language. `progress` is told how many of how many new texts were read.
    #[must_use]
    pub fn index<'p>(&self, usual: Language, progress: Progress<'p>) -> Index<'p> {
        Index::new(self.repo, usual, progress)
    }

    /// The records of a view as the index of recall knows them.
    ///
    /// # Errors
    /// Where git or the file system cannot be read.
    pub fn indexed(&self, index: &Index<'_>, view: &View) -> Result<IndexView, Error> {
        self.indexed_seen(index, view, self.see(view)?)
    }

    /// The same for a view that was just looked at.
    ///
    /// # Errors
    /// As for [`Store::indexed`].
    pub fn indexed_seen(
        &self,
        index: &Index<'_>,
        view: &View,
        seen: Seen,
    ) -> Result<IndexView, Error> {
        let Seen {
            key,
            files,
            contents: known,
            ..
        } = seen;
        let list = || match files {
            Some(snapshot) => Ok(paths_and_ids(snapshot.files)),
            None => Ok(paths_and_ids(
                Snapshot::of_entries(files_at(self.repo, view)?).files,
            )),
        };
        if *view != View::WorkTree {
            return index.view(
                &key,
                list,
                |missing, each| self.blobs(missing, each),
                read_document,
            );
        }
        let contents = |missing: &[&Listed], each: &mut dyn FnMut(usize, &[u8])| {
            let mut in_git = Vec::new();
            for (nth, Listed { path, id }) in missing.iter().enumerate() {
                match known.get(id) {
                    Some(content) => each(nth, content),
                    None => match self.unchanged_file(path, *id) {
                        Some(content) => each(nth, &content),
                        None => in_git.push((nth, *id)),
                    },
                }
            }
            let ids: Vec<ObjectId> = in_git.iter().map(|(_, id)| *id).collect();
            Ok(self
                .repo
                .blobs(&ids, |at, content| each(in_git[at].0, content))?)
        };
        index.view(&key, list, contents, read_document)
    }

    /// What below `memory/` cannot be read at all in a view that was looked at.
    ///
    /// # Errors
    /// Where git cannot list it.
    pub fn odd(&self, view: &View, seen: &Seen) -> Result<Vec<Finding>, Error> {
        match &seen.files {
            Some(snapshot) => Ok(snapshot.odd.clone()),
            None => Ok(Snapshot::of_entries(files_at(self.repo, view)?).odd),
        }
    }

    /// The records of a work tree that was just looked at.
    ///
    /// # Errors
    /// Where git or the file system cannot be read.
    pub fn memory_seen(&self, seen: Seen) -> Result<Memory, Error> {
        self.memory_of(seen.files.unwrap_or_default(), &seen.contents)
    }

    /// The bytes of a file that a view lists: the work tree's, where it is still that blob, else
    /// git's.
    ///
    /// # Errors
    /// Where neither has it.
    pub fn content(&self, path: &str, id: ObjectId) -> Result<Vec<u8>, Error> {
        match self.unchanged_file(path, id) {
            Some(content) => Ok(content),
            None => Ok(self.repo.blob(id)?),
        }
    }

    /// The records of several trees as one list, each blob once; `trees` gives to the tree of each
    /// memory a commit that has it.
    ///
    /// # Errors
    /// Where git cannot be read.
    pub fn indexed_trees(
        &self,
        index: &Index<'_>,
        trees: &BTreeMap<ObjectId, ObjectId>,
    ) -> Result<IndexView, Error> {
        let names = trees.keys().map(|tree| ("", *tree));
        let list = || {
            let mut all = Vec::new();
            for commit in trees.values() {
                all.extend(self.repo.tree(*commit, MEMORY)?);
            }
            Ok(paths_and_ids(Snapshot::of_entries(all).files))
        };
        index.view(
            &format!("trees-{}", key(names)),
            list,
            |missing, each| self.blobs(missing, each),
            read_document,
        )
    }

    /// The records of some files of git's, which `key` names.
    ///
    /// # Errors
    /// Where git cannot be read.
    pub fn indexed_entries(
        &self,
        index: &Index<'_>,
        key: &str,
        entries: Vec<Entry>,
    ) -> Result<IndexView, Error> {
        let list = || Ok(paths_and_ids(Snapshot::of_entries(entries).files));
        index.view(
            key,
            list,
            |missing, each| self.blobs(missing, each),
            read_document,
        )
    }

    fn blobs(&self, files: &[&Listed], each: &mut dyn FnMut(usize, &[u8])) -> Result<(), Error> {
        let ids: Vec<ObjectId> = files.iter().map(|file| file.id).collect();
        Ok(self.repo.blobs(&ids, each)?)
    }

    /// Brings the derived files in the work tree up to date; returns the ones that had to be
    /// written.
    ///
    /// # Errors
    /// Where memory cannot be read or a derived file cannot be written.
    pub fn refresh(&self) -> Result<Vec<&'static str>, Error> {
        self.read_work_tree()?.1
    }

    /// The records of the work tree, without touching its derived files.
    ///
    /// # Errors
    /// Where the file system cannot be read.
    pub fn memory_untouched(&self) -> Result<Memory, Error> {
        let mut look = self.look()?;
        let contents = std::mem::take(&mut look.contents);
        self.memory_of(look.snapshot, &contents)
    }

    /// The records, and what healing the derived files came to.
    fn read_work_tree(&self) -> Result<(Memory, Result<Vec<&'static str>, Error>), Error> {
        let mut look = self.look()?;
        let contents = std::mem::take(&mut look.contents);
        let memory = self.memory_of(look.snapshot.clone(), &contents)?;
        let has_memory = self.repo.work_tree()?.join(MEMORY).is_dir();
        let healed = if has_memory {
            self.refresh_derived(&look, &memory)
        } else {
            Ok(Vec::new())
        };
        Ok((memory, healed))
    }

    /// The records of several lists of git's files, through one opened cache.
    ///
    /// # Errors
    /// Where a blob cannot be read.
    pub fn memories(&self, lists: Vec<Vec<Entry>>) -> Result<Vec<Memory>, Error> {
        let snapshots: Vec<Snapshot> = lists.into_iter().map(Snapshot::of_entries).collect();
        let mut all = Snapshot::default();
        all.files.extend(
            snapshots
                .iter()
                .flat_map(|snapshot| snapshot.files.iter().cloned()),
        );
        let mut readings = self.readings(&all, &HashMap::new())?.into_iter();
        Ok(snapshots
            .into_iter()
            .map(|snapshot| Memory::of(snapshot, &mut readings))
            .collect())
    }

    fn memory_of(
        &self,
        snapshot: Snapshot,
        contents: &HashMap<ObjectId, Vec<u8>>,
    ) -> Result<Memory, Error> {
        let mut readings = self.readings(&snapshot, contents)?.into_iter();
        Ok(Memory::of(snapshot, &mut readings))
    }

    /// What each file of a snapshot says, in its order: from the cache, else read now.
    fn readings(
        &self,
        snapshot: &Snapshot,
        contents: &HashMap<ObjectId, Vec<u8>>,
    ) -> Result<Vec<Reading>, Error> {
        self.beside_loading(|| Ok(()))?;
        let mut loaded = self.loaded.cache();
        let cache = loaded.get_or_insert_with(|| readings::open(self.repo.common_dir()));
        let mut missing: Vec<ObjectId> = Vec::new();
        for (path, id) in &snapshot.files {
            if cache.get(id).is_some() {
                continue;
            }
            if let Some(content) = contents.get(id) {
                cache.put(*id, read(content));
            } else if let Some(content) = self.unchanged_file(path.as_str(), *id) {
                cache.put(*id, read(&content));
            } else {
                missing.push(*id);
            }
        }
        self.repo.blobs(&missing, |nth, content| {
            cache.put(missing[nth], read(content));
        })?;
        cache.save(snapshot.files.iter().map(|(_, id)| *id));
        Ok(snapshot
            .files
            .iter()
            .map(|(_, id)| cache.get(id).cloned().unwrap_or_default())
            .collect())
    }

    /// The content of a work tree's file that is still the blob `id`: its times may say that it did
    /// not change while the cache was deleted, and no such blob need be in git.
    fn unchanged_file(&self, path: &str, id: ObjectId) -> Option<Vec<u8>> {
        let content = std::fs::read(self.repo.work_tree().ok()?.join(path)).ok()?;
        (id_of(&content, self.repo.format(), self.is_folding()).ok()? == id).then_some(content)
    }
}

impl Seen {
    /// A name for all that was seen, what cannot be read too.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{}-{:08x}", self.key, self.odd_key)
    }
}

impl Memory {
    /// The blob of a record. Private ones of two branches may have one path.
    #[must_use]
    pub fn blob(&self, record: &Record) -> Option<ObjectId> {
        let first = self
            .records
            .partition_point(|other| other.path < record.path);
        let same = self.records[first..]
            .iter()
            .take_while(|other| other.path == record.path);
        let at = same
            .into_iter()
            .position(|other| other.header.id == record.header.id)?;
        self.blobs.get(first + at).copied()
    }

    /// The records of a snapshot; `readings` gives what each of its files says, in its order.
    fn of(snapshot: Snapshot, readings: &mut impl Iterator<Item = Reading>) -> Self {
        let mut memory = Memory {
            findings: snapshot.odd,
            ..Memory::default()
        };
        // Records of one folder follow each other and share their place.
        let mut folder: Option<(String, Arc<RecordPlace>)> = None;
        memory.records.reserve(snapshot.files.len());
        memory.blobs.reserve(snapshot.files.len());
        for ((path, id), reading) in snapshot.files.into_iter().zip(readings.by_ref()) {
            if folder
                .as_ref()
                .is_none_or(|(name, _)| name != path.folder())
            {
                folder = layout::place_in(path.folder())
                    .map(|place| (path.folder().to_owned(), Arc::new(place)));
            }
            let Some((_, place)) = &folder else { continue };
            if reading.is_page(place) {
                continue;
            }
            let faults = reading.faults.into_iter().map(|fault| Finding {
                path: path.clone(),
                fault,
            });
            memory.findings.extend(faults);
            if let Some(header) = reading.header {
                memory.blobs.push(id);
                memory.records.push(Record {
                    path,
                    place: Arc::clone(place),
                    header,
                });
            }
        }
        memory
    }
}

fn paths_and_ids(files: Vec<(RepoPath, ObjectId)>) -> Vec<Listed> {
    let mut listed = Vec::with_capacity(files.len());
    for (path, id) in files {
        let path = path.into();
        listed.push(Listed { path, id });
    }
    listed
}

/// A name for a list of files that no other list has.
fn key<'a>(files: impl Iterator<Item = (&'a str, ObjectId)>) -> String {
    let mut hash = Sha256::new();
    for (path, id) in files {
        hash.update(id.as_bytes());
        hash.update(path.as_bytes());
        hash.update([0]);
    }
    hex(&hash.finalize()[..20])
}

fn read_document(content: &[u8], usual: Language) -> Document {
    if content.len() as u64 > RECORD_LIMIT {
        Document::nothing()
    } else {
        Document::of_file(content, usual)
    }
}

fn read(content: &[u8]) -> Reading {
    if content.len() as u64 > RECORD_LIMIT {
        Reading::refused(
            Code::TooLarge,
            "the file is larger than 1 MiB and is not read",
        )
    } else {
        header::read(content)
    }
}
