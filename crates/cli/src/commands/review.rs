//! `git memory review`.

use super::verb::{HelpPage, Verb};
use clap::Args;
use git_memory_app::wire::{Answered, answered};

use crate::args::{At, Stage};
use crate::exit::{Exit, Failure};
use crate::output::{BOLD, DIM, ID, PLAIN, Printer, with_progress};
use crate::{absent, hits, written};
use git_memory_app::View;
use git_memory_app::advice::CLI;
use git_memory_app::recall::contested::{Pairs, SHOWN, open_pairs};
use git_memory_app::recall::review;
use git_memory_app::recall::review::Suspect;
use git_memory_app::wire::{ContestedAnswer, ReviewAnswer};
use git_memory_app::workspace::Workspace;
use git_memory_policy::shell::quoted;
use git_memory_text::counted;

#[derive(Args)]
pub(crate) struct ReviewArgs {
    /// Confirm that a record is still current: sets its 'updated' to today
    #[arg(long, value_name = "ID", conflicts_with = "rev")]
    confirm: Option<String>,
    /// List pairs of current records that may contradict each other and have no link
    #[arg(long, conflicts_with = "confirm")]
    contested: bool,
    #[command(flatten)]
    at: At,
    #[command(flatten)]
    stage: Stage,
}

impl Verb for ReviewArgs {
    const PAGE: HelpPage = HelpPage {
        more: "The evidence comes from git: files that changed or were deleted since a record was \
         confirmed; also successors, due days and ratings.",
        example: "review --confirm dec-7k3m9q",
    };
    const ANSWERS: &[Answered] = &[
        answered::<ReviewAnswer>("review"),
        answered::<ContestedAnswer>("review --contested"),
    ];
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &ReviewArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    if let Some(name) = &args.confirm {
        let confirmed = review::confirm(workspace, name, args.stage.is_staged())?;
        written::print_changed(&confirmed, printer);
        return Ok(Exit::Done);
    }
    let view = args.at.view();
    absent::note_absence(workspace, Some(&view), printer);
    if args.contested {
        return contested(workspace, &view, printer);
    }
    let found = review::review(workspace, &view)?;
    for (reason, count) in &found.unknown {
        let records = counted(*count, "record");
        printer.note(format!("note: freshness of {records} unknown: {reason}"));
    }
    if printer.is_json() {
        printer.json(ReviewAnswer::from(&found));
        return Ok(Exit::Done);
    }
    printer.page();
    for suspect in &found.suspects {
        let header = &suspect.record.header;
        printer.styled(&[
            (ID, header.id.as_str()),
            (PLAIN, "  "),
            (BOLD, &header.title),
        ]);
        hits::print_reasons(&suspect.why, printer);
        print_moved(suspect, printer);
    }
    for gap in &found.gaps {
        let times = format!("  × {}", gap.count);
        printer.styled(&[(PLAIN, "missed: "), (BOLD, &gap.query), (DIM, &times)]);
    }
    if found.suspects.is_empty() && found.gaps.is_empty() && workspace.has_memory() {
        printer.note("nothing to review");
    }
    // Only a person can say that a record still holds; no command does it for all.
    if !found.suspects.is_empty() {
        printer.note(
            "hint: run 'git memory review --confirm <id>' for a record that is still current",
        );
    }
    Ok(Exit::Done)
}

/// The command that sets the paths of a record whose files were moved.
fn print_moved(suspect: &Suspect, printer: &mut Printer) {
    if suspect.moved.is_empty() {
        return;
    }
    let header = &suspect.record.header;
    let mut paths = Vec::new();
    for path in &header.paths {
        let mut moved = suspect.moved.iter();
        let moved = moved.find(|(from, _)| from == path.as_str());
        paths.push(moved.map_or(path.as_str(), |(_, to)| to));
    }
    // In a list a comma parts two of them.
    if paths.iter().any(|path| path.contains(',')) {
        return;
    }
    // They are a stranger's: what is copied from here must be one word to a shell.
    let paths = format!("paths={}", paths.join(","));
    let command = quoted(&["git", "memory", "set", header.id.as_str(), &paths]);
    printer.styled(&[(PLAIN, "    "), (PLAIN, &command)]);
}

/// Reason shown for a pair whose order is not known.
const EITHER: &str = "the older one is unknown: each may replace the other";

/// Prints the pairs that are not settled, the later record of each first.
fn contested(workspace: &Workspace, view: &View, printer: &mut Printer) -> Result<Exit, Failure> {
    let found = with_progress(printer, |progress| {
        open_pairs(workspace, view, false, SHOWN, progress)
    })?;
    if printer.is_json() {
        printer.json(ContestedAnswer::new(&found, CLI));
        return Ok(Exit::Done);
    }
    let Pairs { pairs, more } = found;
    printer.page();
    for pair in &pairs {
        let header = &pair.record.header;
        for (id, title) in [
            (header.id.as_str(), header.title.as_str()),
            (pair.other.id.as_str(), &pair.other.title),
        ] {
            printer.styled(&[(ID, id), (PLAIN, "  "), (BOLD, title)]);
        }
        let mut why: Vec<String> = pair.other.why.iter().map(|why| (*why).to_owned()).collect();
        if !pair.is_ordered && pair.other.is_replaceable {
            why.push(EITHER.to_owned());
        }
        hits::print_reasons(&why, printer);
    }
    if more > 0 {
        let pairs = counted(more, "more pair");
        printer.note(format!(
            "note: {pairs} may contradict each other: resolve these first"
        ));
    }
    if !pairs.is_empty() {
        printer.note("hint: if one replaces the other: git memory supersede OLD --by NEW");
        printer.note("hint: if both apply, link them: git memory set NEW related+=OLD");
    }
    Ok(Exit::Done)
}
