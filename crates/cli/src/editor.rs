//! git's editor, for texts of memory; and what becomes of a text that was typed and then refused.

use std::io::{self, IsTerminal};
use std::path::Path;

use super::exit::Failure;
use super::input::STDIN;
use git_memory_app::records::must_be_correct;
use git_memory_app::workspace::terminal::{self, EditError};
use git_memory_app::workspace::{At, Error, Workspace};
use git_memory_model::kind::Kind;
use git_memory_model::record::RecordId;
use git_memory_model::record::template::Template;

/// True if a user sits before an editor that is opened.
pub(crate) fn is_attended() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// The text as the user leaves it, once `check` has nothing to say against it. On a terminal the
/// editor opens again with what is wrong, until it is left as it was.
///
/// # Errors
/// A text with a secret, an editor that fails, one that leaves nothing, or a text that stays wrong:
/// then it says where the text is kept.
pub(crate) fn edit(
    at: At,
    template: &Template,
    check: impl Fn(&str) -> Result<(), Error>,
) -> Result<String, Failure> {
    let untouched = template.read(template.text());
    let mut template = template.clone();
    loop {
        let left = open(at, template.text())?;
        let text = template.read(&left);
        let Err(error) = check(&text) else {
            return Ok(text);
        };
        let failure = Failure::from(error);
        if text == untouched {
            return Err(failure.hint("nothing was written"));
        }
        // Left as it was, it is given up; a program that stands in for an editor never learns.
        if !is_attended() || left == template.text() {
            return Err(refused(at, &text, failure));
        }
        template = template.again(&left, &reasons(&failure));
    }
}

/// The text of a new record as the user leaves it; `text` is what it begins with.
///
/// # Errors
/// Those of [`edit`].
pub(crate) fn edit_new(
    workspace: &Workspace,
    kind: Kind,
    id: &RecordId,
    text: &str,
) -> Result<String, Failure> {
    let template = Template::of_new(kind, text);
    edit(At::Repository(workspace), &template, |text| {
        must_be_correct(workspace, id, text)
    })
}

/// Why a text was refused. Of one reason there is no list, and lines are counted without hints.
fn reasons(failure: &Failure) -> Vec<String> {
    match failure.details.as_slice() {
        [] | [_] => vec![failure.message.clone()],
        details => details.to_vec(),
    }
}

fn open(at: At, text: &str) -> Result<String, Failure> {
    match terminal::edit(at, text, is_attended()) {
        Ok(text) => Ok(text),
        Err(EditError::Workspace(error)) => Err(error.into()),
        Err(EditError::Editor { name, left }) => {
            let failure = Failure::fatal(format!("the editor '{name}' failed"));
            Err(match left {
                Some(left) => refused(at, &left, failure),
                None => failure.hint("nothing was written"),
            })
        }
        Err(error @ EditError::NoEditor) => Err(Failure::fatal(error.to_string())
            .hint("name one: git config --global core.editor NAME, or the variable EDITOR")
            .hint("--body-file FILE takes the text without an editor")),
        Err(error @ EditError::File { .. }) => {
            let failure = Failure::fatal(error.to_string());
            Err(failure.hint("the text is edited in git's folder, which must be writable"))
        }
        Err(error) => Err(Failure::fatal(error.to_string())),
    }
}

/// Returns `done`; where a text without another copy could not be written, the failure says where
/// the text is kept.
///
/// # Errors
/// Those of `done`.
pub(crate) fn keeping<T>(
    at: At,
    typed: Option<&str>,
    done: Result<T, Failure>,
) -> Result<T, Failure> {
    match (done, typed) {
        (Err(failure), Some(text)) if !text.trim().is_empty() => Err(refused(at, text, failure)),
        (done, _) => done,
    }
}

/// The text that was read from `file`, if that was standard input: there is no other copy of it.
pub(crate) fn piped<'t>(file: Option<&Path>, text: Option<&'t str>) -> Option<&'t str> {
    text.filter(|_| file == Some(Path::new(STDIN)))
}

/// A failure to write a text that a person wrote: it says where the text is kept.
fn refused(at: At, text: &str, failure: Failure) -> Failure {
    match terminal::keep(at, text) {
        Ok(kept) => {
            let but = if kept.is_redacted {
                ", without possible secrets"
            } else {
                ""
            };
            failure.hint(format!(
                "your text is saved in '{}'{but}",
                kept.path.display()
            ))
        }
        // Both are worth knowing, and the first one is why the second was tried.
        Err(error) => failure.hint(format!("your text could not be saved: {error}")),
    }
}
