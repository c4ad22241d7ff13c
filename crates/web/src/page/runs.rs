//! Who does what: the runs of agents, what failed, and what was tried again.

use maud::{Markup, html};

use super::frame::frame;
use super::parts::time;
use super::source::Source;
use git_memory_app::private::settle::settle;
use git_memory_app::private::summary;
use git_memory_app::workspace::Error;
use git_memory_model::private::Status;
use git_memory_model::private::runs::{Agent, Run, Step};
use git_memory_text::counted;
use git_memory_text::date::rfc3339;

/// How many runs are open from the start.
const OPEN: usize = 3;

pub(super) fn render(source: &Source) -> Result<String, Error> {
    settle(source.workspace)?;
    let runs = summary::runs(source.workspace)?;
    let main = html! {
        @if runs.is_empty() {
            div.empty {
                p {
                    "Runs and steps of the work log stand here: what an agent does now, what \
                     failed, and what was done. Only this clone has them."
                }
                code {
                    "git memory summary append --run fix-login --step tests "
                    "--title \"Tests pass\""
                }
            }
        }
        @for (nth, (name, run)) in runs.iter().enumerate() {
            section.run {
                details open[nth < OPEN] {
                    summary {
                        h2 dir="auto" { (source.told(name)) } " "
                        span.hint { (outcome(run)) }
                    }
                    @for (name, agent) in &run.agents { (one(source, name, agent)) }
                }
            }
        }
    };
    Ok(frame(source, "runs.html", "Activity", &main))
}

/// How many of the steps of a run are done, failed and under way.
fn outcome(run: &Run) -> String {
    let count = |is_it: fn(Status) -> bool| {
        let agents = run.agents.values();
        let steps = agents.flat_map(|agent| agent.steps.iter());
        steps.filter(|step| is_it(step.status)).count()
    };
    let counts = [
        (count(|it| it == Status::Ok), "done"),
        (count(|it| it == Status::Failed), "failed"),
        (
            count(|it| matches!(it, Status::Started | Status::Retry)),
            "under way",
        ),
    ];
    let told = counts.iter().filter(|(count, _)| *count > 0);
    let told: Vec<String> = told
        .map(|(count, word)| format!("{count} {word}"))
        .collect();
    told.join(", ")
}

/// The steps of an agent: what it does now, what failed, what is done.
fn one(source: &Source, name: &str, agent: &Agent) -> Markup {
    let of_step = |word, step| of_step(source, word, step);
    html! {
        @if !name.is_empty() { h3 dir="auto" { (source.told(name)) } }
        ul.steps {
            @if let Some(step) = agent.doing() { (of_step("doing", step)) }
            @for step in agent.steps_with(Status::Failed) { (of_step("failed", step)) }
            @for step in agent.steps_with(Status::Ok) { (of_step("done", step)) }
        }
    }
}

fn of_step(source: &Source, word: &str, step: &Step) -> Markup {
    html! {
        li data-step=(word) {
            span.sign aria-hidden="true" {
                @match word { "done" => "✓", "failed" => "✗", _ => "●" }
            }
            span.spoken { (word) ": " }
            bdi { (source.told(&step.title)) } " "
            @if !step.name.is_empty() { code { (source.told(&step.name)) } " " }
            @if word != "done" { span.state { (word) } " " }
            @if step.failures > 0 && word != "failed" {
                span.state { "failed " (counted(step.failures, "time")) } " "
            }
            (time(&rfc3339(step.time)))
        }
    }
}
