//! `git memory install-man`: manual pages, and completion for shells.

use super::verb::{HelpPage, Verb};
use git_memory_app::wire::{Answered, answered};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::exit::{Exit, Failure};
use crate::help::{ManualPage, manual};
use crate::output::Printer;
use crate::program::Program;
use git_memory_app::care::manual::{self, Installation, PAGES, Shared};
use git_memory_app::wire::InstallManAnswer;
use git_memory_app::workspace::Invocation;
use git_memory_text::counted;

/// The scripts of shells, below a folder `share`.
const SCRIPTS: [(&str, &str); 4] = [
    (
        "bash-completion/completions/git-memory",
        include_str!("../../../../completions/git-memory.bash"),
    ),
    (
        "zsh/site-functions/_git-memory",
        include_str!("../../../../completions/_git-memory"),
    ),
    (
        "fish/vendor_conf.d/git-memory.fish",
        include_str!("../../../../completions/git-memory.fish"),
    ),
    (
        "powershell/git-memory.ps1",
        include_str!("../../../../completions/git-memory.ps1"),
    ),
];

#[derive(Args)]
pub(crate) struct InstallManArgs {
    /// Write into this folder, as a package's usr/share (default: the user's own folders)
    #[arg(long, value_name = "FOLDER")]
    into: Option<PathBuf>,
    /// Remove what was installed
    #[arg(long)]
    remove: bool,
}

impl Verb for InstallManArgs {
    const PAGE: HelpPage = HelpPage {
        more: "Afterwards 'git memory --help' opens a manual page, and your shell completes \
         commands, ids, tags and revisions.",
        example: "install-man --into /tmp/stage/usr/share",
    };
    const ANSWERS: &[Answered] = &[answered::<InstallManAnswer>("install-man")];
}

pub(crate) fn run(
    invocation: &Invocation,
    program: &Program,
    args: &InstallManArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let into = args.into.as_deref();
    let done = if args.remove {
        let (pages, scripts) = shared(program)?;
        manual::remove(invocation, into, &pages, &scripts)?
    } else {
        install(invocation, program, into)?
    };
    if printer.is_json() {
        let files = done.files.iter().map(|file| file.display().to_string());
        printer.json(InstallManAnswer {
            files: files.collect(),
            is_found: done.is_found,
        });
        return Ok(Exit::Done);
    }
    print(&done, args, printer);
    Ok(Exit::Done)
}

/// Installs pages and scripts, for the user or into a folder.
pub(crate) fn install(
    invocation: &Invocation,
    program: &Program,
    into: Option<&Path>,
) -> Result<Installation, Failure> {
    let (pages, scripts) = shared(program)?;
    Ok(manual::install(invocation, into, &pages, &scripts)?)
}

/// The pages, and the scripts of shells.
fn shared(program: &Program) -> Result<(Vec<Shared>, [Shared; 4]), Failure> {
    let mut pages = Vec::new();
    let made = manual(program).map_err(|error| Failure::fatal(error.to_string()))?;
    for ManualPage { name, text } in made {
        pages.push(Shared {
            path: format!("{PAGES}/{name}.1"),
            bytes: text,
        });
    }
    let scripts = SCRIPTS.map(|(path, text)| Shared {
        path: path.to_owned(),
        bytes: text.as_bytes().to_vec(),
    });
    Ok((pages, scripts))
}

fn print(done: &Installation, args: &InstallManArgs, printer: &mut Printer) {
    if args.remove {
        printer.line(format!("removed {}", counted(done.files.len(), "file")));
        return;
    }
    let pages = done.folders.pages.join("man");
    let scripts = &done.folders.scripts;
    printer.line(format!("manual pages  {}", pages.display()));
    for (path, _) in SCRIPTS {
        let shell = path.split(['/', '-']).next().unwrap_or_default();
        let place = scripts.join(path);
        printer.line(format!("{shell:<12}  {}", place.display()));
    }
    // The builder of a package knows where its files will be.
    if args.into.is_some() {
        return;
    }
    if !done.is_found {
        printer.note(format!(
            "hint: for man to find the pages: export MANPATH='{}:'",
            pages.display()
        ));
    }
    printer.note(format!(
        "hint: zsh needs 'fpath=({} $fpath)' in ~/.zshrc, before compinit",
        scripts.join("zsh/site-functions").display()
    ));
    printer.note(format!(
        "hint: PowerShell needs '. {}' in $PROFILE",
        scripts.join("powershell/git-memory.ps1").display()
    ));
}
