//! `git memory doctor`.

use crate::app::care::doctor::{Diagnosis, State, doctor};
use crate::app::workspace::Workspace;
use crate::cli::advice::WORDING;
use crate::cli::args::DoctorArgs;
use crate::cli::exit::Exit;
use crate::cli::output::{BAD, BOLD, GOOD, PLAIN, Printer};
use crate::wire::{DiagnosisShape, DoctorShape};

pub(super) fn run(workspace: &Workspace, args: &DoctorArgs, printer: &mut Printer) -> Exit {
    let diagnoses = doctor(workspace, args.fix);
    if printer.is_json() {
        printer.json(DoctorShape {
            checks: diagnoses
                .iter()
                .map(|diagnosis| DiagnosisShape::new(diagnosis, WORDING))
                .collect(),
        });
    } else {
        diagnoses
            .iter()
            .for_each(|diagnosis| show(diagnosis, printer));
    }
    let is_ill = diagnoses
        .iter()
        .any(|diagnosis| matches!(diagnosis.state, State::Bad(_)));
    if is_ill { Exit::No } else { Exit::Done }
}

fn show(diagnosis: &Diagnosis, printer: &mut Printer) {
    let name = format!("{:<8}  ", diagnosis.name);
    match &diagnosis.state {
        State::Good(seen) => {
            let word = if diagnosis.is_fixed {
                "fixed   "
            } else {
                "ok      "
            };
            printer.styled(&[(BOLD, &name), (GOOD, word), (PLAIN, seen)]);
        }
        State::Bad(wrong) => {
            printer.styled(&[(BOLD, &name), (BAD, "failed  "), (PLAIN, wrong)]);
            let by_itself = if diagnosis.can_fix {
                ", or 'git memory doctor --fix'"
            } else {
                ""
            };
            printer.line(format!(
                "{:<20}{}{by_itself}",
                "",
                (WORDING.sentence)(&diagnosis.advice)
            ));
        }
    }
}
