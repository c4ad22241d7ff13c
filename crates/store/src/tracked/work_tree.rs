//! The files of the work tree's memory with their blob ids, without reading a file that did not
//! change.
//!
//! Like git's index, it remembers each file's size, times and inode beside its blob id; a file
//! whose times are as recent as the memory of them is read again, for it may have changed within
//! the clock's grain.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use crate::index::Object;
use crate::state::{KeyedFile, checksummed_rows};
use crate::tracked::found::Found;
use crate::tracked::paths::TrackedPaths;
use crate::tracked::stat::{Stat, nanoseconds};
use crate::tracked::text_file::{Plain, plain, regular};
use crate::{Error, Snapshot};
use git_memory_git::{ObjectFormat, ObjectId};
use git_memory_model::derived::is_ours;
use git_memory_model::layout::{DERIVED, INDEX};
use git_memory_model::record::Code;
use git_memory_model::record::check::Finding;
use git_memory_model::roots::Roots;
use git_memory_text::limits;
use git_memory_text::path::RepoPath;

#[derive(Serialize, Deserialize)]
struct Row<'a> {
    path: &'a str,
    /// The bytes of its stat.
    stat: &'a [u8],
    id: &'a [u8],
}

impl Row<'_> {
    /// The blob of a file that has this stat; `None` where it may have changed since.
    fn known_id(&self, stat: Stat) -> Option<ObjectId> {
        if self.stat == stat.bytes() {
            ObjectId::from_bytes(self.id)
        } else {
            None
        }
    }
}

/// The derived files that were made from a scan.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct DerivedFiles {
    pub(crate) stats: [Stat; 2],
    /// True if this program made both: a file of others with such a name stays, and counts as done.
    pub(crate) are_ours: bool,
}

#[derive(Default, Serialize, Deserialize)]
struct State<'a> {
    /// Nanoseconds since 1970 when the files were looked at.
    looked: u64,
    /// The derived files that were made from exactly these rows.
    derived: Option<DerivedFiles>,
    #[serde(borrow)]
    rows: Vec<Row<'a>>,
}

impl<'a> State<'a> {
    /// State after a scan, with the derived files that were made from it.
    fn of(scan: &'a Scan, derived: Option<DerivedFiles>) -> Self {
        let mut rows = Vec::with_capacity(scan.stats.len());
        for ((path, id), stat) in scan.snapshot.files.iter().zip(&scan.stats) {
            rows.push(Row {
                path: path.as_str(),
                stat,
                id: id.as_bytes(),
            });
        }
        Self {
            looked: scan.looked,
            derived,
            rows,
        }
    }
}

/// The work tree's memory as it is now.
#[derive(Clone, Debug)]
pub(crate) struct Scan {
    pub(crate) snapshot: Snapshot,
    /// Contents that had to be read to find the blob id.
    pub(crate) contents: Arc<HashMap<ObjectId, Vec<u8>>>,
    /// The derived files that are known to be made from this snapshot.
    pub(crate) derived: Option<DerivedFiles>,
    /// Temporary files that a process is writing now, or left when it was killed.
    pub(crate) strays: Vec<PathBuf>,
    /// The folders that hold files of any kind, from the top of the work tree; private ones are
    /// left out.
    pub(crate) folders: Vec<String>,
    /// All folders that were walked through.
    pub(crate) walked: Vec<String>,
    /// The files that a sparse checkout leaves out, as the index has them.
    pub(crate) left_out: Snapshot,
    /// The bytes of the files' stats, in their order.
    stats: Vec<[u8; 32]>,
    looked: u64,
    /// True if the scan differs from what was remembered.
    pub(crate) is_changed: bool,
}

impl Scan {
    /// True if the scan found the files that were known already, and nothing that is to be removed.
    pub(crate) fn is_settled(&self) -> bool {
        !self.is_changed && self.contents.is_empty() && self.strays.is_empty()
    }

    /// The files that are there, and those that a sparse checkout leaves out.
    pub(crate) fn whole(&self) -> Snapshot {
        let mut whole = self.snapshot.clone();
        whole.merge(self.left_out.clone());
        whole
    }
}

