//! Files of the current task: those that this branch and the work tree change.

use std::collections::BTreeSet;

use crate::context::request::ContextQuestion;
use crate::records::base::default_branch;
use crate::workspace::{Error, Workspace};
use git_memory_git::ChangedFiles;
use git_memory_store::View;

/// Maximum number of files: who changes more is at everything.
const FILES: usize = 50;

/// The files of the branch, for a request without a question.
pub(crate) struct BranchFiles {
    is_asked: bool,
    /// Uncommitted changes. git looks for them while memory is read.
    uncommitted: Option<ChangedFiles>,
}

impl BranchFiles {
    /// Begins to look for them, where the request needs them.
    pub(crate) fn of(
        workspace: &Workspace,
        view: &View,
        request: &ContextQuestion,
    ) -> Result<Self, Error> {
        let is_named = !request.query.is_empty() || !request.paths.is_empty();
        let is_asked = !is_named && !request.is_without_history;
        // A pack of what is committed is the same in every clone, whatever branches it has and
        // whatever is in its work tree.
        let uncommitted = if is_asked && *view == View::WorkTree {
            Some(workspace.store().staging().each_uncommitted_file()?)
        } else {
            None
        };
        Ok(Self {
            is_asked,
            uncommitted,
        })
    }

    /// The request, for these files.
    pub(crate) fn requested(
        self,
        workspace: &Workspace,
        request: &ContextQuestion,
    ) -> Result<ContextQuestion, Error> {
        if !self.is_asked {
            return Ok(request.clone());
        }
        let mut files: BTreeSet<String> = BTreeSet::new();
        if let Some(uncommitted) = self.uncommitted {
            if let Some(base) = default_branch(workspace)? {
                files.extend(workspace.store().history().files_since(base.tip)?);
            }
            files.extend(uncommitted.paths()?);
        }
        let memory = workspace.folder();
        let paths = files.into_iter().filter(|file| !memory.holds(file));
        Ok(ContextQuestion {
            paths: paths.take(FILES).collect(),
            is_of_branch: true,
            ..request.clone()
        })
    }
}
