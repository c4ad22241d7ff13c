//! The work tree, as the project index looks at it.

use std::collections::HashMap;
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::ignore_rules::IgnoreRules;
use super::place::{Known, Listed, ListedKind, ListedName, Place};
use super::seen::{Seen, SeenFile, SeenFolder};
use crate::Error;
use crate::tracked::{Stat, is_nothing, nanoseconds};
use git_memory_git::{ObjectId, Repo, Settings};
use git_memory_policy::project::Contents;
use git_memory_policy::project::members::named_by;
use git_memory_text::cause;
use git_memory_text::limits;

/// A work tree, with what was seen of it before and what is seen now.
pub(crate) struct WorkTop<'a> {
    repo: &'a Repo,
    top: &'a Path,
    before: Seen,
    pub(crate) now: Seen,
    /// True if anything had to be looked at anew.
    pub(crate) is_changed: bool,
    /// The contents of the files that were read.
    pub(crate) contents: Contents,
}

impl<'a> WorkTop<'a> {
    /// # Errors
    /// In a bare repository.
    #[expect(
        clippy::disallowed_methods,
        reason = "compared with the times of files, which the system sets"
    )]
    pub(crate) fn new(repo: &'a Repo, before: Seen) -> Result<Self, Error> {
        let now = Seen {
            // Before the first stat: what changes in between has a later time.
            looked: nanoseconds(SystemTime::now()),
            documents: before.documents.clone(),
            ..Seen::default()
        };
        Ok(Self {
            repo,
            top: repo.work_tree()?,
            before,
            now,
            is_changed: false,
            contents: Contents::new(),
        })
    }

    fn path_of(&self, path: &str) -> PathBuf {
        if path.is_empty() {
            self.top.to_owned()
        } else {
            self.top.join(path)
        }
    }

    /// True if a file or folder with this stat is as it was at the last look.
    fn is_same(&self, then: Stat, now: Stat) -> bool {
        then == now && now.is_older_than(self.before.looked)
    }

    /// Reads a regular file of 1 MiB at most; the error is the end of a sentence.
    fn read(&self, path: &str, meta: &Metadata) -> Result<Vec<u8>, String> {
        if meta.len() > limits::RECORD_BYTES {
            return Err("is larger than 1 MiB, and is not read".to_owned());
        }
        fs::read(self.path_of(path)).map_err(|error| format!("cannot be read: {}", cause(&error)))
    }

    fn list_anew(&self, folder: &str) -> Result<Listed, String> {
        let unreadable = |error: std::io::Error| format!("cannot be read: {}", cause(&error));
        let mut listed = Listed::default();
        for entry in fs::read_dir(self.path_of(folder)).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            // An entry that went away since the folder was read is not there.
            let Ok(kind) = entry.file_type() else {
                continue;
            };
            let kind = if kind.is_dir() {
                ListedKind::Folder
            } else if kind.is_file() {
                ListedKind::File
            } else if kind.is_symlink() {
                ListedKind::Link
            } else {
                ListedKind::Other
            };
            let name = entry.file_name().to_string_lossy().into_owned();
            if name == ".git" && !folder.is_empty() {
                listed.is_repository = is_repository(&entry.path());
            }
            listed.take_up(folder, name, kind);
        }
        listed.names.sort_unstable();
        Ok(listed)
    }

    /// The names that git tracks at the top, by one listing of the index.
    fn tracked_anew(&self) -> Result<Vec<String>, String> {
        let names = self.repo.names_in_index();
        let names = names.map_err(|error| error.to_string())?;
        let mut tracked: Vec<String> = Vec::new();
        for path in names.split(|byte| *byte == 0) {
            let name = path.split(|byte| *byte == b'/').next().unwrap_or_default();
            // The index is sorted, so that what is in one folder lies together.
            if !name.is_empty() && tracked.last().is_none_or(|last| last.as_bytes() != name) {
                tracked.push(String::from_utf8_lossy(name).into_owned());
            }
        }
        tracked.sort_unstable();
        tracked.dedup();
        Ok(tracked)
    }

    fn rules(&self) -> IgnoreRules<'_> {
        IgnoreRules {
            repo: self.repo,
            top: self.top,
            seen: &self.now,
        }
    }

    fn is_sparse(&self) -> bool {
        // Settings that cannot be read are told by the commands that need them.
        let settings = self.repo.settings().ok();
        let value = settings.and_then(|settings| settings.get("core.sparsecheckout"));
        value.and_then(Settings::is_true) == Some(true)
    }
}

