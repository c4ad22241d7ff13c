//! A folder of texts for other programs, outside of memory: written beside its place and moved
//! there, so that no program ever finds half of it.

use std::fs;
use std::path::Path;

use super::{Error, atomic};
use git_memory_guard::Clean;

/// Writes texts into a folder that is not there, or has nothing in it; their paths are from that
/// folder, with slashes.
///
/// # Errors
/// [`Error::Unreadable`] where the folder holds something, or where it cannot be written; then it
/// is as it was.
pub fn write_new<'a>(
    folder: &Path,
    files: impl Iterator<Item = (&'a str, &'a Clean)>,
) -> Result<(), Error> {
    let is_there = folder.try_exists().map_err(Error::read(folder))?;
    if is_there {
        let mut entries = fs::read_dir(folder).map_err(Error::read(folder))?;
        if entries.next().is_some() {
            return Err(Error::Unreadable {
                path: folder.to_owned(),
                what: "is not empty",
            });
        }
    }
    let parent = match folder.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    fs::create_dir_all(parent).map_err(Error::write(parent))?;
    atomic::sweep(parent);
    let made = tempfile::Builder::new()
        .prefix(".git-memory-")
        .suffix(".tmp")
        .tempdir_in(parent)
        .map_err(Error::write(parent))?;
    // In a folder of its own: a temporary one is closed to other users.
    let whole = made.path().join("bundle");
    fs::create_dir(&whole).map_err(Error::write(&whole))?;
    for (path, text) in files {
        let file = whole.join(path);
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder).map_err(Error::write(folder))?;
        }
        fs::write(&file, text.as_str()).map_err(Error::write(&file))?;
    }
    // The user made an empty folder in its place for this.
    if is_there {
        fs::remove_dir(folder).map_err(Error::write(folder))?;
    }
    fs::rename(&whole, folder).map_err(Error::write(folder))
}
