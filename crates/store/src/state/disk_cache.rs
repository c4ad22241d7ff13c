//! A folder of disposable files, each under the name of what it was made from; the ones that were
//! written last stay.

use std::cmp::Reverse;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use std::{fs, io};

use crate::atomic::{replace_disposable, sweep_one};

/// A file that was used since then need not be marked as used: a hook would write on each call.
const LATELY: Duration = Duration::from_mins(10);

/// The files of one folder.
#[derive(Debug)]
pub(crate) struct DiskCache {
    folder: PathBuf,
    /// Maximum number of files.
    limit: usize,
    /// True if only its owner may look into the folder.
    is_own: bool,
}

impl DiskCache {
    pub(crate) fn new(folder: PathBuf, limit: usize) -> Self {
        Self {
            folder,
            limit,
            is_own: false,
        }
    }

    /// As `new`, for the user only; and what is asked for again stays longer.
    pub(crate) fn own(folder: PathBuf, limit: usize) -> Self {
        Self {
            folder,
            limit,
            is_own: true,
        }
    }

    /// The bytes under a name.
    pub(crate) fn get(&self, name: &str) -> Option<Vec<u8>> {
        let path = self.folder.join(name);
        // A file that cannot be read is made again, and replaced by that.
        let bytes = fs::read(&path).ok()?;
        if self.is_own {
            // In a read-only repository, it is only forgotten earlier.
            let _ = mark_as_used(&path);
        }
        Some(bytes)
    }

    /// Keeps bytes under a name. Where that cannot be done, they are made again next time.
    pub(crate) fn keep(&self, name: &str, bytes: &[u8]) {
        self.make_folder();
        let _ = replace_disposable(&self.folder.join(name), bytes);
        self.forget_old();
    }

    /// Makes the folder, where only its owner is to look into it.
    pub(crate) fn make_folder(&self) {
        if self.is_own {
            let mut builder = fs::DirBuilder::new();
            #[cfg(unix)]
            std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
            // If this fails, so does writing the files into the folder.
            let _ = builder.recursive(true).create(&self.folder);
        }
    }

    /// Removes the files that were written first, where there are too many.
    pub(crate) fn forget_old(&self) {
        for old in self.names().into_iter().skip(self.limit) {
            // Another process may have been faster.
            let _ = fs::remove_file(self.folder.join(old));
        }
    }

    /// Every name, the one that was written last first. What killed processes left is removed on
    /// the way.
    pub(crate) fn names(&self) -> Vec<String> {
        let Ok(entries) = fs::read_dir(&self.folder) else {
            // Nothing was kept yet, or nothing that could be read.
            return Vec::new();
        };
        let mut names = Vec::new();
        for entry in entries.flatten() {
            // An entry that went away meanwhile has no time; one whose name is not UTF-8 is not
            // ours.
            let modified = entry.metadata().and_then(|meta| meta.modified());
            if !sweep_one(&entry)
                && let (Ok(modified), Ok(name)) = (modified, entry.file_name().into_string())
            {
                names.push((Reverse(modified), name));
            }
        }
        names.sort_unstable();
        names.into_iter().map(|(_, name)| name).collect()
    }
}

/// Gives a file today's time, where its own is not of lately.
#[expect(
    clippy::disallowed_methods,
    reason = "the time of a file, by which the oldest ones are found"
)]
fn mark_as_used(path: &Path) -> io::Result<()> {
    let now = SystemTime::now();
    let modified = fs::metadata(path)?.modified()?;
    // A time to come is late enough.
    if now.duration_since(modified).is_ok_and(|age| age > LATELY) {
        let file = fs::File::options().append(true).open(path)?;
        file.set_modified(now)?;
    }
    Ok(())
}
