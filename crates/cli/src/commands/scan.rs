//! `git memory scan`.

use super::verb::{HelpPage, Verb};
use git_memory_app::wire::{Answered, answered};
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::anywhere::{anywhere, known};
use crate::args::{OUTPUT, Stage};
use crate::exit::{Exit, Failure};
use crate::findings::{secret_hints, secret_line};
use crate::output::Printer;
use crate::progress::Progress;
use crate::{input, sarif};
use git_memory_app::secrets::allow::{self, Allowed};
use git_memory_app::secrets::scan::{Target, scan_and_offer, scan_outside};
use git_memory_app::wire::{AllowedAnswer, ScanAnswer};
use git_memory_app::workspace::{At, Invocation, Report, Workspace};
use git_memory_text::counted;

/// Heading of the options about findings that are no secrets.
const FALSE_POSITIVES: &str = "False positives";

#[derive(Args)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is one flag of the command line"
)]
pub(crate) struct ScanArgs {
    /// Files and folders (default: memory in the work tree)
    #[arg(conflicts_with_all = ["stdin", "staged", "rev", "private", "all", "allow"])]
    paths: Vec<PathBuf>,
    /// Scan standard input
    #[arg(long, group = "source")]
    stdin: bool,
    /// Scan every staged file that differs from HEAD
    #[arg(long, group = "source")]
    staged: bool,
    /// Scan a revision's files, or everything that the commits of a range A..B added
    #[arg(long, value_name = "REV", group = "source")]
    rev: Option<String>,
    /// Scan the work log and notes
    #[arg(long, group = "source")]
    private: bool,
    /// Scan everything that any ref reaches
    #[arg(long, group = "source")]
    all: bool,
    /// Mark the finding with this fingerprint as a false positive
    #[arg(
        long,
        help_heading = FALSE_POSITIVES,
        value_name = "FINGERPRINT",
        group = "source",
        requires = "reason"
    )]
    allow: Option<String>,
    /// Why the finding is not a secret, or may be public
    #[arg(long, value_name = "TEXT", requires = "allow", help_heading = FALSE_POSITIVES)]
    reason: Option<String>,
    /// Output format
    #[arg(long, default_value = "text", help_heading = OUTPUT)]
    format: Format,
    #[command(flatten)]
    stage: Stage,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    /// SARIF 2.1.0, for code scanning services
    Sarif,
}

impl ScanArgs {
    fn target(&self) -> Result<Target, Failure> {
        Ok(if self.stdin {
            Target::Text(input::stdin()?)
        } else if self.staged {
            Target::Staged
        } else if let Some(revision) = &self.rev {
            Target::Revision(revision.clone())
        } else if self.private {
            Target::Private
        } else if self.all {
            Target::All
        } else if self.paths.is_empty() {
            Target::Memory
        } else {
            Target::Paths(self.paths.clone())
        })
    }
}

impl Verb for ScanArgs {
    const PAGE: HelpPage = HelpPage {
        more: "A finding shows the kind of secret and its place, never its value; the exit status \
         is 1 if there is one. A fingerprint that --allow takes counts once it is committed.",
        example: "scan --staged",
    };
    const ANSWERS: &[Answered] = &[
        answered::<ScanAnswer>("scan"),
        answered::<AllowedAnswer>("scan --allow"),
    ];
}

pub(crate) fn run(
    invocation: &Invocation,
    args: &ScanArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    if let (Some(fingerprint), Some(reason)) = (&args.allow, &args.reason) {
        let workspace = known(Workspace::open(invocation)?, printer);
        let is_staged = args.stage.is_staged();
        let allowed = allow::allow(workspace, fingerprint, reason, is_staged)?;
        print_allowed(&allowed, printer);
        return Ok(Exit::Done);
    }
    let target = args.target()?;
    // Files and texts are anywhere: outside of a repository, without the settings that one has.
    let At::Repository(workspace) = anywhere(invocation, printer)? else {
        return report(&scan_outside(invocation, &target)?, args, printer);
    };
    let progress = Progress::new(printer);
    let done = scan_and_offer(workspace, &target, &|done, all| {
        progress.tell("Scanning files", done, all);
    });
    progress.end();
    printer.warn_of_unwatched(workspace);
    printer.warn_of_faults(&workspace.unheeded());
    report(&done?, args, printer)
}

fn print_allowed(allowed: &Allowed, printer: &mut Printer) {
    if printer.is_json() {
        printer.json(AllowedAnswer::from(allowed));
        return;
    }
    let Allowed {
        place, rule, file, ..
    } = allowed;
    printer.line(format!("{place}: {rule} is allowed by {file}"));
    printer.note(format!("hint: this takes effect once {file} is committed"));
}

/// Prints what was found.
fn report(report: &Report, args: &ScanArgs, printer: &mut Printer) -> Result<Exit, Failure> {
    let format = if printer.is_json() {
        Format::Json
    } else {
        args.format
    };
    match format {
        Format::Json => printer.json(ScanAnswer::from(report)),
        Format::Sarif => printer.document(&sarif::of_scan(report)?),
        Format::Text => {
            for found in &report.found {
                printer.line(secret_line(found));
            }
        }
    }
    // How much was looked at tells a clean report from one that saw nothing.
    printer.note(format!(
        "scanned {}, {} bytes; skipped {}; {}",
        counted(report.files, "file"),
        report.bytes,
        report.skipped,
        counted(report.found.len(), "finding")
    ));
    if report.found.is_empty() {
        return Ok(Exit::Done);
    }
    for hint in secret_hints(report) {
        printer.note(hint);
    }
    Ok(Exit::No)
}
