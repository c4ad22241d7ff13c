//! `git memory verify`.

use super::verb::{HelpPage, Verb};
use clap::{Args, ValueEnum};
use git_memory_app::wire::{Answered, BisectAnswer, VerifyAnswer, answered};

use crate::exit::{Exit, Failure};
use crate::findings::{exception_hint, reasons, violation_line, violation_sentence};
use crate::output::{BOLD, DIM, ID, PLAIN, Printer};
use crate::progress::Progress;
use crate::{sarif, workflow};
use git_memory_app::View;
use git_memory_app::care::check_range::ends;
use git_memory_app::verify::bisect::{Bisected, Broke, bisect};
use git_memory_app::verify::{self, Age, Verification, VerifyRequest, Violation};
use git_memory_app::workspace::{Error, Workspace};
use git_memory_model::checks::Rule;
use git_memory_text::counted;
use git_memory_text::date::rfc3339;

#[derive(Args)]
pub(crate) struct VerifyArgs {
    /// Records whose checks are run (default: all that are in force)
    #[arg(value_name = "ID")]
    records: Vec<String>,
    /// Verify what is staged
    #[arg(long, conflicts_with = "rev")]
    staged: bool,
    /// Verify a revision, or what the commits of a range A..B brought
    #[arg(long, value_name = "REV|A..B")]
    rev: Option<String>,
    /// Also list old places, and those that a comment excepts
    #[arg(long)]
    all: bool,
    /// Find the commit that first broke a record's checks, in all of its history or in --rev
    /// GOOD..BAD
    #[arg(long, conflicts_with_all = ["staged", "all"])]
    bisect: bool,
    /// Output format
    #[arg(long, default_value = "text", conflicts_with = "bisect")]
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

impl Verb for VerifyArgs {
    const PAGE: HelpPage = HelpPage {
        more: "A record's 'checks' say what files must contain, or must not. What was there when \
         the record came into force is old and only counted; anything newer makes the exit status \
         1.\
         \n\nA check is 'forbid', 'require', 'forbid-code' (a pattern of syntax), \
         'forbid-dependency' or 'command'. In the front matter:\
         \n\n    checks:\n      - forbid: 'use reqwest'    # a regular expression of a line\
         \n        in: ['src/domain/**']\n        except: ['src/domain/http/**']",
        example: "verify --rev origin/main..HEAD",
    };
    const ANSWERS: &[Answered] = &[
        answered::<VerifyAnswer>("verify"),
        answered::<BisectAnswer>("verify --bisect"),
    ];
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &VerifyArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let progress = Progress::new(printer);
    let tell = |done, all| progress.tell("Reading files", done, all);
    if args.bisect {
        let (good, bad) = match args.rev.as_deref().and_then(ends) {
            Some((good, bad)) => (Some(good).filter(|it| !it.is_empty()), Some(bad)),
            None => (None, args.rev.as_deref()),
        };
        let bad = bad.filter(|it| !it.is_empty());
        let [record] = args.records.as_slice() else {
            return Err(Failure::usage("--bisect takes the ID of one record"));
        };
        let found = bisect(workspace, record, good, bad, &tell);
        progress.end();
        return Ok(print_bisected(&found?, record, printer));
    }
    let request = request(workspace, args)?;
    let found = verify::verify(workspace, &request, &tell);
    progress.end();
    match found {
        Err(error @ Error::UnknownRecord(_)) => Err(Failure::from(error).skipped()),
        found => print(&found?, args, printer),
    }
}

fn request(workspace: &Workspace, args: &VerifyArgs) -> Result<VerifyRequest, Failure> {
    let (view, since) = match (args.rev.as_deref().and_then(ends), &args.rev) {
        (Some((from, to)), _) => {
            let named = |name: &str| {
                if name.is_empty() {
                    "HEAD".to_owned()
                } else {
                    name.into()
                }
            };
            let (from, to) = (named(from), named(to));
            let history = workspace.store().history();
            // What the other branch did since is not the range's doing.
            let base = history.merge_base(&from, &to);
            (View::Revision(to), Some(base?))
        }
        (None, Some(revision)) => (View::Revision(revision.clone()), None),
        (None, None) if args.staged => (View::Index, None),
        (None, None) => match workspace.store().present()? {
            Some(view) => (view, None),
            None => (View::WorkTree, None),
        },
    };
    Ok(VerifyRequest {
        view,
        since,
        names: args.records.clone(),
        may_run_commands: true,
    })
}

fn print(found: &Verification, args: &VerifyArgs, printer: &mut Printer) -> Result<Exit, Failure> {
    let format = if printer.is_json() {
        Format::Json
    } else {
        args.format
    };
    match format {
        Format::Json => printer.json(VerifyAnswer::from(found)),
        Format::Sarif => printer.document(&sarif::of_verification(found)?),
        Format::Text => {
            for violation in &found.violations {
                if args.all || violation.age == Age::New {
                    printer.line(violation_line(violation));
                    for line in &violation.output {
                        printer.line(format!("    {line}"));
                    }
                }
            }
        }
        Format::Github => {
            for violation in found.violations.iter().filter(|it| it.age == Age::New) {
                printer.line(workflow_command(violation));
            }
        }
    }
    print_rest(found, printer);
    Ok(if !found.is_kept() {
        Exit::No
    } else if !args.records.is_empty() && found.checks == 0 {
        // `git bisect run` goes on with another commit.
        Exit::Skipped
    } else {
        Exit::Done
    })
}

fn workflow_command(found: &Violation) -> String {
    workflow::Command {
        level: "error",
        path: &found.path,
        place: (found.line.max(1), 1),
        title: found.record.header.id.as_str(),
        message: &violation_sentence(found),
    }
    .to_string()
}

/// Prints what stands beside the places: the reasons, broken checks, files that were not read, and
/// what was looked at.
fn print_rest(found: &Verification, printer: &mut Printer) {
    for reason in reasons(&found.violations) {
        printer.note(reason);
    }
    for broken in &found.broken {
        let path = &broken.record.path;
        printer.note(match broken.number {
            0 => format!("error: {path}: checks: {}", broken.reason),
            number => format!("error: {path}: check {number}: {}", broken.reason),
        });
    }
    for skipped in &found.not_run {
        let path = &skipped.record.path;
        let (number, reason) = (skipped.number, &skipped.reason);
        printer.note(format!(
            "warning: {path}: check {number} was not run: {reason}"
        ));
    }
    for (record, number) in &found.idle {
        let path = &record.path;
        printer.note(format!("warning: {path}: check {number} is about no file"));
    }
    for path in &found.unread {
        printer.note(format!(
            "warning: {path} was not read: it is too large or too hard, or not in this clone"
        ));
    }
    printer.note(format!(
        "ran {} over {}: {} new, {} old, {} excepted",
        counted(found.checks, "check"),
        counted(found.files, "file"),
        found.count(Age::New),
        found.count(Age::Old),
        found.count(Age::Exempt),
    ));
    if found
        .not_run
        .iter()
        .any(|it| it.reason.contains("verifyCommands"))
    {
        printer.note("hint: to run the commands of records: git config memory.verifyCommands yes");
    }
    let mut places = found.violations.iter().filter(|it| it.age == Age::New);
    if let Some(first) = places.find(|it| !matches!(it.rule, Rule::Command(_))) {
        printer.note(exception_hint(first));
    }
    if found.checks == 0 && found.broken.is_empty() && found.not_run.is_empty() {
        printer.note("hint: to declare checks in a record: git memory help verify");
    }
}

fn print_bisected(found: &Bisected, record: &str, printer: &mut Printer) -> Exit {
    if printer.is_json() {
        printer.json(BisectAnswer::from(found));
    }
    let Bisected::Broke(broke) = found else {
        printer.note(format!("no commit broke the checks of {record}"));
        return Exit::Done;
    };
    if !printer.is_json() {
        let Broke {
            author, subject, ..
        } = &**broke;
        let (commit, date) = (broke.commit.to_string(), rfc3339(broke.time));
        let day = date.split('T').next().unwrap_or_default();
        printer.styled(&[
            (ID, &commit),
            (PLAIN, " "),
            (DIM, day),
            (PLAIN, " "),
            (BOLD, subject),
            (DIM, &format!(" ({author})")),
        ]);
        for violation in &broke.violations {
            printer.line(violation_line(violation));
        }
    }
    Exit::No
}
