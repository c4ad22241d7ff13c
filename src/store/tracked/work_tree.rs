//! The files of the work tree's memory with their blob ids, without reading a file that did not
//! change.
//!
//! Like git's index, it remembers each file's size, times and inode beside its blob id; a file
//! whose times are as recent as the memory of them is read again, for it may have changed within
//! the clock's grain.

use std::collections::HashMap;
use std::fs::{self, DirEntry, Metadata};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, mpsc};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::domain::layout;
use crate::domain::layout::{DERIVED, RECORD_LIMIT};
use crate::domain::path::{MEMORY, RepoPath};
use crate::domain::record::Code;
use crate::domain::record::check::Finding;
use crate::git::{ObjectFormat, ObjectId};
use crate::store::atomic::is_temporary;
use crate::store::state::{KeyedFile, checksummed_rows};
use crate::store::walk::{Listed, Next, Order, Walk};
use crate::store::{Error, Snapshot};

const HEAD: &[u8] = b"git-memory work tree 2\n";
/// File systems keep times in steps; ext4 and tmpfs of one scheduler tick, others coarser.
const GRAIN: Duration = Duration::from_millis(20);
/// How many files are worth a thread, and the maximum number of threads.
const SHARE: usize = 300;
const HELPERS: usize = 3;

/// What tells whether a file is still the one that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Stat {
    size: u64,
    modified: u64,
    changed: u64,
    inode: u64,
}

#[derive(Serialize, Deserialize)]
struct Row<'a> {
    path: &'a str,
    stat: Stat,
    id: &'a [u8],
}

#[derive(Serialize, Deserialize)]
struct State<'a> {
    /// Nanoseconds since 1970 when the files were looked at.
    looked: u64,
    /// The derived files that were made from exactly these rows.
    derived: Option<[Stat; 2]>,
    #[serde(borrow)]
    rows: Vec<Row<'a>>,
}

/// The work tree's memory as it is now.
pub(crate) struct Look {
    pub(crate) snapshot: Snapshot,
    /// Contents that had to be read to find the blob id.
    pub(crate) contents: HashMap<ObjectId, Vec<u8>>,
    /// The derived files that are known to be made from this snapshot.
    pub(crate) derived: Option<[Stat; 2]>,
    /// Temporary files that somebody is writing now, or was killed over.
    pub(crate) strays: Vec<PathBuf>,
    /// The folders that hold files of any kind, from the top of the work tree; private ones are
    /// left out.
    pub(crate) folders: Vec<String>,
    stats: Vec<Stat>,
    looked: u64,
    pub(crate) is_news: bool,
}

pub(crate) struct WorkTree<'a> {
    pub(crate) top: &'a Path,
    pub(crate) git_dir: &'a Path,
    pub(crate) format: ObjectFormat,
    /// Whether git stores line feeds where files have other line ends (`core.autocrlf`).
    pub(crate) is_folding: bool,
}

/// The id that a file of text has in git.
///
/// # Errors
/// Where libgit2 cannot hash.
pub(crate) fn id_of(
    content: &[u8],
    format: ObjectFormat,
    is_folding: bool,
) -> Result<ObjectId, Error> {
    let text = std::str::from_utf8(content)
        .ok()
        .filter(|text| is_folding && text.contains("\r\n"));
    Ok(match text {
        Some(text) => ObjectId::of_blob(format, text.replace("\r\n", "\n").as_bytes())?,
        None => ObjectId::of_blob(format, content)?,
    })
}

