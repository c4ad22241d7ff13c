//! `git memory import adr`.

use std::path::PathBuf;

use clap::Args;

use crate::args::{FRONT_MATTER, WriteMany};
use crate::exit::{Exit, Failure};
use crate::input;
use crate::output::{DIM, ID, Printer};
use crate::progress::Progress;
use git_memory_app::care::usual_decisions;
use git_memory_app::exchange::adr::{
    AdrImport, AdrOutcome, AdrReport, Fact, Fate, Phase, StatusMapping, adr,
};
use git_memory_app::wire::AdrImportAnswer;
use git_memory_app::workspace::Workspace;
use git_memory_import::adr::DateSource;
use git_memory_model::kind::Kind;
use git_memory_model::scope::Scope;
use git_memory_text::counted;

#[derive(Args)]
pub(crate) struct AdrArgs {
    /// Files, and folders with files: Markdown, reStructuredText or AsciiDoc (default: the folders
    /// that 'init' finds)
    #[arg(value_name = "FILE|FOLDER")]
    paths: Vec<PathBuf>,
    /// Also take files without the header and sections of a decision
    #[arg(long)]
    all: bool,
    /// The kind of the new records
    #[arg(long, default_value = "decision")]
    kind: Kind,
    /// The scope of the new records
    #[arg(long, help_heading = FRONT_MATTER)]
    scope: Option<String>,
    /// The meaning of a status word (repeatable): 'status:Parked=archived'
    #[arg(long = "map", value_name = "status:WORD=STATUS", value_parser = mapping)]
    words: Vec<Mapping>,
    /// Also add the files of commits that cite the record's number to 'paths'
    #[arg(long, help_heading = FRONT_MATTER)]
    infer_paths: bool,
    /// Update known records from their originals
    #[arg(long)]
    update: bool,
    #[command(flatten)]
    common: WriteMany,
}

/// A value of `--map`.
#[derive(Clone)]
struct Mapping {
    word: String,
    status: String,
}

fn mapping(text: &str) -> Result<Mapping, String> {
    let parts = text
        .strip_prefix("status:")
        .and_then(|rest| rest.rsplit_once('='));
    match parts {
        Some((word, status)) if !word.trim().is_empty() && !status.trim().is_empty() => {
            Ok(Mapping {
                word: word.trim().to_owned(),
                status: status.trim().to_owned(),
            })
        }
        _ => Err("expected 'status:WORD=STATUS', such as 'status:Parked=archived'".to_owned()),
    }
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &AdrArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let mut words = Vec::new();
    for Mapping { word, status } in args.words.iter().cloned() {
        words.push(StatusMapping { word, status });
    }
    let request = AdrImport {
        paths: if args.paths.is_empty() {
            usual_decisions(workspace)?
        } else {
            args.paths.clone()
        },
        kind: args.kind,
        scope: match input::scope(args.scope.as_deref())? {
            Some(scope) => scope,
            None => Scope::project(),
        },
        words,
        takes_all: args.all,
        infers_paths: args.infer_paths,
        is_update: args.update,
        dry_run: args.common.dry_run,
    };
    let progress = Progress::new(printer);
    let report = adr(
        workspace,
        &request,
        args.common.stage.is_staged(),
        &mut |phase, done, all| progress.tell(words_of_phase(phase), done, all),
    );
    progress.end();
    let report = report?;
    if printer.is_json() {
        printer.json(AdrImportAnswer::new(&report, args.common.dry_run));
    } else {
        print(&report, args, printer);
    }
    // A folder of other pages is a mistake, and a script should see it.
    let is_nothing = report
        .outcomes
        .iter()
        .all(|outcome| matches!(outcome.fate, Fate::Skipped { .. }));
    Ok(if is_nothing { Exit::No } else { Exit::Done })
}

