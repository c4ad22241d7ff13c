//! Asks the index for views, and indexes what they miss.

use std::cmp::Reverse;
use std::num::NonZero;
use std::sync::mpsc::{Receiver, RecvError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::{io, thread};

use super::bytes::SegmentBytes;
use super::folder::Folder;
use super::view::{DocumentSource, IndexView, NamedSegment, Paths, ViewPart, make_view, missing};
use crate::domain::recall::{Builder, Damaged, Document, Members, Segment, Totals};
use crate::domain::text::Language;
use crate::git::{ObjectId, Repo};
use crate::store::{Error, Lock};

/// More segments than this are merged.
const SEGMENTS: usize = 8;
/// A segment in the making is written when it takes this much memory, in bytes.
const FULL: usize = 4 << 20;
/// How many new documents are worth threads.
const WORTH_THREADS: usize = 64;
/// Maximum number of threads: more would only wait for git.
const MAX_THREADS: usize = 8;
/// How many objects may wait for each thread.
const QUEUE: usize = 16;

/// How an object's bytes become a document, where its words do not tell another language.
pub type ReadDocument = fn(&[u8], Language) -> Document;

/// Says how many of how many objects were read.
pub type Progress<'a> = &'a dyn Fn(usize, usize);

/// The index of a repository.
pub struct Index<'a> {
    folder: Folder,
    usual: Language,
    progress: Progress<'a>,
}

impl<'a> Index<'a> {
    /// The index of a repository for texts that are in `usual` where their words do not tell
    /// another language.
    #[must_use]
    pub fn new(repo: &Repo, usual: Language, progress: Progress<'a>) -> Self {
        let memory = repo.common_dir().join("memory");
        let path = memory.join("recall").join(usual.code());
        Self {
            folder: Folder::new(path),
            usual,
            progress,
        }
    }

    /// The view of some objects, which `key` names: the same key always means the same objects.
    /// `list` gives them with their paths; `contents` reads some of them, by their number in the
    /// list that it gets, and `read` makes documents of their bytes.
    ///
    /// # Errors
    /// What `list` and `contents` return; [`Error::Damaged`].
    pub fn view<C>(
        &self,
        key: &str,
        list: impl FnOnce() -> Result<Vec<DocumentSource>, Error>,
        contents: C,
        read: ReadDocument,
    ) -> Result<IndexView, Error>
    where
        C: FnOnce(&[&DocumentSource], &mut dyn FnMut(usize, &[u8])) -> Result<(), Error>,
    {
        // A view that is not kept, or not whole, is made again: it costs time, never an answer.
        if let Ok(view) = self.folder.view(key) {
            return Ok(view);
        }
        let files = list()?;
        // All of them, whatever branch they were made on: a blob is read once in its life.
        let mut segments = self.folder.segments();
        let missing = missing(&segments, &files)?;
        if !missing.is_empty() {
            segments.extend(self.add(&missing, contents, read)?);
            segments = self.merged(segments, &files);
        }
        let named = make_view(segments, &files)?;
        self.folder.keep_view(key, &named);
        Ok(IndexView {
            key: Some(key.to_owned()),
            ..named.view
        })
    }

    /// The view of a few texts that nobody keeps, each with the name that [`IndexView::path`] gives
    /// back.
    ///
    /// # Errors
    /// [`Error::Damaged`], which texts of this process never are.
    pub fn ephemeral(texts: Vec<(String, Document)>) -> Result<IndexView, Error> {
        let mut builder = Builder::default();
        let mut names: Vec<Arc<str>> = Vec::with_capacity(texts.len());
        for (nth, (name, document)) in (0_u32..).zip(texts) {
            builder.add(&nth.to_be_bytes(), document);
            names.push(Arc::from(name));
        }
        let bytes = builder.write(Vec::new()).map_err(|_| Damaged)?;
        let segment = Segment::open(SegmentBytes::Memory(bytes))?;
        let members = Members::all_of(segment.documents());
        Ok(IndexView {
            key: None,
            totals: Totals::of(&segment, &members)?,
            parts: vec![ViewPart { segment, members }],
            paths: Paths::InMemory(names),
            strays: Vec::new(),
            twins: Vec::new(),
        })
    }

    /// The index of the repository's commits. Their messages lie in a folder of their own: whoever
    /// asks of records alone reads none of them.
    #[must_use]
    pub fn of_commits(&self) -> Self {
        Self {
            folder: self.folder.of_commits(),
            ..*self
        }
    }

    /// The language of texts whose words do not tell another.
    #[must_use]
    pub fn usual(&self) -> Language {
        self.usual
    }

    /// Throws everything away, that of commits, too: something in it is damaged.
    pub fn discard(&self) {
        self.folder.of_commits().discard();
        self.folder.discard();
    }

