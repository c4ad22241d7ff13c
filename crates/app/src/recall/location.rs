//! A file that is asked about, or a line of it: its last commits, and the record that it is or
//! became.

use std::path::Path;

use crate::records::pathspecs::from_top;
use crate::workspace::terminal::is_there;
use crate::workspace::{Error, Workspace};
use git_memory_git as git;
use git_memory_git::ObjectId;
use git_memory_model::record::Record;
use git_memory_store::{Error as StoreError, Store};

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
/// has that whole name.
///
/// # Errors
/// [`Error::OutsideRepository`].
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
    Ok(Location {
        path: from_top(workspace, Path::new(path))?,
        line,
        symbol,
    })
}

/// The commits that last changed a location, from a commit (HEAD without one); none for what is not
/// committed.
pub(crate) fn last_changes(
    store: Store,
    from: Option<ObjectId>,
    location: &Location,
) -> Result<Vec<ObjectId>, Error> {
    let history = store.history();
    match history.last_changes(from, &location.path, location.line, COMMITS) {
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
