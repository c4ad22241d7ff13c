//! Update of the work log before a command reads it. Only this module does it, so that readers only
//! read and no answer depends on a hook.

use crate::private::fold::fold_recent;
use crate::workspace::{Error, Workspace};

/// Begins the chain of the current branch, and joins the chains of branches that were merged into
/// it. The door calls it once per command. Returns the new name of an older chain that had the
/// branch's name and made room for it.
///
/// A failed write is not an error: a read-only repository answers, too, from the data that it has.
pub fn settle(workspace: &Workspace) -> Result<Option<String>, Error> {
    let private = workspace.private()?;
    let current = private.current()?;
    // A log whose ref was deleted comes back to its place, unless a writer began another one there.
    if matches!(private.is_gone(&current), Ok(true)) {
        return Ok(None);
    }
    // A chain that cannot begin does not hinder readers; a writer begins it again and gets the
    // error.
    let set_aside = match private.begin(&current) {
        Ok(begun) => begun.set_aside().map(ToString::to_string),
        Err(_) => None,
    };
    // With no other chain there is nothing to join.
    let Some(state) = private.fold_state()? else {
        return Ok(set_aside);
    };
    if private.is_folded(state) {
        return Ok(set_aside);
    }
    // After a fold the refs are others, and what failed is tried again by the next command: so only
    // a state that leaves nothing to do is remembered.
    if let Ok(folded) = fold_recent(workspace)
        && folded.is_empty()
    {
        private.remember_folded(state);
    }
    Ok(set_aside)
}
