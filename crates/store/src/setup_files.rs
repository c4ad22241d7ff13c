//! Files of other programs: their configuration in a work tree or in the home of the user. They are
//! read and replaced as a whole, and never through a link that leads out of their place.

use std::ffi::OsString;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use tempfile::TempPath;

use super::Error;
use crate::atomic::{self, Sync};
use crate::tracked::is_nothing;
use git_memory_git::Environment;
use git_memory_text::limits;

/// A file of configuration.
#[derive(Clone, Debug)]
pub struct SetupFile {
    /// Path at which people look for it.
    pub path: PathBuf,
    /// Text of the file; `None` where there is none.
    pub text: Option<String>,
    /// Path of the file with every link followed.
    real: PathBuf,
    /// The folder that it must not lead out of.
    root: PathBuf,
}

/// The new text of a file; `None` where it is to go.
pub struct NewSetup<'a> {
    /// The file, as it was read.
    pub file: &'a SetupFile,
    /// Its text.
    pub text: Option<&'a str>,
}

impl SetupFile {
    /// Path of the file with every link followed.
    #[must_use]
    pub fn real(&self) -> &Path {
        &self.real
    }

    /// True if there is a link where people look for it.
    #[must_use]
    pub fn is_link(&self) -> bool {
        self.path.is_symlink()
    }
}

/// Reads a file that has to be below a folder.
///
/// # Errors
/// [`Error::LeadsOut`], [`Error::Unreadable`], or where it cannot be read.
pub fn read(root: &Path, path: &Path) -> Result<SetupFile, Error> {
    let real_root = real(root)?;
    let real = real(path)?;
    let is_inside = match real.strip_prefix(&real_root) {
        // A repository may bring a link into git's own folder.
        Ok(below) => !below.iter().any(|part| part.eq_ignore_ascii_case(".git")),
        Err(_) => false,
    };
    if !is_inside {
        return Err(Error::LeadsOut(path.to_owned()));
    }
    Ok(SetupFile {
        path: path.to_owned(),
        text: text_of(&real)?,
        real,
        root: real_root,
    })
}

/// A path with every link followed, also where its end is not there yet.
fn real(path: &Path) -> Result<PathBuf, Error> {
    let mut there = path;
    let mut missing: Vec<OsString> = Vec::new();
    loop {
        match there.canonicalize() {
            Ok(real) => {
                let missing = missing.iter().rev();
                return Ok(missing.fold(real, |path, name| path.join(name)));
            }
            // A link that leads to nothing is there all the same.
            Err(error) if is_nothing(&error) && fs::symlink_metadata(there).is_err() => {}
            Err(error) if is_nothing(&error) => return Err(Error::LeadsOut(path.to_owned())),
            Err(error) => return Err(Error::read(path)(error)),
        }
        let (Some(name), Some(parent)) = (there.file_name(), there.parent()) else {
            return Ok(path.to_owned());
        };
        missing.push(name.to_owned());
        there = parent;
    }
}

fn text_of(path: &Path) -> Result<Option<String>, Error> {
    let meta = match fs::metadata(path) {
        Ok(meta) => meta,
        Err(error) if is_nothing(&error) => return Ok(None),
        Err(error) => return Err(Error::read(path)(error)),
    };
    let odd = |what| {
        let path = path.to_owned();
        Error::Unreadable { path, what }
    };
    // Asked first: reading a pipe would wait for ever.
    if !meta.is_file() {
        return Err(odd("is not a regular file"));
    }
    if meta.len() > limits::CONFIGURATION_BYTES {
        return Err(odd("is larger than 16 MiB"));
    }
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::InvalidData => Err(odd("is not UTF-8")),
        Err(error) => Err(Error::read(path)(error)),
    }
}

/// Writes several files, all of them or none. Folders that they need are made, and those that are
/// empty after a file has gone are removed.
///
/// # Errors
/// [`Error::Unreadable`] where one is read-only or has changed since, or where one cannot be
/// written; then all are as they were.
pub fn write_all(changes: &[NewSetup]) -> Result<(), Error> {
    let mut prepared = Vec::new();
    for change in changes {
        prepared.push(prepare(change)?);
    }
    let mut done: Vec<(&Path, Option<TempPath>)> = Vec::new();
    for (change, Prepared { text, before }) in changes.iter().zip(prepared) {
        let file = change.file.real.as_path();
        if let Err(error) = put(file, text) {
            for (file, before) in done {
                // The first error is the one to tell.
                let _ = match before {
                    Some(before) => before.persist(file).map_err(|error| error.error),
                    None => fs::remove_file(file),
                };
            }
            return Err(error);
        }
        done.push((file, before));
    }
    // The kept copies of the files lie beside them.
    drop(done);
    for change in changes {
        if change.text.is_none() {
            remove_empty_folders(change.file);
        }
    }
    Ok(())
}

/// A change that only has to be put in its place.
struct Prepared {
    /// The new text beside the file; `None` where the file goes.
    text: Option<TempPath>,
    /// The file as it is; `None` where there is none.
    before: Option<TempPath>,
}

fn prepare(change: &NewSetup) -> Result<Prepared, Error> {
    let file = &change.file.real;
    let odd = |what| {
        let path = change.file.path.clone();
        Error::Unreadable { path, what }
    };
    let meta = fs::metadata(file);
    if meta.is_ok_and(|meta| meta.permissions().readonly()) {
        return Err(odd("is read-only"));
    }
    // An agent may write its own settings at any moment.
    if text_of(file)? != change.file.text {
        return Err(odd("has changed since it was read"));
    }
    let folder = atomic::folder_of(file)?;
    atomic::sweep(folder);
    let before = match change.file.text {
        Some(_) => Some(atomic::keep(file)?),
        None => None,
    };
    let text = match change.text {
        // Waits for the disk: no git need have another copy of this.
        Some(text) => Some(atomic::prepare(
            folder,
            text.as_bytes(),
            atomic::permissions_at(file)?,
            Sync::Disk,
        )?),
        None => None,
    };
    Ok(Prepared { text, before })
}

fn put(file: &Path, text: Option<TempPath>) -> Result<(), Error> {
    let folder = atomic::folder_of(file)?;
    if let Some(text) = text {
        return atomic::put(text, file, folder, Sync::Disk);
    }
    atomic::remove_if_there(file)?;
    atomic::sync_folder(folder)
}

/// Removes the folders of a file that went as far as they hold nothing else.
fn remove_empty_folders(file: &SetupFile) {
    let mut folder = file.real.parent();
    while let Some(empty) = folder {
        // One that holds something is not removed, which ends it.
        if empty == file.root || fs::remove_dir(empty).is_err() {
            return;
        }
        folder = empty.parent();
    }
}

/// True if there is something at a path, be it a link to nothing.
#[must_use]
pub fn is_there(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}

/// The file of a program on PATH.
#[must_use]
pub fn on_path(environment: &Environment, program: &str) -> Option<PathBuf> {
    let path = environment.variable("PATH")?;
    let names: &[&str] = if cfg!(windows) {
        // npm installs programs as scripts.
        &[".exe", ".cmd"]
    } else {
        &[""]
    };
    for folder in std::env::split_paths(path) {
        for end in names {
            let file = folder.join(format!("{program}{end}"));
            if file.is_file() && is_executable(&file) {
                return Some(file);
            }
        }
    }
    None
}

#[cfg(unix)]
fn is_executable(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(file).is_ok_and(|meta| meta.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(_file: &Path) -> bool {
    // Its ending says so there.
    true
}
