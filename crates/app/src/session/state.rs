//! The state of a session, for one call of a hook.

use super::Session;
use crate::workspace::{Error, Workspace};
use git_memory_store::KnownSession;

/// State of a session or a sub-agent: read under its lock once it is asked for, and written once.
pub(super) struct State<'a> {
    pub(super) workspace: &'a Workspace,
    pub(super) session: &'a Session,
    known: Option<KnownSession>,
}

impl<'a> State<'a> {
    pub(super) fn of(workspace: &'a Workspace, session: &'a Session) -> Self {
        Self {
            workspace,
            session,
            known: None,
        }
    }

    /// Returns what is known; `None` where the session has no name.
    pub(super) fn known(&mut self) -> Result<Option<&mut KnownSession>, Error> {
        let store = self.workspace.store();
        if let (None, Some(id)) = (&self.known, &self.session.id) {
            self.known = Some(match &self.session.sub_agent {
                Some(agent) => store.sub_agent(id, agent)?,
                None => store.session(id)?,
            });
        }
        Ok(self.known.as_mut())
    }

    /// Returns the result of a hook's work, after the state was written.
    pub(super) fn saved<T>(mut self, done: Result<T, Error>) -> Result<T, Error> {
        if let Some(known) = &mut self.known {
            known.save()?;
        }
        done
    }
}
