//! The lock that every change of several files or of a private ref takes: an advisory lock of the
//! operating system on a file. It is gone when its process is, so a killed process leaves nothing
//! to clean up.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::{io, thread};

use super::Error;
use git_memory_text::limits;

/// A held lock; dropping it gives it back.
#[derive(Debug)]
pub struct Lock {
    // Closing it gives the lock back, also where the process is killed.
    _file: File,
}

impl Lock {
    /// Takes the lock of a file (made where it is missing), waiting for other
    /// processes for at most 10 seconds.
    ///
    /// # Errors
    /// [`Error::Locked`] after that time; [`Error::NoLock`] where the file system has no locks.
    pub fn take(path: &Path) -> Result<Self, Error> {
        let file = open(path)?;
        match file.try_lock() {
            Ok(()) => Ok(Self { _file: file }),
            Err(TryLockError::WouldBlock) => Self::wait(path, file),
            Err(TryLockError::Error(source)) => Err(Error::NoLock {
                path: path.to_owned(),
                source,
            }),
        }
    }

    /// Takes the lock if it is free; `None` where another process holds it or nothing can be
    /// locked.
    #[must_use]
    pub fn take_if_free(path: &Path) -> Option<Self> {
        // A caller that only tries has something better to do than to say why it cannot be had.
        let file = open(path).ok()?;
        match file.try_lock() {
            Ok(()) => Some(Self { _file: file }),
            Err(TryLockError::WouldBlock | TryLockError::Error(_)) => None,
        }
    }

    /// Waits in the system's own queue, which wakes a waiter at once and in turn: asking again and
    /// again would starve one of many writers. The call has no time limit, so it waits on a thread
    /// of its own.
    fn wait(path: &Path, file: File) -> Result<Self, Error> {
        // The thread outlives a wait that was given up, until it gets the lock and drops it: a call
        // of the system cannot be interrupted.
        let (sender, receiver) = mpsc::channel::<io::Result<File>>();
        let waiting = thread::Builder::new().spawn(move || {
            let locked = match file.lock() {
                Ok(()) => Ok(file),
                Err(error) => Err(error),
            };
            // The receiver may have given up: the file is dropped then, and the lock with it.
            let _ = sender.send(locked);
        });
        waiting.map_err(|source| Error::NoLock {
            path: path.to_owned(),
            source,
        })?;
        match receiver.recv_timeout(limits::LOCK_TIME) {
            Ok(Ok(file)) => Ok(Self { _file: file }),
            Ok(Err(source)) => Err(Error::NoLock {
                path: path.to_owned(),
                source,
            }),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => Err(Error::Locked {
                path: path.to_owned(),
                seconds: limits::LOCK_TIME.as_secs(),
            }),
        }
    }
}

fn open(path: &Path) -> Result<File, Error> {
    let mut options = OpenOptions::new();
    // Never truncated, never removed: two processes with two files of one name would both have
    // their lock.
    options.create(true).truncate(false).write(true);
    match options.open(path) {
        // Only the first change of a repository has to make the folder.
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder).map_err(Error::write(folder))?;
            }
            options.open(path).map_err(Error::write(path))
        }
        other => other.map_err(Error::write(path)),
    }
}
