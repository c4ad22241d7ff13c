//! `git memory notes`, and the answer of `add-note --commit`.

use crate::app::private::notes;
use crate::app::private::notes::{CommitNotes, Noted, Orphan};
use crate::app::workspace::Workspace;
use crate::cli::args::{NotesArgs, NotesCommand};
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::{BOLD, DIM, GOOD, ID, PLAIN, Printer};
use crate::cli::summary::report;
use crate::wire::{NotedShape, NotesShape, OrphansShape};

pub(super) fn run(
    workspace: &Workspace,
    args: &NotesArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    if let Some(NotesCommand::Reattach) = args.command {
        let moved = notes::reattach(workspace)?;
        show_orphans(&moved, printer);
        let left = notes::orphans(workspace)?.len();
        if left > 0 {
            printer.note(format!(
                "note: {left} stay where they are; 'git memory notes --orphans' shows them"
            ));
        }
    } else if args.orphans {
        show_orphans(&notes::orphans(workspace)?, printer);
    } else {
        let found = notes::list(workspace, args.range.as_deref())?;
        if printer.is_json() {
            printer.json(NotesShape {
                commits: found.iter().map(Into::into).collect(),
            });
        } else {
            printer.page();
            found.iter().for_each(|notes| show(notes, printer));
        }
    }
    Ok(Exit::Done)
}

/// Prints what was written.
pub(super) fn noted(noted: &Noted, printer: &mut Printer) {
    report(&noted.redacted, printer);
    if printer.is_json() {
        printer.json(NotedShape::from(noted));
    } else {
        let commit = format!("  {}", noted.commit.short());
        printer.styled(&[(ID, noted.id.as_str()), (DIM, &commit)]);
    }
}

fn show(notes: &CommitNotes, printer: &mut Printer) {
    printer.styled(&[
        (ID, &notes.commit.short()),
        (PLAIN, "  "),
        (BOLD, &notes.subject),
    ]);
    for note in &notes.notes {
        let about = [note.id.as_str(), &note.created, &note.author].join("  ");
        let about = about.trim();
        if !about.is_empty() {
            printer.styled(&[(DIM, &format!("    {about}"))]);
        }
        note.text
            .lines()
            .for_each(|line| printer.line(format!("    {line}")));
    }
}

fn show_orphans(orphans: &[Orphan], printer: &mut Printer) {
    if printer.is_json() {
        printer.json(OrphansShape {
            orphans: orphans.iter().map(Into::into).collect(),
        });
        return;
    }
    printer.page();
    for orphan in orphans {
        show(&orphan.notes, printer);
        match orphan.proposal {
            Some((to, why)) => {
                let why = format!("  {}", why.words());
                printer.styled(&[(GOOD, "    → "), (ID, &to.short()), (DIM, &why)]);
            }
            None => printer.styled(&[(DIM, "    no commit is known that holds this change")]),
        }
    }
}