/// Gets the content of a file that had to be read, and how many files there are.
pub(crate) type TakeObject<'a> = dyn FnMut(Object, usize) + 'a;

pub(crate) struct WorkTree<'a> {
    pub(crate) top: &'a Path,
    pub(crate) git_dir: &'a Path,
    pub(crate) format: ObjectFormat,
    /// True if git stores line feeds where files have other line ends (`core.autocrlf`).
    pub(crate) is_folding: bool,
    pub(crate) roots: &'a Roots,
}

/// The id that a file of text has in git.
pub(crate) fn id_of(
    content: &[u8],
    format: ObjectFormat,
    is_folding: bool,
) -> Result<ObjectId, Error> {
    if is_folding
        && let Ok(text) = std::str::from_utf8(content)
        && text.contains("\r\n")
    {
        let folded = text.replace("\r\n", "\n");
        return Ok(ObjectId::of_blob(format, folded.as_bytes())?);
    }
    Ok(ObjectId::of_blob(format, content)?)
}

impl WorkTree<'_> {
    fn state(&self) -> KeyedFile {
        KeyedFile::seen(self.git_dir, "work-tree")
    }

    /// Looks at every file of memory and of the folders that are read beside it; in some of these
    /// only `tracked` files are read. `before` is a scan that is still known; without one, what was
    /// remembered is read. `take` gets what had to be read of the files; without it, that is kept.
    #[expect(
        clippy::disallowed_methods,
        reason = "compared with the times of files, which the system sets"
    )]
    pub(crate) fn scan(
        &self,
        tracked: &TrackedPaths,
        before: Option<&Scan>,
        take: Option<&mut TakeObject<'_>>,
    ) -> Result<Scan, Error> {
        // Before the first stat: a file that changes in between has a later time, and is read again
        // next time.
        let looked = nanoseconds(SystemTime::now());
        let found = Found::of(self.top, self.roots, tracked)?;
        if let Some(before) = before {
            return self.identify(looked, found, &State::of(before, before.derived), take);
        }
        let bytes = self.state().get();
        // Nothing that is known, or nothing that can be read: every file is looked into.
        let known = bytes.as_deref().and_then(read_state).unwrap_or_default();
        self.identify(looked, found, &known, take)
    }

    fn identify(
        &self,
        looked: u64,
        found: Found,
        known: &State<'_>,
        mut take: Option<&mut TakeObject<'_>>,
    ) -> Result<Scan, Error> {
        let mut rows_left = known.rows.iter().peekable();
        let mut scan = Scan {
            snapshot: Snapshot {
                files: Arc::default(),
                unreadable: found.unreadable,
            },
            contents: Arc::default(),
            derived: None,
            strays: found.strays,
            folders: found.folders,
            walked: found.walked,
            left_out: Snapshot::default(),
            stats: Vec::with_capacity(found.files.len()),
            looked,
            is_changed: false,
        };
        let mut files = found.files;
        self.leave_own_index_out(&mut files, known)?;
        files.retain(|(path, stat)| {
            let is_read = stat.size <= limits::RECORD_BYTES;
            if !is_read {
                scan.snapshot.unreadable.push(too_large(path));
            }
            is_read
        });
        scan.is_changed = files.len() != known.rows.len();
        let mut contents = HashMap::new();
        let mut has_same_blobs = !scan.is_changed;
        let most = files.len();
        let mut read = Vec::with_capacity(most);
        for (path, stat) in files {
            // Both lists are sorted by path.
            while rows_left.next_if(|row| row.path < path.as_str()).is_some() {}
            let row = rows_left.next_if(|row| row.path == path.as_str());
            let same = row.and_then(|row| row.known_id(stat));
            let id = match same {
                Some(id) if stat.is_older_than(known.looked) => id,
                _ => {
                    scan.is_changed = true;
                    let Some((id, bytes)) = self.read(&path, &mut scan.snapshot.unreadable)? else {
                        has_same_blobs = false;
                        continue;
                    };
                    match &mut take {
                        Some(take) => take(Object { id, bytes }, most),
                        None => drop(contents.insert(id, bytes)),
                    }
                    has_same_blobs &= row.is_some_and(|row| row.id == id.as_bytes());
                    id
                }
            };
            read.push((path, id));
            scan.stats.push(stat.bytes());
        }
        scan.snapshot.files = Arc::new(read);
        scan.contents = Arc::new(contents);
        // A file that was touched and has the same contents leaves the derived files right.
        if has_same_blobs {
            scan.derived = known.derived;
        }
        Ok(scan)
    }

    /// Takes the index out of the files if this program made it; any other index is a page.
    fn leave_own_index_out(
        &self,
        files: &mut Vec<(RepoPath, Stat)>,
        known: &State<'_>,
    ) -> Result<(), Error> {
        let index = self.roots.memory().join(INDEX);
        let index = index.as_str();
        let Ok(at) = files.binary_search_by(|(path, _)| path.as_str().cmp(index)) else {
            return Ok(());
        };
        let stat = files[at].1;
        let rows = &known.rows;
        let row = rows.binary_search_by(|row| row.path.cmp(index)).ok();
        if let Some(row) = row
            && rows[row].known_id(stat).is_some()
            && stat.is_older_than(known.looked)
        {
            return Ok(());
        }
        // The state has the stats of the derived files as they were left: no content is read for
        // one of ours. A page that a user wrote has a row, however young it is.
        let is_known_own = row.is_none() && known.derived.is_some_and(|it| it.stats[1] == stat);
        // An index that is neither known nor readable gets a finding when it is read as a page.
        if is_known_own
            || regular(self.top, index, limits::LIST_BYTES)?
                .is_some_and(|content| is_ours(INDEX, &content))
        {
            files.remove(at);
        }
        Ok(())
    }

    /// A file's blob id and content; `None` where it went away in the meantime.
    fn read(
        &self,
        path: &RepoPath,
        unreadable: &mut Vec<Finding>,
    ) -> Result<Option<(ObjectId, Vec<u8>)>, Error> {
        let content = match plain(self.top, path.as_str(), limits::RECORD_BYTES)? {
            Plain::File(content) => content,
            Plain::Missing => return Ok(None),
            Plain::TooLarge => {
                unreadable.push(too_large(path));
                return Ok(None);
            }
            // It has changed since its folder was listed.
            Plain::Unreadable(why) => {
                unreadable.push(Finding::of_file(path, Code::NotAFile, why));
                return Ok(None);
            }
        };
        Ok(Some((
            id_of(&content, self.format, self.is_folding)?,
            content,
        )))
    }

    /// Remembers a scan, with the derived files that were made from it.
    pub(crate) fn remember(&self, scan: &Scan, derived: Option<DerivedFiles>) {
        let state = State::of(scan, derived);
        // Files of a scan that could not be remembered are read again.
        if let Ok(file) = checksummed_rows::to_file(&state) {
            self.state().put(&file);
        }
    }

    /// The derived files of a scan, if they still are the ones that were made from it.
    pub(crate) fn derived_of(&self, scan: &Scan) -> Option<DerivedFiles> {
        let known = scan.derived?;
        (self.derived_stats() == Some(known.stats)).then_some(known)
    }

    /// The stats of both derived files; `None` where one is not there or is not a regular file.
    pub(crate) fn derived_stats(&self) -> Option<[Stat; 2]> {
        let memory = self.top.join(self.roots.memory().as_str());
        Some([
            stat_of_file(&memory.join(DERIVED[0]))?,
            stat_of_file(&memory.join(DERIVED[1]))?,
        ])
    }
}

fn stat_of_file(file: &Path) -> Option<Stat> {
    match fs::symlink_metadata(file) {
        Ok(meta) if meta.is_file() => Some(Stat::of(&meta)),
        // Whatever it is, it has to be made anew; where that cannot be done, it is told then.
        Ok(_) | Err(_) => None,
    }
}

fn too_large(path: &RepoPath) -> Finding {
    Finding::of_file(
        path,
        Code::TooLarge,
        "the file is larger than 1 MiB and is not read",
    )
}

fn read_state(bytes: &[u8]) -> Option<State<'_>> {
    checksummed_rows::of_file(bytes)
}
