//! Showing one record, tracked or private.

use crate::app::records::{Tier, source};
use crate::app::workspace::{Error, Workspace};
use crate::domain::record::front_matter::front_matter_and_body;
use crate::domain::record::{Record, excerpt};
use crate::store::View;

/// What is wanted of a record's text.
#[derive(Clone, Debug)]
pub enum Wanted {
    /// As much as a tier has.
    Tier(Tier),
    /// What is below one heading.
    Section(String),
    /// What is around some words.
    Around(String),
}

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
/// [`Error::UnknownRecord`], [`Error::Ambiguous`], [`Error::NoExcerpt`], or where memory cannot be
/// read.
pub fn show(
    workspace: &Workspace,
    view: View,
    name: &str,
    wanted: &Wanted,
) -> Result<Shown, Error> {
    let mut found = source::find(workspace, view, name)?;
    found.date_page(workspace)?;
    let text = found.text(workspace)?;
    let (_, body) = front_matter_and_body(&text);
    let text = match wanted {
        Wanted::Tier(tier) => tier.of(&found.record, &text),
        Wanted::Section(name) => format!("{}\n", excerpt::section(body, name)?),
        Wanted::Around(words) => format!("{}\n", excerpt::around(body, words)?),
    };
    Ok(Shown {
        text,
        record: found.record,
    })
}
