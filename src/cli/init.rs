//! `git memory init`.

use super::hooks;
use crate::app::care::init;
use crate::app::care::init::Request;
use crate::app::workspace::Workspace;
use crate::cli::args::InitArgs;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::Printer;
use crate::wire::InitShape;

pub(super) fn run(
    workspace: &Workspace,
    args: &InitArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let request = Request {
        hooks: !args.no_hooks,
        track_derived: args.track_derived,
        rules: args.rules,
        is_staged: !args.stage.no_stage,
    };
    let done = init::init(workspace, request)?;
    let installed = match done.hooks {
        Some(Ok(hooks)) => hooks,
        Some(Err(error)) => {
            printer.note(format!("warning: the hooks were not installed: {error}"));
            printer.note("hint: memory works without them; 'git memory hooks install' tries again");
            Vec::new()
        }
        None => Vec::new(),
    };
    hooks::warn(&installed, printer);
    if printer.is_json() {
        let written = done.written.iter().map(ToString::to_string).collect();
        printer.json(InitShape {
            written,
            hooks: installed.iter().map(hooks::shape).collect(),
        });
        return Ok(Exit::Done);
    }
    done.written
        .iter()
        .for_each(|path| printer.line(path.as_str()));
    let next = if done.written.is_empty() {
        "memory is ready already"
    } else {
        "memory is ready: commit these files"
    };
    printer.note(format!("{next}; then: git memory add-decision \"…\""));
    if !init::has_rules(workspace) {
        printer.note("hint: for agents, 'git memory init --rules' adds a short set of rules, 'git memory rules build' gives it to them");
    }
    Ok(Exit::Done)
}
