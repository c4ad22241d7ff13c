//! `git memory hook <name>`: what git's hooks call.

use std::ffi::OsString;
use std::mem::ManuallyDrop;
use std::process;
use std::thread;
use std::time::Duration;

use super::{check, scan};
use crate::app::care::scan::Report;
use crate::app::hooks::{Duty, Hook, follow, guard, leaving, pushed, transaction};
use crate::app::private::notes::rewritten;
use crate::app::workspace::{Error, Invocation, Workspace};
use crate::cli::add::standard_input;
use crate::cli::advice::WORDING;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::Printer;

/// After this time a hook that only follows is not worth waiting for; the next read does its work.
const LIMIT: Duration = Duration::from_secs(10);

pub(super) fn run(
    invocation: &Invocation,
    name: &str,
    arguments: &[OsString],
    printer: &Printer,
) -> Result<Exit, Failure> {
    let Some(hook) = Hook::by_name(name) else {
        return Err(Error::UnknownHook(name.to_owned()).into());
    };
    match hook.duty {
        Duty::Guard => stop_or_go(invocation, hook, printer),
        Duty::Push => {
            let remote = arguments
                .first()
                .map(|name| name.to_string_lossy().into_owned())
                .unwrap_or_default();
            let refs = standard_input(invocation)?;
            if leaving(&refs).is_empty() {
                return moving(invocation, printer, |workspace| {
                    pushed(workspace, &remote, &refs)
                });
            }
            stay(&leaving(&refs), &remote, printer);
            Ok(Exit::No)
        }
        // git calls it when the refs are locked, and when they have moved: only the first time can
        // be stopped.
        Duty::Transaction if arguments.first().is_some_and(|state| state == "prepared") => {
            let refs = standard_input(invocation)?;
            moving(invocation, printer, |workspace| {
                transaction(workspace, &refs)
            })
        }
        Duty::Transaction | Duty::Filter => Ok(Exit::Done),
        Duty::Follow | Duty::Rewrite => {
            thread::spawn(|| {
                thread::sleep(LIMIT);
                process::exit(0);
            });
            let arguments: Vec<String> = arguments
                .iter()
                .map(|word| word.to_string_lossy().into_owned())
                .collect();
            // git is done already; nothing that goes wrong here may look as if it were not.
            let _ = Workspace::open(invocation).map(|workspace| {
                let workspace = ManuallyDrop::new(workspace);
                if hook.duty == Duty::Rewrite {
                    let _ =
                        standard_input(invocation).map(|commits| rewritten(&workspace, &commits));
                }
                let _ = follow(&workspace, hook.name, &arguments);
            });
            Ok(Exit::Done)
        }
    }
}

fn stop_or_go(invocation: &Invocation, hook: Hook, printer: &Printer) -> Result<Exit, Failure> {
    let workspace = ManuallyDrop::new(Workspace::open(invocation)?);
    let verdict = guard(&workspace, hook.name == "pre-commit")?;
    if verdict.errors.is_empty() {
        for path in verdict.rebuilt {
            printer.note(format!("git-memory: {path} is rebuilt into this commit"));
        }
        return Ok(Exit::Done);
    }
    for finding in &verdict.errors {
        printer.note(check::text(finding));
        let hint = (WORDING.sentence)(&finding.fault.code.advice());
        printer.note(format!("hint: {hint}"));
    }
    let errors = if verdict.errors.len() == 1 {
        "1 error".to_owned()
    } else {
        format!("{} errors", verdict.errors.len())
    };
    printer.note(format!(
        "git-memory: commit rejected: {errors} in staged memory; fix it, 'git add', and commit again"
    ));
    Ok(Exit::No)
}

/// Says which refs a push must not carry, and the ways out.
fn stay(refs: &[&str], remote: &str, printer: &Printer) {
    let more = if refs.len() > 1 {
        format!(" and {} more", refs.len() - 1)
    } else {
        String::new()
    };
    printer.note(format!(
        "git-memory: stopped, this push would carry private memory: {}{more}",
        refs[0]
    ));
    printer.note("hint: 'git memory sync' shares it with everybody who can read the remote");
    printer.note(format!(
        "hint: to mirror all but private memory: git push --prune {remote} 'refs/heads/*:refs/heads/*' 'refs/tags/*:refs/tags/*'"
    ));
    printer.note("hint: to push it all the same: git push --no-verify");
}

/// Stops git where what it is about to move or push holds a secret.
fn moving(
    invocation: &Invocation,
    printer: &Printer,
    look: impl Fn(&Workspace) -> Result<Report, Error>,
) -> Result<Exit, Failure> {
    let workspace = ManuallyDrop::new(Workspace::open(invocation)?);
    let report = look(&workspace)?;
    if report.found.is_empty() {
        return Ok(Exit::Done);
    }
    report
        .found
        .iter()
        .for_each(|found| printer.note(scan::text(found)));
    scan::advise(&report, printer);
    printer.note("git-memory: stopped; take it out of the commits that hold it (git rebase -i), and try again");
    Ok(Exit::No)
}
