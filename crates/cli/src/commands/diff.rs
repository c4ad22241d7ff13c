//! `git memory diff`.

use super::verb::{HelpPage, Verb};
use clap::{Args, ValueEnum};
use git_memory_app::wire::{Answered, answered};

use crate::absent;
use crate::conflict::note_marks;
use crate::exit::{Exit, Failure};
use crate::output::{BAD, BOLD, DIM, GOOD, ID, PLAIN, Printer};
use crate::rendering::Flow;
use git_memory_app::View;
use git_memory_app::evidence::touched::Touched;
use git_memory_app::records::diff::{Diff, RecordChange, diff, views};
use git_memory_app::wire::DiffAnswer;
use git_memory_app::workspace::Workspace;
use git_memory_guard::{Assembly, redact};
use git_memory_model::changes::What;
use git_memory_model::record::Record;
use git_memory_text::difference::{Sign, lines};

#[derive(Args)]
pub(crate) struct DiffArgs {
    /// One revision (compared with the work tree), a..b, or a...b (default: HEAD)
    #[arg(value_name = "REV[..REV]")]
    range: Option<String>,
    /// Output format
    #[arg(long, default_value = "text")]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Markdown,
    Json,
}

/// The headings of the Markdown form, in their order.
const HEADINGS: [(What, &str); 6] = [
    (What::Added, "Added"),
    (What::Superseded, "Superseded"),
    (What::StatusChanged, "Status changed"),
    (What::Edited, "Text changed"),
    (What::Moved, "Moved"),
    (What::Removed, "Removed"),
];

impl Verb for DiffArgs {
    const PAGE: HelpPage = HelpPage {
        more: "It compares records by id, so a moved file counts as moved, not as new.",
        example: "diff main..spike --format markdown",
    };
    const ANSWERS: &[Answered] = &[answered::<DiffAnswer>("diff")];
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &DiffArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let range = views(workspace, args.range.as_deref())?;
    let diff = diff(workspace, &range, 0)?;
    absent::note_absence(workspace, Some(&View::WorkTree), printer);
    let Diff { changes, touched } = &diff;
    let texts: Vec<String> = changes.iter().map(RecordChange::lines_now).collect();
    note_marks(texts.iter().map(String::as_str), printer);
    if printer.is_json() || args.format == Format::Json {
        printer.json(DiffAnswer::from(&diff));
        return Ok(Exit::Done);
    }
    printer.page();
    if args.format == Format::Markdown {
        print_markdown(changes, printer);
        print_touched_markdown(touched, printer);
    } else {
        changes.iter().for_each(|changed| print(changed, printer));
        touched
            .iter()
            .for_each(|touched| print_touched(touched, printer));
    }
    Ok(Exit::Done)
}

/// The change of a record, in words.
fn words(changed: &RecordChange) -> String {
    match changed.what {
        What::Superseded => {
            let mut successors = Vec::new();
            for successor in &changed.successors {
                successors.push(match &successor.title {
                    Some(title) => format!("{}, {title}", successor.id),
                    None => successor.id.clone(),
                });
            }
            match successors.as_slice() {
                [] => "superseded".to_owned(),
                some => format!("superseded by {}", some.join("; ")),
            }
        }
        What::StatusChanged => {
            let old = changed.old_status.as_deref().unwrap_or_default();
            format!("{old} → {}", changed.record.header.status)
        }
        What::Moved => {
            let old = changed.old_path.as_deref().unwrap_or_default();
            format!("moved from {old}")
        }
        What::Added | What::Edited | What::Removed => changed.what.name().to_owned(),
    }
}

fn print(changed: &RecordChange, printer: &mut Printer) {
    let record = &changed.record;
    let style = match changed.what {
        What::Added => GOOD,
        What::Removed => BAD,
        _ => BOLD,
    };
    printer.styled(&[
        (style, &words(changed)),
        (DIM, ": "),
        (ID, record.header.id.as_str()),
        (DIM, " "),
        (BOLD, &record.header.title),
    ]);
    printer.styled(&[(DIM, "  "), (DIM, record.path.as_str())]);
    print_hunks(&changed.text, "    ", printer);
}

/// Names a record that the change is about, and the files by which it is.
fn print_touched(touched: &Touched, printer: &mut Printer) {
    let record = &touched.record;
    printer.styled(&[
        (BOLD, "touched"),
        (DIM, ": "),
        (ID, record.header.id.as_str()),
        (DIM, " "),
        (BOLD, &record.header.title),
    ]);
    printer.styled(&[(DIM, "  "), (DIM, &files(touched))]);
}

/// The files by which a record is touched, on one line.
fn files(touched: &Touched) -> String {
    let files = touched.files.join(", ");
    match touched.count - touched.files.len() {
        0 => files,
        more => format!("{files} and {more} more"),
    }
}

/// Prints the touched records as Markdown, for a pull request.
fn print_touched_markdown(all: &[Touched], printer: &mut Printer) {
    if all.is_empty() {
        return;
    }
    printer.document("### Decisions that apply to these changes\n");
    for touched in all {
        let mut shown = named(&touched.record);
        shown.literal(": ").markdown(&redact(&files(touched)));
        printer.line(shown.finish().into_string());
    }
    printer.line("");
}

/// Prints a unified diff, each line after a margin; the words that changed in a line stand out.
pub(crate) fn print_hunks(unified: &str, margin: &str, printer: &mut Printer) {
    if !printer.paints() {
        for line in unified.split_terminator('\n') {
            printer.styled(&[(PLAIN, margin), (PLAIN, line)]);
        }
        return;
    }
    for line in lines(unified) {
        let style = match line.sign {
            Sign::Added => GOOD,
            Sign::Removed => BAD,
            Sign::Hunk | Sign::Same | Sign::Note => DIM,
        };
        let mut flow = Flow::line(margin);
        for (is_changed, piece) in line.pieces() {
            flow.push(if is_changed { style.invert() } else { style }, piece);
        }
        printer.flow(&flow);
    }
}

/// For a pull request's description: a list under a heading for each thing that happened.
fn print_markdown(changes: &[RecordChange], printer: &mut Printer) {
    if changes.is_empty() {
        printer.line("No record changed.");
    }
    for (what, heading) in HEADINGS {
        let mut is_first = true;
        for changed in changes.iter().filter(|changed| changed.what == what) {
            if is_first {
                printer.document(&format!("### {heading}\n"));
                is_first = false;
            }
            printer.line(item(changed));
        }
        if !is_first {
            printer.line("");
        }
    }
}

/// The beginning of an item of a list: title and id.
fn named(record: &Record) -> Assembly {
    let header = &record.header;
    let mut shown = Assembly::new();
    shown
        .literal("- **")
        .markdown(&header.title)
        .literal("** (`")
        .text(&redact(header.id.as_str()))
        .literal("`)");
    shown
}

/// One item of the list: title, id, and what else there is to say.
fn item(changed: &RecordChange) -> String {
    let header = &changed.record.header;
    let mut shown = named(&changed.record);
    let remark = match changed.what {
        What::Superseded | What::StatusChanged | What::Moved => words(changed),
        What::Added => header.abstract_line.to_string(),
        What::Edited | What::Removed => String::new(),
    };
    if !remark.is_empty() {
        shown.literal(": ").markdown(&redact(&remark));
    }
    shown.finish().into_string()
}
