//! `git memory policy show|check|path`.

use std::ffi::OsString;

use clap::{Args, Subcommand, ValueEnum};

use super::advice::WORDING;
use super::exit::{Exit, Failure};
use super::output::{BAD, BOLD, DIM, GOOD, PLAIN, Printer};
use crate::app::project::policy::{folder, whole};
use crate::app::project::{Access, Denial, Judge, Policy, Row};
use crate::app::workspace::Workspace;
use crate::wire::{PathAnswer, PolicyAnswer, PolicyCheckAnswer, VerdictItem};

#[derive(Args)]
pub(crate) struct PolicyArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Show what tools may not touch, and what they should leave alone
    Show,
    /// Say whether a tool may touch paths; exit status 1 where one is denied
    Check(CheckArgs),
    /// Print the folder that the project index is kept in
    Path,
}

#[derive(Args)]
struct CheckArgs {
    /// Paths or globs, as a tool would be given them
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<OsString>,
    /// What for
    #[arg(long = "for", value_name = "ACCESS", default_value = "read")]
    access: AccessName,
}

#[derive(Clone, Copy, ValueEnum)]
enum AccessName {
    /// To read files or list folders
    Read,
    /// To make, change or remove files
    Write,
    /// To look through all that is below
    Search,
}

impl From<AccessName> for Access {
    fn from(name: AccessName) -> Self {
        match name {
            AccessName::Read => Self::Read,
            AccessName::Write => Self::Write,
            AccessName::Search => Self::Search,
        }
    }
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &PolicyArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    match &args.command {
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
    heading("may be read, not written", printer);
    line("..", "outside of the work tree", printer);
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
    heading("blocked for tools", printer);
    for blocks in policy.blocks() {
        line(blocks.pattern, blocks.why, printer);
    }
    let own: Vec<&str> = policy.own_logs().collect();
    if own.is_empty() {
        return;
    }
    heading("not blocked", printer);
    for log in own {
        line(log, "git tracks it: the project's own source", printer);
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
    let access = Access::from(args.access);
    let judge = Judge::open(workspace, access == Access::Search)?;
    let mut verdicts: Vec<(String, Option<Denial>)> = Vec::new();
    for path in &args.paths {
        let denial = judge.argument(path, access);
        verdicts.push((path.to_string_lossy().into_owned(), denial));
    }
    let is_denied = verdicts.iter().any(|(_, denial)| denial.is_some());
    if printer.is_json() {
        let mut results = Vec::new();
        for (path, denial) in &verdicts {
            results.push(VerdictItem::new(path, access, denial.as_ref(), WORDING));
        }
        printer.json(PolicyCheckAnswer { results });
    } else {
        for (path, denial) in &verdicts {
            print(path, denial.as_ref(), printer);
        }
    }
    Ok(if is_denied { Exit::No } else { Exit::Done })
}

fn print(path: &str, denial: Option<&Denial>, printer: &mut Printer) {
    let Some(denial) = denial else {
        return printer.styled(&[(GOOD, "allowed"), (PLAIN, " "), (PLAIN, path)]);
    };
    let rule = format!("denied[{}]", denial.rule.name());
    printer.styled(&[(BAD, &rule), (PLAIN, " "), (PLAIN, &denial.reason)]);
    for advice in &denial.advice {
        printer.note(format!("hint: {}", (WORDING.sentence)(advice)));
    }
}
