//! Reading one record's file, from the work tree, the index or a revision.

use super::{Desk, Error};
use crate::domain::record::Record;
use crate::domain::secrets::Clean;
use crate::store::{Memory, View};

/// The record that `name` names in a view, with that view's memory. In the work tree's, private records come behind the
/// tracked ones; theirs is the view of the index: nothing of them is in files.
///
/// # Errors
/// [`Error::UnknownRecord`], [`Error::Ambiguous`], or where memory cannot be read.
pub fn find(desk: &Desk, view: View, name: &str) -> Result<(View, Memory, Record), Error> {
    let memory = desk.memory(&view)?;
    match super::find(desk, &memory, name) {
        Ok(record) => {
            let record = record.clone();
            Ok((view, memory, record))
        }
        Err(unknown @ Error::UnknownRecord(_)) if view == View::WorkTree => {
            let private = super::private_record::memory(desk)?;
            let found = super::find(desk, &private, name).cloned().map_err(|error| match error {
                Error::UnknownRecord(_) => unknown,
                other => other,
            })?;
            Ok((View::Index, private, found))
        }
        Err(error) => Err(error),
    }
}

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
    match (view, memory.blob(record)) {
        (View::WorkTree, _) | (_, None) => desk.read(&record.path),
        (_, Some(id)) => Ok(desk.repo.blob(id)?),
    }
}
