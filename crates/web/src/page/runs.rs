//! Who does what: the runs of agents, what failed, and what was tried again.

use maud::{Markup, html};
use serde_json::{Value, json};

use super::frame::frame;
use super::parts::{badge, items, text, time};
use super::source::Source;
use git_memory_app::verbs;
use git_memory_app::workspace::Error;

pub(super) fn render(source: &Source) -> Result<String, Error> {
    let runs = source.ask(&verbs::RUNS, json!({}))?;
    let runs = items(&runs, "runs");
    let main = html! {
        @if runs.is_empty() { p.hint { "No runs yet." } }
        @for run in runs {
            section {
                h2 dir="auto" { (text(run, "run")) }
                @for agent in items(run, "agents") { (one(agent)) }
            }
        }
    };
    Ok(frame(source, "runs.html", "Runs", &main))
}

fn one(agent: &Value) -> Markup {
    let doing = &agent["doing"];
    html! {
        h3 dir="auto" { (agent["agent"].as_str().unwrap_or("(no agent)")) }
        ul {
            @if !doing.is_null() { (of_step("doing", doing)) }
            @for step in items(agent, "failed") { (of_step("failed", step)) }
            @for step in items(agent, "done") { (of_step("done", step)) }
        }
    }
}

fn of_step(word: &str, step: &Value) -> Markup {
    html! {
        li {
            (badge(word)) code { (text(step, "step")) } " "
            bdi { (text(step, "title")) } " "
            (time(text(step, "updated")))
            @if let Some(failures @ 1..) = step["failures"].as_u64() { " failed × " (failures) }
        }
    }
}
