//! A repository that holds some of the paths that are judged, with its policy.

use std::ops::Deref;
use std::path::Path;

use super::index::load;
use super::policy::readable;
use crate::workspace::{Error, Workspace, settings};
use git_memory_policy::project::Project;
use git_memory_policy::project::policy::{Denial, Note, Place, Policy, Rule, Touch};
use git_memory_store::RealFolders;

/// A repository and its policy.
pub(super) struct Holder<'a> {
    workspace: Held<'a>,
    pub(super) policy: Policy,
    pub(super) folders: RealFolders,
    /// True if `memory.auto` lets calls of tools be judged.
    pub(super) is_heard: bool,
    /// The first thing of its policy that cannot be read.
    pub(super) fault: Option<Error>,
    /// True if the policy includes the project index's rules for searches.
    knows_searches: bool,
}

/// A workspace that was open before, or was opened for this.
pub(super) enum Held<'a> {
    Given(&'a Workspace),
    Own(Box<Workspace>),
}

impl Deref for Held<'_> {
    type Target = Workspace;

    fn deref(&self) -> &Workspace {
        match self {
            Self::Given(workspace) => workspace,
            Self::Own(workspace) => workspace,
        }
    }
}

impl<'a> Holder<'a> {
    /// # Errors
    /// If git or the work tree cannot be read.
    pub(super) fn new(workspace: Held<'a>) -> Result<Self, Error> {
        let (policy, mut fault) = readable(&workspace)?;
        let is_heard = match settings::judges_tools(&workspace) {
            Ok(is_heard) => is_heard,
            Err(error) => {
                fault.get_or_insert(error);
                true
            }
        };
        Ok(Self {
            folders: workspace.store().real_folders(policy.folding()),
            workspace,
            policy,
            is_heard,
            fault,
            knows_searches: false,
        })
    }

    pub(super) fn workspace(&self) -> &Workspace {
        &self.workspace
    }

    /// Place of a path without links, as this repository sees it.
    pub(super) fn place(&self, path: &Path) -> Place {
        self.folders.place(path)
    }

    /// The path from the top, as git would compare it.
    pub(super) fn inside(&self, path: &Path) -> Option<String> {
        match self.place(path) {
            Place::Inside(path) => Some(self.policy.folding().fold(&path).into_owned()),
            Place::Git { .. } | Place::Outside(_) => None,
        }
    }

    pub(super) fn judge(&self, path: &Path, touch: Touch) -> Option<Denial> {
        let denial = self.policy.judge(&self.place(path), touch)?;
        // A file of that name that git-memory did not make is the project's own.
        let is_theirs = denial.rule == Rule::Derived && self.is_foreign(path);
        (!is_theirs).then_some(denial)
    }

    fn is_foreign(&self, path: &Path) -> bool {
        let Some(path) = self.inside(path) else {
            return false;
        };
        let store = self.workspace.store();
        match (store.is_set_up(), store.foreign_derived()) {
            (Ok(is_set_up), Ok(foreign)) => !is_set_up || foreign.contains(&path),
            // Unread, it may be ours.
            _ => false,
        }
    }

    /// Note for a search below a path; `rest` is the glob that follows it.
    pub(super) fn left_out(&mut self, base: &Path, rest: &[&str]) -> Result<Option<Note>, Error> {
        let Place::Inside(mut path) = self.place(base) else {
            return Ok(None);
        };
        if !self.knows_searches {
            let Project { index, map, .. } = load(&self.workspace)?;
            self.policy = self.policy.clone().with_index(index, map);
            self.knows_searches = true;
        }
        for part in rest {
            if !path.is_empty() {
                path.push('/');
            }
            path.push_str(part);
        }
        Ok(self.policy.left_out(&path))
    }
}
