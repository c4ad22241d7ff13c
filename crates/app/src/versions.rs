//! Earlier texts of a file, as people see and choose them: of user memory, and of topics.

use crate::workspace::{Error, Invocation};
use git_memory_guard::{Clean, Guard};
use git_memory_model::user::Version;
use git_memory_store::{Lock, Versions};

/// A text that a file had before.
#[derive(Clone, Debug)]
pub struct TextVersion {
    /// Its number, from 1.
    pub number: u32,
    /// When another text took its place, in seconds since 1970.
    pub replaced: i64,
    /// Its first line with text.
    pub title: Clean,
}

/// Lists the earlier texts, newest first.
pub(crate) fn listed(versions: &Versions, guard: &Guard) -> Result<Vec<TextVersion>, Error> {
    let mut listed = Vec::new();
    for version in versions.all()?.into_iter().rev() {
        listed.push(TextVersion {
            number: version.number,
            replaced: version.replaced,
            title: guard.redact(title(&versions.text(version)?)),
        });
    }
    Ok(listed)
}

/// Returns the text of a version, by default of the last one.
///
/// # Errors
/// [`Error::UnknownVersion`], which names the file, or where it cannot be read.
pub(crate) fn chosen(
    versions: &Versions,
    number: Option<u32>,
    file: &str,
) -> Result<String, Error> {
    let is_meant = |version: &Version| number.is_none_or(|number| version.number == number);
    match versions.all()?.into_iter().rev().find(is_meant) {
        Some(version) => Ok(versions.text(version)?),
        None => Err(Error::UnknownVersion {
            file: file.to_owned(),
            number,
        }),
    }
}

/// Keeps a text before another one takes its place. Hand-written secrets are not written a second
/// time.
pub(crate) fn keep(
    invocation: &Invocation,
    guard: &Guard,
    versions: &Versions,
    lock: &Lock,
    text: &str,
) -> Result<(), Error> {
    if !text.trim().is_empty() {
        let now = invocation.now().timestamp();
        versions.keep(lock, &guard.redact(text), now)?;
    }
    Ok(())
}

/// The first line with text, without the marks of a heading.
pub(crate) fn title(text: &str) -> &str {
    for line in text.lines() {
        let line = line.trim_start_matches('#').trim();
        if !line.is_empty() {
            return line;
        }
    }
    ""
}
