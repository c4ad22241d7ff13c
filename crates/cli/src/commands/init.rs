//! `git memory init`.

use super::verb::{HelpPage, Verb};
use clap::Args;
use git_memory_app::wire::{Answered, answered};

use super::hooks;
use crate::args::Stage;
use crate::exit::{Exit, Failure};
use crate::output::Printer;
use crate::progress;
use git_memory_app::care::init::Request;
use git_memory_app::care::roots::RootFolder;
use git_memory_app::care::{init, manual};
use git_memory_app::private::fetching::Remote;
use git_memory_app::wire::InitAnswer;
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
    #[arg(long)]
    track_derived: bool,
    /// Write a short set of rules for agents into memory/rules/, if it has none
    #[arg(long)]
    rules: bool,
    /// Set up memory even if memory/ holds source code
    #[arg(long)]
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
        more: "Existing files are kept, and new files are staged for the next commit.",
        example: "init",
    };
    const ANSWERS: &[Answered] = &[answered::<InitAnswer>("init")];
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &InitArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let request = Request {
        hooks: !args.no_hooks,
        track_derived: args.track_derived,
        rules: args.rules,
        roots: args.roots.clone(),
        is_staged: args.stage.is_staged(),
        is_forced: args.force,
    };
    let done = init::init(workspace, &request)?;
    let installed = match done.hooks {
        Some(Ok(hooks)) => hooks,
        // Memory is set up all the same: only its nets are missing.
        Some(Err(error)) => {
            printer.note(format!("warning: cannot install the hooks: {error}"));
            printer.note("hint: memory works without them; to try again: git memory hooks install");
            Vec::new()
        }
        None => Vec::new(),
    };
    progress::warm_up(workspace, printer);
    // Before the answer, as a hook that is missing has to be put in by hand.
    hooks::warn(&installed, printer);
    note_guarded(&done.guarded, printer);
    if printer.is_json() {
        printer.json(InitAnswer {
            written: done.written.iter().map(ToString::to_string).collect(),
            pages: done.pages,
            foreign: done.foreign,
            roots: done.roots.iter().map(Into::into).collect(),
            unread: done.unread.iter().map(Into::into).collect(),
            guarded: done.guarded.iter().map(Into::into).collect(),
            hooks: installed.iter().map(hooks::shape).collect(),
        });
        return Ok(Exit::Done);
    }
    for path in &done.written {
        printer.line(path.as_str());
    }
    let next = if done.written.is_empty() {
        "memory is already set up"
    } else {
        "memory is set up: commit these files"
    };
    printer.note(format!("{next}; then: git memory add-decision \"…\""));
    for path in &done.foreign {
        printer.note(format!("left {path}: git-memory did not write it"));
    }
    offer_adoption(done.pages, printer);
    if !manual::is_installed(workspace.invocation()) {
        printer.note("hint: 'git memory install-man' adds manual pages and shell completion");
    }
    printer.note("hint: to connect your coding agents: git memory agents install");
    offer_roots(&done.roots, &done.unread, printer);
    Ok(Exit::Done)
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

/// Says how many handwritten pages there are, and what can be made of them.
fn offer_adoption(pages: usize, printer: &Printer) {
    let them = match pages {
        0 => return,
        1 => "1 page without an id".to_owned(),
        many => format!("{many} pages without an id"),
    };
    printer.note(format!("memory has {them}; they are read like records"));
    printer.note(
        "hint: 'git memory adopt' registers them as records; with --dry-run it only lists \
                  them",
    );
}

/// Says which folders are read beside memory, and which ones could be.
fn offer_roots(read: &[RootFolder], unread: &[RootFolder], printer: &Printer) {
    let documents = |folder: &RootFolder| counted(folder.documents, "document");
    for folder in read {
        let documents = documents(folder);
        printer.note(format!("{}: {documents}, read in place", folder.folder));
        if folder.untracked > 0 {
            printer.note(format!(
                "hint: git does not track {} of them; to read them: git add {}",
                folder.untracked, folder.folder
            ));
        }
    }
    for folder in unread {
        let records = if folder.is_of_decisions {
            counted(folder.documents, "decision record")
        } else {
            documents(folder)
        };
        let name = &folder.folder;
        // A shell would part a name with a space.
        let root = if folder.setting.contains(' ') {
            format!("'{}'", folder.setting)
        } else {
            folder.setting.clone()
        };
        printer.note(format!(
            "found {records} in {name}; to use them: git memory init --root {root}"
        ));
    }
}
