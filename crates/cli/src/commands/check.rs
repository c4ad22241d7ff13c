//! `git memory check`.

use super::verb::{HelpPage, Verb};
use clap::{Args, ValueEnum};
use git_memory_app::wire::{Answered, answered};

use crate::exit::{Exit, Failure};
use crate::output::{BAD, BOLD, DIM, ID, PLAIN, Printer};
use crate::{absent, sarif, workflow};
use git_memory_app::View;
use git_memory_app::advice::CLI;
use git_memory_app::care::check;
use git_memory_app::care::check_okf::check_okf;
use git_memory_app::care::check_range::{check_range, ends};
use git_memory_app::wire::{CheckAnswer, FindingItem};
use git_memory_app::workspace::Workspace;
use git_memory_model::record::check::Finding;
use git_memory_model::record::{Code, Severity};

#[derive(Args)]
pub(crate) struct CheckArgs {
    /// Check what is staged
    #[arg(long, conflicts_with = "rev")]
    staged: bool,
    /// Check memory as of this revision, or the commits of a range A..B
    #[arg(long, value_name = "REV|A..B")]
    rev: Option<String>,
    /// Treat warnings as errors, and incomplete decisions and open questions, too
    #[arg(long)]
    strict: bool,
    /// Check whether memory is a bundle of the Open Knowledge Format instead
    #[arg(long, conflicts_with = "strict")]
    okf: bool,
    /// Output format
    #[arg(long, default_value = "text")]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    /// SARIF 2.1.0, for code scanning services
    Sarif,
    /// Workflow commands, which GitHub shows beside the lines of a pull request
    Github,
}

impl Verb for CheckArgs {
    const PAGE: HelpPage = HelpPage {
        more: "Each finding has a place, a code and a fix; for CI, the exit status is 1 if there \
         is an error.",
        example: "check --rev origin/main..HEAD --format github",
    };
    const ANSWERS: &[Answered] = &[answered::<CheckAnswer>("check")];
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &CheckArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let view = (args.rev.is_none() && !args.staged).then_some(View::WorkTree);
    absent::note_absence(workspace, view.as_ref(), printer);
    let findings = findings(workspace, args)?;
    let severity = |finding: &Finding| check::severity(finding, args.strict);
    // --json is the option of all commands, so it wins over this one's own.
    let format = if printer.is_json() {
        Format::Json
    } else {
        args.format
    };
    match format {
        Format::Json => printer.json(CheckAnswer {
            findings: findings
                .iter()
                .map(|finding| FindingItem::new(finding, severity(finding), CLI))
                .collect(),
        }),
        Format::Text => {
            for finding in &findings {
                print(finding, severity(finding), printer);
            }
            // Once: an import may bring hundreds of pages, and a merge many conflicts.
            for code in Code::ALL {
                if findings.iter().any(|finding| finding.fault.code == *code) {
                    let fix = (CLI.sentence)(&code.advice());
                    printer.note(format!("hint: {}: {fix}", code.name()));
                }
            }
        }
        Format::Sarif => {
            let places: Vec<_> = findings.iter().map(|it| placed(it, severity(it))).collect();
            printer.document(&sarif::of_places(&places)?);
        }
        Format::Github => {
            for finding in &findings {
                printer.line(workflow_command(finding, severity(finding)));
            }
        }
    }
    let is_error = |finding| severity(finding) == Severity::Error;
    Ok(if findings.iter().any(is_error) {
        Exit::No
    } else {
        Exit::Done
    })
}

fn findings(workspace: &Workspace, args: &CheckArgs) -> Result<Vec<Finding>, Failure> {
    // Both are compared from where they have left each other, as git compares A...B.
    let range = args.rev.as_deref().and_then(ends);
    let view = match (&args.rev, range) {
        (Some(_), Some(_)) if args.okf => {
            return Err(Failure::usage("--okf checks one revision, not a range"));
        }
        (_, Some((from, to))) => return Ok(check_range(workspace, from, to)?),
        (Some(revision), None) => View::Revision(revision.clone()),
        (None, _) if args.staged => View::Index,
        (None, _) => View::WorkTree,
    };
    let check = if args.okf { check_okf } else { check::check };
    Ok(check(workspace, &view)?)
}

fn print(finding: &Finding, severity: Severity, printer: &mut Printer) {
    let fault = &finding.fault;
    let style = match severity {
        Severity::Error => BAD,
        Severity::Warning | Severity::Notice => ID,
    };
    let place = format!("{}:{}:{}: ", finding.path, fault.line, fault.column);
    let code = format!("{}[{}]", severity.name(), fault.code.name());
    printer.styled(&[
        (BOLD, &place),
        (style, &code),
        (DIM, ": "),
        (PLAIN, &fault.message),
    ]);
}

fn placed(finding: &Finding, severity: Severity) -> sarif::Placed<'_> {
    let fault = &finding.fault;
    let advice = (CLI.sentence)(&fault.code.advice());
    sarif::Placed {
        rule: fault.code.name(),
        level: match severity {
            // SARIF's own word.
            Severity::Notice => "note",
            severity => severity.name(),
        },
        path: finding.path.as_str(),
        line: fault.line,
        message: format!("{}; {advice}", fault.message),
        fingerprint: "",
    }
}

fn workflow_command(finding: &Finding, severity: Severity) -> String {
    let fault = &finding.fault;
    let advice = (CLI.sentence)(&fault.code.advice());
    workflow::Command {
        level: severity.name(),
        path: finding.path.as_str(),
        place: (fault.line, fault.column),
        title: fault.code.name(),
        message: &format!("{}; {advice}", fault.message),
    }
    .to_string()
}
