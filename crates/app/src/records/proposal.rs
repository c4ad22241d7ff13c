//! Decisions by agents if the team keeps these as proposals (`memory.agentsPropose`).

use crate::workspace::{Error, Workspace, settings};
use git_memory_model::keys;
use git_memory_model::kind::{Kind, PROPOSED};

/// Facts that decide if a record may only be a proposal.
#[derive(Clone, Copy)]
pub(crate) struct Intent {
    pub(crate) kind: Kind,
    /// The writer's kind.
    pub(crate) source: Option<&'static str>,
    /// The status that is given for it.
    pub(crate) status: Option<&'static str>,
}

impl Intent {
    /// True if the record may only be a proposal. A kind without proposals decides nothing.
    pub(crate) fn is_proposal(self, workspace: &Workspace) -> Result<bool, Error> {
        let is_by_agent = self.source == Some(keys::AGENT);
        let can_be = self.kind.status(PROPOSED).is_some();
        Ok(is_by_agent && can_be && settings::agents_propose(workspace)?)
    }

    /// The status that a new record is given.
    ///
    /// # Errors
    /// [`Error::BadValue`] where it may only be a proposal, and another status is given.
    pub fn status(self, workspace: &Workspace) -> Result<Option<&'static str>, Error> {
        if self.is_proposal(workspace)? {
            self.must_propose()?;
            return Ok(Some(PROPOSED));
        }
        Ok(self.status)
    }

    /// Refuses a successor that may only be a proposal: it would take another record out of force.
    ///
    /// # Errors
    /// [`Error::BadValue`].
    pub(crate) fn must_replace(self, workspace: &Workspace) -> Result<(), Error> {
        if self.is_proposal(workspace)? {
            return bad(
                "agents can only propose here: leave 'supersedes' out, and name the other record \
                 in 'related'",
            );
        }
        Ok(())
    }

    /// Refuses a change that only a person may make: of the status of a record, or of one that a
    /// person has made more than a proposal.
    ///
    /// # Errors
    /// [`Error::BadValue`].
    pub(crate) fn must_change(self, workspace: &Workspace, holds: bool) -> Result<(), Error> {
        if !self.is_proposal(workspace)? {
            return Ok(());
        }
        self.must_propose()?;
        if holds {
            return bad(
                "agents can only propose here: write a new decision without 'id' that proposes the \
                 change, and name this one in 'related'",
            );
        }
        Ok(())
    }

    fn must_propose(self) -> Result<(), Error> {
        match self.status {
            None | Some(PROPOSED) => Ok(()),
            Some(_) => bad("agents can only propose here: leave 'status' out, or give 'proposed'"),
        }
    }
}

fn bad(why: &str) -> Result<(), Error> {
    Err(Error::BadValue(why.to_owned()))
}
