//! `git memory hook session-start` and its like: what agents call at the moments of a session, with
//! a JSON object on standard input. They have to be as cheap as starting a program, and may never be
//! what stops an agent: what goes wrong is a warning, and a call of a tool that cannot be judged is
//! allowed, or denied with `--strict`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;

use crate::exit::{Exit, Failure};
use crate::input::{self, STDIN};
use crate::output::Printer;
use git_memory_agents::agent_setup::NO_POLICY;
use git_memory_app::advice::CLI;
use git_memory_app::project::{Denial, Judgement};
use git_memory_app::session::{Patience, govern, warm};
use git_memory_app::verify::edits;
use git_memory_app::wire::AgentAnswer;
use git_memory_app::wire::{Agent, AgentEvent, AgentForm, AgentInput};
use git_memory_app::workspace::{Error, Invocation};
use git_memory_guard::Clean;
use git_memory_text::limits;

/// The reason of a hook whose input did not come in time.
const NO_INPUT: &str = "no input came";
/// The reason of a hook that ran out of time itself.
const INDEXING: &str = "still indexing this repository (first run); the next hook adds the rest";

/// How the hook is called.
#[derive(Clone, Copy)]
struct Asked {
    event: AgentEvent,
    agent: Option<Agent>,
    is_strict: bool,
    /// True if calls of tools are judged, or only told what governs their files.
    is_judging: bool,
}

/// The hook's answer and warnings.
#[derive(Default)]
struct Reply {
    answer: Option<AgentAnswer>,
    warnings: Vec<String>,
}

/// Answers the input on standard input.
///
/// # Errors
/// Arguments that the hook does not have.
pub(crate) fn run(
    invocation: &Invocation,
    event: AgentEvent,
    arguments: &[OsString],
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let asked = asked(event, arguments, printer)?;
    let reply = in_time(invocation, asked);
    for warning in reply.warnings {
        printer.note(format!("warning: {warning}"));
    }
    match reply.answer {
        Some(AgentAnswer::Words(why)) => {
            printer.note(why);
            Ok(Exit::Refused)
        }
        Some(answer) => {
            printer.json_line(answer);
            Ok(Exit::Done)
        }
        None => Ok(Exit::Done),
    }
}

fn asked(event: AgentEvent, arguments: &[OsString], printer: &Printer) -> Result<Asked, Failure> {
    let mut asked = Asked {
        event,
        agent: None,
        is_strict: false,
        is_judging: true,
    };
    let mut arguments = arguments.iter().map(|argument| argument.to_string_lossy());
    while let Some(argument) = arguments.next() {
        if argument == "--strict" && event == AgentEvent::PreToolUse {
            asked.is_strict = true;
            continue;
        }
        if argument == NO_POLICY && event == AgentEvent::PreToolUse {
            asked.is_judging = false;
            continue;
        }
        let name = match argument.strip_prefix("--agent=") {
            Some(name) => Some(name.to_owned()),
            None if argument == "--agent" => arguments.next().map(String::from),
            None => None,
        };
        let Some(name) = name else {
            let known = match event {
                AgentEvent::PreToolUse => "--agent NAME, --strict and --no-policy",
                _ => "--agent NAME",
            };
            return Err(Failure::usage(format!(
                "'{}' takes {known}, not '{argument}'",
                event.name()
            )));
        };
        match name.parse() {
            Ok(agent) => asked.agent = Some(agent),
            // A later version wrote the configuration; most agents speak alike.
            Err(unknown) => printer.note(format!("warning: {unknown}")),
        }
    }
    Ok(asked)
}

/// A message from a hook that is at work.
enum Heard {
    /// It has read its input, which names a folder or none.
    Folder(Option<PathBuf>),
    /// It allows the call of a tool, and looks for the records that apply to its files.
    Allowed(AgentForm),
    /// It is done.
    Reply(Reply),
}

/// The reply, or that there was no time for it: the process ends with its answer, and so does a
/// thread that is not done. A process that has the time reads once more, for the next hook.
fn in_time(invocation: &Invocation, asked: Asked) -> Reply {
    let patience = Patience::of(invocation, asked.event);
    let (tell, heard) = mpsc::channel();
    let ours = invocation.clone();
    // Without a thread to spare, nothing is heard of it.
    let _ = thread::Builder::new().spawn(move || {
        let reply = reply(&ours, asked, &tell);
        // The receiver is gone after the time limit.
        let _ = tell.send(Heard::Reply(reply));
    });
    let (mut folder, mut allowed, mut is_late) = (None, None, true);
    while let Some(left) = patience.left() {
        match heard.recv_timeout(left) {
            Ok(Heard::Folder(named)) => folder = Some(named),
            Ok(Heard::Allowed(form)) => allowed = Some(form),
            Ok(Heard::Reply(reply)) => return reply,
            Err(RecvTimeoutError::Timeout) => {}
            // The thread is gone: time would not have helped it.
            Err(RecvTimeoutError::Disconnected) => {
                is_late = false;
                break;
            }
        }
    }
    let Some(folder) = folder else {
        return unclear(asked, None, NO_INPUT);
    };
    let mut reply = match allowed {
        // It was judged, and that stands.
        Some(form) => Reply {
            answer: AgentAnswer::allowance(form),
            warnings: vec![format!("git-memory: {INDEXING}")],
        },
        None => unclear(asked, None, INDEXING),
    };
    if is_late && let Err(error) = warm::start_late(invocation, folder.as_deref(), asked.event) {
        reply.warnings.push(format!("git-memory: {error}"));
    }
    reply
}

