//! The files of a site that is made anew: in a folder of its own, which remembers what was made there.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::atomic::{remove_if_there, replace_disposable};
use crate::error::Error;

/// The list of the files that were made, a line each. A folder without it is the user's own.
const LIST: &str = ".git-memory-site";

/// The folder of a site, while it is made anew. What else is there stays.
#[derive(Debug)]
pub struct SiteFolder {
    path: PathBuf,
    /// The files of an earlier site.
    before: BTreeSet<String>,
    now: BTreeSet<String>,
    /// The list of both, from the first file on.
    list: Option<File>,
    /// The folders below it that are no links.
    folders: BTreeSet<PathBuf>,
}

impl SiteFolder {
    /// Opens a folder, which need not be there yet.
    ///
    /// # Errors
    /// [`Error::NotASite`] for a folder with files and no earlier site; where it cannot be read.
    pub fn open(path: PathBuf) -> Result<Self, Error> {
        let list = path.join(LIST);
        let before = match fs::read_to_string(&list) {
            Ok(before) => before,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                if has_files(&path)? {
                    return Err(Error::NotASite(path));
                }
                String::new()
            }
            Err(error) => return Err(Error::read(&list)(error)),
        };
        let before = before.lines().filter(|name| is_inside(name));
        Ok(Self {
            before: before.map(str::to_owned).collect(),
            now: BTreeSet::new(),
            list: None,
            folders: BTreeSet::new(),
            path,
        })
    }

    /// Writes a file, by its name below the folder.
    ///
    /// # Errors
    /// [`Error::Link`] where a folder of it is a link; where it cannot be written.
    pub fn put(&mut self, name: &str, text: &str) -> Result<(), Error> {
        self.note(name)?;
        let path = prepared(&self.path, name, &mut self.folders)?;
        replace_disposable(&path, text.as_bytes())
    }

    /// Adds a file to the list before it is there, so that whatever happens from here on is known to
    /// the next run.
    fn note(&mut self, name: &str) -> Result<(), Error> {
        let at = self.path.join(LIST);
        let list = if let Some(list) = &mut self.list {
            list
        } else {
            fs::create_dir_all(&self.path).map_err(Error::write(&self.path))?;
            write_list(&at, &self.before)?;
            let list = OpenOptions::new().append(true).open(&at);
            self.list.insert(list.map_err(Error::write(&at))?)
        };
        if self.now.insert(name.to_owned()) && !self.before.contains(name) {
            let line = format!("{name}\n");
            list.write_all(line.as_bytes()).map_err(Error::write(&at))?;
        }
        Ok(())
    }

    /// Removes the files of an earlier site that were not written again.
    pub fn finish(mut self) -> Result<(), Error> {
        for name in self.before.difference(&self.now) {
            // If its folder is a link by now, it is not ours any more.
            if let Ok(path) = prepared(&self.path, name, &mut self.folders) {
                remove_if_there(&path)?;
            }
        }
        // Windows replaces no file that is open.
        drop(self.list.take());
        write_list(&self.path.join(LIST), &self.now)
    }
}

/// True if a folder has something in it.
fn has_files(folder: &Path) -> Result<bool, Error> {
    match fs::read_dir(folder) {
        Ok(mut inside) => Ok(inside.next().is_some()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(Error::read(folder)(error)),
    }
}

fn write_list(list: &Path, names: &BTreeSet<String>) -> Result<(), Error> {
    let mut text = String::new();
    for name in names {
        text.extend([name.as_str(), "\n"]);
    }
    replace_disposable(list, text.as_bytes())
}

/// True if a line of the list, which anybody may have written, names a file below the folder.
fn is_inside(name: &str) -> bool {
    let mut parts = name.split('/');
    !name.is_empty() && parts.all(|part| !matches!(part, "" | "." | "..") && !part.contains('\\'))
}

/// The path of a file whose folders are there, none of them a link.
fn prepared(folder: &Path, name: &str, known: &mut BTreeSet<PathBuf>) -> Result<PathBuf, Error> {
    let mut path = folder.to_owned();
    let Some((folders, file)) = name.rsplit_once('/') else {
        return Ok(path.join(name));
    };
    for part in folders.split('/') {
        path.push(part);
        if known.contains(&path) {
            continue;
        }
        match fs::symlink_metadata(&path) {
            Ok(metadata) if metadata.is_dir() => {}
            Ok(metadata) if metadata.is_symlink() => {
                return Err(Error::Link(path.display().to_string()));
            }
            Ok(_) => return Err(Error::NotAFolder(path.display().to_string())),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                fs::create_dir(&path).map_err(Error::write(&path))?;
            }
            Err(error) => return Err(Error::read(&path)(error)),
        }
        known.insert(path.clone());
    }
    Ok(path.join(file))
}
