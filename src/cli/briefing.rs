//! `git memory briefing`.

use crate::app::context::briefing;
use crate::app::workspace::Workspace;
use crate::cli::add::bytes;
use crate::cli::advice::WORDING;
use crate::cli::args::BriefingArgs;
use crate::cli::context::name_faults;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::Printer;
use crate::cli::recall::with_progress;
use crate::domain::context::briefing::Caps;
use crate::wire::BriefingShape;

pub(super) fn run(
    workspace: &Workspace,
    args: &BriefingArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let caps = Caps {
        lines: args.max_lines,
        changes: args.max_changes,
        messages: args.max_messages,
    };
    let said = args
        .messages
        .as_deref()
        .map(|path| bytes(workspace.invocation(), path, u64::MAX))
        .transpose()?;
    let messages = said.map(|said| String::from_utf8_lossy(&said).into_owned());
    let (text, faults) = with_progress(printer, |progress| {
        briefing::make(workspace, messages.as_deref(), caps, WORDING, progress)
    })?;
    if printer.is_json() {
        printer.json(BriefingShape::from(&text));
    } else {
        printer.page();
        printer.raw(text.as_bytes());
    }
    name_faults(&faults, printer);
    if text.is_empty() {
        printer.note("nothing to say: there is neither memory nor history yet, or no room for it");
    }
    Ok(Exit::Done)
}
