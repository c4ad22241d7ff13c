//! The symbols of many files, and of a few: what is kept of them, and what has to be read.

use std::cell::Cell;
use std::num::NonZero;
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;

use super::asking::Reader;
use crate::kept::BY_BLOB;
use crate::source_files::SourceFile;
use crate::state::disk_cache::DiskCache;
use crate::state::{Column, checksummed_rows};
use crate::tracked::id_of;
use crate::{Error, Store};
use git_memory_git::ObjectId;
use git_memory_guard::Guard;
use git_memory_policy::map::{Language, Symbols};

/// Their column of the store by blob.
const COLUMN: &str = "symbols";
/// The folder beside it for those of single files, and the maximum number of them.
const FEW: &str = "symbols-of";
const KEPT: usize = 200;
/// How many sources are read from git in one go: of some repositories all of them are held in
/// memory at once.
const BATCH: usize = 64;
/// The maximum number of processes that read sources, each with a thread that waits for it.
const THREADS: usize = 8;
/// How many sources may wait for a thread.
const WAITING: usize = 16;

/// A source that waits for a thread.
struct Job {
    id: ObjectId,
    language: &'static Language,
    source: Vec<u8>,
}

/// The symbols of many files.
pub struct AllSymbols {
    /// In the order of the files.
    pub of_files: Vec<Arc<Symbols>>,
    /// True if all of them were read: a source that changed in the meantime, or that a partial
    /// clone does not have, has no symbols this time.
    pub is_whole: bool,
}

