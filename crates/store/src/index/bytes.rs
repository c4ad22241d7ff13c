//! The bytes of a segment: in a file, of which parts are read, or in memory.

use std::fs::File;
use std::io;
use std::path::Path;

use git_memory_recall::{Bytes, Damaged};

/// The bytes of a segment.
pub enum SegmentBytes {
    /// In a file.
    File {
        /// Open for reading.
        file: File,
        /// Its length, in bytes.
        length: u64,
    },
    /// In this process alone: nothing could be written.
    Memory(Vec<u8>),
}

impl SegmentBytes {
    /// The bytes of a file.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        Ok(Self::File { file, length })
    }
}

impl Bytes for SegmentBytes {
    fn length(&self) -> u64 {
        match self {
            Self::File { length, .. } => *length,
            Self::Memory(bytes) => bytes.length(),
        }
    }

    fn read(&self, at: u64, length: usize) -> Result<Vec<u8>, Damaged> {
        match self {
            Self::File {
                file,
                length: whole,
            } => {
                // A damaged offset or length must not ask for more memory than the file has.
                let end = at.checked_add(length as u64).ok_or(Damaged)?;
                if end > *whole {
                    return Err(Damaged);
                }
                read_at(file, at, length).map_err(|_| Damaged)
            }
            Self::Memory(bytes) => bytes.read(at, length),
        }
    }
}

/// Some bytes of a file, from the offset `at` on.
pub(crate) fn read_at(file: &File, at: u64, length: usize) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; length];
    read_exact_at(file, &mut bytes, at)?;
    Ok(bytes)
}

/// Fills bytes from the offset `at` on.
#[cfg(unix)]
pub(crate) fn read_exact_at(file: &File, bytes: &mut [u8], at: u64) -> io::Result<()> {
    // By offset, not by seeking: two readers of one file would move each other.
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, at)
}

/// Fills bytes from the offset `at` on.
#[cfg(windows)]
pub(crate) fn read_exact_at(file: &File, mut bytes: &mut [u8], mut at: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        let read = std::os::windows::fs::FileExt::seek_read(file, bytes, at)?;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        bytes = &mut bytes[read..];
        at += read as u64;
    }
    Ok(())
}
