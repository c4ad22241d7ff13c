//! Results of the walk through `memory/` in the work tree: files with their stats, and entries that
//! are not read.

use std::fs::DirEntry;
use std::io::ErrorKind;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, mpsc};
use std::thread::Builder;
use std::{mem, thread};

use crate::Error;
use crate::atomic::is_temporary;
use crate::tracked::paths::TrackedPaths;
use crate::tracked::snapshot::{finding, is_private};
use crate::tracked::stat::Stat;
use crate::tracked::text_file::{has_folder, is_plain_folder};
use crate::walk::{Next, Order, Visited, Walk};
use git_memory_model::record::Code;
use git_memory_model::record::check::Finding;
use git_memory_model::roots::{RecordNames, Roots};
use git_memory_text::path::RepoPath;

/// How many files are worth a thread, and the maximum number of threads.
const SHARE: usize = 300;
const HELPERS: usize = 3;

/// Files and folders below `memory/`.
#[derive(Default)]
pub(crate) struct Found {
    /// The records' files, sorted by path.
    pub(crate) files: Vec<(RepoPath, Stat)>,
    /// Findings about entries that are neither a record nor a folder.
    pub(crate) unreadable: Vec<Finding>,
    /// Temporary files of ours.
    pub(crate) strays: Vec<PathBuf>,
    /// The folders that hold files of any kind, from the top of the work tree.
    pub(crate) folders: Vec<String>,
    /// All folders that were walked through, in the order of the walk.
    pub(crate) walked: Vec<String>,
}

impl Found {
    /// Walks through memory, and through the folders that are read beside it. `tracked` is what git
    /// tracks below those of which only that is read.
    pub(crate) fn of(top: &Path, roots: &Roots, tracked: &TrackedPaths) -> Result<Self, Error> {
        let name = roots.memory().as_str();
        let memory = top.join(name);
        let mut found = if has_folder(top, roots.memory())? {
            Self::below(&memory, name, roots)?
        } else {
            Self::default()
        };
        for root in roots.outermost() {
            if is_plain_folder(top, root.folder()) {
                let mut beside = Self::below(&top.join(root.folder()), root.folder(), roots)?;
                // Asked once a folder: files are many, and those of one come together.
                let mut last = (String::new(), false);
                let mut is_tracked = tracked.in_order();
                beside.files.retain(|(path, _)| {
                    let folder = path.folder();
                    if last.0 != folder {
                        last = (folder.to_owned(), roots.needs_tracking(folder));
                    }
                    !last.1 || is_tracked(path.as_str())
                });
                beside.folders.retain(|folder| {
                    !roots.needs_tracking(folder) || tracked.has_any_below(folder)
                });
                found.files.extend(beside.files);
                found.folders.extend(beside.folders);
                found.walked.extend(beside.walked);
            }
        }
        // Those of each folder are sorted: the lists are only put together.
        found.files.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(found)
    }

    /// Walks through a folder; `name` is its path from the top.
    ///
    /// The kernel takes a microsecond or more for the stat of each file, so while the folders of a
    /// large memory are still being read, other threads ask for those that were found (as git's
    /// `core.preloadIndex` does it).
    fn below(folder: &Path, name: &str, roots: &Roots) -> Result<Self, Error> {
        let (sender, queue) = mpsc::channel::<Vec<FoundFile>>();
        let queue = Mutex::new(queue);
        let mut meeting = Meeting::new(name, roots);
        let mut files = thread::scope(|scope| {
            let mut helpers = Vec::new();
            let walked = walk(folder, name, &mut meeting, &mut |batch| {
                if helpers.len() < HELPERS {
                    // Without a thread to spare, this one does the work.
                    let helper = Builder::new().spawn_scoped(scope, || stats_of_all(&queue));
                    helpers.extend(helper);
                }
                // Fails only without a receiver, which is there as long as this function.
                let _ = sender.send(batch);
            });
            // The helpers end when nothing can be sent any more.
            drop(sender);
            let mut files = stats_of(mem::take(&mut meeting.files))?;
            files.extend(stats_of_all(&queue)?);
            for helper in helpers {
                match helper.join() {
                    Ok(stats) => files.extend(stats?),
                    // Its files would be missing without a word.
                    Err(panic) => resume_unwind(panic),
                }
            }
            walked?;
            Ok::<_, Error>(files)
        })?;
        files.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        let mut found = meeting.found;
        found.files = files;
        Ok(found)
    }
}

/// Walks through a folder; `full` gets the files that were found, whenever there are enough.
fn walk(
    folder: &Path,
    name: &str,
    meeting: &mut Meeting<'_>,
    full: &mut dyn FnMut(Vec<FoundFile>),
) -> Result<(), Error> {
    let walk = Walk {
        top: folder,
        name,
        order: Order::Depth,
        is_lenient: false,
    };
    walk.run(|visited| {
        let next = meeting.meet(visited);
        if meeting.files.len() >= SHARE {
            full(mem::take(&mut meeting.files));
        }
        Ok(next)
    })?;
    Ok(())
}

