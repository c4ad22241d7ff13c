//! `git memory init`.

use super::verb::{HelpPage, Verb};
use clap::Args;
use git_memory_app::wire::{Answered, answered};

use super::hooks;
use crate::args::{MORE, Stage};
use crate::exit::{Exit, Failure};
use crate::output::{Printer, ask};
use crate::progress;
use git_memory_app::care::init;
use git_memory_app::care::init::Request;
use git_memory_app::care::offers::{Offer, first_command};
use git_memory_app::care::roots::RootFolder;
use git_memory_app::private::fetching::Remote;
use git_memory_app::wire::{InitAnswer, OfferItem};
use git_memory_app::workspace::Workspace;
use git_memory_text::counted;

#[derive(Args)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is one flag of the command line"
)]
pub(crate) struct InitArgs {
    /// Do not install the hooks
    #[arg(long)]
    no_hooks: bool,
    /// Stage the derived files, so that the team tracks them
    #[arg(long, help_heading = MORE, hide_short_help = true)]
    track_derived: bool,
    /// Write a short set of rules for agents into memory/rules/, if it has none
    #[arg(long)]
    rules: bool,
    /// Use everything that is found: folders of decisions, files of agents, hook managers
    #[arg(short, long)]
    yes: bool,
    /// Keep memory in this folder, if memory/ is something else
    #[arg(long, value_name = "FOLDER")]
    folder: Option<String>,
    /// Set up memory even if its folder holds source code
    #[arg(long, help_heading = MORE, hide_short_help = true)]
    force: bool,
    /// Also read the Markdown files of this folder in place, as records of a kind: decisions in
    /// docs/adr, notes in docs/notes (repeatable)
    #[arg(long = "root", value_name = "FOLDER[=KIND]")]
    roots: Vec<String>,
    #[command(flatten)]
    stage: Stage,
}

impl Verb for InitArgs {
    const PAGE: HelpPage = HelpPage {
        more: "Existing files are kept, and new files are staged for the next commit. It finds \
               what could be used, and asks on a terminal whether to use it.",
        example: "init",
    };
    const ANSWERS: &[Answered] = &[answered::<InitAnswer>("init")];
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &InitArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let elsewhere = init::elsewhere(workspace, args.folder.as_deref())?;
    let workspace = elsewhere.as_ref().unwrap_or(workspace);
    let request = Request {
        hooks: !args.no_hooks,
        track_derived: args.track_derived,
        rules: args.rules,
        roots: args.roots.clone(),
        is_staged: args.stage.is_staged(),
        is_forced: args.force,
    };
    let done = init::init(workspace, &request)?;
    let done_hooks = done.hooks.as_ref().and_then(|it| it.as_ref().ok());
    let installed = done_hooks.map_or(&[][..], |it| &it.installed);
    let added = done_hooks.map_or(&[][..], |it| &it.added);
    // Memory is set up all the same: only its nets are missing.
    if let Some(Err(error)) = &done.hooks {
        printer.note(format!("warning: cannot install the hooks: {error}"));
        printer.note("hint: memory works without them; to try again: git memory hooks install");
    }
    progress::warm_up(workspace, printer);
    // Before the answer, as a hook that is missing has to be put in by hand.
    hooks::warn(installed, printer);
    note_guarded(&done.guarded, printer);
    if printer.is_json() {
        let offers = offered(workspace, args, &done.offers, printer);
        let exit = exit(&offers);
        printer.json(InitAnswer {
            written: done.written.iter().map(ToString::to_string).collect(),
            pages: done.pages(),
            foreign: done.foreign(),
            roots: done.roots.iter().map(Into::into).collect(),
            unread: done.unread().map(Into::into).collect(),
            offers,
            guarded: done.guarded.iter().map(Into::into).collect(),
            hooks: installed.iter().map(hooks::shape).collect(),
        });
        return Ok(exit);
    }
    let folder = workspace.folder();
    printer.line(match done.written.len() {
        0 => format!("memory is already set up in {folder}/"),
        count if args.stage.is_staged() => {
            let files = counted(count, "file");
            format!("memory is set up in {folder}/: {files} staged for the next commit")
        }
        count => format!(
            "memory is set up in {folder}/: {} written",
            counted(count, "file")
        ),
    });
    // Where memory was there before, nothing else tells that git runs these from now on.
    if done.written.is_empty() && !added.is_empty() {
        printer.note(format!(
            "installed in this clone: {}; to remove them: git memory hooks uninstall",
            added.join(", ")
        ));
    }
    name_roots(&done.roots, printer);
    // With what else was found, there is more to read already.
    if !done.written.is_empty() && !installed.is_empty() && done.offers.is_empty() {
        printer.note(
            "note: hooks look for secrets in memory only; in all files: \
             git config memory.scan all",
        );
    }
    let offers = offered(workspace, args, &done.offers, printer);
    Ok(exit(&offers))
}

