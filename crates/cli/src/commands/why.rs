//! `git memory why`.

use super::verb::{HelpPage, Verb};
use clap::Args;
use git_memory_app::wire::{Answered, answered};

use crate::args::At;
use crate::exit::{Exit, Failure};
use crate::output::{BOLD, DIM, ID, PLAIN, Printer};
use crate::style::of_status;
use crate::{absent, hits};
use git_memory_app::advice::CLI;
use git_memory_app::recall::why;
use git_memory_app::recall::why::{Location, Reasons, location};
use git_memory_app::wire::WhyAnswer;
use git_memory_app::workspace::Workspace;
use git_memory_model::record::Record;
use git_memory_recall::Snippet;
use git_memory_text::advice::Advice;

#[derive(Args)]
pub(crate) struct WhyArgs {
    /// Files, lines of files, or symbols in files
    #[arg(required = true, value_name = "PATH[:LINE|#SYMBOL]")]
    locations: Vec<String>,
    /// Include records that are no longer current
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    at: At,
}

impl Verb for WhyArgs {
    const PAGE: HelpPage = HelpPage {
        more: "It lists the records that apply to a file, each with the reasons: the file cites \
         it, its 'paths' cover the file, commits of the file cite it, or its text names the file. \
         Below \"Maybe:\" stand records with weak reasons, and proposals. Notes on the commits \
         that changed the file follow.",
        example: "why src/store/log.rs",
    };
    const ANSWERS: &[Answered] = &[answered::<WhyAnswer>("why")];
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &WhyArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let mut locations = Vec::new();
    for given in &args.locations {
        locations.push(location(workspace, given)?);
    }
    let view = args.at.view();
    let is_absent = absent::note_absence(workspace, Some(&view), printer);
    let found = why::why(workspace, &view, &locations, args.all)?;
    let paths = locations.iter().map(|location| &location.path);
    // Without memory, that is what is worth knowing.
    if !is_absent {
        absent::note_no_file(workspace, &view, paths, printer);
    }
    for reasons in &found {
        if let (true, Some(symbol)) = (reasons.lacks_symbol, &reasons.location.symbol) {
            let path = &reasons.location.path;
            printer.note(format!("warning: '{path}' has no '{symbol}'"));
        }
        if let (Some(count), Some(line)) = (reasons.lines, reasons.location.line) {
            let path = &reasons.location.path;
            let noun = if count == 1 { "line" } else { "lines" };
            printer.note(format!(
                "warning: '{path}' has {count} {noun}, and no line {line}"
            ));
        }
        if let Some(fault) = &reasons.fault {
            printer.note(format!("warning: {fault}"));
        }
        if reasons.is_partial {
            let location = shown(&reasons.location);
            printer.note(format!(
                "note: the history of {location} is not in this clone, a partial one"
            ));
        }
    }
    if found.iter().any(|reasons| reasons.is_cut) {
        printer.note_shallow();
    }
    if printer.is_json() {
        printer.json(WhyAnswer::from(&found));
        return Ok(Exit::Done);
    }
    printer.page();
    for reasons in &found {
        let location = shown(&reasons.location);
        if reasons.records.is_empty() && reasons.notes.is_empty() && reasons.rules.is_empty() {
            if !is_absent {
                printer.note(if reasons.maybe.is_empty() {
                    format!("no records or notes about {location}")
                } else {
                    format!("no records or notes are certain to be about {location}")
                });
                // A question, rather than a path.
                if location.contains(' ') {
                    printer.note(format!("hint: {}", (CLI.sentence)(&Advice::Recall)));
                }
            }
            if reasons.commits.is_empty() && reasons.maybe.is_empty() {
                continue;
            }
        }
        // Of one path there is nothing to tell apart.
        if found.len() > 1 {
            printer.styled(&[(BOLD, &location)]);
        }
        print(reasons, printer);
        if reasons.more > 0 {
            let more = reasons.more;
            printer.note(format!(
                "note: {more} more records and notes are about {location}"
            ));
        }
    }
    Ok(Exit::Done)
}

fn shown(location: &Location) -> String {
    match (location.line, &location.symbol) {
        (Some(line), _) => format!("{}:{line}", location.path),
        (None, Some(symbol)) => format!("{}#{symbol}", location.path),
        (None, None) if location.path.is_empty() => ".".to_owned(),
        (None, None) => location.path.clone(),
    }
}

fn print(reasons: &Reasons, printer: &mut Printer) {
    for about in &reasons.records {
        let header = &about.record.header;
        print_title(&about.record, printer);
        let told = about.passage.as_deref().unwrap_or(&header.abstract_line);
        hits::print_snippet(&Snippet::whole(told), printer);
        hits::print_reasons(&about.why, printer);
        hits::print_ground(&about.ground, header.id.as_str(), printer);
    }
    for rule in &reasons.rules {
        printer.styled(&[
            (ID, &rule.path),
            (PLAIN, "  "),
            (BOLD, &rule.title),
            (DIM, " [rule]"),
        ]);
        hits::print_snippet(&Snippet::whole(&rule.passage), printer);
        hits::print_reasons(std::slice::from_ref(&rule.why), printer);
    }
    for note in &reasons.notes {
        printer.styled(&[
            (ID, &note.commit.short()),
            (PLAIN, "  "),
            (BOLD, &note.subject),
            (DIM, " (note)"),
        ]);
        hits::print_snippet(&Snippet::whole(&note.text), printer);
    }
    for told in &reasons.commits {
        printer.styled(&[
            (ID, &told.commit.short()),
            (PLAIN, "  "),
            (BOLD, &told.subject),
            (DIM, " (commit)"),
        ]);
        hits::print_snippet(&Snippet::whole(&told.text), printer);
    }
    if !reasons.maybe.is_empty() {
        printer.styled(&[(BOLD, "Maybe:")]);
    }
    for about in &reasons.maybe {
        print_title(&about.record, printer);
        hits::print_reasons(&about.why, printer);
    }
}

fn print_title(record: &Record, printer: &mut Printer) {
    let header = &record.header;
    printer.styled(&[
        (ID, header.id.as_str()),
        (PLAIN, "  "),
        (BOLD, &header.title),
        (DIM, " ("),
        (of_status(record.kind(), &header.status), &header.status),
        (DIM, ")"),
    ]);
}
