//! git's editor, for the texts that `--edit` opens.

use super::exit::Failure;
use crate::app::workspace::At;
use crate::app::workspace::terminal::{self, EditError};

/// The text as the user leaves it.
///
/// # Errors
/// A text with a secret, an editor that fails, or one that leaves nothing.
pub(crate) fn edit(at: At, text: &str) -> Result<String, Failure> {
    match terminal::edit(at, text) {
        Ok(text) => Ok(text),
        Err(EditError::Workspace(error)) => Err(error.into()),
        Err(error @ EditError::Editor(_)) => {
            Err(Failure::fatal(error.to_string()).hint("nothing was written"))
        }
        Err(error) => Err(Failure::fatal(error.to_string())),
    }
}

/// A failure to write a text that a person wrote: it says where the text is kept.
pub(crate) fn refused(at: At, text: &str, failure: Failure) -> Failure {
    match terminal::keep(at, text) {
        Ok(kept) => {
            let but = if kept.is_redacted {
                ", without what looks like a secret"
            } else {
                ""
            };
            failure.hint(format!(
                "your text is kept in '{}'{but}",
                kept.path.display()
            ))
        }
        // Both are worth knowing, and the first one is why the second was tried.
        Err(error) => failure.hint(format!("your text could not be kept: {error}")),
    }
}
