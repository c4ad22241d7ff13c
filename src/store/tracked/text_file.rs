//! One file as a text: what may be read of it, and why it may not.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use crate::domain::layout::RECORD_LIMIT;
use crate::store::Error;

pub(crate) const LINK: &str = "it is a symbolic link";
pub(crate) const NO_FILE: &str = "it is not a regular file";
const TOO_LARGE: &str = "it is larger than 1 MiB";
const NO_TEXT: &str = "it is not UTF-8";

/// What is at a path where a text is looked for.
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
    /// The text of a file's bytes: at most 1 MiB, UTF-8.
    pub(crate) fn of_bytes(bytes: Vec<u8>) -> Self {
        if bytes.len() as u64 > RECORD_LIMIT {
            return Self::Unreadable(TOO_LARGE);
        }
        match String::from_utf8(bytes) {
            Ok(text) => Self::Text(text),
            Err(_) => Self::Unreadable(NO_TEXT),
        }
    }
}

/// The text of a file: a regular one, of at most 1 MiB, UTF-8.
pub(crate) fn text_file(file: &Path) -> Result<TextFile, Error> {
    let meta = match fs::symlink_metadata(file) {
        Err(error) if is_nothing(&error) => return Ok(TextFile::Missing),
        meta => meta.map_err(Error::read(file))?,
    };
    if meta.is_symlink() {
        return Ok(TextFile::Unreadable(LINK));
    }
    if !meta.is_file() {
        return Ok(TextFile::Unreadable(NO_FILE));
    }
    // Nobody wants to wait for gigabytes that are refused afterwards.
    if meta.len() > RECORD_LIMIT {
        return Ok(TextFile::Unreadable(TOO_LARGE));
    }
    let bytes = fs::read(file).map_err(Error::read(file))?;
    Ok(TextFile::of_bytes(bytes))
}

/// The bytes of a regular file; `None` where something else is there, or nothing: reading a pipe
/// would wait for ever.
pub(crate) fn regular(file: &Path) -> Result<Option<Vec<u8>>, Error> {
    match fs::symlink_metadata(file) {
        Ok(meta) if meta.is_file() => Ok(Some(fs::read(file).map_err(Error::read(file))?)),
        Ok(_) => Ok(None),
        Err(error) if is_nothing(&error) => Ok(None),
        Err(error) => Err(Error::read(file)(error)),
    }
}

/// Whether a failure says that there is nothing at a path.
pub(crate) fn is_nothing(error: &std::io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}