/// Entries that the walk has met up to now.
struct Meeting<'a> {
    roots: &'a Roots,
    found: Found,
    /// Files whose stats have not been asked for yet.
    files: Vec<FoundFile>,
    /// Folder that is being read: the names of records in it, if it may hold any, and its path.
    names: Option<RecordNames>,
    path: Option<RepoPath>,
}

impl<'a> Meeting<'a> {
    fn new(name: &str, roots: &'a Roots) -> Self {
        Self {
            roots,
            found: Found {
                walked: vec![name.to_owned()],
                ..Found::default()
            },
            files: Vec::new(),
            names: None,
            path: None,
        }
    }

    /// Takes in what a folder lists; says whether to look into it.
    fn meet(&mut self, visited: Visited) -> Next {
        let folder = visited.folder;
        let is_file = visited.kind.is_file();
        let is_other_folder = self.found.folders.last().is_none_or(|last| last != folder);
        if is_file && is_other_folder {
            self.found.folders.push(folder.to_owned());
            // Asked once a folder: files are many.
            let holds_records = self.roots.place_in(folder).is_some();
            self.names = holds_records.then(|| self.roots.names_in(folder));
            // If the folder's path is not valid, each of its files gets a finding.
            self.path = folder.parse().ok();
        }
        let file_name = visited.entry.file_name();
        let Some(name) = file_name.to_str() else {
            let message = "the file name is not UTF-8";
            self.refuse(&visited.path(), Code::NotUtf8, message);
            return Next::Pass;
        };
        if is_file {
            if self.names.is_some_and(|names| names.has(folder, name)) {
                self.file(visited, name);
            } else if is_temporary(name) {
                self.found.strays.push(visited.entry.path());
            }
            return Next::Pass;
        }
        self.meet_folder(&visited)
    }

    /// Says whether to go into a folder; names what is neither folder nor file.
    fn meet_folder(&mut self, visited: &Visited) -> Next {
        let path = visited.path();
        // One's own: nothing there is told to anybody, not even what cannot be read.
        if is_private(self.roots.memory(), &path) {
            return Next::Pass;
        }
        // Memory in a folder that is read itself was walked through before.
        if path == self.roots.memory().as_str() {
            return Next::Pass;
        }
        if visited.kind.is_symlink() {
            // It could lead anywhere, and make one record of two.
            self.refuse(&path, Code::SymbolicLink, "symbolic links are not read");
        } else if visited.is_repository() {
            // git tracks no file of it, whatever is committed there.
            let message = "nested repositories are not read";
            self.refuse(&path, Code::Submodule, message);
        } else if visited.kind.is_dir() {
            self.found.walked.push(path);
            return Next::Enter;
        } else {
            // Opening it could wait for ever.
            self.refuse(&path, Code::NotAFile, "only regular files are read");
        }
        Next::Pass
    }

    fn file(&mut self, visited: Visited, name: &str) {
        let path = self.path.as_ref();
        match path.and_then(|folder| folder.child(name).ok()) {
            Some(path) => self.files.push(FoundFile {
                path,
                entry: visited.entry,
            }),
            None => self.refuse(
                &visited.path(),
                Code::BadValue,
                "the file name is not one that git-memory reads",
            ),
        }
    }

    fn refuse(&mut self, path: &str, code: Code, message: &str) {
        let finding = finding(self.roots.memory(), path, code, message);
        self.found.unreadable.push(finding);
    }
}

/// A file that a folder lists.
struct FoundFile {
    path: RepoPath,
    entry: DirEntry,
}

/// The stats of the files that are still there.
fn stats_of(files: Vec<FoundFile>) -> Result<Vec<(RepoPath, Stat)>, Error> {
    let mut stats = Vec::with_capacity(files.len());
    for file in files {
        match file.entry.metadata() {
            Ok(meta) => stats.push((file.path, Stat::of(&meta))),
            // It went away since it was listed.
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(Error::read(&file.entry.path())(error)),
        }
    }
    Ok(stats)
}

/// The stats of all files that are or will be in a queue, if they are still there.
fn stats_of_all(
    queue: &Mutex<mpsc::Receiver<Vec<FoundFile>>>,
) -> Result<Vec<(RepoPath, Stat)>, Error> {
    let mut stats = Vec::new();
    loop {
        // Poisoned by a helper that panicked, which is told when it is joined.
        let Ok(receiver) = queue.lock() else {
            return Ok(stats);
        };
        // Only one waits at a time, and the others count meanwhile.
        let batch = receiver.recv();
        drop(receiver);
        match batch {
            Ok(batch) => stats.extend(stats_of(batch)?),
            // Nothing is sent any more.
            Err(_) => return Ok(stats),
        }
    }
}