impl WorkTree<'_> {
    fn state(&self) -> KeyedFile {
        KeyedFile::in_state_of(self.git_dir, "work-tree")
    }

    /// Looks at every file below `memory/`.
    #[expect(
        clippy::disallowed_methods,
        reason = "compared with the times of files, which the system sets"
    )]
    pub(crate) fn look(&self) -> Result<Look, Error> {
        let looked = nanoseconds(SystemTime::now());
        let mut found = Found::default();
        let root = self.top.join(MEMORY);
        let is_there = match fs::symlink_metadata(&root) {
            Ok(meta) if meta.is_dir() => true,
            Ok(meta) if meta.is_symlink() => return Err(Error::Link(MEMORY.to_owned())),
            Ok(_) => return Err(Error::NotAFolder(MEMORY.to_owned())),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => false,
            Err(error) => return Err(Error::read(&root)(error)),
        };
        let mut files = if is_there {
            Self::files(&root, &mut found)?
        } else {
            Vec::new()
        };
        files.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        let mut look = self.identify(looked, files, found.odd)?;
        look.strays = found.strays;
        look.folders = found.folders;
        Ok(look)
    }

    /// The files with their stats. The kernel takes a microsecond or more for each, so while the
    /// folders of a large memory are still being read, other threads ask for those that were
    /// found (as git's `core.preloadIndex` does it).
    fn files(root: &Path, found: &mut Found) -> Result<Vec<(RepoPath, Stat)>, Error> {
        let (sender, queue) = mpsc::channel::<Vec<FoundFile>>();
        let queue = Mutex::new(queue);
        thread::scope(|scope| {
            let mut helpers = Vec::new();
            let walked = Self::walk(root, found, &mut |batch| {
                if helpers.len() < HELPERS {
                    helpers.push(scope.spawn(|| stats_of_all(&queue)));
                }
                // The queue is there as long as this function.
                let _ = sender.send(batch);
            });
            drop(sender);
            let mut files = stats_of(std::mem::take(&mut found.files));
            files.extend(stats_of_all(&queue));
            files.extend(
                helpers
                    .into_iter()
                    .flat_map(|helper| helper.join().unwrap_or_default()),
            );
            walked.map(|()| files)
        })
    }

    fn identify(
        &self,
        looked: u64,
        files: Vec<(RepoPath, Stat)>,
        odd: Vec<Finding>,
    ) -> Result<Look, Error> {
        let bytes = self.state().get().unwrap_or_default();
        let known = read_state(&bytes);
        let rows: &[Row] = known.as_ref().map_or(&[], |state| &state.rows);
        let mut rows_left = rows.iter().peekable();
        let settled = known
            .as_ref()
            .map_or(0, |state| state.looked.saturating_sub(nanos(GRAIN)));
        let mut look = Look {
            snapshot: Snapshot {
                files: Vec::with_capacity(files.len()),
                odd,
            },
            contents: HashMap::new(),
            derived: None,
            strays: Vec::new(),
            folders: Vec::new(),
            stats: Vec::with_capacity(files.len()),
            looked,
            is_news: files.len() != rows.len(),
        };
        let mut is_same = !look.is_news;
        for (path, stat) in files {
            if stat.size > RECORD_LIMIT {
                look.snapshot.odd.push(too_large(&path));
                continue;
            }
            // Both lists are sorted by path.
            while rows_left.next_if(|row| row.path < path.as_str()).is_some() {}
            let row = rows_left.next_if(|row| row.path == path.as_str());
            let same = row
                .filter(|row| row.stat == stat)
                .and_then(|row| ObjectId::from_bytes(row.id));
            let is_settled = stat.modified < settled && stat.changed < settled;
            let id = match same {
                Some(id) if is_settled => id,
                _ => {
                    let Some((id, content)) = self.read(&path, &mut look.snapshot.odd)? else {
                        continue;
                    };
                    look.contents.insert(id, content);
                    is_same &= same == Some(id) || row.is_some_and(|row| row.id == id.as_bytes());
                    look.is_news = true;
                    id
                }
            };
            look.snapshot.files.push((path, id));
            look.stats.push(stat);
        }
        look.derived = known.and_then(|state| state.derived).filter(|_| is_same);
        Ok(look)
    }

    /// A file's blob id and content; `None` where it went away in the meantime.
    fn read(
        &self,
        path: &RepoPath,
        odd: &mut Vec<Finding>,
    ) -> Result<Option<(ObjectId, Vec<u8>)>, Error> {
        let file = self.top.join(path.as_str());
        let content = match fs::read(&file) {
            Ok(content) => content,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Error::read(&file)(error)),
        };
        if content.len() as u64 > RECORD_LIMIT {
            odd.push(too_large(path));
            return Ok(None);
        }
        Ok(Some((
            id_of(&content, self.format, self.is_folding)?,
            content,
        )))
    }

    /// Walks through memory; `full` gets the files that were found, whenever there are enough.
    fn walk(
        root: &Path,
        found: &mut Found,
        full: &mut dyn FnMut(Vec<FoundFile>),
    ) -> Result<(), Error> {
        let walk = Walk {
            top: root,
            name: MEMORY,
            order: Order::Depth,
            is_lenient: false,
        };
        walk.run(|listed| {
            let next = found.meet(listed);
            if found.files.len() >= SHARE {
                full(std::mem::take(&mut found.files));
            }
            Ok(next)
        })?;
        Ok(())
    }

    /// Remembers a look, with the derived files that were made from it.
    pub(crate) fn remember(&self, look: &Look, derived: Option<[Stat; 2]>) {
        let rows = look.snapshot.files.iter().zip(&look.stats);
        let rows = rows
            .map(|((path, id), stat)| Row {
                path: path.as_str(),
                stat: *stat,
                id: id.as_bytes(),
            })
            .collect();
        let state = State {
            looked: look.looked,
            derived,
            rows,
        };
        let mut file = HEAD.to_vec();
        checksummed_rows::push(&mut file, &checksummed_rows::encode(&state));
        self.state().put(&file);
    }

    /// The stats of both derived files; `None` where one is not there or is no regular file.
    pub(crate) fn derived_stats(&self) -> Option<[Stat; 2]> {
        let stat = |path: &str| {
            let meta = fs::symlink_metadata(self.top.join(path)).ok()?;
            meta.is_file().then(|| Stat::of(&meta))
        };
        Some([stat(DERIVED[0])?, stat(DERIVED[1])?])
    }
}

