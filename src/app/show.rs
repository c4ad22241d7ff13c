//! Reading one record's file, from the work tree, the index or a revision.

use super::{Desk, Error};
use crate::domain::record::Record;
use crate::store::{Memory, View};

/// The bytes of a record's file in a view.
///
/// # Errors
/// Where the file or blob cannot be read.
pub fn content(desk: &Desk, view: &View, memory: &Memory, record: &Record) -> Result<Vec<u8>, Error> {
    match (view, memory.blob(&record.path)) {
        (View::WorkTree, _) | (_, None) => desk.read(&record.path),
        (_, Some(id)) => Ok(desk.repo.blob(id)?),
    }
}
