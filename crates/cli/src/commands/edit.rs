//! `git memory edit`.

use super::verb::{HelpPage, Verb};
use git_memory_app::wire::{Answered, WrittenAnswer, answered};
use std::path::PathBuf;

use clap::Args;

use crate::args::Stage;
use crate::exit::{Exit, Failure};
use crate::output::Printer;
use crate::{editor, input, written};
use git_memory_app::records::edit;
use git_memory_app::records::edited::{EditedText, NewText};
use git_memory_app::workspace::{At, Error, Workspace};
use git_memory_model::record::template::Template;

#[derive(Args)]
pub(crate) struct EditArgs {
    /// A record (an id, a unique prefix of one, or a path), or a file of user memory
    record: String,
    #[command(flatten)]
    text: TextArgs,
    #[command(flatten)]
    stage: Stage,
}

/// Arguments that give a text; the editor opens where none is given.
#[derive(Args)]
pub(crate) struct TextArgs {
    /// Take the body from a file, or from standard input with '-'; with --section, its text
    #[arg(long, value_name = "FILE|-")]
    body_file: Option<PathBuf>,
    /// Replace only the text below this heading; a missing heading is added at the end
    #[arg(long, value_name = "NAME")]
    section: Option<String>,
    /// The new body; with --section, its text
    #[arg(
        long,
        visible_alias = "body",
        value_name = "TEXT",
        allow_hyphen_values = true,
        conflicts_with = "body_file"
    )]
    text: Option<String>,
}

impl Verb for EditArgs {
    const PAGE: HelpPage = HelpPage {
        more: "It opens git's editor, or takes the text from an option; a refused text is saved \
         for you.",
        example: "edit dec-7k3m9q --section Consequences --text \"Backups are ours.\"",
    };
    const ANSWERS: &[Answered] = &[answered::<WrittenAnswer>("edit")];
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &EditArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let (at, is_staged) = (At::Repository(workspace), args.stage.is_staged());
    args.text.must_be_whole()?;
    let opened = edit::open(workspace, &args.record)?;
    let edited = args.text.apply(
        at,
        &Template::of_record(opened.kind(), &opened.text),
        |text| opened.check(workspace, text),
        |new| edit::write(workspace, &opened, new, is_staged),
    )?;
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

    /// Gives the new text to `write`; `check` says what is wrong with one that was edited. One that
    /// was refused is kept, where only we have it.
    ///
    /// # Errors
    /// What `write` says, a text that cannot be read, or an editor that fails.
    pub(crate) fn apply(
        &self,
        at: At,
        template: &Template,
        check: impl Fn(&str) -> Result<(), Error>,
        write: impl FnOnce(NewText) -> Result<EditedText, Error>,
    ) -> Result<EditedText, Failure> {
        let file = self.body_file.as_deref();
        let given = match (file, &self.text) {
            (Some(path), _) => Some(input::body(at.invocation(), path)?),
            (None, text) => text.clone(),
        };
        let text = match &given {
            Some(text) => text.clone(),
            None => editor::edit(at, template, check)?,
        };
        let new = match (&self.section, &given) {
            (Some(name), _) => NewText::Section { name, text: &text },
            (None, Some(_)) => NewText::Body(&text),
            (None, None) => NewText::Whole(&text),
        };
        // A file is still there afterwards; what was typed or piped is not.
        let typed = match file {
            Some(_) => editor::piped(file, Some(&text)),
            None => Some(text.as_str()),
        };
        editor::keeping(at, typed, write(new).map_err(Failure::from))
    }
}
