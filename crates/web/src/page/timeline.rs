//! The timeline: what was decided, learned and left open, by month.

use std::collections::BTreeSet;

use maud::{Markup, html};
use serde_json::{Value, json};

use super::filters::choice;
use super::frame::{frame, kept_revision};
use super::parts::{badge, day, items, link, text, time};
use super::source::{Place, Source};
use git_memory_app::verbs;
use git_memory_app::workspace::Error;
use git_memory_model::kind::Kind;
use git_memory_text::path::is_below;

/// The kinds that are shown.
const KINDS: [&str; 4] = ["decision", "lesson", "open-loop", "event"];
/// How many private steps are shown.
const STEPS: usize = 200;

/// Something that happened on a day.
struct Moment<'v> {
    day: &'v str,
    line: Markup,
}

pub(super) fn render(source: &Source) -> Result<String, Error> {
    let question = json!({"kinds": KINDS, "sort": "created"});
    let list = source.ask_then(&verbs::LIST, question)?;
    let records = items(&list, "records");
    let scope = source.parameter("scope");
    let is_chosen = |record: &&Value| match (scope, text(record, "scope")) {
        (Some(chosen), scope) => scope == chosen || is_below(scope, chosen),
        (None, _) => true,
    };
    let steps = match source.place {
        Place::Server if source.revision.is_none() => {
            source.ask(&verbs::ENTRIES, json!({"most": STEPS}))?
        }
        _ => json!({}),
    };
    let mut moments = Vec::new();
    for record in records.iter().filter(is_chosen) {
        moments.push(of_record(source, record));
    }
    // They have no scope.
    if scope.is_none() {
        for step in items(&steps, "entries") {
            moments.push(of_step(source, step));
        }
    }
    // Stable: records of a day stay as they were sorted.
    moments.sort_by(|a, b| b.day.cmp(a.day));
    let months = moments.chunk_by(|a, b| a.day.get(..7) == b.day.get(..7));
    let main = html! {
        @if source.place == Place::Server { (scopes(source, records)) }
        @for month in months {
            section {
                h2 { (month[0].day.get(..7).unwrap_or("undated")) }
                ol.timeline {
                    @for moment in month {
                        li { (time(moment.day)) (moment.line) }
                    }
                }
            }
        }
        @if moments.is_empty() { p.hint { "Nothing yet." } }
    };
    Ok(frame(source, "timeline.html", "Timeline", &main))
}

/// Returns the form that narrows the timeline down to one of the scopes that there are.
fn scopes(source: &Source, records: &[Value]) -> Markup {
    let scopes: BTreeSet<&str> = records.iter().map(|it| text(it, "scope")).collect();
    html! {
        @if scopes.len() > 1 {
            form.points action="timeline.html" {
                (choice(source, None, ("scope", "Scope"), scopes))
                (kept_revision(source))
                button type="submit" { "Show" }
            }
        }
    }
}

fn of_record<'v>(source: &Source, record: &'v Value) -> Moment<'v> {
    let title = link(source, "", text(record, "id"), text(record, "title"));
    Moment {
        day: text(record, "created"),
        line: html! {
            (badge(text(record, "kind"))) (title) " "
            @if text(record, "scope") != "project" { (badge(text(record, "scope"))) }
            (badge(text(record, "status")))
        },
    }
}

fn of_step<'v>(source: &Source, step: &'v Value) -> Moment<'v> {
    let (kind, title) = (text(step, "kind"), text(step, "title"));
    Moment {
        day: day(text(step, "created")),
        line: html! {
            @if Kind::by_name(kind).is_some() {
                (badge(kind)) (link(source, "", text(step, "id"), title)) " " (badge("private"))
            } @else {
                (badge("step")) bdi { (title) } " " (badge(text(step, "status")))
            }
        },
    }
}
