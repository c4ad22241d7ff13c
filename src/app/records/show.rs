//! Showing one record, tracked or private.

use crate::app::records::{Tier, source};
use crate::app::workspace::{Error, Workspace};
use crate::domain::record::Record;
use crate::store::View;

/// A record with as much of its text as was asked for.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The record.
    pub record: Record,
    /// The text, without secrets.
    pub text: String,
}

/// The record that `name` names in a view, or privately where the view is the work tree.
///
/// # Errors
/// [`Error::UnknownRecord`], [`Error::Ambiguous`], or where memory cannot be read.
pub fn show(workspace: &Workspace, view: View, name: &str, tier: Tier) -> Result<Shown, Error> {
    let mut found = source::find(workspace, view, name)?;
    found.date_page(workspace)?;
    let text = found.text(workspace)?;
    Ok(Shown {
        text: tier.of(&found.record, &text),
        record: found.record,
    })
}
