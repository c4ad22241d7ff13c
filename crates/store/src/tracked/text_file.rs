//! One file as a text: what may be read of it, and why it may not.

use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::Path;

use crate::Error;
use git_memory_git::Held;
use git_memory_text::limits;
use git_memory_text::path::MemoryFolder;

pub(crate) const LINK: &str = "it is a symbolic link";
pub(crate) const NO_FILE: &str = "it is not a regular file";
const TOO_LARGE: &str = "it is larger than 1 MiB";
const ABSENT: &str = "it is not in this clone";
const NO_TEXT: &str = "it is not UTF-8";

/// Result of looking for a text at a path.
#[derive(Debug)]
pub enum TextFile {
    /// A text.
    Text(String),
    /// Something that is not read as one, and why: a sentence that begins with `it`.
    Unreadable(&'static str),
    /// Nothing.
    Missing,
}

impl TextFile {
    /// The text of what git has as a file.
    pub(crate) fn of_held(held: Held<'_>) -> Self {
        match held {
            Held::Blob(content) => Self::of_bytes(content.to_vec()),
            Held::TooLarge => Self::Unreadable(TOO_LARGE),
            Held::Other => Self::Unreadable(NO_FILE),
            Held::Missing => Self::Unreadable(ABSENT),
        }
    }

    /// The text of a file's bytes: at most 1 MiB, UTF-8.
    pub(crate) fn of_bytes(bytes: Vec<u8>) -> Self {
        if bytes.len() as u64 > limits::RECORD_BYTES {
            return Self::Unreadable(TOO_LARGE);
        }
        match String::from_utf8(bytes) {
            Ok(text) => Self::Text(text),
            Err(_) => Self::Unreadable(NO_TEXT),
        }
    }
}

/// The text of a file below a folder: a regular one, of at most 1 MiB, UTF-8.
pub(crate) fn text_file(top: &Path, path: &str) -> Result<TextFile, Error> {
    Ok(match plain(top, path, limits::RECORD_BYTES)? {
        Plain::File(bytes) => TextFile::of_bytes(bytes),
        Plain::TooLarge => TextFile::Unreadable(TOO_LARGE),
        Plain::Unreadable(why) => TextFile::Unreadable(why),
        Plain::Missing => TextFile::Missing,
    })
}

/// The bytes of a regular file below a folder, of at most `limit`; `None` where something else is
/// there, or nothing.
pub(crate) fn regular(top: &Path, path: &str, limit: u64) -> Result<Option<Vec<u8>>, Error> {
    Ok(match plain(top, path, limit)? {
        Plain::File(bytes) => Some(bytes),
        Plain::TooLarge | Plain::Unreadable(_) | Plain::Missing => None,
    })
}

/// Result of reading a path.
pub(crate) enum Plain {
    /// The bytes of a regular file.
    File(Vec<u8>),
    /// A regular file of more bytes than are read.
    TooLarge,
    /// Something that is not read, and why: a sentence that begins with `it`.
    Unreadable(&'static str),
    /// Nothing, as far as git goes: it tracks nothing below a symbolic link.
    Missing,
}

/// Reads a file by its path from `top`. This is the one place that opens files of memory in the
/// work tree: no symbolic link is followed below `top`, only a regular file is opened (a pipe would
/// be waited for, a device has no end), and at most `limit` bytes are taken.
pub(crate) fn plain(top: &Path, path: &str, limit: u64) -> Result<Plain, Error> {
    let (folder, _) = path.rsplit_once('/').unwrap_or_default();
    let file = top.join(path);
    if !folder.is_empty() && !is_plain_folder(top, folder) {
        return Ok(Plain::Missing);
    }
    let meta = match fs::symlink_metadata(&file) {
        Err(error) if is_nothing(&error) => return Ok(Plain::Missing),
        meta => meta.map_err(Error::read(&file))?,
    };
    if meta.is_symlink() {
        return Ok(Plain::Unreadable(LINK));
    }
    if !meta.is_file() {
        return Ok(Plain::Unreadable(NO_FILE));
    }
    if meta.len() > limit {
        return Ok(Plain::TooLarge);
    }
    let mut opened = match open(&file) {
        // It went away, or was replaced, since it was asked for.
        Err(error) if is_nothing(&error) => return Ok(Plain::Missing),
        opened => opened.map_err(Error::read(&file))?,
    };
    let is_file = opened.metadata().map_err(Error::read(&file))?.is_file();
    if !is_file {
        return Ok(Plain::Unreadable(NO_FILE));
    }
    // Another program may write to it now.
    let size = usize::try_from(meta.len()).unwrap_or_default();
    let mut bytes = Vec::with_capacity(size.saturating_add(1));
    let mut most = (&mut opened).take(limit.saturating_add(1));
    most.read_to_end(&mut bytes).map_err(Error::read(&file))?;
    if bytes.len() as u64 > limit {
        return Ok(Plain::TooLarge);
    }
    Ok(Plain::File(bytes))
}

/// True if the folder of memory is there, and a folder.
///
/// # Errors
/// [`Error::Link`] or [`Error::NotAFolder`] if something else is in its place, or on the way there.
pub(crate) fn has_folder(top: &Path, folder: &MemoryFolder) -> Result<bool, Error> {
    let path = folder.as_str();
    let ends = path.match_indices('/').map(|(at, _)| at);
    for end in ends.chain([path.len()]) {
        let named = || path[..end].to_owned();
        let at = top.join(&path[..end]);
        match fs::symlink_metadata(&at) {
            Ok(meta) if meta.is_dir() => {}
            // A link could lead out of the work tree, where git does not see what is written.
            Ok(meta) if meta.is_symlink() => return Err(Error::Link(named())),
            Ok(_) => return Err(Error::NotAFolder(named())),
            Err(error) if is_nothing(&error) => return Ok(false),
            Err(error) => return Err(Error::read(&at)(error)),
        }
    }
    Ok(true)
}

/// Opens a file that is neither a link nor waited for, if it has become a pipe.
#[cfg(unix)]
fn open(file: &Path) -> std::io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;

    use rustix::fs::OFlags;

    let flags = (OFlags::NOFOLLOW | OFlags::NONBLOCK).bits();
    let flags = i32::try_from(flags).map_err(std::io::Error::other)?;
    File::options().read(true).custom_flags(flags).open(file)
}

#[cfg(not(unix))]
fn open(file: &Path) -> std::io::Result<File> {
    File::open(file)
}

/// True if a path leads to a folder, and through no symbolic link: git has nothing below one.
pub(crate) fn is_plain_folder(top: &Path, path: &str) -> bool {
    let mut folder = top.to_owned();
    path.split('/').all(|part| {
        folder.push(part);
        // A folder that is not there, or that the process may not look into, holds no pages.
        matches!(fs::symlink_metadata(&folder), Ok(meta) if meta.is_dir())
    })
}

/// True if a failure says that there is nothing at a path.
pub(crate) fn is_nothing(error: &std::io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}
