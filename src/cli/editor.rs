//! git's editor, for the texts that `--edit` opens.

use super::exit::Failure;
use crate::app::workspace::Workspace;
use crate::app::workspace::terminal::{self, EditError};

/// The text as the user leaves it.
///
/// # Errors
/// A text with a secret, an editor that fails, or one that leaves nothing.
pub(crate) fn edit(workspace: &Workspace, text: &str) -> Result<String, Failure> {
    match terminal::edit(workspace, text) {
        Ok(text) => Ok(text),
        Err(EditError::Workspace(error)) => Err(error.into()),
        Err(error @ EditError::Editor(_)) => {
            Err(Failure::fatal(error.to_string()).hint("nothing was written"))
        }
        Err(error) => Err(Failure::fatal(error.to_string())),
    }
}