#[derive(Default)]
struct Found {
    files: Vec<FoundFile>,
    odd: Vec<Finding>,
    strays: Vec<PathBuf>,
    folders: Vec<String>,
    /// Whether the folder that is being read may hold records.
    holds_records: bool,
}

impl Found {
    /// Takes in what a folder lists; says whether to look into it.
    fn meet(&mut self, listed: Listed) -> Next {
        let folder = listed.folder;
        let is_file = listed.kind.is_file();
        if is_file && self.folders.last().is_none_or(|last| last != folder) {
            self.folders.push(folder.to_owned());
            // Asked once a folder: files are many.
            self.holds_records = layout::place_in(folder).is_some();
        }
        let file_name = listed.entry.file_name();
        let Some(name) = file_name.to_str() else {
            let message = "the file name is not UTF-8";
            self.odd(&listed.path(), Code::NotUtf8, message);
            return Next::Pass;
        };
        if is_file {
            if self.holds_records && layout::is_record_name(name) {
                let path = [folder, "/", name].concat();
                self.file(&path, listed.entry);
            } else if is_temporary(name) {
                self.strays.push(listed.entry.path());
            }
            return Next::Pass;
        }
        self.meet_folder(&listed)
    }

    /// Says whether to go into a folder; names what is neither folder nor file.
    fn meet_folder(&mut self, listed: &Listed) -> Next {
        let path = listed.path();
        let below = path.get(MEMORY.len() + 1..).unwrap_or_default();
        if layout::is_private(below) {
            return Next::Pass;
        }
        if listed.kind.is_symlink() {
            self.odd(&path, Code::SymbolicLink, "a symbolic link is not read");
        } else if listed.is_repository() {
            let message = "a repository inside memory is not read";
            self.odd(&path, Code::Submodule, message);
        } else if listed.kind.is_dir() {
            return Next::Enter;
        }
        Next::Pass
    }

    fn file(&mut self, path: &str, entry: DirEntry) {
        match path.parse::<RepoPath>() {
            Ok(path) => self.files.push(FoundFile { path, entry }),
            Err(_) => self.odd(
                path,
                Code::BadValue,
                "the file name is not one that git-memory reads",
            ),
        }
    }

    fn odd(&mut self, path: &str, code: Code, message: &str) {
        self.odd.extend(super::snapshot::odd(path, code, message));
    }
}

/// A file that a folder lists.
struct FoundFile {
    path: RepoPath,
    entry: DirEntry,
}

/// The stats of the files that are still there.
fn stats_of(files: Vec<FoundFile>) -> Vec<(RepoPath, Stat)> {
    let mut stats = Vec::with_capacity(files.len());
    for file in files {
        // One that went away since it was listed is not there.
        if let Ok(meta) = file.entry.metadata() {
            stats.push((file.path, Stat::of(&meta)));
        }
    }
    stats
}

/// The same for all that is and will be in a queue.
fn stats_of_all(queue: &Mutex<mpsc::Receiver<Vec<FoundFile>>>) -> Vec<(RepoPath, Stat)> {
    let mut stats = Vec::new();
    loop {
        let Ok(receiver) = queue.lock() else {
            return stats;
        };
        // Only one waits at a time, and the others count meanwhile.
        let batch = receiver.recv();
        drop(receiver);
        match batch {
            Ok(batch) => stats.extend(stats_of(batch)),
            Err(_) => return stats,
        }
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
    let row =
        checksummed_rows::rows(bytes, bytes.starts_with(HEAD).then_some(HEAD.len())?).next()?;
    checksummed_rows::decode(row)
}

fn nanoseconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).map_or(0, nanos)
}

fn nanos(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}

impl Stat {
    #[cfg(unix)]
    fn of(meta: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        let time = |seconds: i64, nanos: i64| {
            u64::try_from(seconds.saturating_mul(1_000_000_000).saturating_add(nanos)).unwrap_or(0)
        };
        Self {
            size: meta.len(),
            modified: time(meta.mtime(), meta.mtime_nsec()),
            changed: time(meta.ctime(), meta.ctime_nsec()),
            inode: meta.ino(),
        }
    }

    #[cfg(not(unix))]
    fn of(meta: &Metadata) -> Self {
        let modified = meta.modified().map_or(0, nanoseconds);
        Self {
            size: meta.len(),
            modified,
            changed: modified,
            inode: 0,
        }
    }
}
