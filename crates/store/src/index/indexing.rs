//! Asks the index for views, and indexes what they miss.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::HashSet;
use std::sync::Arc;

use super::bytes::SegmentBytes;
use super::folder::Folder;
use super::making::{Maker, Object, ReadDocument};
use super::view::{
    DocumentSource, IndexView, NamedSegment, Paths, ViewPart, ids, make_view, missing,
};
use crate::kept::RECALL;
use crate::{Error, Lock};
use git_memory_git::{ObjectId, Repo};
use git_memory_recall::{Builder, Damaged, Document, Lexicon, Members, Segment, Totals};
use git_memory_text::Language;

/// More segments than this are merged.
const SEGMENTS: usize = 8;

/// Says how many of how many objects were read.
pub type Progress<'a> = &'a dyn Fn(usize, usize);

/// The index of a repository.
pub struct Index<'a> {
    folder: Folder,
    usual: Language,
    progress: Progress<'a>,
    /// Segments that could not be written, for the view that is made next.
    made: RefCell<Vec<NamedSegment>>,
}

impl<'a> Index<'a> {
    /// The index of a repository for texts that are in `usual` where their words do not tell
    /// another language.
    #[must_use]
    pub fn new(repo: &Repo, usual: Language, progress: Progress<'a>) -> Self {
        Self {
            folder: Folder::new(RECALL.of(repo).join(usual.code())),
            usual,
            progress,
            made: RefCell::default(),
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
        let mut files = list()?;
        // All of them, whatever branch they were made on: a blob is read once in its life.
        let mut segments = self.folder.segments();
        segments.extend(self.made.take());
        let missing = missing(&segments, &files)?;
        let mut unread = HashSet::new();
        if !missing.is_empty() {
            unread.extend(missing.iter().map(|file| file.id));
            segments.extend(self.add(&missing, contents, read, &mut unread)?);
        }
        files.retain(|file| !unread.contains(&file.id));
        let named = make_view(self.merged(segments, &files), &files)?;
        // A blob that cannot be read now may be there the next time.
        if unread.is_empty() {
            self.folder.keep_view(key, &named);
        }
        Ok(IndexView {
            key: Some(key.to_owned()),
            ..named.view
        })
    }

    /// The view of a few texts, which is not kept; `read` gives each as a document, with the name
    /// that [`IndexView::path`] gives back.
    ///
    /// # Errors
    /// [`Error::Damaged`], which texts of this process never are.
    pub fn ephemeral<T>(
        texts: &[T],
        read: impl Fn(&T, &mut Lexicon) -> (Arc<str>, Document),
    ) -> Result<IndexView, Error> {
        let mut builder = Builder::default();
        let mut names: Vec<Arc<str>> = Vec::with_capacity(texts.len());
        for (nth, text) in (0_u32..).zip(texts) {
            builder.add(&nth.to_be_bytes(), |lexicon| {
                let (name, document) = read(text, lexicon);
                names.push(name);
                document
            });
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

    /// The index of the repository's commits. Their messages lie in a folder of their own: a
    /// question about records only reads none of them.
    #[must_use]
    pub fn of_commits(&self) -> Self {
        Self {
            folder: self.folder.of_commits(),
            usual: self.usual,
            progress: self.progress,
            made: RefCell::default(),
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

    /// Segments of objects that none has yet; takes those that could be read out of `unread`.
    fn add<C>(
        &self,
        missing: &[&DocumentSource],
        contents: C,
        read: ReadDocument,
        unread: &mut HashSet<ObjectId>,
    ) -> Result<Vec<NamedSegment>, Error>
    where
        C: FnOnce(&[&DocumentSource], &mut dyn FnMut(usize, &[u8])) -> Result<(), Error>,
    {
        let mut done = 0;
        let (read_all, made) = self.maker(read).beside(|take| {
            contents(missing, &mut |nth, bytes| {
                unread.remove(&missing[nth].id);
                take(Object {
                    id: missing[nth].id,
                    bytes: bytes.to_vec(),
                });
                done += 1;
                (self.progress)(done, missing.len());
            })
        })?;
        read_all?;
        Ok(made)
    }

    fn maker(&self, read: ReadDocument) -> Maker<'_> {
        Maker {
            folder: &self.folder,
            usual: self.usual,
            read,
        }
    }

    /// Does `work`, which hands over objects that it has to read anyway, with how many there are at
    /// most. Objects that no segment has become documents meanwhile, so that their bytes need not
    /// be kept until the view is made.
    ///
    /// # Errors
    /// What `work` returns; [`Error::Damaged`].
    pub fn beside<T>(
        &self,
        read: ReadDocument,
        work: impl FnOnce(&mut dyn FnMut(Object, usize)) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let mut known = None;
        let mut done = 0;
        let (worked, made) = self.maker(read).beside(|take| {
            work(&mut |object, most| {
                let known = known.get_or_insert_with(|| ids(&self.folder.segments()));
                if known.insert(object.id) {
                    take(object);
                }
                done += 1;
                (self.progress)(done, most);
            })
        })?;
        // The others are found in the folder.
        let is_nowhere = |it: &NamedSegment| matches!(it.segment.bytes(), SegmentBytes::Memory(_));
        self.made
            .borrow_mut()
            .extend(made.into_iter().filter(is_nowhere));
        worked
    }

    /// The segments, fewer where there are many: the process that gets the lock merges them, all
    /// others go on with many.
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
        // No other process sweeps now, and it is rare enough not to cost anything.
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
