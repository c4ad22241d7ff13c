//! Services for a door at a terminal that are not use cases: files that a person names, git's
//! editor, git's pager and git's browser.

use std::io;
use std::path::PathBuf;

use super::{At, Error, user_folders};
use git_memory_git::{self as git, Settings, interactive, variable_outside};
use git_memory_store as store;
use git_memory_text::cause;

pub use git_memory_git::{browse, page};
pub use git_memory_store::given::{is_there, open};

/// git's name for the editor.
const EDITOR: &str = "GIT_EDITOR";

/// Reason why a text could not be edited.
#[derive(Debug, thiserror::Error)]
pub enum EditError {
    /// A text with a secret, or git does not know its editor.
    #[error(transparent)]
    Workspace(#[from] Error),
    /// git has no editor for this terminal, or only its own, and there is no terminal.
    #[error("no editor is set, and git's own needs a terminal with a cursor")]
    NoEditor,
    /// The file that the editor opens could not be made, opened or read.
    #[error("cannot {verb} the text for editing: {}", cause(.source))]
    File {
        /// The attempted action.
        verb: &'static str,
        /// The reason.
        #[source]
        source: io::Error,
    },
    /// The editor ended with a failure.
    #[error("the editor '{name}' failed")]
    Editor {
        /// The editor, as git's settings name it.
        name: String,
        /// The text that it left in the file, if that has changed.
        left: Option<String>,
    },
    /// Nothing was left of the text.
    #[error("the text is empty; nothing was written")]
    Empty,
}

/// The text as the user leaves it in git's editor. Where nobody is at a terminal, only an editor that
/// somebody has named is opened: git's own would wait for ever.
///
/// # Errors
/// [`EditError`].
pub fn edit(at: At, text: &str, is_attended: bool) -> Result<String, EditError> {
    if !is_attended && !names_editor(at)? {
        return Err(EditError::NoEditor);
    }
    // Editors keep swap files and backups, so not even the template may hold a secret.
    let clean = at.with_guard(|guard| {
        guard.admit(text).map_err(|refusal| Error::Secret {
            place: "the text".to_owned(),
            refusal,
            fingerprints: Vec::new(),
        })
    })?;
    let environment = at.invocation().environment();
    let editor = match at {
        At::Repository(workspace) => workspace.store().configuration().variable(EDITOR),
        At::Outside(_) => variable_outside(environment, EDITOR).map_err(Into::into),
    };
    let editor = editor.map_err(|error| match error {
        store::Error::Git(git::Error::Failed { .. }) => EditError::NoEditor,
        error => Error::from(error).into(),
    })?;
    let edited = match at {
        At::Repository(workspace) => workspace.store().edit_file(&clean),
        At::Outside(invocation) => user_folders::store(invocation)?.edit_file(&clean),
    };
    let file = edited.map_err(|source| EditError::File {
        verb: "write",
        source,
    })?;
    match interactive(environment, &editor, &[file.path().as_os_str()]) {
        Ok(true) => {}
        Ok(false) => {
            // It may have crashed after hours of writing. A file that is gone holds nothing.
            let left = file.text().ok();
            return Err(EditError::Editor {
                name: editor,
                left: left.filter(|left| left != text && !left.trim().is_empty()),
            });
        }
        Err(source) => {
            return Err(EditError::File {
                verb: "open",
                source,
            });
        }
    }
    let text = file.text().map_err(|source| EditError::File {
        verb: "read",
        source,
    })?;
    // As with 'git commit', emptying the file is the way to call it off.
    if text.trim().is_empty() {
        return Err(EditError::Empty);
    }
    Ok(text)
}

/// True if a variable or a setting names an editor (git-var(1)).
fn names_editor(at: At) -> Result<bool, Error> {
    let environment = at.invocation().environment();
    let mut variables = [EDITOR, "VISUAL", "EDITOR"].into_iter();
    if variables.any(|name| environment.variable(name).is_some_and(|it| !it.is_empty())) {
        return Ok(true);
    }
    let outside;
    let settings = match at {
        At::Repository(workspace) => workspace.store().configuration().settings()?,
        At::Outside(_) => {
            outside = Settings::outside(environment)?;
            &outside
        }
    };
    Ok(settings.get("core.editor").is_some())
}

/// A text that was refused, in a file where it can be found again.
#[derive(Clone, Debug)]
pub struct KeptText {
    /// The file.
    pub path: PathBuf,
    /// True if secrets were removed from it.
    pub is_redacted: bool,
}

/// Keeps a person's text that could not be written, without its secrets: the file stays there
/// unnoticed.
pub fn keep(at: At, text: &str) -> Result<KeptText, Error> {
    let clean = at.with_guard(|guard| Ok(guard.redact(text)))?;
    let path = match at {
        At::Repository(workspace) => workspace.store().keep_refused(&clean)?,
        At::Outside(invocation) => user_folders::store(invocation)?.keep_refused(&clean)?,
    };
    Ok(KeptText {
        path,
        is_redacted: clean.as_str() != text,
    })
}
