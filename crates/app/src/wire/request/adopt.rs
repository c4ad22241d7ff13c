//! Taking pages up, and making what is private a part of tracked memory.

use schemars::JsonSchema;
use serde::Deserialize;

use super::Request;
use crate::private::settle::settle;
use crate::records::adopt::adopt as take_up;
use crate::records::publish::publish as make_tracked;
use crate::wire::ask::kinds;
use crate::wire::{AdoptAnswer, PublishedAnswer};
use crate::workspace::Error;

/// The pages to register.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AdoptQuestion {
    /// Pages, or folders with pages; all pages where the list is empty.
    paths: Vec<String>,
    /// Return the changes without making them.
    #[serde(default)]
    dry_run: bool,
}

/// Gives ids to pages; the files are staged.
///
/// # Errors
/// As the use case; nothing was written then.
pub fn adopt(request: &Request) -> Result<String, Error> {
    let question = request.question::<AdoptQuestion>()?;
    let report = take_up(request.workspace, &question.paths, question.dry_run, true)?;
    request.document(AdoptAnswer::from(&report))
}

/// The private entry to publish.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PublishQuestion {
    /// A private record, or an entry of the work log: an id or a unique prefix of one.
    id: String,
    /// The kind of the record that an entry of the work log becomes; a note where it is not given.
    kind: Option<String>,
}

/// Makes a tracked record of a private entry, which stays; the file is staged.
///
/// # Errors
/// As the use case; nothing was written then.
pub fn publish(request: &Request) -> Result<String, Error> {
    let question = request.question::<PublishQuestion>()?;
    let kind = kinds(question.kind.as_slice())?.pop();
    settle(request.workspace)?;
    let published = make_tracked(request.workspace, &question.id, kind, true)?;
    request.document(PublishedAnswer::from(&published))
}
