//! The list of parents in the team's settings, which is changed line by line.

use crate::workspace::{Error, Workspace};
use git_memory_model::layout::CONFIG;
use git_memory_model::subscription::{ListChange, SUBSCRIPTIONS, changed_list};
use git_memory_store::write::Change;
use git_memory_text::path::RepoPath;

/// The file that is to be changed.
pub(super) struct ListFile<'a> {
    workspace: &'a Workspace,
    path: RepoPath,
    before: Option<Vec<u8>>,
    text: String,
}

impl<'a> ListFile<'a> {
    pub(super) fn open(workspace: &'a Workspace) -> Result<Self, Error> {
        let path = workspace.folder().path(CONFIG)?;
        let before = workspace.store().work_files()?.read(path.as_str())?;
        let bytes = before.as_deref().unwrap_or_default();
        Ok(Self {
            workspace,
            text: String::from_utf8_lossy(bytes).into_owned(),
            path,
            before,
        })
    }

    /// The text after a change, if it has no secret; nothing is changed yet.
    ///
    /// # Errors
    /// [`Error::Unpatchable`], [`Error::Secret`].
    pub(super) fn changed(&self, change: ListChange<'_>) -> Result<String, Error> {
        let Some(changed) = changed_list(&self.text, change) else {
            return Err(Error::Unpatchable {
                path: self.path.to_string(),
                why: format!("'{SUBSCRIPTIONS}' is not a list with a line for each key"),
            });
        };
        self.workspace.admit(&self.path, changed.as_str())?;
        Ok(changed)
    }

    /// Takes the text of a change.
    pub(super) fn set(&mut self, text: String) {
        self.text = text;
    }

    /// Writes the file.
    pub(super) fn write(self, is_staged: bool) -> Result<(), Error> {
        let clean = self.workspace.admit(&self.path, self.text)?;
        let change = match self.before {
            Some(before) => Change::Replace(self.path, before, clean),
            None => Change::Create(self.path, clean),
        };
        let lock = self.workspace.lock()?;
        self.workspace.change(&lock, &[change], is_staged)
    }
}
