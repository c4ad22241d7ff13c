//! The files below `memory/` as a view has them, records or not: what is passed on to others.

use std::fs::{self, DirEntry};
use std::io::ErrorKind;
use std::path::Path;

use super::write;
use crate::domain::layout;
use crate::domain::layout::{Part, RECORD_LIMIT};
use crate::domain::path::{MEMORY, RepoPath};
use crate::git::{EntryKind, Repo};
use crate::store::Error;
use crate::store::tracked::snapshot::{View, files_at};

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

/// What a place may hold where a text is looked for.
#[derive(Debug)]
pub enum Plain {
    /// A text.
    Text(String),
    /// Something else, and what.
    Odd(&'static str),
    /// Nothing.
    Missing,
}

/// The bytes of a regular file; `None` for anything else that stands there: reading a pipe would
/// wait for ever.
#[must_use]
pub fn regular(file: &Path) -> Option<Vec<u8>> {
    fs::symlink_metadata(file)
        .is_ok_and(|meta| meta.is_file())
        .then(|| fs::read(file).ok())?
}

/// The text of a file: a regular one, of at most 1 MiB, UTF-8.
///
/// # Errors
/// Where it cannot be read.
pub fn plain(file: &Path) -> Result<Plain, Error> {
    let meta = match fs::symlink_metadata(file) {
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            return Ok(Plain::Missing);
        }
        meta => meta.map_err(Error::read(file))?,
    };
    if meta.is_symlink() {
        return Ok(Plain::Odd(LINK));
    } else if !meta.is_file() {
        return Ok(Plain::Odd(NO_FILE));
    } else if meta.len() > RECORD_LIMIT {
        return Ok(Plain::Odd(TOO_LARGE));
    }
    Ok(text_of(fs::read(file).map_err(Error::read(file))?))
}

/// The text of a file of a view, by its path from the top of the work tree.
///
/// # Errors
/// Where git or the file system cannot be read.
pub fn page(repo: &Repo, view: &View, path: &str) -> Result<Plain, Error> {
    let View::Revision(revision) = view else {
        return plain(&repo.work_tree()?.join(path));
    };
    let blob = repo.file(repo.resolve(revision)?, path)?;
    Ok(blob
        .map(|blob| repo.blob(blob))
        .transpose()?
        .map_or(Plain::Missing, text_of))
}

fn text_of(bytes: Vec<u8>) -> Plain {
    if bytes.len() as u64 > RECORD_LIMIT {
        return Plain::Odd(TOO_LARGE);
    }
    String::from_utf8(bytes).map_or(Plain::Odd(NO_TEXT), Plain::Text)
}

/// Everything that a view has below `memory/`, sorted by path. What is private, and what the
/// program makes itself, is not looked at.
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
            self.hold(path, plain(&place)?);
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
        Ok(repo.blobs(&ids, |nth, bytes| {
            self.hold(paths[nth].clone(), text_of(bytes.to_vec()));
        })?)
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

    fn hold(&mut self, path: RepoPath, plain: Plain) {
        match plain {
            Plain::Text(text) => self.0.push(Held::Text(path, text)),
            Plain::Odd(why) => self.odd(path.to_string(), why),
            Plain::Missing => {}
        }
    }

    fn odd(&mut self, path: String, why: &'static str) {
        self.0.push(Held::Odd(path, why));
    }
}

fn is_private(path: &str) -> bool {
    path.strip_prefix(MEMORY)
        .and_then(|path| path.strip_prefix('/'))
        .is_some_and(layout::is_private)
}
