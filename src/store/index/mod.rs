//! The index of recall, in the common git folder: segments under object ids, and views of them.
//! Disposable.
//!
//! Segments never change: they are written beside and renamed, so any number of processes write at
//! once and nobody waits. A document that stands in two of them is seen once. What is damaged, or
//! of another version, is thrown away and made again from the objects; where nothing can be
//! written, the index of a command lives in its memory.

mod files;
mod view_file;

use std::collections::HashMap;
use std::num::NonZero;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;

use super::{Error, Lock};
use crate::domain::recall::{Builder, Damaged, Document, Members, Part, Segment, Standing, Totals};
use crate::domain::text::Language;
use crate::git::{ObjectId, Repo};

use files::Folder;
pub use files::Place;
use view_file::Paths;

/// More segments than this are merged.
const SEGMENTS: usize = 8;
/// A segment in the making is written when it takes so many bytes of memory.
const FULL: usize = 4 << 20;
/// So many new documents are worth threads.
const WORTH_THREADS: usize = 64;

/// How an object's bytes become a document, where its words do not tell another language.
pub type Read = fn(&[u8], Language) -> Document;

/// Says how many of how many objects were read.
pub type Progress<'a> = &'a dyn Fn(usize, usize);

/// The index of a repository.
pub struct Index<'a> {
    folder: Folder,
    usual: Language,
    progress: Progress<'a>,
}

/// An object, with the path or name by which its view knows it.
pub type Listed = (Arc<str>, ObjectId);

/// A segment with its name.
type Named = (String, Segment<Place>);

/// The objects of a place, as the index knows them.
pub struct IndexView {
    parts: Vec<ViewPart>,
    /// What ranking needs to know of all of them.
    pub totals: Totals,
    paths: Paths,
    /// The paths of the objects that no document could be made of, sorted.
    pub strays: Vec<String>,
}

struct ViewPart {
    segment: Segment<Place>,
    members: Members,
}

impl IndexView {
    /// Its parts, in order.
    #[must_use]
    pub fn parts(&self) -> Vec<Part<'_, Place>> {
        self.parts
            .iter()
            .map(|part| Part {
                segment: &part.segment,
                members: &part.members,
            })
            .collect()
    }

    /// The object id of a document; `None` in a passing view.
    ///
    /// # Errors
    /// [`Damaged`].
    pub fn id(&self, part: usize, document: u32) -> Result<Option<ObjectId>, Damaged> {
        Ok(ObjectId::from_bytes(
            self.parts.get(part).ok_or(Damaged)?.segment.id(document)?,
        ))
    }

    /// Where a document lies: the first path of its blob.
    ///
    /// # Errors
    /// [`Damaged`].
    pub fn path(&self, part: usize, document: u32) -> Result<String, Damaged> {
        let before: usize = self
            .parts
            .get(..part)
            .ok_or(Damaged)?
            .iter()
            .map(|part| part.members.count())
            .sum();
        let nth = self.parts.get(part).ok_or(Damaged)?.members.rank(document);
        self.paths.nth(before + nth).ok_or(Damaged)
    }
}

impl<'a> Index<'a> {
    /// The index of a repository for texts that are in `usual` where their words do not tell
    /// another language.
    #[must_use]
    pub fn new(repo: &Repo, usual: Language, progress: Progress<'a>) -> Self {
        let path = repo
            .common_dir()
            .join("memory")
            .join("recall")
            .join(usual.code());
        Self {
            folder: Folder::new(path),
            usual,
            progress,
        }
    }

    /// The view of some objects, which `key` names: the same key always stands for the same
    /// objects. `list` gives them with their paths; `contents` reads some of them, and `read`
    /// makes documents of their bytes.
    ///
    /// # Errors
    /// What `list` and `contents` return; [`Error::Damaged`].
    pub fn view(
        &self,
        key: &str,
        list: impl FnOnce() -> Result<Vec<Listed>, Error>,
        contents: impl FnOnce(&[&Listed], &mut dyn FnMut(usize, &[u8])) -> Result<(), Error>,
        read: Read,
    ) -> Result<IndexView, Error> {
        if let Some(view) = self.folder.view(key) {
            return Ok(view);
        }
        let files = list()?;
        let mut segments = self.folder.segments();
        let missing = missing(&segments, &files)?;
        if !missing.is_empty() {
            segments.extend(self.add(&missing, contents, read)?);
            segments = self.merged(segments, &files);
        }
        let (view, names) = make_view(segments, &files)?;
        self.folder.keep_view(key, &view, &names);
        Ok(view)
    }

