//! `git memory hook pre-tool-use`: what agents call before a tool, with the call as JSON on standard
//! input. It has to be as cheap as starting a program, and may never be what stops an agent: what
//! cannot be found out is allowed with a warning, or denied with `--strict`.

use std::ffi::OsString;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use super::advice::WORDING;
use super::exit::{Exit, Failure};
use super::input::{self, STDIN};
use super::output::Printer;
use crate::app::project::{Denial, ToolCall};
use crate::app::workspace::Invocation;
use crate::wire::ask::{AgentForm, tool_call};
use crate::wire::{ClaudeCodeDenial, PlainDecision};

/// The name that agents call it by.
pub(crate) const NAME: &str = "pre-tool-use";

/// The largest call that is read, in bytes.
const LIMIT: u64 = 16 << 20;
/// A person waits for every call of a tool.
const PATIENCE: Duration = Duration::from_millis(900);

/// What the hook found out.
struct Verdict {
    form: AgentForm,
    /// The denial, or why there can be no verdict.
    denial: Result<Option<Denial>, String>,
}

/// Judges the call on standard input.
///
/// # Errors
/// Arguments that the hook does not have.
pub(crate) fn run(
    invocation: &Invocation,
    arguments: &[OsString],
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let mut is_strict = false;
    for argument in arguments {
        if argument != "--strict" {
            let argument = argument.to_string_lossy();
            return Err(Failure::usage(format!(
                "'{NAME}' takes --strict, not '{argument}'"
            )));
        }
        is_strict = true;
    }
    let Verdict { form, denial } = in_time(invocation);
    let denial = match denial {
        Ok(denial) => denial,
        Err(why) if is_strict => Some(Denial::strict(&why)),
        Err(why) => {
            printer.note(format!("warning: git-memory cannot judge this call: {why}"));
            None
        }
    };
    match (form, &denial) {
        (AgentForm::Plain, denial) => {
            printer.json_line(PlainDecision::new(denial.as_ref(), WORDING));
        }
        (AgentForm::ClaudeCode, Some(denial)) => {
            printer.json_line(ClaudeCodeDenial::new(denial, WORDING));
        }
        // Saying that it may would be taken for a permission that nobody gave.
        (AgentForm::ClaudeCode, None) => {}
    }
    Ok(Exit::Done)
}

/// The verdict, or that it took too long: the process ends with its answer, and so does a thread
/// that is not done.
fn in_time(invocation: &Invocation) -> Verdict {
    let invocation = invocation.clone();
    let (done, is_done) = mpsc::channel();
    thread::spawn(move || {
        // Nobody listens any more after the time limit.
        let _ = done.send(judge(&invocation));
    });
    match is_done.recv_timeout(PATIENCE) {
        Ok(verdict) => verdict,
        Err(_) => Verdict {
            form: AgentForm::ClaudeCode,
            denial: Err("it took too long".to_owned()),
        },
    }
}

fn judge(invocation: &Invocation) -> Verdict {
    let unclear = |form, why| Verdict {
        form,
        denial: Err(why),
    };
    let text = match input::at_most(invocation, STDIN.as_ref(), LIMIT) {
        Ok(text) => text,
        Err(failure) => return unclear(AgentForm::ClaudeCode, failure.message),
    };
    let (form, call) = match tool_call(&text) {
        Ok(read) => read,
        Err((form, why)) => return unclear(form, why.to_string()),
    };
    match ToolCall::judge(&call, invocation) {
        Ok(denial) => Verdict {
            form,
            denial: Ok(denial),
        },
        Err(error) => unclear(form, error.to_string()),
    }
}
