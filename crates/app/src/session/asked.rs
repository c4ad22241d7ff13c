//! Data that a hook gets about its session.

use std::path::PathBuf;

use crate::workspace::{Error, Invocation, Workspace, open_if_any, settings};
use git_memory_agents::agent::Agent;

/// The session of an agent, from the input of a hook.
#[derive(Clone, Debug, Default)]
pub struct Session {
    /// The agent, where it is known.
    pub agent: Option<Agent>,
    /// The agent's name for the session.
    pub id: Option<String>,
    /// The sub-agent of the session that the answer is for: it has a context of its own.
    pub sub_agent: Option<String>,
    /// The name of the sub-agent's kind, by which steps are assigned to it.
    pub role: Option<String>,
    /// The folder that it works in; the default is the hook's own.
    pub folder: Option<PathBuf>,
    /// The file that it keeps of the session.
    pub transcript: Option<PathBuf>,
}

impl Session {
    /// The repository that it works in; `None` outside of any, without memory, or if automatic
    /// actions are off.
    pub fn open(&self, invocation: &Invocation) -> Result<Option<&'static Workspace>, Error> {
        let moved = match &self.folder {
            Some(folder) => invocation.at(folder)?,
            None => invocation.clone(),
        };
        let Some(workspace) = open_if_any(&moved)? else {
            return Ok(None);
        };
        if !wants(&workspace)? {
            return Ok(None);
        }
        // The process ends with its answer: giving memory back would only take time.
        Ok(Some(Box::leak(Box::new(workspace))))
    }
}

/// True while a hook of a repository has to do without its history.
pub(super) fn is_cold(workspace: &Workspace) -> bool {
    workspace.store().is_cold(workspace.invocation().now())
}

/// True if a repository wants automatic actions.
pub(crate) fn wants(workspace: &Workspace) -> Result<bool, Error> {
    let has_tree = workspace.store().has_work_tree();
    Ok(has_tree && workspace.has_memory() && settings::is_automatic(workspace, None)?)
}
