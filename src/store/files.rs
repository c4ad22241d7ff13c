//! The files below `memory/` as a view has them, records or not: what is passed on to others.

use std::fs::{self, DirEntry};
use std::path::Path;

use super::snapshot::{View, files_at};
use super::{Error, write};
use crate::domain::layout::{self, Part, RECORD_LIMIT};
use crate::domain::path::{MEMORY, RepoPath};
use crate::git::{EntryKind, Repo};

const LINK: &str = "it is a symbolic link";
const REPOSITORY: &str = "it is a repository of its own";
const NO_FILE: &str = "it is no regular file";
const NAME: &str = "git-memory does not read such a name";
const NO_PART: &str = "it is neither a record nor a page";
const TOO_LARGE: &str = "it is larger than 1 MiB";
const NO_TEXT: &str = "it is not UTF-8";

/// Something below `memory/`.
#[derive(Debug)]
pub enum Held {
    /// A file with its text.
    Text(RepoPath, String),
    /// What has none: its path (what is not UTF-8 in it is replaced), and why.
    Odd(String, &'static str),
}

impl Held {
    fn path(&self) -> &str {
        match self {
            Self::Text(path, _) => path.as_str(),
            Self::Odd(path, _) => path,
        }
    }
}

/// Everything that a view has below `memory/`, sorted by path. What is private, and what the program makes itself, is
/// not looked at.
///
/// # Errors
/// Where git or the file system cannot be read.
pub fn files(repo: &Repo, view: &View) -> Result<Vec<Held>, Error> {
    let mut found = Found::default();
    if *view == View::WorkTree {
        found.walk(&repo.work_tree()?.join(MEMORY), MEMORY)?;
    } else {
        found.list(repo, view)?;
    }
    found.0.sort_by(|a, b| a.path().cmp(b.path()));
    Ok(found.0)
}

#[derive(Default)]
struct Found(Vec<Held>);

impl Found {
    fn walk(&mut self, folder: &Path, name: &str) -> Result<(), Error> {
        for entry in fs::read_dir(folder).map_err(Error::read(folder))? {
            let entry = entry.map_err(Error::read(folder))?;
            let file_name = entry.file_name();
            let path = format!("{name}/{}", file_name.to_string_lossy());
            if is_private(&path) {
                continue;
            }
            match file_name.to_str() {
                Some(file_name) if write::is_temporary(file_name) => {}
                Some(_) => self.enter(&entry, path)?,
                None => self.odd(path, NAME),
            }
        }
        Ok(())
    }

    /// Goes into a folder, or reads a file.
    fn enter(&mut self, entry: &DirEntry, path: String) -> Result<(), Error> {
        let place = entry.path();
        let kind = entry.file_type().map_err(Error::read(&place))?;
        if kind.is_symlink() {
            self.odd(path, LINK);
        } else if kind.is_dir() && place.join(".git").exists() {
            self.odd(path, REPOSITORY);
        } else if kind.is_dir() {
            self.walk(&place, &path)?;
        } else if !kind.is_file() {
            self.odd(path, NO_FILE);
        } else if let Some(path) = self.wanted(path) {
            let size = entry.metadata().map_err(Error::read(&place))?.len();
            // A file that is too large is named, not read.
            let bytes = if size > RECORD_LIMIT { None } else { Some(fs::read(&place).map_err(Error::read(&place))?) };
            self.read(path, bytes.as_deref());
        }
        Ok(())
    }

    fn list(&mut self, repo: &Repo, view: &View) -> Result<(), Error> {
        let (mut paths, mut ids) = (Vec::new(), Vec::new());
        for entry in files_at(repo, view)? {
            let path = String::from_utf8_lossy(&entry.path).into_owned();
            match entry.kind {
                _ if is_private(&path) => {}
                EntryKind::Link => self.odd(path, LINK),
                EntryKind::Submodule => self.odd(path, REPOSITORY),
                EntryKind::File if path.as_bytes() != entry.path => self.odd(path, NAME),
                EntryKind::File => {
                    if let Some(path) = self.wanted(path) {
                        paths.push(path);
                        ids.push(entry.id);
                    }
                }
            }
        }
        Ok(repo.blobs(&ids, |nth, bytes| self.read(paths[nth].clone(), Some(bytes)))?)
    }

    /// The path of a file that is to be read; one that is nobody's is remembered.
    fn wanted(&mut self, path: String) -> Option<RepoPath> {
        let Ok(named) = path.parse::<RepoPath>() else {
            self.odd(path, NAME);
            return None;
        };
        let part = layout::part(&named);
        if part == Part::Other {
            self.odd(path, NO_PART);
        }
        matches!(part, Part::Record | Part::Page | Part::Setting).then_some(named)
    }

    fn read(&mut self, path: RepoPath, bytes: Option<&[u8]>) {
        let small = bytes.filter(|bytes| bytes.len() as u64 <= RECORD_LIMIT);
        match small.map(|bytes| String::from_utf8(bytes.to_vec())) {
            Some(Ok(text)) => self.0.push(Held::Text(path, text)),
            Some(Err(_)) => self.odd(path.to_string(), NO_TEXT),
            None => self.odd(path.to_string(), TOO_LARGE),
        }
    }

    fn odd(&mut self, path: String, why: &'static str) {
        self.0.push(Held::Odd(path, why));
    }
}

fn is_private(path: &str) -> bool {
    path.strip_prefix(MEMORY).and_then(|path| path.strip_prefix('/')).is_some_and(layout::is_private)
}