/// Says what was found and is not used, and the next command.
fn name_next(left: &[&Offer], printer: &Printer) {
    if let Some(line) = found_line(left.iter().copied()) {
        printer.note(line);
    }
    let next = match first_command(left.iter().copied()) {
        Some(command) => command,
        None => "git memory add \"…\"".to_owned(),
    };
    printer.note(format!("next: {next}"));
}

/// The line about what could be used; `None` if there is nothing.
pub(crate) fn found_line<'a>(offers: impl Iterator<Item = &'a Offer>) -> Option<String> {
    let found: Vec<String> = offers.map(found).collect();
    (!found.is_empty()).then(|| format!("found: {}", found.join("; ")))
}

/// A thing that could be used; of files, also how, as an import alone does not tell what it brings.
fn found(offer: &Offer) -> String {
    match offer {
        Offer::Files(form, _) => format!(
            "{} ('{}' makes {})",
            offer.found(),
            offer.command(),
            form.becomes()
        ),
        Offer::Manager(_) => format!("{} ('{}' adds them to it)", offer.found(), offer.command()),
        _ => offer.found(),
    }
}

/// Uses what was found, where the user wants it; names what the user was not asked about.
fn offered(
    workspace: &Workspace,
    args: &InitArgs,
    offers: &[Offer],
    printer: &Printer,
) -> Vec<OfferItem> {
    let mut items = Vec::new();
    let mut left = Vec::new();
    for offer in offers {
        let (found, action, command) = (offer.found(), offer.action(), offer.command());
        // A program that wants JSON cannot answer.
        let wanted = match (args.yes, printer.is_json()) {
            (true, _) => Some(true),
            (false, true) => None,
            (false, false) => ask(&format!("found {found}; {action}?")),
        };
        let done = match wanted {
            Some(true) => Some(offer.accept(workspace, args.stage.is_staged())),
            Some(false) => None,
            None => {
                left.push(offer);
                None
            }
        };
        match &done {
            Some(Ok(result)) => printer.note(result),
            Some(Err(error)) => printer.note(format!("warning: {error}; to try again: {command}")),
            None => {}
        }
        items.push(OfferItem {
            is_done: matches!(done, Some(Ok(_))),
            result: done.map(|done| done.unwrap_or_else(|error| error.to_string())),
            found,
            command,
        });
    }
    if !printer.is_json() {
        name_next(&left, printer);
    }
    items
}

/// The answer is no where something that was wanted could not be done.
fn exit(offers: &[OfferItem]) -> Exit {
    let has_failed = |offer: &OfferItem| offer.result.is_some() && !offer.is_done;
    if offers.iter().any(has_failed) {
        Exit::No
    } else {
        Exit::Done
    }
}

/// Says which fetch lists leave private memory out from now on.
pub(crate) fn note_guarded(guarded: &[Remote], printer: &Printer) {
    for remote in guarded {
        let added: Vec<String> = remote
            .fetching
            .lacking
            .iter()
            .map(|one| format!("'{one}'"))
            .collect();
        printer.note(format!(
            "note: 'git fetch --prune {}' would delete work logs: added {} to {}",
            remote.name,
            added.join(", "),
            remote.setting()
        ));
    }
}

/// Says which folders are read beside memory.
fn name_roots(read: &[RootFolder], printer: &Printer) {
    for folder in read {
        let documents = counted(folder.documents, "document");
        printer.note(format!("{}: {documents}, read in place", folder.folder));
        if folder.untracked > 0 {
            printer.note(format!(
                "hint: git does not track {} of them; to read them: git add {}",
                folder.untracked, folder.folder
            ));
        }
    }
}
