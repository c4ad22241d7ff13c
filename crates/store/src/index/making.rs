//! Makes segments of objects while they come in: a few in the thread that brings them, many in
//! threads of their own. None of them is kept longer than until it is a document.

use std::mem;
use std::num::NonZero;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvError, SyncSender, sync_channel};
use std::thread::{self, Scope, ScopedJoinHandle};

use super::folder::Folder;
use super::view::NamedSegment;
use git_memory_git::ObjectId;
use git_memory_recall::{Builder, Damaged, Document, Lexicon};
use git_memory_text::Language;

/// Segments in the making are written when they take this much memory together, in bytes.
const FULL: usize = 3 << 20;
/// How many new documents are worth threads, and how many bytes of them.
const WORTH_THREADS: usize = 64;
const WORTH_BYTES: usize = 1 << 20;
/// Maximum number of threads: more would only wait for git, and each has a segment in its memory.
const MAX_THREADS: usize = 4;
/// How many objects are handed to a thread at once, and how many bytes of them: waking it for each
/// takes half as long as the document.
const BATCH: usize = 32;
const BATCH_BYTES: usize = 64 << 10;
/// How many batches may wait for each thread.
const QUEUE: usize = 2;

/// How an object's bytes become a document, which is in the language where its words do not tell
/// another, and with which lexicon.
pub type ReadDocument = fn(&[u8], Language, &mut Lexicon) -> Document;

/// An object and its bytes.
pub struct Object {
    /// Its id.
    pub id: ObjectId,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// Makes segments of objects.
#[derive(Clone, Copy)]
pub(super) struct Maker<'a> {
    pub(super) folder: &'a Folder,
    pub(super) usual: Language,
    pub(super) read: ReadDocument,
}

impl Maker<'_> {
    /// Does `work`, and makes segments of the objects that it hands over. Where that fails, the
    /// segments made so far are found again by a process that needs them.
    pub(super) fn beside<T>(
        &self,
        work: impl FnOnce(&mut dyn FnMut(Object)) -> T,
    ) -> Result<(T, Vec<NamedSegment>), Damaged> {
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        let threads = threads.min(MAX_THREADS);
        // Bounded, so that git does not read the whole history into memory while we write.
        let (sender, receiver) = sync_channel::<Vec<Object>>(threads * QUEUE);
        let receiver = Mutex::new(receiver);
        thread::scope(|scope| {
            let mut crew = Crew {
                maker: self,
                scope,
                threads,
                sender,
                receiver: &receiver,
                waiting: Vec::new(),
                bytes: 0,
                workers: Vec::new(),
            };
            let done = work(&mut |object| crew.take(object));
            Ok((done, crew.finish()?))
        })
    }

    /// Makes segments of what comes in, until nothing more does.
    fn work(
        &self,
        incoming: impl FnMut() -> Option<Object>,
        full: usize,
    ) -> Result<Vec<NamedSegment>, Damaged> {
        let mut builder = Builder::default();
        let mut made = Vec::new();
        for object in std::iter::from_fn(incoming) {
            builder.add(object.id.as_bytes(), |lexicon| {
                (self.read)(&object.bytes, self.usual, lexicon)
            });
            if builder.size() > full {
                made.extend(self.write(&mut builder)?);
                builder.clear();
            }
        }
        made.extend(self.write(&mut builder)?);
        Ok(made)
    }

    fn write(&self, builder: &mut Builder) -> Result<Option<NamedSegment>, Damaged> {
        self.folder.write(builder).map_err(|_| Damaged)
    }
}

/// Who makes documents of what comes in.
struct Crew<'scope, 'env> {
    maker: &'env Maker<'env>,
    scope: &'scope Scope<'scope, 'env>,
    threads: usize,
    sender: SyncSender<Vec<Object>>,
    receiver: &'env Mutex<Receiver<Vec<Object>>>,
    /// Objects that came in and no worker has yet. At first there are no threads: starting them
    /// takes as long as a few documents.
    waiting: Vec<Object>,
    /// How many bytes these are.
    bytes: usize,
    workers: Vec<ScopedJoinHandle<'scope, Result<Vec<NamedSegment>, Damaged>>>,
}

impl Crew<'_, '_> {
    fn take(&mut self, object: Object) {
        self.bytes += object.bytes.len();
        self.waiting.push(object);
        let (most, most_bytes) = if self.workers.is_empty() {
            (WORTH_THREADS, WORTH_BYTES)
        } else {
            (BATCH, BATCH_BYTES)
        };
        if self.waiting.len() >= most || self.bytes >= most_bytes {
            if self.workers.is_empty() {
                self.start();
            }
            // Without a thread to spare, all of it waits for the end.
            if !self.workers.is_empty() {
                self.send();
            }
        }
    }

    fn send(&mut self) {
        self.bytes = 0;
        // Sending fails only where every worker has ended early, which their results tell.
        let _ = self.sender.send(mem::take(&mut self.waiting));
    }

    fn start(&mut self) {
        let (maker, receiver, full) = (self.maker, self.receiver, FULL / self.threads);
        for _ in 0..self.threads {
            let worker = move || {
                let mut batch = Vec::new().into_iter();
                let incoming = || loop {
                    match batch.next() {
                        Some(object) => return Some(object),
                        None => batch = next(receiver).ok()?.into_iter(),
                    }
                };
                maker.work(incoming, full)
            };
            let started = thread::Builder::new().spawn_scoped(self.scope, worker);
            self.workers.extend(started);
        }
    }

    /// Ends the workers, and returns the segments made of everything that came in.
    fn finish(mut self) -> Result<Vec<NamedSegment>, Damaged> {
        if self.workers.is_empty() {
            let mut waiting = self.waiting.into_iter();
            return self.maker.work(|| waiting.next(), FULL);
        }
        self.send();
        // The workers end when nothing can come any more.
        drop(self.sender);
        let mut made = Vec::new();
        for worker in self.workers {
            // The objects that a worker had taken are lost if it panicked.
            made.extend(worker.join().map_err(|_| Damaged)??);
        }
        Ok(made)
    }
}

/// The next objects; an error where nothing can come any more, or where another worker panicked with
/// the queue in its hands.
fn next(incoming: &Mutex<Receiver<Vec<Object>>>) -> Result<Vec<Object>, RecvError> {
    let incoming = incoming.lock().map_err(|_| RecvError)?;
    incoming.recv()
}
