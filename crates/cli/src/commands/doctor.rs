//! `git memory doctor`.

use super::install_man;
use super::verb::{HelpPage, Verb};
use clap::Args;
use git_memory_app::wire::{Answered, answered};

use crate::exit::{Exit, Failure};
use crate::output::{BAD, BOLD, DIM, GOOD, PLAIN, Printer};
use crate::program::Program;
use git_memory_app::advice::CLI;
use git_memory_app::care::doctor::{Diagnosis, State, doctor};
use git_memory_app::care::manual;
use git_memory_app::wire::{DiagnosisItem, DoctorAnswer};
use git_memory_app::workspace::Workspace;

#[derive(Args)]
pub(crate) struct DoctorArgs {
    /// Fix what can be fixed automatically, and install manual pages and completion
    #[arg(long)]
    fix: bool,
}

impl Verb for DoctorArgs {
    const PAGE: HelpPage = HelpPage {
        more: "Each check prints its result and how to fix a fault; the last one plants a made-up \
         secret in a scratch repository to test the hooks.",
        example: "doctor --fix",
    };
    const ANSWERS: &[Answered] = &[answered::<DoctorAnswer>("doctor")];
}

pub(crate) fn run(
    workspace: &Workspace,
    program: &Program,
    args: &DoctorArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    // The pages are made of the table of commands, which only this door has.
    if args.fix && !manual::is_current(workspace.invocation())? {
        install_man::install(workspace.invocation(), program, None)?;
    }
    let diagnoses = doctor(workspace, args.fix)?;
    if printer.is_json() {
        printer.json(DoctorAnswer {
            checks: diagnoses
                .iter()
                .map(|diagnosis| DiagnosisItem::new(diagnosis, CLI))
                .collect(),
        });
    } else {
        for diagnosis in &diagnoses {
            print(diagnosis, printer);
        }
    }
    let has_failed = diagnoses
        .iter()
        // A problem that --fix has mended is good by now, and no reason to fail.
        .any(|diagnosis| !diagnosis.state.is_good());
    Ok(if has_failed { Exit::No } else { Exit::Done })
}

fn print(diagnosis: &Diagnosis, printer: &mut Printer) {
    let name = format!("{:<8}  ", diagnosis.name);
    let message = diagnosis.state.message();
    if diagnosis.state.is_good() {
        let verdict = if diagnosis.is_fixed {
            "fixed   "
        } else {
            "ok      "
        };
        let advice = match &diagnosis.state {
            State::Idle(..) => format!("; {}", (CLI.sentence)(&diagnosis.advice)),
            _ => String::new(),
        };
        let seen = [(GOOD, verdict), (PLAIN, message), (DIM, &advice)];
        printer.styled(&[&[(BOLD, name.as_str())], seen.as_slice()].concat());
        return;
    }
    printer.styled(&[(BOLD, &name), (BAD, "failed  "), (PLAIN, message)]);
    let or_by_itself = if diagnosis.can_fix {
        ", or 'git memory doctor --fix'"
    } else {
        ""
    };
    let advice = (CLI.sentence)(&diagnosis.advice);
    printer.line(format!("{:<20}{advice}{or_by_itself}", ""));
}
