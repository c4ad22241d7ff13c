//! Who does what: the runs of agents, what failed, and what was tried again.

use maud::{Markup, html};

use super::frame::frame;
use super::parts::{badge, time};
use super::source::Source;
use git_memory_app::private::settle::settle;
use git_memory_app::private::summary;
use git_memory_app::workspace::Error;
use git_memory_model::private::Status;
use git_memory_model::private::runs::{Agent, Step};
use git_memory_text::date::rfc3339;

pub(super) fn render(source: &Source) -> Result<String, Error> {
    settle(source.workspace)?;
    let runs = summary::runs(source.workspace)?;
    let main = html! {
        @if runs.is_empty() { p.hint { "No runs yet." } }
        @for (name, run) in &runs {
            section {
                h2 dir="auto" { (source.told(name)) }
                @for (name, agent) in &run.agents { (one(source, name, agent)) }
            }
        }
    };
    Ok(frame(source, "runs.html", "Runs", &main))
}

fn one(source: &Source, name: &str, agent: &Agent) -> Markup {
    let of_step = |word, step| of_step(source, word, step);
    html! {
        h3 dir="auto" { @if name.is_empty() { "(no agent)" } @else { (source.told(name)) } }
        ul {
            @if let Some(step) = agent.doing() { (of_step("doing", step)) }
            @for step in agent.steps_with(Status::Failed) { (of_step("failed", step)) }
            @for step in agent.steps_with(Status::Ok) { (of_step("done", step)) }
        }
    }
}

fn of_step(source: &Source, word: &str, step: &Step) -> Markup {
    html! {
        li {
            (badge(word)) code { (source.told(&step.name)) } " "
            bdi { (source.told(&step.title)) } " "
            (time(&rfc3339(step.time)))
            @if step.failures > 0 { " failed × " (step.failures) }
        }
    }
}