impl Place for WorkTop<'_> {
    fn list(&mut self, folder: &str) -> Result<Listed, String> {
        if let Some(seen) = self.now.folders.get(folder) {
            return Ok(seen.listed.clone());
        }
        let meta = match fs::symlink_metadata(self.path_of(folder)) {
            Ok(meta) => meta,
            // It went away since it was listed, or a sparse checkout leaves it out.
            Err(error) if is_nothing(&error) && !folder.is_empty() => {
                return Ok(Listed::default());
            }
            Err(error) => return Err(format!("cannot be read: {}", cause(&error))),
        };
        let stat = Stat::of(&meta);
        let listed = match self.before.folders.remove(folder) {
            Some(seen) if self.is_same(seen.stat, stat) => seen.listed,
            _ => {
                self.is_changed = true;
                self.list_anew(folder)?
            }
        };
        let seen = SeenFolder {
            stat,
            listed: listed.clone(),
        };
        self.now.folders.insert(folder.to_owned(), seen);
        if folder.is_empty() && self.is_sparse() {
            return self.with_left_out(listed);
        }
        Ok(listed)
    }

    fn file(&mut self, path: &str) -> Result<Known, String> {
        let meta = match fs::symlink_metadata(self.path_of(path)) {
            Ok(meta) => meta,
            Err(error) => {
                let why = format!("cannot be read: {}", cause(&error));
                return Ok(Known::unreadable(why));
            }
        };
        must_be_regular(&meta)?;
        let stat = Stat::of(&meta);
        if let Some(seen) = self.now.files.get(path) {
            return Ok(seen.known());
        }
        if let Some(seen) = self.before.files.remove(path)
            && self.is_same(seen.stat, stat)
        {
            let known = seen.known();
            self.now.files.insert(path.to_owned(), seen);
            return Ok(known);
        }
        self.is_changed = true;
        let bytes = match self.read(path, &meta) {
            Ok(bytes) => bytes,
            Err(why) => return Ok(Known::unreadable(why)),
        };
        let id = match ObjectId::of_blob(self.repo.format(), &bytes) {
            Ok(id) => id.to_string(),
            Err(error) => return Ok(Known::unreadable(format!("cannot be read: {error}"))),
        };
        let seen = SeenFile {
            stat,
            id,
            members: named_by(path, &bytes),
        };
        let known = seen.known();
        self.contents.insert(path.to_owned(), bytes);
        self.now.files.insert(path.to_owned(), seen);
        Ok(known)
    }

    fn tracked(&mut self) -> Result<Vec<String>, String> {
        // Without an index nothing is tracked, and no file says since when.
        let stat = fs::metadata(self.repo.index_file()).ok();
        let stat = stat.map(|meta| Stat::of(&meta));
        let tracked = match (self.before.tracked.take(), stat) {
            (_, None) => return Ok(Vec::new()),
            (Some((then, tracked)), Some(now)) if self.is_same(then, now) => tracked,
            _ => {
                self.is_changed = true;
                self.tracked_anew()?
            }
        };
        self.now.tracked = stat.map(|stat| (stat, tracked.clone()));
        Ok(tracked)
    }

    fn is_committed(&mut self, name: &str) -> Result<bool, String> {
        let is_there = || {
            let Some(head) = self.repo.head()?.commit else {
                return Ok(false);
            };
            let tree = self.repo.commit(head)?.tree;
            let names = self.repo.tree_names(tree)?;
            Ok(names.iter().any(|it| it.name == name.as_bytes()))
        };
        is_there().map_err(|error: git_memory_git::Error| error.to_string())
    }

    fn ignored(&mut self, paths: &[String]) -> Result<HashMap<String, String>, String> {
        if paths.is_empty() {
            return Ok(HashMap::new());
        }
        let key = self.rules().key(paths);
        let ignored = if let Some(ignored) = self.before.ignored.remove(&key) {
            ignored
        } else {
            self.is_changed = true;
            self.rules().ask(paths)?
        };
        self.now.ignored.insert(key, ignored.clone());
        Ok(ignored.into_iter().collect())
    }
}

impl WorkTop<'_> {
    /// Adds the folders that a sparse checkout leaves out.
    fn with_left_out(&mut self, mut listed: Listed) -> Result<Listed, String> {
        for name in self.tracked()? {
            // A cone has all files of the top.
            let is_there = listed.names.iter().any(|listed| listed.name == name);
            if !is_there {
                let kind = ListedKind::Folder;
                listed.names.push(ListedName { name, kind });
            }
        }
        listed.names.sort_unstable();
        Ok(listed)
    }

    /// The contents of the files that the documents are made from, those that were not read yet
    /// too.
    pub(crate) fn into_contents(mut self, paths: &[String]) -> Contents {
        let mut contents = std::mem::take(&mut self.contents);
        for path in paths {
            if contents.contains_key(path) {
                continue;
            }
            // A file that went away since is read again by the next look, which sees that.
            if let Ok(meta) = fs::symlink_metadata(self.path_of(path))
                && must_be_regular(&meta).is_ok()
                && let Ok(bytes) = self.read(path, &meta)
            {
                contents.insert(path.clone(), bytes);
            }
        }
        contents
    }
}

/// True if a `.git` makes its folder a repository: with a `HEAD` in it, or as a file that says
/// where that is (gitrepository-layout(5)).
fn is_repository(git: &Path) -> bool {
    git.is_file() || fs::symlink_metadata(git.join("HEAD")).is_ok()
}

/// The error is the end of a sentence.
fn must_be_regular(meta: &Metadata) -> Result<(), String> {
    if meta.is_symlink() {
        return Err("is a symbolic link, and is not read".to_owned());
    }
    if !meta.is_file() {
        return Err("is not a regular file, and is not read".to_owned());
    }
    Ok(())
}
