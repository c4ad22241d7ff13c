//! `git memory runs`.

use super::verb::{HelpPage, Verb};
use clap::Args;
use git_memory_app::wire::{Answered, answered};

use crate::absent;
use crate::exit::{Exit, Failure};
use crate::output::{BAD, BOLD, DIM, GOOD, ID, PLAIN, Printer};
use git_memory_app::View;
use git_memory_app::private::summary;
use git_memory_app::wire::RunsAnswer;
use git_memory_app::workspace::Workspace;
use git_memory_model::private::Status;
use git_memory_model::private::runs::{Agent, Step};

#[derive(Args)]
pub(crate) struct RunsArgs {}

impl Verb for RunsArgs {
    const PAGE: HelpPage = HelpPage {
        more: "A run groups the steps of one task; each step shows its last state.",
        example: "runs",
    };
    const ANSWERS: &[Answered] = &[answered::<RunsAnswer>("runs")];
}

pub(crate) fn run(
    workspace: &Workspace,
    _args: &RunsArgs,
    printer: &mut Printer,
) -> Result<Exit, Failure> {
    let runs = summary::runs(workspace)?;
    if printer.is_json() {
        printer.json(RunsAnswer::from(&runs));
        return Ok(Exit::Done);
    }
    if runs.is_empty() && !absent::note_absence(workspace, Some(&View::WorkTree), printer) {
        printer.note("no runs yet: 'git memory summary append' adds a step");
    }
    printer.page();
    for (run, state) in &runs {
        printer.styled(&[(ID, run)]);
        for (name, agent) in &state.agents {
            print_agent(name, agent, printer);
        }
    }
    Ok(Exit::Done)
}

/// Prints the steps of an agent: first the current one, then the failed ones, then the done ones.
fn print_agent(name: &str, agent: &Agent, printer: &mut Printer) {
    let name = if name.is_empty() { "(no agent)" } else { name };
    let counts = format!(
        "  {} done, {} failed",
        agent.steps_with(Status::Ok).count(),
        agent.steps_with(Status::Failed).count()
    );
    printer.styled(&[(PLAIN, "  "), (BOLD, name), (DIM, &counts)]);
    if let Some(step) = agent.doing() {
        print_step("doing", step, printer);
    }
    for (status, word) in [(Status::Failed, "failed"), (Status::Ok, "done")] {
        for step in agent.steps.iter().filter(|step| step.status == status) {
            print_step(word, step, printer);
        }
    }
}

fn print_step(word: &str, step: &Step, printer: &mut Printer) {
    let style = if step.status == Status::Failed {
        BAD
    } else {
        GOOD
    };
    let failures = match step.failures {
        0 => String::new(),
        times if step.is_retried() => format!("  (failed {times}×, retried)"),
        times => format!("  (failed {times}×)"),
    };
    let word = format!("    {word:<7} ");
    let title = format!("  {}", step.title);
    printer.styled(&[
        (style, &word),
        (PLAIN, &step.name),
        (DIM, &title),
        (DIM, &failures),
    ]);
}
