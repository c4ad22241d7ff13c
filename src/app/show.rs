//! Reading one record's file, from the work tree, the index or a revision.

use super::{Desk, Error};
use crate::domain::record::Record;
use crate::domain::secrets::Clean;
use crate::store::{Memory, View};

/// The text of a record's file as it may be shown: what the guard takes for a secret is taken out.
///
/// # Errors
/// Where the file or blob cannot be read, or the guard's settings cannot be understood.
pub fn text(desk: &Desk, view: &View, memory: &Memory, record: &Record) -> Result<Clean, Error> {
    let bytes = content(desk, view, memory, record)?;
    Ok(desk.guard()?.redact(&String::from_utf8_lossy(&bytes)))
}

/// The bytes of a record's file in a view.
///
/// # Errors
/// Where the file or blob cannot be read.
pub(super) fn content(desk: &Desk, view: &View, memory: &Memory, record: &Record) -> Result<Vec<u8>, Error> {
    match (view, memory.blob(&record.path)) {
        (View::WorkTree, _) | (_, None) => desk.read(&record.path),
        (_, Some(id)) => Ok(desk.repo.blob(id)?),
    }
}
