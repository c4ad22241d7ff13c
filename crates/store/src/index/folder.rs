//! The files of the index: `<documents>.segment`, and `views/<key>`.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::{self, DirEntry, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::bytes::SegmentBytes;
use super::view::{DocumentSource, IndexView, NamedSegment, NamedView, ViewPart};
use super::view_file;
use crate::atomic::{self, new_temporary};
use crate::state::disk_cache::DiskCache;
use git_memory_recall::{Builder, Damaged, Segment, merge, name};

const END: &str = "segment";
/// The folder of views.
const FOLDER: &str = "views";
/// How many views are kept: those of the branches and revisions that are asked for again.
const VIEWS: usize = 40;
/// How many documents segments may have, and how many times those in view, before others are
/// dropped in a merge.
const KEPT: usize = 2000;
const SLACK: usize = 4;

/// A folder of segments and views.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(path: PathBuf) -> Self {
        Self(path)
    }

    /// The folder beside this one for commits.
    pub(crate) fn of_commits(&self) -> Self {
        let mut path = self.0.clone().into_os_string();
        path.push("-commits");
        Self(path.into())
    }

    pub(crate) fn lock_file(&self) -> PathBuf {
        self.0.join("lock")
    }

    fn segment_path(&self, name: &str) -> PathBuf {
        self.0.join(format!("{name}.{END}"))
    }

    /// Its entries. One that cannot be listed is not there: what it has is made again.
    fn entries(&self) -> Vec<DirEntry> {
        match fs::read_dir(&self.0) {
            Ok(entries) => entries.flatten().collect(),
            Err(_) => Vec::new(),
        }
    }

    /// Every segment that is whole, by name; the others are removed.
    pub(crate) fn segments(&self) -> Vec<NamedSegment> {
        let mut segments = Vec::new();
        for entry in self.entries() {
            let path = entry.path();
            if path.extension() != Some(OsStr::new(END)) {
                continue;
            }
            let Some(name) = path.file_stem().and_then(OsStr::to_str) else {
                continue;
            };
            let name = name.to_owned();
            match open(&path) {
                Ok(segment) => segments.push(NamedSegment { name, segment }),
                // Damaged, or of another version: its documents are made again.
                Err(_) => remove(&path),
            }
        }
        // Folders are listed in any order; the same segments have to give the same view.
        segments.sort_by(|a, b| a.name.cmp(&b.name));
        segments
    }

    /// A view that was kept.
    ///
    /// # Errors
    /// Where it or one of its segments is not there or is not whole.
    pub(crate) fn view(&self, key: &str) -> io::Result<IndexView> {
        let opened = view_file::open(&self.0.join(FOLDER).join(key))?;
        let mut parts = Vec::with_capacity(opened.parts.len());
        for part in opened.parts {
            parts.push(ViewPart {
                segment: open(&self.segment_path(&part.name))?,
                members: part.members,
            });
        }
        Ok(IndexView {
            key: Some(key.to_owned()),
            parts,
            totals: opened.totals,
            paths: opened.paths,
            strays: opened.strays,
            twins: opened.twins,
        })
    }

    /// Keeps a view, and forgets the oldest of many. Where it cannot be kept, it is made again.
    pub(crate) fn keep_view(&self, key: &str, named: &NamedView) {
        // No other process would find the segment of a view that has one in the memory of this
        // process.
        let mut parts = named.view.parts.iter();
        if parts.any(|part| matches!(part.segment.bytes(), SegmentBytes::Memory(_))) {
            return;
        }
        if let Ok(bytes) = view_file::bytes(named) {
            DiskCache::new(self.0.join(FOLDER), VIEWS).keep(key, &bytes);
        }
    }

    /// Writes new documents as a segment: into a file, or where that cannot be done, into memory.
    /// `None` where there are no documents.
    pub(crate) fn write(&self, builder: &mut Builder) -> io::Result<Option<NamedSegment>> {
        if builder.is_empty() {
            return Ok(None);
        }
        let name = builder.name();
        let path = self.segment_path(&name);
        let written = self.write_file(&path, |out| {
            builder.write(out)?;
            Ok(())
        });
        let segment = match written {
            Ok(()) => open(&path)?,
            // A full or read-only disk: this command has an index all the same.
            Err(_) => Segment::open(SegmentBytes::Memory(builder.write(Vec::new())?))?,
        };
        Ok(Some(NamedSegment { name, segment }))
    }

    /// Writes beside and renames.
    fn write_file(
        &self,
        path: &Path,
        write: impl FnOnce(&mut BufWriter<&mut File>) -> io::Result<()>,
    ) -> io::Result<()> {
        fs::create_dir_all(&self.0)?;
        let mut file = new_temporary(&self.0).map_err(io::Error::other)?;
        // A segment is written in many small pieces.
        let mut out = BufWriter::with_capacity(1 << 16, file.as_file_mut());
        write(&mut out)?;
        out.flush()?;
        // Gives the file back, which is closed before it is renamed.
        drop(out);
        file.into_temp_path().persist(path)?;
        Ok(())
    }

    /// Merges segments into one and removes them; gives them back where that cannot be done. Of
    /// many documents that are not in view those in view stay.
    pub(crate) fn merge(
        &self,
        small: Vec<NamedSegment>,
        in_view: &[DocumentSource],
    ) -> Result<NamedSegment, Vec<NamedSegment>> {
        let mut names = Vec::with_capacity(small.len());
        let mut segments = Vec::with_capacity(small.len());
        for NamedSegment { name, segment } in small {
            names.push(name);
            segments.push(segment);
        }
        // A full disk or a damaged segment only means that there are more segments.
        let Ok(merged) = self.merge_all(&segments, in_view) else {
            let pairs = names.into_iter().zip(segments);
            let small = pairs.map(|(name, segment)| NamedSegment { name, segment });
            return Err(small.collect());
        };
        // A process that has one open goes on reading it; a view that names it is made again.
        for name in names {
            if name != merged.name {
                remove(&self.segment_path(&name));
            }
        }
        Ok(merged)
    }

    fn merge_all(
        &self,
        segments: &[Segment<SegmentBytes>],
        in_view: &[DocumentSource],
    ) -> io::Result<NamedSegment> {
        let mut ids: Vec<&[u8]> = Vec::new();
        for segment in segments {
            for document in 0..segment.documents() {
                ids.push(segment.id(document)?);
            }
        }
        let is_crowded = ids.len() > KEPT.max(in_view.len().saturating_mul(SLACK));
        let mut in_use: HashSet<&[u8]> = HashSet::new();
        if is_crowded {
            in_use.extend(in_view.iter().map(|listed| listed.id.as_bytes()));
        }
        // A few documents of other branches are worth keeping: their branches come back.
        let keeps = |id: &[u8]| !is_crowded || in_use.contains(id);
        ids.retain(|id| keeps(id));
        let name = name(ids.into_iter());
        let path = self.segment_path(&name);
        self.write_file(&path, |out| {
            merge(segments, keeps, out)?;
            Ok(())
        })?;
        let segment = open(&path)?;
        Ok(NamedSegment { name, segment })
    }

    /// Removes the temporary files of processes that were killed.
    pub(crate) fn sweep(&self) {
        atomic::sweep(&self.0);
    }

    /// Removes everything.
    pub(crate) fn discard(&self) {
        // A segment that stays is seen to be damaged again.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Removes a file of which nothing is lost where it stays.
fn remove(path: &Path) {
    let _ = fs::remove_file(path);
}

fn open(path: &Path) -> Result<Segment<SegmentBytes>, Damaged> {
    let bytes = SegmentBytes::open(path).map_err(|_| Damaged)?;
    Segment::open(bytes)
}
