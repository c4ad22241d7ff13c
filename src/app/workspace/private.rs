//! Private memory, as the settings have it written.

use super::{Error, Workspace, settings};
use crate::store::Private;

impl Workspace {
    /// The private memory of this repository.
    ///
    /// # Errors
    /// A setting that cannot be read.
    pub fn private(&self) -> Result<Private<'_>, Error> {
        let may_begin = settings::allows_private(self)?;
        let durability = settings::durability(self)?;
        Ok(self.store().private(durability, may_begin))
    }
}