    /// Indexes objects; gives the new segments.
    fn add<C>(
        &self,
        missing: &[&DocumentSource],
        contents: C,
        read: ReadDocument,
    ) -> Result<Vec<NamedSegment>, Error>
    where
        C: FnOnce(&[&DocumentSource], &mut dyn FnMut(usize, &[u8])) -> Result<(), Error>,
    {
        let mut done = 0;
        let mut count = || {
            done += 1;
            (self.progress)(done, missing.len());
        };
        // Starting threads takes as long as a few documents.
        if missing.len() < WORTH_THREADS {
            let mut builder = Builder::default();
            contents(missing, &mut |nth, bytes| {
                builder.add(missing[nth].id.as_bytes(), read(bytes, self.usual));
                count();
            })?;
            let written = self.folder.write(&mut builder).map_err(|_| Damaged)?;
            return Ok(Vec::from_iter(written));
        }
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        let threads = threads.min(MAX_THREADS);
        // Bounded, so that git does not read the whole history into memory while we write.
        let (sender, receiver) = sync_channel::<Incoming>(threads * QUEUE);
        let receiver = Mutex::new(receiver);
        let maker = Maker {
            folder: &self.folder,
            usual: self.usual,
            read,
        };
        thread::scope(|scope| {
            let mut workers = Vec::with_capacity(threads);
            for _ in 0..threads {
                workers.push(scope.spawn(|| maker.work(&receiver)));
            }
            let sent = send_all(missing, contents, sender, &mut count);
            let mut made = Vec::new();
            for worker in workers {
                // What a worker that panicked had taken is lost.
                let segments = worker.join().map_err(|_| Damaged)?;
                made.extend(segments.map_err(|_| Damaged)?);
            }
            sent?;
            Ok(made)
        })
    }

    /// The segments, fewer where there are many: whoever gets the lock merges them, everybody else
    /// goes on with many.
    fn merged(
        &self,
        mut segments: Vec<NamedSegment>,
        files: &[DocumentSource],
    ) -> Vec<NamedSegment> {
        if segments.len() <= SEGMENTS {
            return segments;
        }
        let Some(_lock) = Lock::take_if_free(&self.folder.lock_file()) else {
            return segments;
        };
        // Nobody else sweeps now, and it is rare enough not to cost anything.
        self.folder.sweep();
        segments.sort_by_key(|named| Reverse(named.segment.documents()));
        let small = segments.split_off(large(&segments));
        match self.folder.merge(small, files) {
            Ok(merged) => segments.push(merged),
            Err(small) => segments.extend(small),
        }
        segments
    }
}

/// How many of the largest segments stay alone: those that are larger than all that follow
/// together. So each document is merged a few times in its life.
fn large(segments: &[NamedSegment]) -> usize {
    let sizes = segments
        .iter()
        .map(|named| named.segment.documents() as usize);
    let mut rest: usize = sizes.clone().sum();
    for (nth, size) in sizes.enumerate() {
        rest -= size;
        if size <= rest {
            return nth;
        }
    }
    segments.len()
}

/// An object and its bytes.
struct Incoming {
    id: ObjectId,
    bytes: Vec<u8>,
}

/// Makes segments of objects.
struct Maker<'a> {
    folder: &'a Folder,
    usual: Language,
    read: ReadDocument,
}

impl Maker<'_> {
    /// Makes segments of what comes in, until nothing more does.
    fn work(&self, incoming: &Mutex<Receiver<Incoming>>) -> io::Result<Vec<NamedSegment>> {
        let mut builder = Builder::default();
        let mut made = Vec::new();
        while let Ok(object) = next(incoming) {
            let document = (self.read)(&object.bytes, self.usual);
            builder.add(object.id.as_bytes(), document);
            if builder.size() > FULL {
                made.extend(self.folder.write(&mut std::mem::take(&mut builder))?);
            }
        }
        made.extend(self.folder.write(&mut builder)?);
        Ok(made)
    }
}

/// The next object; an error where nothing can come any more, or where another worker panicked with
/// the queue in its hands.
fn next(incoming: &Mutex<Receiver<Incoming>>) -> Result<Incoming, RecvError> {
    let incoming = incoming.lock().map_err(|_| RecvError)?;
    incoming.recv()
}

fn send_all(
    missing: &[&DocumentSource],
    contents: impl FnOnce(&[&DocumentSource], &mut dyn FnMut(usize, &[u8])) -> Result<(), Error>,
    sender: SyncSender<Incoming>,
    count: &mut dyn FnMut(),
) -> Result<(), Error> {
    let sent = contents(missing, &mut |nth, bytes| {
        let object = Incoming {
            id: missing[nth].id,
            bytes: bytes.to_vec(),
        };
        // Nobody receives only where every worker has ended early, which their results tell.
        let _ = sender.send(object);
        count();
    });
    // The workers end when nothing can come any more.
    drop(sender);
    sent
}
