//! The files of the index: `<documents>.segment`, and `views/<key>`.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::{IndexView, Listed, Named, ViewPart, view_file};
use crate::domain::recall::{Builder, Bytes, Damaged, Segment, merge, name};
use crate::store::atomic::{is_temporary, new_temporary};
use crate::store::state::disk_cache::DiskCache;

const END: &str = "segment";
/// The folder of views.
const FOLDER: &str = "views";
/// So many views are kept: those of the branches and revisions that somebody asks again.
const VIEWS: usize = 40;
/// A temporary file that is older than this has lost its writer.
const LOST: Duration = Duration::from_mins(10);
/// Segments may hold so many documents, and so many times those in view, before others are dropped
/// in a merge.
const KEPT: usize = 2000;
const SLACK: usize = 4;

/// Where a segment's bytes are.
pub enum Place {
    /// In a file.
    File(File, u64),
    /// In this process alone: nothing could be written.
    Memory(Vec<u8>),
}

impl Bytes for Place {
    fn length(&self) -> u64 {
        match self {
            Self::File(_, length) => *length,
            Self::Memory(bytes) => bytes.length(),
        }
    }

    fn read(&self, at: u64, length: usize) -> Result<Vec<u8>, Damaged> {
        match self {
            Self::File(file, whole) => {
                if at.checked_add(length as u64).is_none_or(|end| end > *whole) {
                    return Err(Damaged);
                }
                let mut bytes = vec![0; length];
                read_at(file, &mut bytes, at).map_err(|_| Damaged)?;
                Ok(bytes)
            }
            Self::Memory(bytes) => bytes.read(at, length),
        }
    }
}

#[cfg(unix)]
pub(super) fn read_at(file: &File, bytes: &mut [u8], at: u64) -> std::io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, at)
}

#[cfg(windows)]
pub(super) fn read_at(file: &File, mut bytes: &mut [u8], mut at: u64) -> std::io::Result<()> {
    while !bytes.is_empty() {
        let read = std::os::windows::fs::FileExt::seek_read(file, bytes, at)?;
        if read == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        bytes = &mut bytes[read..];
        at += read as u64;
    }
    Ok(())
}

/// A folder of segments and views.
pub(super) struct Folder(PathBuf);

impl Folder {
    pub(super) fn new(path: PathBuf) -> Self {
        Self(path)
    }

    pub(super) fn lock_file(&self) -> PathBuf {
        self.0.join("lock")
    }

    fn segment_path(&self, name: &str) -> PathBuf {
        self.0.join(format!("{name}.{END}"))
    }

    fn view_path(&self, key: &str) -> PathBuf {
        self.0.join(FOLDER).join(key)
    }