fn reply(invocation: &Invocation, asked: Asked, tell: &Sender<Heard>) -> Reply {
    let text = match input::at_most(invocation, STDIN.as_ref(), limits::HOOK_INPUT_BYTES) {
        Ok(text) => text,
        Err(failure) => return unclear(asked, None, &failure.message),
    };
    let input = match AgentInput::read(&text, asked.agent) {
        Ok(input) => input,
        Err(why) => return unclear(asked, None, &why.to_string()),
    };
    // As above.
    let _ = tell.send(Heard::Folder(input.session.folder.clone()));
    if asked.event == AgentEvent::PreToolUse {
        return before_tool(invocation, asked, &input, tell);
    }
    match of_session(invocation, asked.event, &input) {
        Ok(reply) => reply,
        Err(error) => unclear(asked, Some(input.form), &error.to_string()),
    }
}

/// The reply where something is wrong: a warning, or a denial with `--strict`.
fn unclear(asked: Asked, form: Option<AgentForm>, why: &str) -> Reply {
    let form = form.or_else(|| asked.agent.map(AgentForm::of));
    let form = form.unwrap_or_else(AgentForm::usual);
    if asked.is_strict && asked.is_judging {
        let answer = AgentAnswer::denial(form, &Denial::strict(why), CLI);
        return Reply {
            answer: Some(answer),
            warnings: Vec::new(),
        };
    }
    let warning = if asked.event == AgentEvent::PreToolUse {
        format!("git-memory cannot check this call: {why}")
    } else {
        format!("git-memory {}: {why}", asked.event.name())
    };
    Reply {
        answer: AgentAnswer::allowance(form),
        warnings: vec![warning],
    }
}

/// Judges the call of a tool; of a file that may be touched, says what governs it.
fn before_tool(
    invocation: &Invocation,
    asked: Asked,
    input: &AgentInput,
    tell: &Sender<Heard>,
) -> Reply {
    let form = input.form;
    let call = match input.tool_call() {
        Ok(call) => call,
        Err(why) => return unclear(asked, Some(form), &why.to_string()),
    };
    let is_told = form.hears(asked.event).is_some() && !input.is_guest;
    let allowed = match call.judge(invocation, asked.is_judging, is_told) {
        Ok(Judgement::Denied(denial)) => {
            return Reply {
                answer: Some(AgentAnswer::denial(form, &denial, CLI)),
                warnings: Vec::new(),
            };
        }
        Ok(Judgement::Allowed(allowed)) => allowed,
        Err(error) => return unclear(asked, Some(form), &error.to_string()),
    };
    // Only the checked part of the call is known to be allowed.
    if let Some(why) = allowed.unclear {
        return unclear(asked, Some(form), why);
    }
    let mut reply = Reply {
        answer: AgentAnswer::allowance(form),
        warnings: Vec::new(),
    };
    // As above.
    let _ = tell.send(Heard::Allowed(form));
    let mut touched = allowed.touched;
    match edits::judge(&allowed.edited, &mut touched) {
        Ok(Some(denial)) => {
            reply.answer = Some(AgentAnswer::denial(form, &denial, CLI));
            return reply;
        }
        Ok(None) => {}
        // It was judged, and that stands.
        Err(error) => reply.warnings.push(format!("git-memory: {error}")),
    }
    if !is_told {
        return reply;
    }
    match govern::call(&input.session, touched, CLI) {
        Ok(told) => {
            reply.answer = AgentAnswer::context(form, asked.event, told.text);
            reply.warnings.extend(lines(&told.faults));
        }
        // It was judged, and that stands.
        Err(error) => reply.warnings.push(format!("git-memory: {error}")),
    }
    reply
}

fn of_session(
    invocation: &Invocation,
    event: AgentEvent,
    input: &AgentInput,
) -> Result<Reply, Error> {
    let (form, session) = (input.form, &input.session);
    let is_heard = form.hears(event).is_some();
    if input.is_guest || !is_heard && event != AgentEvent::SessionEnd {
        return Ok(Reply::default());
    }
    let Some(workspace) = session.open(invocation)? else {
        return Ok(Reply::default());
    };
    let moment = govern::Moment {
        event,
        prompt: input.prompt.as_deref().unwrap_or_default(),
        is_anew: input.is_anew,
        is_repeated: input.is_repeated,
    };
    let told = govern::hear(workspace, session, &moment, CLI)?;
    let mut warnings = lines(&told.faults);
    // The hooks to come ask for more than the first one did.
    if event == AgentEvent::SessionStart
        && let Err(error) = warm::start_ahead(workspace)
    {
        warnings.push(format!("git-memory: {error}"));
    }
    Ok(Reply {
        answer: AgentAnswer::context(form, event, told.text),
        warnings,
    })
}

fn lines(faults: &[Clean]) -> Vec<String> {
    faults.iter().map(ToString::to_string).collect()
}
