//! Views: the objects of a place, as the index knows them.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io;
use std::sync::Arc;

use super::bytes::{SegmentBytes, read_at};
use crate::state::checksummed_rows;
use git_memory_git::ObjectId;
use git_memory_recall::{Damaged, DocumentRef, Members, Part, Segment, Totals};

/// The longest row of a path, in bytes: git's paths are shorter.
const PATH_LIMIT: usize = 1 << 16;

/// An object with the path or name by which its view knows it.
#[derive(Clone, Debug)]
pub struct DocumentSource {
    /// The path or name.
    pub path: Arc<str>,
    /// The object.
    pub id: ObjectId,
}

/// A segment with its name.
pub(crate) struct NamedSegment {
    pub(crate) name: String,
    pub(crate) segment: Segment<SegmentBytes>,
}

/// The objects of a place, as the index knows them.
pub struct IndexView {
    /// The name of its objects: the same key always means the same ones. `None` for texts that are
    /// not kept.
    pub key: Option<String>,
    pub(crate) parts: Vec<ViewPart>,
    /// Totals over all of them, which ranking needs.
    pub totals: Totals,
    pub(crate) paths: Paths,
    /// The paths of the objects that no document could be made of, sorted.
    pub strays: Vec<String>,
    /// Further files with the text of a document, sorted.
    pub twins: Vec<Twin>,
}

/// A file with the same text as another one: one document stands for both, under the first path.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Twin {
    /// The part of the view that has the document.
    pub part: usize,
    /// The document.
    pub document: u32,
    /// The path of this file.
    pub path: String,
}

/// The documents of one segment that a view has.
pub(crate) struct ViewPart {
    pub(crate) segment: Segment<SegmentBytes>,
    pub(crate) members: Members,
}

impl IndexView {
    /// Its parts, in order.
    #[must_use]
    pub fn parts(&self) -> Vec<Part<'_, SegmentBytes>> {
        let mut parts = Vec::with_capacity(self.parts.len());
        for ViewPart { segment, members } in &self.parts {
            parts.push(Part { segment, members });
        }
        parts
    }

    /// Leaves all documents out. Afterwards no path may be asked for: paths go by the place among
    /// all.
    pub fn leave_none(&mut self) {
        for part in &mut self.parts {
            part.members = Members::none_of(part.segment.documents());
        }
    }

    /// Takes one document in again.
    pub fn take_in(&mut self, at: DocumentRef) {
        if let Some(part) = self.parts.get_mut(at.part) {
            part.members.insert(at.document);
        }
    }

    /// The object id of a document; `None` in an ephemeral view.
    ///
    /// # Errors
    /// [`Damaged`].
    pub fn id(&self, part: usize, document: u32) -> Result<Option<ObjectId>, Damaged> {
        let part = self.parts.get(part).ok_or(Damaged)?;
        Ok(ObjectId::from_bytes(part.segment.id(document)?))
    }

    /// The path of a document: the first path of its blob.
    ///
    /// # Errors
    /// [`Damaged`].
    pub fn path(&self, part: usize, document: u32) -> Result<String, Damaged> {
        let members = &self.parts.get(part).ok_or(Damaged)?.members;
        self.paths.nth(self.count(part) + members.rank(document))
    }

    /// The paths of the documents of one part, in the order of its members.
    ///
    /// # Errors
    /// [`Damaged`].
    pub fn paths_of(&self, part: usize) -> Result<Vec<Arc<str>>, Damaged> {
        let members = &self.parts.get(part).ok_or(Damaged)?.members;
        let start = self.count(part);
        let mut paths = self.paths.first(start + members.count())?;
        Ok(paths.split_off(start))
    }

    /// The paths of all documents, in the order of the parts and of their members.
    ///
    /// # Errors
    /// [`Damaged`].
    pub fn all_paths(&self) -> Result<Vec<Arc<str>>, Damaged> {
        self.paths.first(self.count(self.parts.len()))
    }

    /// How many documents the first `parts` parts have.
    fn count(&self, parts: usize) -> usize {
        let first = self.parts.iter().take(parts);
        first.map(|part| part.members.count()).sum()
    }
}

