//! The column of records as read, for all work trees of a repository: each file under its blob and
//! its place, as a page takes its title, its number and its kind from its path.

use std::borrow::Cow;
use std::hash::BuildHasher;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::thread::JoinHandle;

use foldhash::quality::FixedState;

use crate::kept::BY_BLOB;
use crate::side_by_side::side_by_side;
use crate::state::Column;
use git_memory_git::ObjectId;
use git_memory_model::kind::Kind;
use git_memory_model::layout::RecordPlace;
use git_memory_model::record::{FileReading, reading};
use git_memory_model::roots::Roots;
use git_memory_text::path::RepoPath;

const COLUMN: &str = "readings";

/// Readings by blob and place.
pub(crate) type Readings = Column<FileReading>;

/// Begins to load the readings of a common git folder, on a thread of its own.
pub(crate) fn load(common_dir: &Path) -> io::Result<JoinHandle<Readings>> {
    Readings::load(&BY_BLOB, common_dir, COLUMN)
}

/// Reads those of a common git folder.
pub(crate) fn open(common_dir: &Path) -> Readings {
    Readings::open(&BY_BLOB, common_dir, COLUMN)
}

/// A file that may be a record, at its place.
pub(crate) struct PlacedFile<'a> {
    pub(crate) path: &'a RepoPath,
    pub(crate) blob: ObjectId,
    pub(crate) place: Arc<RecordPlace>,
    /// Its row.
    pub(crate) key: ObjectId,
}

/// The bytes of contents that are read at a time.
const BATCH: usize = 4 << 20;

/// Files that wait to be read, by all processors at once: a clone's first command reads them all.
#[derive(Default)]
pub(crate) struct Batch<'a> {
    files: Vec<(&'a PlacedFile<'a>, Cow<'a, [u8]>)>,
    bytes: usize,
}

impl<'a> Batch<'a> {
    /// Takes one more, and reads those that wait if they are many.
    pub(crate) fn add(
        &mut self,
        file: &'a PlacedFile<'a>,
        content: Cow<'a, [u8]>,
        into: &mut Readings,
    ) {
        self.bytes += content.len();
        self.files.push((file, content));
        if self.bytes > BATCH {
            self.read_into(into);
        }
    }

    /// Reads those that wait.
    pub(crate) fn read_into(&mut self, into: &mut Readings) {
        self.bytes = 0;
        let files = std::mem::take(&mut self.files);
        let read = side_by_side(&files, &|_, _| {}, |(file, content)| {
            reading::read(content).at(file.path, &file.place)
        });
        for ((file, _), reading) in files.iter().zip(read) {
            into.put(file.key, reading);
        }
    }
}

/// The files of a list that lie where records are, in its order.
pub(crate) fn placed<'a>(files: &'a [(RepoPath, ObjectId)], roots: &Roots) -> Vec<PlacedFile<'a>> {
    let mut placed = Vec::with_capacity(files.len());
    // Files of one folder follow each other and share their place: for ten thousand of them, a
    // string each would be most of the time that this takes.
    let mut folder: Option<(&str, Option<Folder>)> = None;
    for (path, blob) in files {
        let name = path.folder();
        if folder.as_ref().is_none_or(|(known, _)| *known != name) {
            folder = Some((name, Folder::of(name, roots)));
        }
        if let Some((_, Some(Folder { place, seed }))) = &folder {
            placed.push(PlacedFile {
                path,
                blob: *blob,
                place: Arc::clone(place),
                key: key(*blob, *seed, &path.as_str()[name.len()..]),
            });
        }
    }
    placed
}

/// A folder that may hold records.
struct Folder {
    place: Arc<RecordPlace>,
    /// A number for its path and place.
    seed: u64,
}

impl Folder {
    fn of(name: &str, roots: &Roots) -> Option<Self> {
        let place = roots.place_in(name)?;
        let kind = place.kind.map(Kind::name);
        let seed = FixedState::default().hash_one((name, place.scope.as_str(), kind));
        Some(Self {
            place: Arc::new(place),
            seed,
        })
    }
}

/// One id for a blob and the path and place of its file, which are a number in its last bytes: those
/// that an id of SHA-1 leaves free.
fn key(blob: ObjectId, seed: u64, file: &str) -> ObjectId {
    let mut bytes = [0; 32];
    bytes[..blob.as_bytes().len()].copy_from_slice(blob.as_bytes());
    let number = FixedState::with_seed(seed).hash_one(file);
    for (byte, more) in bytes[24..].iter_mut().zip(number.to_le_bytes()) {
        *byte ^= more;
    }
    // It has the length of an id.
    ObjectId::from_bytes(&bytes).unwrap_or(blob)
}
