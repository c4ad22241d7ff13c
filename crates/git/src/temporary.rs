//! Temporary files and folders of calls of git, in the system's folder for them. A process that is
//! killed leaves its own there; the next one that needs one removes it.

use std::fs::{self, DirEntry};
use std::time::Duration;

use tempfile::{Builder, NamedTempFile, TempDir};

use super::Error;

const PREFIX: &str = "git-memory-";
/// Number of random letters and digits that the crate puts behind it.
const RANDOM: usize = 6;
/// A call of git takes seconds, and its files are written at its beginning.
const LOST: Duration = Duration::from_hours(1);

/// An empty folder, which is removed when it is dropped.
pub(crate) fn folder() -> Result<TempDir, Error> {
    sweep();
    let made = Builder::new().prefix(PREFIX).tempdir();
    made.map_err(Error::in_temporary_folder)
}

/// An empty file, likewise.
pub(crate) fn file() -> Result<NamedTempFile, Error> {
    sweep();
    let made = Builder::new().prefix(PREFIX).tempfile();
    made.map_err(Error::in_temporary_folder)
}

/// Removes what killed processes left.
fn sweep() {
    // What cannot be listed or removed is in no one's way.
    let Ok(entries) = fs::read_dir(std::env::temp_dir()) else {
        return;
    };
    for entry in entries.flatten() {
        if is_ours(&entry.file_name().to_string_lossy()) && is_lost(&entry) {
            let path = entry.path();
            let _ = match entry.file_type() {
                Ok(kind) if kind.is_dir() => fs::remove_dir_all(path),
                Ok(kind) if kind.is_file() => fs::remove_file(path),
                _ => Ok(()),
            };
        }
    }
}

fn is_ours(name: &str) -> bool {
    let random = name.strip_prefix(PREFIX);
    random.is_some_and(|random| {
        random.len() == RANDOM && random.chars().all(|letter| letter.is_ascii_alphanumeric())
    })
}

/// True if no process can still need an entry. One whose age is not known may be new.
fn is_lost(entry: &DirEntry) -> bool {
    let modified = entry.metadata().and_then(|metadata| metadata.modified());
    let age = modified.map(|modified| modified.elapsed());
    matches!(age, Ok(Ok(age)) if age > LOST)
}