    /// The view of a few texts that nobody keeps, each with the name that [`IndexView::path`] gives
    /// back.
    #[must_use]
    pub fn passing(&self, texts: Vec<(String, Document)>) -> IndexView {
        let mut builder = Builder::default();
        let mut names = Vec::with_capacity(texts.len());
        for (nth, (name, document)) in (0_u32..).zip(texts) {
            builder.add(&nth.to_be_bytes(), document);
            names.push(Arc::from(name));
        }
        // Writing into memory cannot fail.
        let segment = builder
            .write(Vec::new())
            .ok()
            .and_then(|bytes| Segment::open(Place::Memory(bytes)).ok());
        let part = segment.map(|segment| ViewPart {
            members: Members::all_of(segment.documents()),
            segment,
        });
        let totals = part
            .as_ref()
            .map_or(Ok(Totals::default()), |part| {
                Totals::of(&part.segment, &part.members)
            })
            .unwrap_or_default();
        IndexView {
            parts: part.into_iter().collect(),
            totals,
            paths: Paths::InMemory(names),
            strays: Vec::new(),
        }
    }

    /// The language of texts whose words do not tell another.
    #[must_use]
    pub fn usual(&self) -> Language {
        self.usual
    }

    /// Throws everything away: something in it is damaged.
    pub fn discard(&self) {
        self.folder.discard();
    }

    /// Indexes objects; gives the new segments.
    fn add(
        &self,
        missing: &[&Listed],
        contents: impl FnOnce(&[&Listed], &mut dyn FnMut(usize, &[u8])) -> Result<(), Error>,
        read: Read,
    ) -> Result<Vec<Named>, Error> {
        let mut done = 0;
        let mut count = || {
            done += 1;
            (self.progress)(done, missing.len());
        };
        if missing.len() < WORTH_THREADS {
            let mut builder = Builder::default();
            contents(missing, &mut |nth, bytes| {
                builder.add(missing[nth].1.as_bytes(), read(bytes, self.usual));
                count();
            })?;
            return Ok(self.folder.write(&mut builder).into_iter().collect());
        }
        let threads = thread::available_parallelism()
            .map_or(1, NonZero::get)
            .min(8);
        let (sender, receiver) = sync_channel::<(ObjectId, Vec<u8>)>(threads * 16);
        let receiver = Mutex::new(receiver);
        let (folder, usual) = (&self.folder, self.usual);
        let work = || work(folder, &receiver, &|bytes| read(bytes, usual));
        thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            let sent = send_all(missing, contents, sender, &mut count);
            let made = workers
                .into_iter()
                .flat_map(|worker| worker.join().unwrap_or_default())
                .collect();
            sent.map(|()| made)
        })
    }

    /// The segments, fewer where there are many: whoever gets the lock merges them, everybody else
    /// goes on with many.
    fn merged(&self, mut segments: Vec<Named>, files: &[Listed]) -> Vec<Named> {
        if segments.len() <= SEGMENTS {
            return segments;
        }
        let Some(_lock) = Lock::take_if_free(&self.folder.lock_file()) else {
            return segments;
        };
        self.folder.sweep();
        // Of the largest ones stays alone what is larger than all that follow together: each
        // document is merged a few times in its life.
        segments.sort_by_key(|(_, segment)| std::cmp::Reverse(segment.documents()));
        let sizes: Vec<usize> = segments
            .iter()
            .map(|(_, segment)| segment.documents() as usize)
            .collect();
        let stays = (0..sizes.len())
            .find(|&nth| sizes[nth] <= sizes[nth + 1..].iter().sum())
            .unwrap_or(sizes.len());
        let small = segments.split_off(stays.min(segments.len()));
        match self.folder.merge(small, files) {
            Ok(merged) => segments.push(merged),
            Err(small) => segments.extend(small),
        }
        segments
    }
}

