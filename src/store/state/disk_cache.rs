//! A folder of disposable files, each under the name of what it was made from; the ones that were
//! written last stay.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use crate::store::atomic::{is_temporary, replace_disposable};

/// What was used since then need not be marked as used.
const LATELY: Duration = Duration::from_mins(10);

/// The files of one folder.
pub(crate) struct DiskCache {
    folder: PathBuf,
    /// So many stay.
    most: usize,
    /// Whether nobody but its owner may look into the folder.
    is_own: bool,
}

impl DiskCache {
    pub(crate) fn new(folder: PathBuf, most: usize) -> Self {
        Self {
            folder,
            most,
            is_own: false,
        }
    }

    /// The same, for the user alone; and what is asked for again stays longer.
    pub(crate) fn own(folder: PathBuf, most: usize) -> Self {
        Self {
            folder,
            most,
            is_own: true,
        }
    }

    /// The bytes under a name.
    #[expect(
        clippy::disallowed_methods,
        reason = "the time of a file, by which the oldest ones are found"
    )]
    pub(crate) fn get(&self, name: &str) -> Option<Vec<u8>> {
        let path = self.folder.join(name);
        let bytes = fs::read(&path).ok()?;
        let is_old = |modified: SystemTime| modified.elapsed().is_ok_and(|age| age > LATELY);
        if self.is_own
            && fs::metadata(&path)
                .and_then(|meta| meta.modified())
                .is_ok_and(is_old)
        {
            let _ = fs::File::options()
                .append(true)
                .open(&path)
                .and_then(|file| file.set_modified(SystemTime::now()));
        }
        Some(bytes)
    }

    /// Keeps bytes under a name. Where that cannot be done, they are made again next time.
    pub(crate) fn keep(&self, name: &str, bytes: &[u8]) {
        if self.is_own {
            let mut builder = fs::DirBuilder::new();
            #[cfg(unix)]
            std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
            let _ = builder.recursive(true).create(&self.folder);
        }
        let _ = replace_disposable(&self.folder.join(name), bytes);
        for old in self.names().into_iter().skip(self.most) {
            let _ = fs::remove_file(self.folder.join(old));
        }
    }

    /// Every name, the one that was written last first.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut names: Vec<_> = entries
            .filter_map(|entry| {
                Some((
                    entry.metadata().ok()?.modified().ok()?,
                    entry.file_name().into_string().ok()?,
                ))
            })
            .collect();
        names.retain(|(_, name)| !is_temporary(name));
        names.sort_unstable_by(|a, b| b.cmp(a));
        names.into_iter().map(|(_, name)| name).collect()
    }
}
