//! `list --everywhere`.

use std::sync::Arc;

use super::{Answers, ask_each};
use crate::records::listing::{self, ListQuestion, Listing};
use crate::workspace::listed::{Listed, ListedRepository};
use crate::workspace::{Error, Invocation};
use git_memory_guard::Clean;

/// The lists of several repositories.
pub struct Listings {
    /// One list for each repository that has memory, sorted by folder.
    pub all: Vec<(Arc<ListedRepository>, Listing)>,
    /// Reasons why some repositories did not answer, one line each.
    pub faults: Vec<Clean>,
}

/// Lists the records of the repositories that the person has listed.
///
/// # Errors
/// As listing in one of them; if no repository is listed or none can be read.
pub fn list(invocation: &Invocation, question: &ListQuestion) -> Result<Listings, Error> {
    let Answers { all, faults } = ask_each(
        invocation,
        Listed::of(invocation)?,
        question.private,
        &|_, _| {},
        |workspace| listing::list(workspace, question),
    )?;
    Ok(Listings { all, faults })
}
