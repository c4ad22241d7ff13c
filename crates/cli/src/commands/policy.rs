//! `git memory policy show|check|path`.

use super::verb::{HelpPage, Verb};
use git_memory_app::wire::{Answered, answered};
use std::ffi::OsString;

use clap::{Args, Subcommand};

use crate::args::{Choices, one_of};
use crate::exit::{Exit, Failure};
use crate::output::{BAD, BOLD, DIM, GOOD, PLAIN, Printer};
use git_memory_app::advice::CLI;
use git_memory_app::project::policy::{folder, whole};
use git_memory_app::project::{Access, Judge, Policy, Row, Verdict};
use git_memory_app::wire::{PathAnswer, PolicyAnswer, PolicyCheckAnswer, VerdictItem};
use git_memory_app::workspace::Workspace;

#[derive(Args)]
pub(crate) struct PolicyArgs {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Show which files tools may not touch, or should not
    Show,
    /// Show whether a tool may touch paths; exit status 1 if one is denied
    Check(CheckArgs),
    /// Print the folder that the project index is kept in
    Path,
}

#[derive(Args)]
struct CheckArgs {
    /// Paths or globs, as a tool would be given them
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<OsString>,
    /// The kind of access
    #[arg(
        long = "for",
        value_name = "ACCESS",
        default_value = "read",
        value_parser = one_of(&ACCESSES)
    )]
    access: Access,
}

static ACCESSES: Choices<Access, 3> = [
    ("read", Access::Read, "To read files or list folders"),
    ("write", Access::Write, "To make, change or remove files"),
    (
        "search",
        Access::Search,
        "To look through all that is below",
    ),
];

impl Verb for PolicyArgs {
    const PAGE: HelpPage = HelpPage {
        more: "The hook that agents call before a tool applies the same rules; the exit status of \
         'check' is 1 if a path is denied.",
        example: "policy check --for write src/main.rs",
    };
    const ANSWERS: &[Answered] = &[
        answered::<PolicyCheckAnswer>("policy check"),
        answered::<PathAnswer>("policy path"),
        answered::<PolicyAnswer>("policy show"),
    ];
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &PolicyArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    // As git remote, without a word it shows what is there.
    match args.command.as_ref().unwrap_or(&Command::Show) {
        Command::Show => show(workspace, printer),
        Command::Check(args) => check(workspace, args, printer),
        Command::Path => {
            let path = folder(workspace)?.to_string_lossy().into_owned();
            if printer.is_json() {
                printer.json(PathAnswer { path });
            } else {
                printer.line(path);
            }
            Ok(Exit::Done)
        }
    }
}

fn show(workspace: &Workspace, printer: &mut Printer) -> Result<Exit, Failure> {
    let whole = whole(workspace)?;
    if printer.is_json() {
        printer.json(PolicyAnswer::from(&whole));
        return Ok(Exit::Done);
    }
    printer.page();
    let policy = &whole.policy;
    show_blocked(policy, printer);
    if whole.closes_outside || !policy.derived().is_empty() {
        heading("may be read, not written", printer);
    }
    if whole.closes_outside {
        let why = "outside of the work tree, by policy.outside; temporary and agents' own folders \
                   stay open";
        line("..", why, printer);
    }
    for path in policy.derived() {
        line(path, "made from the records", printer);
    }
    show_rows("left out of searches", policy.ignored(), printer);
    show_rows("in focus", policy.focused(), printer);
    if !whole.faults.is_empty() {
        heading("not read or understood", printer);
    }
    for fault in &whole.faults {
        printer.line(format!("  {fault}"));
    }
    Ok(Exit::Done)
}

fn show_blocked(policy: &Policy, printer: &mut Printer) {
    let blocks = policy.blocks();
    if blocks.is_empty() {
        printer.line("Nothing is blocked: no memory, and no setting blocks a path.");
    } else {
        heading("blocked for tools", printer);
    }
    for blocks in blocks {
        line(blocks.pattern, blocks.why, printer);
    }
    if !policy.open_logs().is_empty() {
        heading("not blocked", printer);
    }
    for log in policy.open_logs() {
        line(log.name, log.why, printer);
    }
}

fn show_rows<'a>(title: &str, rows: impl IntoIterator<Item = &'a Row>, printer: &mut Printer) {
    for (nth, row) in rows.into_iter().enumerate() {
        if nth == 0 {
            heading(title, printer);
        }
        line(&row.shown, &row.source, printer);
    }
}

fn heading(title: &str, printer: &mut Printer) {
    printer.styled(&[(BOLD, title), (PLAIN, ":")]);
}

fn line(pattern: &str, why: &str, printer: &mut Printer) {
    printer.styled(&[
        (PLAIN, &format!("  {pattern}")),
        (DIM, &format!("  ({why})")),
    ]);
}

fn check(workspace: &Workspace, args: &CheckArgs, printer: &mut Printer) -> Result<Exit, Failure> {
    let access = args.access;
    let mut judge = Judge::open(workspace)?;
    let mut verdicts: Vec<(String, Verdict)> = Vec::new();
    for path in &args.paths {
        let verdict = judge.check(path, access)?;
        verdicts.push((path.to_string_lossy().into_owned(), verdict));
    }
    let mut denied = verdicts.iter();
    let is_denied = denied.any(|(_, verdict)| matches!(verdict, Verdict::Denied(_)));
    if printer.is_json() {
        let mut results = Vec::new();
        for (path, verdict) in &verdicts {
            results.push(VerdictItem::new(path, access, verdict, CLI));
        }
        printer.json(PolicyCheckAnswer { results });
    } else {
        for (path, verdict) in &verdicts {
            print(path, verdict, printer);
        }
    }
    Ok(if is_denied { Exit::No } else { Exit::Done })
}

fn print(path: &str, verdict: &Verdict, printer: &mut Printer) {
    if let Verdict::Denied(denial) = verdict {
        let rule = format!("denied[{}]", denial.rule.name());
        printer.styled(&[(BAD, &rule), (PLAIN, " "), (PLAIN, &denial.reason)]);
    } else {
        printer.styled(&[(GOOD, "allowed"), (PLAIN, " "), (PLAIN, path)]);
    }
    if let Verdict::Noted(note) = verdict {
        printer.note(format!("note: {}", note.text));
    }
    for advice in verdict.advice() {
        printer.note(format!("hint: {}", (CLI.sentence)(advice)));
    }
}
