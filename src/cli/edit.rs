//! `git memory edit`.

use std::path::{Path, PathBuf};

use clap::Args;

use super::args::Stage;
use super::exit::{Exit, Failure};
use super::output::Printer;
use super::{editor, input, written};
use crate::app::records::edit;
use crate::app::records::edit::{Editable, NewText};
use crate::app::workspace::Workspace;

#[derive(Args)]
pub(crate) struct EditArgs {
    /// A record (an id, a unique prefix of one, or a path), or a file of user memory
    record: String,
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
    #[command(flatten)]
    stage: Stage,
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
    if args.section.is_some() && args.text.is_none() && args.body_file.is_none() {
        return Err(Failure::usage(
            "give the section's text with --text or --body-file",
        ));
    }
    let is_staged = args.stage.is_staged();
    let opened = edit::open(workspace, &args.record)?;
    let given = given(workspace, args, &opened)?;
    let new = match (&args.section, &args.body_file) {
        (Some(name), _) => NewText::Section {
            name,
            text: &given.text,
        },
        (None, Some(_)) => NewText::Body(&given.text),
        (None, None) => NewText::Whole(&given.text),
    };
    match edit::write(workspace, &opened, new, is_staged) {
        Ok(edited) => written::print_edited(&edited, printer),
        Err(error) if given.is_safe => return Err(error.into()),
        Err(error) => return Err(editor::refused(workspace, &given.text, error.into())),
    }
    Ok(Exit::Done)
}

/// The text from the file, the argument or the editor.
fn given(workspace: &Workspace, args: &EditArgs, opened: &Editable) -> Result<Given, Failure> {
    if let Some(path) = &args.body_file {
        return Ok(Given {
            text: input::body(workspace.invocation(), path)?,
            is_safe: path != Path::new("-"),
        });
    }
    let text = match &args.text {
        Some(text) => text.clone(),
        None => editor::edit(workspace, &opened.text)?,
    };
    Ok(Given {
        text,
        is_safe: false,
    })
}
