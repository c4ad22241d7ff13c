//! `git memory incoming`.

use super::verb::{HelpPage, Verb};
use clap::Args;
use git_memory_app::wire::{Answered, answered};

use crate::exit::{Exit, Failure};
use crate::hits::print_reasons;
use crate::output::{BOLD, DIM, ID, PLAIN, Printer};
use crate::rendering::Flow;
use crate::style::of_status;
use git_memory_app::records::incoming::{self, Incoming, Landed};
use git_memory_app::wire::IncomingAnswer;
use git_memory_app::workspace::Workspace;
use git_memory_model::changes::What;

/// Maximum number of files that are named of one record.
const FILES: usize = 4;

#[derive(Args)]
pub(crate) struct IncomingArgs {
    /// The base branch (default: this branch's upstream, or the default branch)
    #[arg(value_name = "BASE")]
    base: Option<String>,
}

impl Verb for IncomingArgs {
    const PAGE: HelpPage = HelpPage {
        more: "It lists records that landed there since this branch began, and that cover a file \
         which the branch or the work tree changes.",
        example: "incoming origin/main",
    };
    const ANSWERS: &[Answered] = &[answered::<IncomingAnswer>("incoming")];
}

pub(crate) fn run(
    workspace: &Workspace,
    args: &IncomingArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let incoming = incoming::incoming(workspace, args.base.as_deref())?;
    if printer.is_json() {
        printer.json(IncomingAnswer::from(incoming.as_ref()));
        return Ok(Exit::Done);
    }
    let Some(Incoming { base, landed, .. }) = incoming else {
        printer.note("note: this branch has no upstream, and there is no other default branch");
        printer.note("hint: name the branch to look at: git memory incoming <base>");
        return Ok(Exit::Done);
    };
    printer.page();
    for record in &landed {
        print(record, printer);
    }
    // On stderr: who counts lines counts records.
    printer.note(if landed.is_empty() {
        format!("no new record on {base} affects your changes")
    } else {
        format!("new on {base} since this branch began")
    });
    Ok(Exit::Done)
}

fn print(landed: &Landed, printer: &mut Printer) {
    let header = &landed.record.header;
    let status = of_status(landed.record.kind(), &header.status);
    printer.styled(&[
        (ID, header.id.as_str()),
        (PLAIN, "  "),
        (BOLD, &header.title),
        (DIM, " ("),
        (status, &header.status),
        (DIM, ")"),
    ]);
    if !header.abstract_line.is_empty() {
        let mut flow = Flow::new("    ", "    ");
        flow.push(PLAIN, &header.abstract_line);
        printer.flow(&flow);
    }
    print_reasons(&[reason(landed)], printer);
}

/// Reason why a record is listed: its change, and the files here that it covers.
fn reason(landed: &Landed) -> String {
    let what = match landed.what {
        What::StatusChanged => "its status changed",
        What::Edited => "its text changed",
        other => other.name(),
    };
    let named = landed.files[..landed.files.len().min(FILES)].join(", ");
    match landed.files.len().checked_sub(FILES) {
        Some(more @ 1..) => format!("{what}; covers {named} and {more} more"),
        _ => format!("{what}; covers {named}"),
    }
}