fn print(report: &AdrReport, args: &AdrArgs, printer: &mut Printer) {
    // Hundreds of lines for a large folder, and the sum comes last.
    printer.page();
    for outcome in &report.outcomes {
        print_line(outcome, printer);
        for note in &outcome.notes {
            printer.styled(&[(DIM, "            "), (DIM, note)]);
        }
    }
    print_sums(report, args.common.dry_run, printer);
    let has = |is: fn(&Fate) -> bool| report.outcomes.iter().any(|outcome| is(&outcome.fate));
    if has(|fate| matches!(fate, Fate::Changed(_))) {
        printer.note("hint: --update updates changed records");
    }
    if has(|fate| matches!(fate, Fate::Skipped { secrets, .. } if !secrets.is_empty())) {
        printer.note(
            "hint: 'git memory scan --allow FINGERPRINT --reason …' lets a false positive pass",
        );
    }
    if report.dates().contains_key(&DateSource::Shallow) {
        printer.note("hint: 'git fetch --unshallow' first, to date every file correctly");
    }
    if !report.unknown_statuses().is_empty() {
        printer.note("hint: --map status:WORD=STATUS maps a word to a status");
    }
}

fn print_line(outcome: &AdrOutcome, printer: &mut Printer) {
    let file = &outcome.file;
    match &outcome.fate {
        Fate::Taken(fact) | Fate::Updated(fact) => print_fact(fact, file, printer),
        Fate::Known(id) => {
            printer.styled(&[(ID, id.as_str()), (DIM, "  known       "), (DIM, file)]);
        }
        Fate::Changed(id) => {
            printer.styled(&[(ID, id.as_str()), (DIM, "  changed     "), (DIM, file)]);
        }
        fate @ Fate::Skipped { .. } => {
            let why = fate.refusal().unwrap_or_default();
            printer.line(format!("skipped     {file}: {why}"));
        }
    }
}

fn print_fact(fact: &Fact, file: &str, printer: &mut Printer) {
    let facts = format!("  {:<10}  {}  ", fact.status, fact.created);
    printer.styled(&[
        (ID, fact.id.as_str()),
        (DIM, &facts),
        (DIM, &fact.title),
        (DIM, " ← "),
        (DIM, file),
    ]);
}

fn print_sums(report: &AdrReport, is_dry_run: bool, printer: &mut Printer) {
    for (words, number) in report.unknown_statuses() {
        printer.line(format!("not understood, so proposed: '{words}' ({number})"));
    }
    let sums = report.sums();
    if sums.taken + sums.updated > 0 {
        let statuses = report.statuses();
        let statuses = statuses.into_iter();
        printer.line(format!("status: {}", listed(statuses)));
        let dates = report.dates();
        let dates = dates.into_iter();
        let dates = dates.map(|(source, number)| (words_of(source.name()), number));
        printer.line(format!("dated by: {}", listed(dates)));
    }
    let (taken, updated) = if is_dry_run {
        ("would be imported", "would be updated")
    } else {
        ("imported", "updated")
    };
    let mut line = format!(
        "{}: {} {taken}, {} already known",
        counted(sums.files, "file"),
        sums.taken,
        sums.known
    );
    // Most imports have neither.
    for (number, what) in [(sums.changed, "changed"), (sums.updated, updated)] {
        if number > 0 {
            line.extend([", ", &number.to_string(), " ", what]);
        }
    }
    printer.line(format!("{line}, {} skipped", sums.skipped));
}

fn words_of_phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Read => "Reading files",
        Phase::Convert => "Converting records",
        Phase::Link => "Linking records",
        Phase::Check => "Checking records",
    }
}

/// `2 active, 1 archived`.
fn listed<'a>(sums: impl Iterator<Item = (&'a str, usize)>) -> String {
    let mut parts = Vec::new();
    for (what, number) in sums {
        parts.push(format!("{number} {what}"));
    }
    parts.join(", ")
}

/// Source of a date, in plain words.
fn words_of(source: &str) -> &str {
    match source {
        "header" => "the text",
        "changelog" => "its changelog",
        "name" => "the file name",
        "git" => "the first commit",
        "shallow" => "the end of this shallow clone, or older",
        _ => "this import",
    }
}