/// The paths of the documents of a view, in their order.
pub(crate) enum Paths {
    InMemory(Vec<Arc<str>>),
    InFile {
        file: File,
        /// The positions at which the offsets of rows begin, four bytes each, and at which the rows
        /// do.
        offsets: u64,
        rows: u64,
    },
}

impl Paths {
    /// The paths of the first `count` documents.
    fn first(&self, count: usize) -> Result<Vec<Arc<str>>, Damaged> {
        match self {
            Self::InMemory(paths) => Ok(paths.get(..count).ok_or(Damaged)?.to_vec()),
            Self::InFile {
                file,
                offsets,
                rows,
            } => paths_at(file, *offsets, *rows, count).map_err(|_| Damaged),
        }
    }

    /// The path of the nth document.
    fn nth(&self, nth: usize) -> Result<String, Damaged> {
        match self {
            Self::InMemory(paths) => {
                let path = paths.get(nth).ok_or(Damaged)?;
                Ok(path.to_string())
            }
            Self::InFile {
                file,
                offsets,
                rows,
            } => {
                let offset = offsets + nth as u64 * 4;
                path_at(file, offset, *rows).map_err(|_| Damaged)
            }
        }
    }
}

/// The paths of `count` rows, which begin at `rows`; where each of them does is written at
/// `offsets`.
fn paths_at(file: &File, offsets: u64, rows: u64, count: usize) -> io::Result<Vec<Arc<str>>> {
    let ends = read_at(file, offsets + count as u64 * 4, 4)?;
    let length = number(&ends)?;
    // A damaged number must not ask for more memory than there are bytes.
    if u64::from(length) > file.metadata()?.len() {
        return Err(damaged());
    }
    let all = read_at(file, rows, length as usize)?;
    let mut paths = Vec::with_capacity(count);
    for row in checksummed_rows::rows(&all, 0) {
        paths.push(Arc::from(
            std::str::from_utf8(row).map_err(io::Error::other)?,
        ));
    }
    // Rows end where one of them is damaged.
    if paths.len() == count {
        Ok(paths)
    } else {
        Err(damaged())
    }
}

/// The path whose row's offset is written at `offset`, the next row's after it.
fn path_at(file: &File, offset: u64, rows: u64) -> io::Result<String> {
    let ends = read_at(file, offset, 8)?;
    let start = u64::from(number(&ends[..4])?);
    let end = u64::from(number(&ends[4..])?);
    let length = end.checked_sub(start).ok_or_else(damaged)?;
    let length = usize::try_from(length).map_err(io::Error::other)?;
    if length > PATH_LIMIT {
        return Err(damaged());
    }
    let row = read_at(file, rows + start, length)?;
    let path = checksummed_rows::rows(&row, 0).next().ok_or_else(damaged)?;
    String::from_utf8(path.to_vec()).map_err(io::Error::other)
}

/// A little-endian number of four bytes.
pub(crate) fn number(bytes: &[u8]) -> io::Result<u32> {
    let bytes = bytes.try_into().map_err(io::Error::other)?;
    Ok(u32::from_le_bytes(bytes))
}

/// The error for bytes that are not as they were written.
pub(crate) fn damaged() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, Damaged)
}

/// The position of an object: the number of its segment, and its own there.
#[derive(Clone, Copy)]
struct Position {
    segment: usize,
    document: u32,
}

type Positions = HashMap<ObjectId, Position, foldhash::fast::RandomState>;

