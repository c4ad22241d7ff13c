//! `git memory review`.

use super::verb::{HelpPage, Verb};
use clap::Args;
use git_memory_app::wire::{Answered, answered};

use crate::args::{At, Stage};
use crate::exit::{Exit, Failure};
use crate::output::{BAD, BOLD, DIM, GOOD, ID, PLAIN, Printer};
use crate::{absent, hits, written};
use git_memory_app::View;
use git_memory_app::advice::CLI;
use git_memory_app::recall::contested::{Pairs, SHOWN, open_pairs};
use git_memory_app::recall::review;
use git_memory_app::recall::review::{Review, Suspect};
use git_memory_app::wire::{ContestedAnswer, ReviewAnswer};
use git_memory_app::workspace::Workspace;
use git_memory_policy::shell::quoted;
use git_memory_text::counted;

/// Maximum number of records that are shown at once.
const SUSPECTS: usize = 10;

#[derive(Args)]
pub(crate) struct ReviewArgs {
    /// Confirm that a record is still current: sets its 'updated' to today
    #[arg(long, value_name = "ID", conflicts_with = "rev")]
    confirm: Option<String>,
    /// List pairs of current records that contradict each other and have no link
    #[arg(long, conflicts_with = "confirm")]
    conflicts: bool,
    #[command(flatten)]
    at: At,
    #[command(flatten)]
    stage: Stage,
}

impl Verb for ReviewArgs {
    const PAGE: HelpPage = HelpPage {
        more: "The evidence comes from git: things that a record names and that its files \
         lack since it was confirmed, files that were rewritten or deleted; also successors, \
         due days and ratings.",
        example: "review --confirm dec-7k3m9q",
    };
    const ANSWERS: &[Answered] = &[
        answered::<ReviewAnswer>("review"),
        answered::<ContestedAnswer>("review --conflicts"),
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
    if args.conflicts {
        return conflicts(workspace, &view, printer);
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
    for suspect in found.suspects.iter().take(SUSPECTS) {
        print_suspect(suspect, printer);
    }
    for gap in &found.gaps {
        let times = format!("  × {}", gap.count);
        printer.styled(&[(PLAIN, "missed: "), (BOLD, &gap.query), (DIM, &times)]);
    }
    let is_silent = found.touched + found.unnamed == 0;
    if found.suspects.is_empty() && found.gaps.is_empty() && workspace.has_memory() && is_silent {
        printer.note("nothing to review");
    }
    note_others(&found, printer);
    Ok(Exit::Done)
}

/// Prints a record with its reasons: for each thing that it names, its sentence, the line that was
/// there and the one that is there now; then the command that settles the strongest.
fn print_suspect(suspect: &Suspect, printer: &mut Printer) {
    let header = &suspect.record.header;
    printer.styled(&[
        (ID, header.id.as_str()),
        (PLAIN, "  "),
        (BOLD, &header.title),
    ]);
    hits::print_reasons(&suspect.why, printer);
    for named in &suspect.named {
        let mut line = |style, mark, text: &str| {
            printer.styled(&[(PLAIN, "    "), (DIM, mark), (style, text)]);
        };
        line(PLAIN, "says: ", &named.sentence);
        line(BAD, "  - ", &named.before);
        if !named.after.is_empty() {
            line(GOOD, "  + ", &named.after);
        }
    }
    let command = moving(suspect).unwrap_or_else(|| (CLI.call)(&suspect.advice));
    printer.styled(&[(PLAIN, "    "), (PLAIN, &command)]);
}

/// Notes how many records are not shown, and how many name nothing that can be checked.
fn note_others(found: &Review, printer: &mut Printer) {
    let more = found.suspects.len().saturating_sub(SUSPECTS);
    if more > 0 {
        let records = counted(more, "more record");
        printer.note(format!("note: {records} to review: resolve these first"));
    }
    if found.touched > 0 {
        let records = counted(found.touched, "record");
        printer.note(format!(
            "note: files of {records} changed, but nothing that the text names"
        ));
    }
    if found.unnamed > 0 {
        let records = counted(found.unnamed, "record");
        printer.note(format!(
            "note: {records} {} no file or symbol that can be checked",
            if found.unnamed == 1 { "names" } else { "name" }
        ));
    }
}

/// The command that sets the paths of a record whose files were moved, without those that are gone.
fn moving(suspect: &Suspect) -> Option<String> {
    // They are a stranger's: what is copied from here must be one word to a shell.
    let paths = format!("paths={}", suspect.paths_now()?.join(","));
    let id = suspect.record.header.id.as_str();
    Some(quoted(&["git", "memory", "set", id, &paths]))
}

/// Reason shown for a pair whose order is not known.
const EITHER: &str = "the older one is unknown: each may replace the other";

/// Prints the pairs that are not settled, the later record of each first.
fn conflicts(workspace: &Workspace, view: &View, printer: &mut Printer) -> Result<Exit, Failure> {
    let found = open_pairs(workspace, view, SHOWN)?;
    if printer.is_json() {
        printer.json(ContestedAnswer::new(&found, CLI));
        return Ok(Exit::Done);
    }
    let Pairs { pairs, more } = found;
    if pairs.is_empty() {
        printer.note("no two records contradict each other");
    }
    printer.page();
    for pair in &pairs {
        let header = &pair.record.header;
        let mut why = Vec::new();
        let said = pair.other.sentences.as_ref();
        for (id, title, said) in [
            (
                header.id.as_str(),
                header.title.as_str(),
                said.map(|it| &it[0]),
            ),
            (
                pair.other.id.as_str(),
                &pair.other.title,
                said.map(|it| &it[1]),
            ),
        ] {
            printer.styled(&[(ID, id), (PLAIN, "  "), (BOLD, title)]);
            match said {
                Some(said) => {
                    hits::print_reasons(&[format!("\u{201c}{}\u{201d}", said.as_str())], printer);
                }
                None => why = pair.other.why.iter().map(|why| (*why).to_owned()).collect(),
            }
        }
        if !pair.is_ordered && pair.other.is_replaceable {
            why.push(EITHER.to_owned());
        }
        hits::print_reasons(&why, printer);
    }
    if more > 0 {
        let pairs = counted(more, "more pair");
        printer.note(format!(
            "note: {pairs} contradict each other: resolve these first"
        ));
    }
    if !pairs.is_empty() {
        printer.note("hint: if one replaces the other: git memory supersede OLD --by NEW");
        printer.note("hint: if both apply, link them: git memory set NEW related+=OLD");
    }
    Ok(Exit::Done)
}
