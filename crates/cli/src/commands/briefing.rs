//! `git memory briefing`.

use super::verb::{HelpPage, Verb};
use git_memory_app::wire::{Answered, answered};
use std::path::PathBuf;

use clap::Args;

use crate::exit::{Exit, Failure};
use crate::input;
use crate::output::{Printer, with_progress};
use git_memory_app::advice::CLI;
use git_memory_app::context::briefing;
use git_memory_app::context::briefing::Briefing;
use git_memory_app::wire::BriefingAnswer;
use git_memory_app::workspace::Workspace;
use git_memory_model::context::briefing::Caps;

#[derive(Args)]
pub(crate) struct BriefingArgs {
    /// Take the last messages from a file, one per line ('-': standard input), instead of the work
    /// log
    #[arg(long, value_name = "FILE|-")]
    messages: Option<PathBuf>,
    /// Maximum number of lines
    #[arg(long, default_value = "60", value_name = "COUNT")]
    max_lines: usize,
    /// Maximum number of changes
    #[arg(long, default_value = "20", value_name = "COUNT")]
    max_changes: usize,
    /// Maximum number of messages
    #[arg(long, default_value = "5", value_name = "COUNT")]
    max_messages: usize,
}

impl Verb for BriefingArgs {
    const PAGE: HelpPage = HelpPage {
        more: "It is for the next person or agent, or for you next week.",
        example: "briefing",
    };
    const ANSWERS: &[Answered] = &[answered::<BriefingAnswer>("briefing")];
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &BriefingArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let caps = Caps {
        lines: args.max_lines,
        changes: args.max_changes,
        messages: args.max_messages,
    };
    let messages = match &args.messages {
        // The messages may be in any encoding; a lost letter does no harm here.
        Some(path) => {
            let bytes = input::bytes(workspace.invocation(), path, u64::MAX)?;
            Some(String::from_utf8_lossy(&bytes).into_owned())
        }
        None => None,
    };
    let Briefing { text, faults } = with_progress(printer, |progress| {
        briefing::make(workspace, messages.as_deref(), caps, CLI, progress)
    })?;
    if printer.is_json() {
        printer.json(BriefingAnswer::from(&text));
    } else {
        printer.page();
        printer.clean(&text);
    }
    printer.warn_of_faults(&faults);
    if text.is_empty() {
        printer.note(
            "nothing to hand over: no memory and no history yet, or the limits are too \
                      small",
        );
    }
    Ok(Exit::Done)
}
