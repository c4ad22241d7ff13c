//! `git memory edit`.

use std::path::{Path, PathBuf};

use clap::Args;

use super::args::Stage;
use super::exit::{Exit, Failure};
use super::output::Printer;
use super::{editor, input, written};
use crate::app::records::edit;
use crate::app::records::edited::{EditedText, NewText};
use crate::app::workspace::{At, Error, Workspace};

#[derive(Args)]
pub(crate) struct EditArgs {
    /// A record (an id, a unique prefix of one, or a path), or a file of user memory
    record: String,
    #[command(flatten)]
    text: TextArgs,
    #[command(flatten)]
    stage: Stage,
}

/// What a text is to be; the editor opens where nothing is given.
#[derive(Args)]
pub(crate) struct TextArgs {
    /// Take the body from a file, or from standard input with '-'; with --section, its text
    #[arg(long, value_name = "FILE|-")]
    body_file: Option<PathBuf>,
    /// Replace what is below this heading alone; a missing heading is added at the end
    #[arg(long, value_name = "NAME")]
    section: Option<String>,
    /// The text of the section
    #[arg(
        long,
        value_name = "TEXT",
        requires = "section",
        conflicts_with = "body_file"
    )]
    text: Option<String>,
}

/// A text as it was given, and whether its giver still has it.
struct Given {
    text: String,
    is_safe: bool,
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &EditArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let (at, is_staged) = (At::Repository(workspace), args.stage.is_staged());
    args.text.must_be_whole()?;
    let opened = edit::open(workspace, &args.record)?;
    let edited = args.text.apply(at, &opened.text, |new| {
        edit::write(workspace, &opened, new, is_staged)
    })?;
    written::print_edited(&edited, printer);
    Ok(Exit::Done)
}

impl TextArgs {
    /// Makes sure that a section that is named has a text.
    ///
    /// # Errors
    /// Wrong usage.
    pub(crate) fn must_be_whole(&self) -> Result<(), Failure> {
        if self.section.is_some() && self.text.is_none() && self.body_file.is_none() {
            return Err(Failure::usage(
                "give the section's text with --text or --body-file",
            ));
        }
        Ok(())
    }

    /// Gives the new text to `write`. One that was refused is kept, where only we have it.
    ///
    /// # Errors
    /// What `write` says, a text that cannot be read, or an editor that fails.
    pub(crate) fn apply(
        &self,
        at: At,
        old: &str,
        write: impl FnOnce(NewText) -> Result<EditedText, Error>,
    ) -> Result<EditedText, Failure> {
        let given = self.given(at, old)?;
        let text = given.text.as_str();
        let new = match (&self.section, &self.body_file) {
            (Some(name), _) => NewText::Section { name, text },
            (None, Some(_)) => NewText::Body(text),
            (None, None) => NewText::Whole(text),
        };
        match write(new) {
            Ok(edited) => Ok(edited),
            Err(error) if given.is_safe => Err(error.into()),
            Err(error) => Err(editor::refused(at, text, error.into())),
        }
    }

    /// The text from the file, the argument or the editor.
    fn given(&self, at: At, old: &str) -> Result<Given, Failure> {
        if let Some(path) = &self.body_file {
            return Ok(Given {
                text: input::body(at.invocation(), path)?,
                is_safe: path != Path::new("-"),
            });
        }
        let text = match &self.text {
            Some(text) => text.clone(),
            None => editor::edit(at, old)?,
        };
        Ok(Given {
            text,
            is_safe: false,
        })
    }
}