    /// Every segment that is whole; the others are removed.
    pub(super) fn segments(&self) -> Vec<Named> {
        let mut found = Vec::new();
        for entry in fs::read_dir(&self.0).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.extension().is_none_or(|end| end != END) {
                continue;
            }
            let Some(name) = path.file_stem().and_then(|name| name.to_str()) else {
                continue;
            };
            match open(&path) {
                Some(segment) => found.push((name.to_owned(), segment)),
                None => drop(fs::remove_file(&path)),
            }
        }
        found.sort_by(|a, b| a.0.cmp(&b.0));
        found
    }

    /// A view that was kept, where it and all its segments are whole.
    pub(super) fn view(&self, key: &str) -> Option<IndexView> {
        let (kept, paths) = view_file::open(&self.view_path(key))?;
        let mut parts = Vec::with_capacity(kept.parts.len());
        for (name, members) in kept.parts {
            parts.push(ViewPart {
                segment: open(&self.segment_path(&name))?,
                members,
            });
        }
        Some(IndexView {
            parts,
            totals: kept.totals,
            paths,
            strays: kept.strays,
        })
    }

    /// Keeps a view, and forgets the oldest of many. Where it cannot be kept, it is made again.
    pub(super) fn keep_view(&self, key: &str, view: &IndexView, names: &[String]) {
        if view
            .parts
            .iter()
            .any(|part| matches!(part.segment.bytes(), Place::Memory(_)))
        {
            return;
        }
        let members = view.parts.iter().map(|part| &part.members);
        let Some(bytes) = view_file::bytes(names.iter().zip(members), view) else {
            return;
        };
        DiskCache::new(self.0.join(FOLDER), VIEWS).keep(key, &bytes);
    }

    /// Writes new documents as a segment: into a file, or where that cannot be done, into memory.
    pub(super) fn write(&self, builder: &mut Builder) -> Option<Named> {
        if builder.is_empty() {
            return None;
        }
        let name = builder.name();
        let path = self.segment_path(&name);
        let write =
            |out: &mut BufWriter<&mut File>, builder: &mut Builder| builder.write(out).map(drop);
        let written = self.write_file(&path, |out| write(out, builder));
        let segment = match written {
            Some(()) => open(&path),
            None => Segment::open(Place::Memory(builder.write(Vec::new()).ok()?)).ok(),
        };
        Some((name, segment?))
    }

    /// Writes beside and renames; `None` where that fails.
    fn write_file(
        &self,
        path: &Path,
        write: impl FnOnce(&mut BufWriter<&mut File>) -> std::io::Result<()>,
    ) -> Option<()> {
        fs::create_dir_all(&self.0).ok()?;
        let mut file = new_temporary(&self.0).ok()?;
        let mut out = BufWriter::with_capacity(1 << 16, file.as_file_mut());
        write(&mut out).ok()?;
        out.flush().ok()?;
        drop(out);
        file.into_temp_path().persist(path).ok()
    }

    /// Merges segments into one and removes them; gives them back where that cannot be done. Of
    /// many documents that are not in view those in view stay.
    pub(super) fn merge(&self, small: Vec<Named>, in_view: &[Listed]) -> Result<Named, Vec<Named>> {
        let all: usize = small
            .iter()
            .map(|(_, segment)| segment.documents() as usize)
            .sum();
        let is_crowded = all > KEPT.max(in_view.len().saturating_mul(SLACK));
        let in_use: HashSet<&[u8]> = in_view
            .iter()
            .filter(|_| is_crowded)
            .map(|(_, id)| id.as_bytes())
            .collect();
        let keeps = |id: &[u8]| !is_crowded || in_use.contains(id);
        let (names, segments): (Vec<String>, Vec<Segment<Place>>) = small.into_iter().unzip();
        let ids = segments
            .iter()
            .flat_map(|it| (0..it.documents()).filter_map(|nth| it.id(nth).ok()));
        let merged_name = name(ids.filter(|id| keeps(id)));
        let path = self.segment_path(&merged_name);
        let done = self.write_file(&path, |out| merge(&segments, keeps, out).map(drop));
        match done.and_then(|()| open(&path)) {
            Some(merged) => {
                let old = names.iter().filter(|name| **name != merged_name);
                old.for_each(|name| drop(fs::remove_file(self.segment_path(name))));
                Ok((merged_name, merged))
            }
            None => Err(names.into_iter().zip(segments).collect()),
        }
    }

    /// Removes the temporary files of processes that were killed.
    pub(super) fn sweep(&self) {
        for entry in fs::read_dir(&self.0).into_iter().flatten().flatten() {
            let is_ours = entry.file_name().to_str().is_some_and(is_temporary);
            let age = entry
                .metadata()
                .ok()
                .and_then(|meta| meta.modified().ok()?.elapsed().ok());
            if is_ours && age.is_some_and(|age| age > LOST) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    /// Removes everything.
    pub(super) fn discard(&self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn open(path: &Path) -> Option<Segment<Place>> {
    let file = File::open(path).ok()?;
    let length = file.metadata().ok()?.len();
    Segment::open(Place::File(file, length)).ok()
}
