//! Private memory, as the settings have it written.

use super::{Error, Workspace, settings};
use git_memory_store::Private;

impl Workspace {
    /// The private memory of this repository.
    ///
    /// # Errors
    /// A setting that cannot be read.
    pub fn private(&self) -> Result<Private<'_>, Error> {
        let may_begin = settings::allows_private(self)?;
        let durability = settings::durability(self)?;
        Ok(self.repository.private(durability, may_begin))
    }

    /// Takes the errors from reading private memory so far, sorted. An answer with a place for
    /// faults includes them, and its door prints the rest.
    pub fn take_private_faults(&self) -> Vec<String> {
        self.repository.take_private_faults()
    }

    /// Takes what git names as files of memory and could not be read so far, sorted.
    pub fn take_unread(&self) -> Vec<String> {
        self.repository.take_unread()
    }
}
