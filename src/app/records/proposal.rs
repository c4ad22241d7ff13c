//! What agents decide, where the team asks that it stays a proposal (`memory.agentsPropose`).

use crate::app::records::add::NewRecord;
use crate::app::records::upsert::AmendedRecord;
use crate::app::workspace::{Error, Workspace, settings};
use crate::domain::keys;
use crate::domain::kind::PROPOSED;

/// Whether a record that is to be written, or changed, may only be a proposal. One of a kind that
/// cannot be proposed decides nothing for anybody.
///
/// # Errors
/// Where git's settings cannot be read.
pub(crate) fn demanded(workspace: &Workspace, new: &NewRecord) -> Result<bool, Error> {
    let is_by_agent = new.source == Some(keys::AGENT);
    let can_be = new.kind.status(PROPOSED).is_some();
    Ok(is_by_agent && can_be && settings::agents_propose(workspace)?)
}

/// Refuses what only a person may do.
///
/// # Errors
/// [`Error::BadValue`].
pub(crate) fn must_be_one(new: &NewRecord, is_replacing: bool) -> Result<(), Error> {
    if is_replacing {
        return bad(
            "agents propose here, and a proposal replaces nothing: write it without 'supersedes' \
             and name the other record in 'related'",
        );
    }
    match new.status {
        None | Some(PROPOSED) => Ok(()),
        Some(_) => bad(
            "agents propose here: a person changes the status of a decision; leave 'status' out, \
             or give 'proposed'",
        ),
    }
}

/// Refuses to change a record that a person has made more than a proposal.
///
/// # Errors
/// [`Error::BadValue`].
pub(crate) fn must_change_one(amended: &AmendedRecord) -> Result<(), Error> {
    if amended.changes_what_holds() {
        return bad(
            "agents propose here: a person changes a decision that holds; write another one \
             without 'id', which proposes what is to change, and name this one in 'related'",
        );
    }
    Ok(())
}

fn bad(why: &str) -> Result<(), Error> {
    Err(Error::BadValue(why.to_owned()))
}