/// Makes segments of what comes in.
fn work(
    folder: &Folder,
    incoming: &Mutex<Receiver<(ObjectId, Vec<u8>)>>,
    read: &dyn Fn(&[u8]) -> Document,
) -> Vec<Named> {
    let mut builder = Builder::default();
    let mut made = Vec::new();
    while let Some((id, bytes)) = incoming
        .lock()
        .ok()
        .and_then(|incoming| incoming.recv().ok())
    {
        builder.add(id.as_bytes(), read(&bytes));
        if builder.size() > FULL {
            made.extend(folder.write(&mut std::mem::take(&mut builder)));
        }
    }
    made.extend(folder.write(&mut builder));
    made
}

fn send_all(
    missing: &[&Listed],
    contents: impl FnOnce(&[&Listed], &mut dyn FnMut(usize, &[u8])) -> Result<(), Error>,
    sender: SyncSender<(ObjectId, Vec<u8>)>,
    count: &mut dyn FnMut(),
) -> Result<(), Error> {
    let sent = contents(missing, &mut |nth, bytes| {
        // Nobody receives only where every worker panicked.
        let _ = sender.send((missing[nth].1, bytes.to_vec()));
        count();
    });
    // The workers end when nothing can come any more.
    drop(sender);
    sent
}

type Places = HashMap<ObjectId, (usize, u32), foldhash::fast::RandomState>;

/// Where each object stands.
fn places(segments: &[Named]) -> Result<Places, Damaged> {
    let mut places = Places::default();
    places.reserve(
        segments
            .iter()
            .map(|(_, segment)| segment.documents() as usize)
            .sum(),
    );
    for (nth, (_, segment)) in segments.iter().enumerate() {
        for document in 0..segment.documents() {
            let id = ObjectId::from_bytes(segment.id(document)?).ok_or(Damaged)?;
            places.insert(id, (nth, document));
        }
    }
    Ok(places)
}

/// The objects that no segment has, each once.
fn missing<'f>(segments: &[Named], files: &'f [Listed]) -> Result<Vec<&'f Listed>, Damaged> {
    let mut known = places(segments)?;
    let mut is_new = |id: &ObjectId| known.insert(*id, (0, 0)).is_none();
    Ok(files.iter().filter(|(_, id)| is_new(id)).collect())
}

/// The view of some objects; the segments that it does not need are left out. Beside it the names
/// of its segments.
fn make_view(segments: Vec<Named>, files: &[Listed]) -> Result<(IndexView, Vec<String>), Damaged> {
    let places = places(&segments)?;
    let mut found: Vec<Vec<(u32, &Arc<str>)>> = segments.iter().map(|_| Vec::new()).collect();
    for (path, id) in files {
        // All that was missing was just read; a document that is not there was lost on the way.
        let &(nth, document) = places.get(id).ok_or(Damaged)?;
        found[nth].push((document, path));
    }
    let (mut parts, mut names, mut paths, mut totals) =
        (Vec::new(), Vec::new(), Vec::new(), Totals::default());
    let mut strays = Vec::new();
    for ((name, segment), mut found) in segments.into_iter().zip(found) {
        found.sort_unstable();
        found.dedup_by_key(|(document, _)| *document);
        let mut members = Members::none_of(segment.documents());
        for (document, path) in found {
            if segment.facts(document)?.standing == Standing::Nothing {
                strays.push(path.to_string());
            } else {
                members.insert(document);
                paths.push(Arc::clone(path));
            }
        }
        let of_segment = Totals::of(&segment, &members)?;
        if of_segment.documents == 0 {
            continue;
        }
        totals = totals.and(of_segment);
        parts.push(ViewPart { segment, members });
        names.push(name);
    }
    strays.sort_unstable();
    Ok((
        IndexView {
            parts,
            totals,
            paths: Paths::InMemory(paths),
            strays,
        },
        names,
    ))
}
