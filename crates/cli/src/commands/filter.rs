//! `git memory filter`: what git runs before a file below `memory/` becomes an object.

use super::verb::{HelpPage, Verb};
use clap::Args;

use crate::exit::{Exit, Failure};
use crate::output::Printer;
use git_memory_app::hooks::{Operation, serve_filter};
use git_memory_app::secrets::{Filtered, Passed, filtered, filtered_by_rules};
use git_memory_app::workspace::{Error, Invocation, Workspace};
use git_memory_text::cause;

#[derive(Args)]
pub(crate) struct FilterArgs {}

impl Verb for FilterArgs {
    const PAGE: HelpPage = HelpPage {
        more: "git starts it as 'filter.git-memory.process', for the files that it stores or \
               checks out.",
        example: "filter",
    };
}

pub(crate) fn run(
    invocation: &Invocation,
    _args: &FilterArgs,
    printer: &Printer,
) -> Result<Exit, Failure> {
    // git starts the filter for a checkout, too, which needs no repository of ours.
    let mut opened: Option<&'static Workspace> = None;
    let mut said = Said::default();
    let mut passed = Passed::default();
    let may_pass = |operation, path: &str, content: &[u8]| {
        // Content that is in git already is checked elsewhere, and must come out as it went in.
        if operation == Operation::Smudge || passed.has(path, content) {
            return true;
        }
        let filtered = match workspace(&mut opened, invocation, printer) {
            Ok(workspace) => filtered(workspace, path, content),
            Err(fault) => filtered_by_rules(path, content, fault),
        };
        if let Some(fault) = &filtered.fault {
            said.fault(path, fault, printer);
        }
        let may_pass = said.may_pass(path, &filtered, printer);
        if may_pass {
            passed.keep(path, content);
        }
        may_pass
    };
    match serve_filter(may_pass) {
        Ok(()) => Ok(Exit::Done),
        Err(error) => Err(
            Failure::fatal(format!("git's filter protocol: {}", cause(&error)))
                .hint("git runs this command, see git help attributes"),
        ),
    }
}

/// The repository, opened once, and not given back: git ends the filter when it is done.
fn workspace(
    opened: &mut Option<&'static Workspace>,
    invocation: &Invocation,
    printer: &Printer,
) -> Result<&'static Workspace, Error> {
    if let Some(workspace) = *opened {
        return Ok(workspace);
    }
    let mut workspace = Workspace::open(invocation)?;
    let mut faults = workspace.pass_over_settings();
    let workspace: &'static Workspace = Box::leak(Box::new(workspace));
    printer.guard_by(workspace);
    // The rest does not matter to what git stores; every other command names it.
    faults.extend(workspace.unheeded_protection());
    printer.warn_of_faults(&faults);
    *opened = Some(workspace);
    Ok(workspace)
}

/// Warnings about files that pass all the same.
#[derive(Default)]
struct Said {
    is_warned: bool,
    /// True if a fault was told that is not a file's own.
    has_fault: bool,
}

impl Said {
    /// Tells the first fault that left a file to the built-in rules: git asks for every file that
    /// may have changed, and the others have the same one.
    fn fault(&mut self, path: &str, fault: &Error, printer: &Printer) {
        if std::mem::replace(&mut self.has_fault, true) {
            return;
        }
        printer.note(format!(
            "warning: {path} was scanned by the built-in rules only: {fault}"
        ));
        printer.note("hint: the pre-commit hook scans it again");
    }

    /// True if git may store a file; says why not.
    fn may_pass(&mut self, path: &str, filtered: &Filtered, printer: &Printer) -> bool {
        if filtered.is_clean() {
            return true;
        }
        if filtered.is_known {
            self.warn(path, filtered, printer);
            return true;
        }
        for finding in &filtered.found {
            printer.note(format!("{path}:{finding}"));
        }
        if let Some(name) = &filtered.name {
            printer.note(format!("{name}: this file's name looks like a secret"));
        }
        printer.note("hint: possible secret, not stored by git: remove it, and try again");
        false
    }

    /// Warns of the first file that is in the repository with what looks like a secret: git asks
    /// for every file that may have changed, and one line is enough to begin with.
    fn warn(&mut self, path: &str, filtered: &Filtered, printer: &Printer) {
        if std::mem::replace(&mut self.is_warned, true) {
            return;
        }
        match (
            &filtered.name,
            filtered.found.first(),
            &filtered.fingerprint,
        ) {
            (None, Some(finding), Some(fingerprint)) => {
                printer.note(format!("warning: {path}:{finding} is in the repository"));
                printer.note(format!(
                    "hint: if it is a false positive: \
                     'git memory scan --allow {fingerprint} --reason <text>', and commit that"
                ));
            }
            (Some(name), ..) => printer.note(format!(
                "warning: {name} is in the repository, and its name looks like a secret"
            )),
            _ => {}
        }
        printer.note("hint: 'git memory check' names all of them; revoke what is real");
    }
}
