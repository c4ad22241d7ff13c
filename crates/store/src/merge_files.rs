//! The files that git hands over to be merged: beside the work tree's own, for the time of a merge.

use std::fs;
use std::path::Path;

use super::Error;
use super::given::{Content, read_at_most};

/// The text of a file to merge; `None` for what is none, or has more than `limit` bytes.
pub fn text(file: &Path, limit: u64) -> Result<Option<String>, Error> {
    Ok(match read_at_most(file, limit)? {
        Content::Whole(bytes) if !bytes.contains(&0) => String::from_utf8(bytes).ok(),
        Content::Whole(_) | Content::TooLarge => None,
    })
}

/// Writes a merge to where git looks for it. Its lines are in git already, on one side or the
/// other; the nets before a commit and a push look at what they make together.
pub fn write(file: &Path, text: &str) -> Result<(), Error> {
    // In place: git does not look at it before this process has ended well.
    fs::write(file, text).map_err(Error::write(file))
}
