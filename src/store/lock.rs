//! The lock that every change of several files takes: an advisory lock of the operating system on a file in the git
//! folder. It is gone when its process is, so a killed process leaves nothing to clean up.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use super::Error;

/// How long a command waits for another one.
const PATIENCE: Duration = Duration::from_secs(10);

/// A held lock; dropping it gives it back.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the lock of a git folder, waiting for other processes for at most 10 seconds.
    ///
    /// # Errors
    /// [`Error::Locked`] after that time; [`Error::NoLock`] where the file system has no locks.
    pub fn take(git_dir: &Path) -> Result<Self, Error> {
        let path = path(git_dir);
        let start = Instant::now();
        let mut pause = Duration::from_millis(1);
        loop {
            match try_lock(&path)? {
                Some(lock) => return Ok(lock),
                None if start.elapsed() > PATIENCE => return Err(Error::Locked { path, seconds: PATIENCE.as_secs() }),
                None => thread::sleep(pause),
            }
            // The process id keeps processes that wait together from asking together.
            pause =
                (pause * 2 + Duration::from_micros(u64::from(std::process::id() % 997))).min(Duration::from_millis(50));
        }
    }

    /// Takes the lock if it is free; `None` where somebody holds it or nothing can be locked.
    #[must_use]
    pub fn take_if_free(git_dir: &Path) -> Option<Self> {
        try_lock(&path(git_dir)).ok().flatten()
    }
}

fn path(git_dir: &Path) -> PathBuf {
    git_dir.join("memory").join("lock")
}

fn try_lock(path: &Path) -> Result<Option<Lock>, Error> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(Error::write(folder))?;
    }
    let open = OpenOptions::new().create(true).truncate(false).write(true).open(path);
    let file = open.map_err(Error::write(path))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(Lock { _file: file })),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(source)) => Err(Error::NoLock { path: path.to_owned(), source }),
    }
}
