//! `git memory notes`, and the answer of `add-note --commit`.

use super::verb::{HelpPage, Verb};
use clap::{Args, Subcommand};
use git_memory_app::wire::{Answered, answered};

use crate::absent;
use crate::exit::{Exit, Failure};
use crate::output::{BOLD, DIM, GOOD, ID, PLAIN, Printer};
use git_memory_app::View;
use git_memory_app::private::notes;
use git_memory_app::private::notes::{CommitNotes, Noted, Orphan};
use git_memory_app::wire::{NotedAnswer, NotesAnswer, OrphansAnswer};
use git_memory_app::workspace::Workspace;

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct NotesArgs {
    /// A commit, or a range A..B (default: every commit that HEAD reaches)
    range: Option<String>,
    /// Show notes on commits that no branch or tag reaches, and the commits that replace these
    #[arg(long, conflicts_with = "range")]
    orphans: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Clone, Copy, Subcommand)]
enum Command {
    /// Move orphaned notes to the commits that replace theirs
    Reattach,
}

impl Verb for NotesArgs {
    const PAGE: HelpPage = HelpPage {
        more: "They follow their commit through amend and rebase; 'reattach' moves them after a \
         squash.",
        example: "notes HEAD",
    };
    const ANSWERS: &[Answered] = &[
        answered::<NotesAnswer>("notes"),
        answered::<OrphansAnswer>("notes --orphans"),
        answered::<OrphansAnswer>("notes reattach"),
    ];
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &NotesArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    if let Some(Command::Reattach) = args.command {
        reattach(workspace, printer)?;
    } else if args.orphans {
        print_orphans(&notes::orphans(workspace)?, printer);
    } else {
        let found = notes::list(workspace, args.range.as_deref())?;
        if printer.is_json() {
            printer.json(NotesAnswer {
                commits: found.iter().map(Into::into).collect(),
            });
        } else {
            if found.is_empty() && !absent::note_absence(workspace, Some(&View::WorkTree), printer)
            {
                printer.note("no notes: 'git memory add note --commit REV TITLE' adds one");
            }
            printer.page();
            found.iter().for_each(|notes| print(notes, printer));
        }
    }
    Ok(Exit::Done)
}

fn reattach(workspace: &Workspace, printer: &mut Printer) -> Result<(), Failure> {
    let moved = notes::reattach(workspace)?;
    print_orphans(&moved, printer);
    // The notes that stay are not in the answer, which lists the moved ones.
    let left = notes::orphans(workspace)?.len();
    if left > 0 {
        printer.note(format!(
            "note: {left} not moved; 'git memory notes --orphans' shows them"
        ));
    }
    Ok(())
}

/// Prints a new note's id and commit, and names the secrets that were redacted in it.
pub(crate) fn print_noted(noted: &Noted, printer: &mut Printer) {
    printer.report_redacted(&noted.redacted);
    if printer.is_json() {
        printer.json(NotedAnswer::from(noted));
    } else {
        let commit = format!("  {}", noted.commit.short());
        printer.styled(&[(ID, noted.id.as_str()), (DIM, &commit)]);
    }
}

fn print(notes: &CommitNotes, printer: &mut Printer) {
    printer.styled(&[
        (ID, &notes.commit.short()),
        (PLAIN, "  "),
        (BOLD, &notes.subject),
    ]);
    for note in &notes.notes {
        // A note that another program wrote has none of these.
        let about = [note.id.as_str(), &note.created, &note.author].join("  ");
        let about = about.trim();
        if !about.is_empty() {
            printer.styled(&[(DIM, &format!("    {about}"))]);
        }
        for line in note.text.lines() {
            printer.line(format!("    {line}"));
        }
    }
}

fn print_orphans(orphans: &[Orphan], printer: &mut Printer) {
    if printer.is_json() {
        printer.json(OrphansAnswer {
            orphans: orphans.iter().map(Into::into).collect(),
        });
        return;
    }
    printer.page();
    for orphan in orphans {
        print(&orphan.notes, printer);
        match orphan.proposal {
            Some((to, why)) => {
                let why = format!("  {}", why.words());
                printer.styled(&[(GOOD, "    → "), (ID, &to.short()), (DIM, &why)]);
            }
            None => printer.styled(&[(DIM, "    no known commit contains this change")]),
        }
    }
}
