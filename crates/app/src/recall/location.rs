//! A file that is asked about, or a line of it: its last commits, and the record that it is or
//! became.

use std::ops::RangeInclusive;
use std::path::Path;

use crate::records::lookup::{self, is_path};
use crate::records::pathspecs::from_top;
use crate::workspace::terminal::is_there;
use crate::workspace::{Error, Workspace};
use git_memory_git as git;
use git_memory_git::ObjectId;
use git_memory_model::record::Record;
use git_memory_store::{Error as StoreError, Store, View};

/// The maximum number of a file's last commits that are looked at.
pub(crate) const COMMITS: usize = 10;

/// A file, or one line of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// From the top of the work tree.
    pub path: String,
    /// From 1.
    pub line: Option<u32>,
    /// The name of something that the file defines.
    pub symbol: Option<String>,
}

impl Location {
    /// A whole file, by its path from the top of the work tree.
    pub(crate) fn of_file(path: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            line: None,
            symbol: None,
        }
    }
}

/// A path, with a line number after its last colon, or a symbol after its last `#`, where no file
/// has that whole name; the file of a record, where no file has the name and a record goes by it.
///
/// # Errors
/// [`Error::OutsideRepository`], or a name of several records.
pub fn location(workspace: &Workspace, given: &str) -> Result<Location, Error> {
    let (mut path, mut line, mut symbol) = (given, None, None);
    if !is_there(&workspace.invocation().path(Path::new(given))) {
        if let Some((file, number)) = given.rsplit_once(':')
            && let Ok(number) = number.parse()
            && number > 0
        {
            (path, line) = (file, Some(number));
        } else if let Some((file, name)) = given.rsplit_once('#')
            && !file.is_empty()
            && !name.is_empty()
        {
            (path, symbol) = (file, Some(name.to_owned()));
        }
    }
    let path = match record_named(workspace, path)? {
        Some(record) => record,
        None => from_top(workspace, Path::new(path))?,
    };
    Ok(Location { path, line, symbol })
}

/// The file of the record that a name means, if no file has that name.
fn record_named(workspace: &Workspace, name: &str) -> Result<Option<String>, Error> {
    let is_file = is_path(name) || is_there(&workspace.invocation().path(Path::new(name)));
    if is_file || !workspace.has_memory() {
        return Ok(None);
    }
    match lookup::find(workspace, &workspace.memory(&View::WorkTree)?, name) {
        Ok(record) => Ok(Some(record.path.to_string())),
        Err(Error::UnknownRecord(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The commits that last changed a file, or some lines of it, from a commit (HEAD without one); none
/// for what is not committed.
pub(crate) fn last_changes(
    store: Store,
    from: Option<ObjectId>,
    path: &str,
    lines: Option<RangeInclusive<u32>>,
) -> Result<Vec<ObjectId>, Error> {
    let history = store.history();
    match history.last_changes(from, path, lines, COMMITS) {
        // git refuses to look before the first commit, and to blame a file that it does not know
        // or a line that the file does not have.
        Err(StoreError::Git(git::Error::Failed { .. })) => Ok(Vec::new()),
        commits => Ok(commits?),
    }
}

/// How a file is itself a record: as its file, or as what it was made of.
pub(crate) fn origin(record: &Record, path: &str) -> Option<&'static str> {
    if record.path.as_str() == path && record.is_page() {
        Some("this file is the page")
    } else if record.path.as_str() == path {
        Some("this file is the record")
    } else if record.header.imported_from.as_deref() == Some(path) {
        Some("made from this file")
    } else {
        None
    }
}
