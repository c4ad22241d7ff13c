//! post-checkout, post-merge, post-rewrite: this work tree's state is brought up to date, early and without a word.

use crate::app::{Desk, Error};
use crate::domain::path::MEMORY;
use crate::git::ObjectId;

/// Brings the derived files and caches to what git has just put into the work tree. `arguments` are git's own; for
/// post-checkout they say whether memory can have changed at all (githooks(5)).
///
/// # Errors
/// Where something cannot be read or written; the caller goes on.
pub fn follow(desk: &Desk, name: &str, arguments: &[String]) -> Result<(), Error> {
    if name == "post-checkout" && is_same_memory(desk, arguments).unwrap_or(false) {
        return Ok(());
    }
    desk.store().refresh()?;
    Ok(())
}

/// Whether a switch of branches (old commit, new commit, `1`) leaves `memory/` as it was.
fn is_same_memory(desk: &Desk, arguments: &[String]) -> Option<bool> {
    let [old, new, flag] = arguments else { return None };
    let memory = |commit: &str| desk.repo.folder(commit.parse::<ObjectId>().ok()?, MEMORY).ok();
    (flag == "1").then_some(())?;
    Some(memory(old)? == memory(new)?)
}
