//! Who does what: the runs of agents over all branches of the clone, what waits for what, what
//! failed, and what was tried again.

use maud::{Markup, html};

use super::frame::frame;
use super::parts::time;
use super::run_graph::drawn;
use super::source::Source;
use git_memory_app::private::runs::{RunsQuestion, told};
use git_memory_app::private::settle::settle;
use git_memory_app::workspace::Error;
use git_memory_model::private::runs::{Run, State, Step, in_words};
use git_memory_text::counted;
use git_memory_text::date::rfc3339;

/// How many runs are open from the start.
const OPEN: usize = 3;

pub(super) fn render(source: &Source) -> Result<String, Error> {
    settle(source.workspace)?;
    let question = RunsQuestion {
        run: None,
        all_branches: true,
    };
    let told = told(source.workspace, &question)?;
    let main = html! {
        @if told.runs.is_empty() {
            div.empty {
                p {
                    "Runs and steps of the work log are listed here: what an agent does now, what \
                     failed, and what was done. Only this clone has them."
                }
                code {
                    "git memory summary append --run fix-login --step tests "
                    "--title \"Tests pass\""
                }
            }
        }
        @for (nth, (name, run)) in told.runs.iter().enumerate() {
            section.run {
                details open[nth < OPEN] {
                    summary {
                        h2 dir="auto" { (source.told(name)) } " "
                        span.hint { (in_words(&run.counts(told.now))) }
                    }
                    (drawn(source, run, told.now))
                    ul.steps { @for step in &run.steps { (one(source, run, step, told.now)) } }
                }
            }
        }
    };
    Ok(frame(source, "runs.html", "Activity", &main))
}

fn one(source: &Source, run: &Run, step: &Step, now: i64) -> Markup {
    let state = run.state(step, now);
    let agent = if state.is_open() {
        &step.assignee
    } else {
        &step.agent
    };
    let waits: Vec<String> = match state {
        State::Waiting => run.waits_for(step).map(|name| source.told(name)).collect(),
        _ => Vec::new(),
    };
    html! {
        li data-step=(state.name()) {
            span.sign aria-hidden="true" { (sign(state)) }
            span.spoken { (state.name()) ": " }
            bdi { (source.told(&step.title)) } " "
            @if !step.name.is_empty() { code { (source.told(&step.name)) } " " }
            @if state != State::Done { span.state { (state.name()) } " " }
            @if let Some(agent) = agent { span.hint dir="auto" { (source.told(agent)) } " " }
            @if !waits.is_empty() { span.hint { "after " (waits.join(", ")) } " " }
            @if let Some(last) = step.failures.last() {
                @if state != State::Failed {
                    span.state { "failed " (counted(step.failures.len(), "time")) } " "
                    bdi.hint { (source.told(last)) } " "
                }
            }
            (time(&rfc3339(step.time)))
        }
    }
}

fn sign(state: State) -> &'static str {
    match state {
        State::Done => "✓",
        State::Failed | State::Blocked => "✗",
        State::Doing => "●",
        State::Ready | State::Assigned | State::Waiting => "○",
        State::Cancelled => "–",
    }
}