impl Store<'_> {
    /// The symbols of some files, in the same order; names that the guard takes for secrets are left
    /// out. `progress` is called with how many of how many new sources were read.
    pub fn symbols(
        &self,
        files: &[SourceFile],
        guard: &Guard,
        progress: &dyn Fn(usize, usize),
    ) -> Result<AllSymbols, Error> {
        let mut rows: Column<Arc<Symbols>> =
            Column::open(&BY_BLOB, self.repo().common_dir(), COLUMN);
        let mut missing: Vec<&SourceFile> = Vec::new();
        for file in files {
            if rows.get(&file.id).is_none() {
                missing.push(file);
            }
        }
        missing.sort_unstable_by_key(|file| file.id);
        missing.dedup_by_key(|file| file.id);
        if !missing.is_empty() {
            self.read_missing(&missing, guard, progress, &mut rows)?;
            rows.save(files.iter().map(|file| file.id));
        }
        let mut all = AllSymbols {
            of_files: Vec::with_capacity(files.len()),
            is_whole: true,
        };
        for file in files {
            let symbols = rows.get(&file.id).cloned();
            all.is_whole &= symbols.is_some();
            all.of_files.push(symbols.unwrap_or_default());
        }
        Ok(all)
    }

    /// The symbols of a few files, each of which is kept by itself: that takes less time than reading
    /// all that is kept.
    pub fn symbols_of(&self, files: &[SourceFile], guard: &Guard) -> Result<Vec<Symbols>, Error> {
        let kept = DiskCache::new(BY_BLOB.of(self.repo()).join(FEW), KEPT);
        let mut reader = Reader::new(self.repo().environment());
        let mut all = Vec::with_capacity(files.len());
        for file in files {
            let name = format!("{}-{}", file.id, file.language.name);
            if let Some(symbols) = kept
                .get(&name)
                .and_then(|file| checksummed_rows::of_file(&file))
            {
                all.push(without_secrets(symbols, guard));
                continue;
            }
            let source = if file.is_stored {
                Some(self.repo().blob(file.id)?)
            } else {
                self.source_in_work_tree(&file.path)?
            };
            let read = match &source {
                Some(source) => reader.read(file.language, source)?,
                None => None,
            };
            let symbols = read.map(|symbols| without_secrets(symbols, guard));
            if let (Some(symbols), Some(source)) = (&symbols, &source)
                && id_of(source, self.repo().format(), self.is_folding()?)? == file.id
                && let Ok(file) = checksummed_rows::to_file(symbols)
            {
                kept.keep(&name, &file);
            }
            // A source that was not read this time has none, and that is not kept.
            all.push(symbols.unwrap_or_default());
        }
        Ok(all)
    }

    /// Reads sources on several threads.
    fn read_missing(
        &self,
        missing: &[&SourceFile],
        guard: &Guard,
        progress: &dyn Fn(usize, usize),
        rows: &mut Column<Arc<Symbols>>,
    ) -> Result<(), Error> {
        let (jobs, waiting) = sync_channel::<Job>(WAITING);
        // Room for all results: no thread ever waits for this one, which may wait for a thread.
        let (results, done) = sync_channel::<Result<Read, Error>>(missing.len());
        let waiting = Mutex::new(waiting);
        let environment = self.repo().environment();
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        thread::scope(|scope| {
            for _ in 0..threads.min(THREADS).min(missing.len()) {
                let results = results.clone();
                let waiting = &waiting;
                thread::Builder::new()
                    .spawn_scoped(scope, move || {
                        work(Reader::new(environment), waiting, &results);
                    })
                    .map_err(Error::read(Path::new(COLUMN)))?;
            }
            // The last thread that ends closes the channel.
            drop(results);
            let jobs = Jobs {
                channel: jobs,
                sent: Cell::new(0),
                all: missing.len(),
                progress,
            };
            let sent = self.send(missing, &jobs);
            drop(jobs);
            for read in done {
                let Read { id, symbols } = read?;
                rows.put(id, Arc::new(without_secrets(symbols, guard)));
            }
            sent
        })
    }

    /// Hands sources to the threads.
    fn send(&self, missing: &[&SourceFile], jobs: &Jobs) -> Result<(), Error> {
        let mut stored: Vec<&SourceFile> = Vec::new();
        for file in missing {
            if file.is_stored {
                stored.push(file);
            } else if let Some(source) = self.source_in_work_tree(&file.path)? {
                let id = id_of(&source, self.repo().format(), self.is_folding()?)?;
                // A text that was written meanwhile belongs to another id.
                if id == file.id {
                    jobs.send(file, source);
                }
            }
        }
        for batch in stored.chunks(BATCH) {
            let ids: Vec<ObjectId> = batch.iter().map(|file| file.id).collect();
            let read = self.repo().blobs(&ids, |nth, source| {
                jobs.send(batch[nth], source.to_vec());
            });
            match read {
                Ok(()) => {}
                // A partial clone lacks some of them: the others are read one by one.
                Err(error) if error.is_missing() => self.send_present(batch, jobs)?,
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// Hands those of some sources to the threads that this clone has.
    fn send_present(&self, batch: &[&SourceFile], jobs: &Jobs) -> Result<(), Error> {
        for file in batch {
            match self.repo().blob(file.id) {
                Ok(source) => jobs.send(file, source),
                Err(error) if error.is_missing() => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }
}

/// The symbols of a source that was read.
struct Read {
    id: ObjectId,
    symbols: Symbols,
}

/// The jobs that are handed to the threads.
struct Jobs<'a> {
    channel: SyncSender<Job>,
    sent: Cell<usize>,
    all: usize,
    progress: &'a dyn Fn(usize, usize),
}

impl Jobs<'_> {
    /// Hands a source to the next thread that has nothing to do.
    fn send(&self, file: &SourceFile, source: Vec<u8>) {
        let job = Job {
            id: file.id,
            language: file.language,
            source,
        };
        // Fails where every thread has ended, which they do after the last job alone.
        let _ = self.channel.send(job);
        self.sent.set(self.sent.get() + 1);
        (self.progress)(self.sent.get(), self.all);
    }
}

/// Symbols without the names that may not be kept anywhere.
fn without_secrets(mut symbols: Symbols, guard: &Guard) -> Symbols {
    let mut names = String::new();
    for definition in &symbols.definitions {
        names.extend([&definition.name, "\n"]);
    }
    // Nearly always, all of them are looked at in one go.
    if guard.redact(&names).as_str() != names {
        symbols
            .definitions
            .retain(|definition| guard.redact(&definition.name).as_str() == &*definition.name);
    }
    symbols
}

/// Reads sources until there are no more.
fn work(
    mut reader: Reader,
    waiting: &Mutex<Receiver<Job>>,
    results: &SyncSender<Result<Read, Error>>,
) {
    let mut has_failed = false;
    loop {
        // Held while one is waited for, and not while it is read.
        let job = match waiting.lock() {
            Ok(waiting) => waiting.recv(),
            // Another thread panicked; the panic is passed on at the end.
            Err(_) => return,
        };
        let Ok(Job {
            id,
            language,
            source,
        }) = job
        else {
            return;
        };
        // After a failure the rest is only taken: the sender waits until each is taken.
        if has_failed {
            continue;
        }
        let read = match reader.read(language, &source) {
            Ok(Some(symbols)) => Ok(Read { id, symbols }),
            Ok(None) => continue,
            Err(error) => Err(error),
        };
        has_failed = read.is_err();
        // Fails if the results are not wanted any more.
        let _ = results.send(read);
    }
}
