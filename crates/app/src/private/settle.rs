//! What brings private memory up to date before a command reads it: the one place that does, so
//! that readers only read and no answer depends on a hook.

use crate::private::fold::fold_recent;
use crate::workspace::{Error, Workspace};

/// Begins the chain of the current branch, and joins what was merged into it. Called once a
/// command, by whoever received the command. Gives the name that the chain of an earlier branch
/// of that name has now, where it had to make room.
///
/// That something cannot be written is no error: a read-only repository answers, too, with what is
/// there.
pub fn settle(workspace: &Workspace) -> Result<Option<String>, Error> {
    let private = workspace.private()?;
    let current = private.current()?;
    // What hinders a beginning hinders no reader; a writer begins the chain again and is told.
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
