//! The steps of runs that a sub-agent was started for: those that it has, or that are assigned to
//! it, by the name of its kind.

use crate::private::runs::{RunsQuestion, told};
use crate::workspace::{Error, Workspace};
use git_memory_guard::{Assembly, Clean};
use git_memory_model::private::runs::{Run, State, Step};
use git_memory_text::advice::{Advice, Wording};
use git_memory_text::floor;

/// The most steps that are told: an agent with more is hardly started for one of them.
const MOST: usize = 3;
/// The most bytes of a plan.
const PLAN: usize = 2000;

/// The open steps of an agent over all branches, Markdown; empty if it has none.
pub(super) fn own_steps(
    workspace: &Workspace,
    agent: &str,
    wording: Wording,
) -> Result<Clean, Error> {
    let question = RunsQuestion {
        run: None,
        all_branches: true,
    };
    let all = told(workspace, &question)?;
    let mut text = Assembly::new();
    let mut count = 0;
    for (name, run) in &all.runs {
        let steps = run
            .steps
            .iter()
            .filter(|step| is_for(run, step, agent, all.now));
        for step in steps.take(MOST - count) {
            if count == 0 {
                text.literal("# Your step\n");
            }
            count += 1;
            tell(workspace, &mut text, (name, run, step))?;
        }
    }
    if count > 0 {
        let advice = (wording.sentence)(&Advice::ReportStep);
        text.literal("\n")
            .text(&workspace.guard()?.redact(&advice))
            .literal("\n");
    }
    Ok(text.finish())
}

/// True for an open step of this agent, of which it can be told that it is its own.
fn is_for(run: &Run, step: &Step, agent: &str, now: i64) -> bool {
    let is = |name: &Option<Clean>| name.as_ref().is_some_and(|name| name.as_str() == agent);
    step.is_planned
        && match run.state(step, now) {
            State::Doing => is(&step.agent),
            State::Assigned => is(&step.assignee),
            _ => false,
        }
}

fn tell(
    workspace: &Workspace,
    text: &mut Assembly,
    (name, run, step): (&str, &Run, &Step),
) -> Result<(), Error> {
    let guard = workspace.guard()?;
    text.literal("\nStep ").text(&guard.redact(&step.name));
    text.literal(" of run ")
        .text(&guard.redact(name))
        .literal(": ");
    text.text(&step.title).literal("\n");
    for before in step.after.iter().filter_map(|name| run.step(name)) {
        text.literal("- after ")
            .text(&guard.redact(&before.name))
            .literal(": ");
        text.text(&before.title).literal("\n");
    }
    for failure in &step.failures {
        text.literal("- failed before: ")
            .text(failure)
            .literal("\n");
    }
    if let Some(plan) = step.plan.as_ref().filter(|plan| !plan.is_empty()) {
        let plan = guard.redact(&plan[..floor(plan, PLAN)]);
        text.literal("\n").text(&plan).literal("\n");
    }
    Ok(())
}
