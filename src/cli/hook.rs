//! `git memory hook <name>`: what git's hooks call.

use std::ffi::OsString;
use std::mem::ManuallyDrop;
use std::process;
use std::thread;
use std::time::Duration;

use super::check;
use super::exit::{Exit, Failure};
use super::output::Printer;
use crate::app::hooks::{Duty, Hook, follow, guard};
use crate::app::{Desk, Error};

/// After this time a hook that only follows is not worth waiting for; the next read does its work.
const LIMIT: Duration = Duration::from_secs(10);

pub(super) fn run(name: &str, arguments: &[OsString], printer: &Printer) -> Result<Exit, Failure> {
    let Some(hook) = Hook::by_name(name) else { return Err(Error::UnknownHook(name.to_owned()).into()) };
    match hook.duty {
        Duty::Guard => stop_or_go(hook, printer),
        Duty::Follow => {
            thread::spawn(|| {
                thread::sleep(LIMIT);
                process::exit(0);
            });
            let arguments: Vec<String> = arguments.iter().map(|word| word.to_string_lossy().into_owned()).collect();
            // git is done already; nothing that goes wrong here may look as if it were not.
            let _ = Desk::open().map(|desk| follow(&ManuallyDrop::new(desk), hook.name, &arguments));
            Ok(Exit::Done)
        }
    }
}

fn stop_or_go(hook: Hook, printer: &Printer) -> Result<Exit, Failure> {
    let desk = ManuallyDrop::new(Desk::open()?);
    let verdict = guard(&desk, hook.name == "pre-commit")?;
    if verdict.errors.is_empty() {
        for path in verdict.rebuilt {
            printer.note(format!("git-memory: {path} is rebuilt into this commit"));
        }
        return Ok(Exit::Done);
    }
    for finding in &verdict.errors {
        printer.note(check::text(finding));
        printer.note(format!("hint: {}", finding.fault.code.mend()));
    }
    let errors =
        if verdict.errors.len() == 1 { "1 error".to_owned() } else { format!("{} errors", verdict.errors.len()) };
    printer.note(format!("git-memory: stopped, {errors} in what is staged; mend, 'git add', and try again"));
    Ok(Exit::No)
}
