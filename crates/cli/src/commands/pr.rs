//! `git memory pr`.

use super::verb::{HelpPage, Verb};
use clap::{Args, ValueEnum};
use git_memory_app::wire::{Answered, PrAnswer, answered};
use serde_json::json;

use crate::comment::comment;
use crate::exit::{Exit, Failure};
use crate::output::Printer;
use crate::progress::Progress;
use crate::{sarif, workflow};
use git_memory_app::pr::{Found, Kind, Level, PrRequest, PullRequest, pr};
use git_memory_app::workspace::Workspace;
use git_memory_text::counted;

#[derive(Args)]
pub(crate) struct PrArgs {
    /// The change (default: from this branch's upstream or the default branch to HEAD)
    #[arg(value_name = "BASE..HEAD")]
    range: Option<String>,
    /// Only what these files have to do with; memory counts always
    #[arg(last = true, value_name = "PATH")]
    paths: Vec<String>,
    /// Output format
    #[arg(long, default_value = "markdown")]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// One text for a comment; empty if there is nothing to tell
    Markdown,
    Json,
    /// SARIF 2.1.0, for code scanning services
    Sarif,
    /// Workflow commands, which GitHub shows beside the lines of a pull request
    Github,
    /// A code quality report of GitLab
    Gitlab,
}

impl Verb for PrArgs {
    const PAGE: HelpPage = HelpPage {
        more: "The exit status is 1 if a finding blocks the change; 'pr' in the base's \
         config.yaml says which kinds do. The trailer 'Decision: ID' of a commit says that it \
         follows a decision, 'Decision-Exempt: ID REASON' waives one.",
        example: "pr origin/main..HEAD",
    };
    const ANSWERS: &[Answered] = &[answered::<PrAnswer>("pr")];
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &PrArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let request = PrRequest {
        range: args.range.clone(),
        paths: args.paths.clone(),
    };
    let progress = Progress::new(printer);
    let tell = |done, all| progress.tell("Reading records", done, all);
    let found = pr(workspace, &request, &tell);
    progress.end();
    let found = found?;
    let format = if printer.is_json() {
        Format::Json
    } else {
        args.format
    };
    if format == Format::Json {
        printer.json(PrAnswer::from(found.as_ref()));
    }
    let Some(found) = found else {
        printer.note("note: this branch has no upstream, and there is no other default branch");
        printer.note("hint: name the change: git memory pr <base>..HEAD");
        return Ok(Exit::Done);
    };
    match format {
        Format::Json => {}
        Format::Markdown => printer.markdown(&comment(&found)),
        Format::Sarif => {
            let places: Vec<_> = found.findings.iter().map(placed).collect();
            printer.document(&sarif::of_places(&places)?);
        }
        Format::Github => {
            for finding in &found.findings {
                printer.line(workflow_command(finding));
            }
        }
        Format::Gitlab => printer.document(&code_quality(&found)?),
    }
    if found.passes() {
        return Ok(Exit::Done);
    }
    let blocking = found
        .findings
        .iter()
        .filter(|it| it.level == Level::Blocking);
    printer.note(format!("{} the change", blocks(blocking.count())));
    Ok(Exit::No)
}

fn blocks(count: usize) -> String {
    let verb = if count == 1 { "blocks" } else { "block" };
    format!("{} {verb}", counted(count, "finding"))
}

/// The level of a finding in the words of GitHub's workflows.
fn level(found: &Found) -> &'static str {
    match (found.level, found.kind) {
        (Level::Blocking, _) => "error",
        (_, Kind::Applies | Kind::Incoming) => "notice",
        _ => "warning",
    }
}

/// A finding with the decision that it is about.
fn sentence(found: &Found) -> String {
    match &found.record {
        Some((id, title)) => format!("{}: {}; {}", id, title.as_str(), found.message.as_str()),
        None => found.message.to_string(),
    }
}

fn placed(found: &Found) -> sarif::Placed<'_> {
    sarif::Placed {
        rule: found.kind.name(),
        level: match level(found) {
            "notice" => "note",
            level => level,
        },
        path: &found.path,
        line: found.line,
        message: sentence(found),
        fingerprint: &found.fingerprint,
    }
}

fn workflow_command(found: &Found) -> String {
    workflow::Command {
        level: level(found),
        path: &found.path,
        place: (found.line, 1),
        title: found.kind.name(),
        message: &sentence(found),
    }
    .to_string()
}

/// The findings as GitLab reads them (docs.gitlab.com, "Code Quality report format").
fn code_quality(found: &PullRequest) -> Result<String, Failure> {
    let mut report = Vec::new();
    for it in &found.findings {
        report.push(json!({
            "description": sentence(it),
            "check_name": it.kind.name(),
            "fingerprint": it.fingerprint,
            "severity": match level(it) {
                "error" => "blocker",
                "warning" => "minor",
                _ => "info",
            },
            "location": { "path": it.path, "lines": { "begin": it.line } },
        }));
    }
    serde_json::to_string_pretty(&report)
        .map_err(|error| Failure::fatal(format!("cannot write the report: {error}")))
}