/// The position of each object; of one that several segments have, the last one.
fn positions(segments: &[NamedSegment]) -> Result<Positions, Damaged> {
    let mut documents = 0;
    for named in segments {
        documents += named.segment.documents() as usize;
    }
    let mut positions = Positions::default();
    // Tens of thousands of objects: growing the map would move each of them several times.
    positions.reserve(documents);
    for (nth, named) in segments.iter().enumerate() {
        for document in 0..named.segment.documents() {
            let id = named.segment.id(document)?;
            let id = ObjectId::from_bytes(id).ok_or(Damaged)?;
            let position = Position {
                segment: nth,
                document,
            };
            positions.insert(id, position);
        }
    }
    Ok(positions)
}

/// The objects that some segments have.
pub(crate) fn ids(segments: &[NamedSegment]) -> HashSet<ObjectId> {
    // Nothing is known of damaged ones: the code that makes a view of them says so.
    let known = positions(segments).unwrap_or_default();
    known.into_keys().collect()
}

/// The objects that no segment has, each once.
pub(crate) fn missing<'f>(
    segments: &[NamedSegment],
    files: &'f [DocumentSource],
) -> Result<Vec<&'f DocumentSource>, Damaged> {
    let mut known = positions(segments)?;
    let mut missing = Vec::new();
    for file in files {
        // Of two files with one content, the first is read.
        let taken = Position {
            segment: 0,
            document: 0,
        };
        if known.insert(file.id, taken).is_none() {
            missing.push(file);
        }
    }
    Ok(missing)
}

/// A view with the names of its segments.
pub(crate) struct NamedView {
    pub(crate) view: IndexView,
    pub(crate) names: Vec<String>,
}

/// The view of some objects; the segments that it does not need are left out.
pub(crate) fn make_view(
    segments: Vec<NamedSegment>,
    files: &[DocumentSource],
) -> Result<NamedView, Damaged> {
    let found = documents(&segments, files)?;
    let mut twins = Vec::new();
    let mut names = Vec::new();
    let mut parts = Vec::new();
    let mut totals = Totals::default();
    let mut paths = Vec::new();
    let mut strays = Vec::new();
    for (NamedSegment { name, segment }, found) in segments.into_iter().zip(found) {
        let mut members = Members::none_of(segment.documents());
        for Document { document, path } in found {
            if segment.facts(document)?.lifecycle.is_none() {
                strays.push(path.to_string());
            } else if members.contains(document) {
                twins.push(Twin {
                    part: parts.len(),
                    document,
                    path: path.to_string(),
                });
            } else {
                members.insert(document);
                paths.push(Arc::clone(path));
            }
        }
        let of_segment = Totals::of(&segment, &members)?;
        // Other branches' texts alone: this view need not open the segment again.
        if of_segment.documents == 0 {
            continue;
        }
        totals = totals.and(of_segment);
        parts.push(ViewPart { segment, members });
        names.push(name);
    }
    strays.sort_unstable();
    let view = IndexView {
        key: None,
        parts,
        totals,
        paths: Paths::InMemory(paths),
        strays,
        twins,
    };
    Ok(NamedView { view, names })
}

/// A document of a segment, with its path.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Document<'f> {
    document: u32,
    path: &'f Arc<str>,
}

/// For each segment, the documents that are some files, in order, each with its paths.
fn documents<'f>(
    segments: &[NamedSegment],
    files: &'f [DocumentSource],
) -> Result<Vec<Vec<Document<'f>>>, Damaged> {
    let positions = positions(segments)?;
    let mut documents: Vec<Vec<Document<'f>>> = Vec::with_capacity(segments.len());
    documents.resize_with(segments.len(), Vec::new);
    for DocumentSource { path, id } in files {
        // All that was missing was just read; a document that is not there was lost on the way.
        let position = positions.get(id).ok_or(Damaged)?;
        documents[position.segment].push(Document {
            document: position.document,
            path,
        });
    }
    for of_segment in &mut documents {
        of_segment.sort_unstable();
        // Branches that are searched together have most of their files in common.
        of_segment.dedup();
    }
    Ok(documents)
}
