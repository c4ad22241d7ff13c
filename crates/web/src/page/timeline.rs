//! The timeline: what was decided, learned and left open, by month.

use std::collections::BTreeSet;

use maud::{Markup, html};

use super::filters::choice;
use super::frame::{frame, kept_revision};
use super::parts::{badge, day, link, scope, time};
use super::source::{Place, Source};
use git_memory_app::Logged;
use git_memory_app::private::settle::settle;
use git_memory_app::private::summary;
use git_memory_app::records::list::{Filter, Sort};
use git_memory_app::records::listing::{ListQuestion, list};
use git_memory_app::wire::When;
use git_memory_app::workspace::Error;
use git_memory_model::kind::Kind;
use git_memory_model::private::Status;
use git_memory_model::record::Record;
use git_memory_text::date::rfc3339;
use git_memory_text::path::is_below;

/// The kinds that are shown.
const KINDS: [&str; 4] = ["decision", "lesson", "open-loop", "event"];
/// How many private steps are shown.
const STEPS: usize = 200;

/// Something that happened on a day.
struct Moment {
    /// The day, or a moment of it.
    day: String,
    line: Markup,
}

pub(super) fn render(source: &Source) -> Result<String, Error> {
    let request = ListQuestion {
        rev: source.revision.clone(),
        filter: Filter {
            kinds: KINDS.into_iter().filter_map(Kind::by_name).collect(),
            ..Filter::default()
        },
        sort: Some(Sort::Created),
        ..ListQuestion::default()
    };
    let listing = list(source.workspace, &request)?;
    let chosen = source.parameter("scope");
    let mut moments = Vec::new();
    let mut scopes = BTreeSet::new();
    for record in listing.records() {
        let scope = source.told(&record.header.scope.to_string());
        if chosen.is_none_or(|chosen| scope == chosen || is_below(&scope, chosen)) {
            moments.push(of_record(source, record));
        }
        scopes.insert(scope);
    }
    // Steps have no scope.
    if source.place == Place::Server && source.revision.is_none() && chosen.is_none() {
        settle(source.workspace)?;
        let newest = summary::Filter {
            most: Some(STEPS),
            ..summary::Filter::default()
        };
        for step in summary::list(source.workspace, &newest)? {
            moments.push(of_step(source, &step));
        }
    }
    // Stable: records of a day stay as they were sorted.
    moments.sort_by(|a, b| b.day.cmp(&a.day));
    let months = moments.chunk_by(|a, b| a.day.get(..7) == b.day.get(..7));
    let main = html! {
        @if source.place == Place::Server { (narrowing(source, &scopes)) }
        @for month in months {
            section {
                h2 { (month[0].day.get(..7).unwrap_or("undated")) }
                ol.timeline {
                    @for moment in month {
                        li { (time(&moment.day)) (moment.line) }
                    }
                }
            }
        }
        @if moments.is_empty() { p.hint { "Nothing yet." } }
    };
    Ok(frame(source, "timeline.html", "Timeline", &main))
}

/// Returns the form that narrows the timeline down to one of the scopes that there are.
fn narrowing(source: &Source, scopes: &BTreeSet<String>) -> Markup {
    let names = scopes.iter().map(String::as_str);
    html! {
        @if scopes.len() > 1 {
            form.points action="timeline.html" {
                (choice(source, None, ("scope", "Scope"), names))
                (kept_revision(source))
                button type="submit" { "Show" }
            }
        }
    }
}

fn of_record(source: &Source, record: &Record) -> Moment {
    let header = &record.header;
    Moment {
        day: When::text(header.created.as_ref(), header.created_at),
        line: html! {
            (badge(record.kind_name()))
            (link(source, "", header.id.as_str(), &header.title)) " "
            (scope(source, &header.scope.to_string()))
            (badge(&source.told(&header.status)))
        },
    }
}

fn of_step(source: &Source, step: &Logged) -> Moment {
    let entry = &step.entry;
    let kind = entry.kind.name();
    let status = entry.status.map(Status::name).unwrap_or_default();
    Moment {
        day: day(&rfc3339(step.commit.time)).to_owned(),
        line: html! {
            @if Kind::by_name(kind).is_some() {
                (badge(kind)) (link(source, "", &step.id(), &entry.title)) " " (badge("private"))
            } @else {
                (badge("step")) bdi { (source.told(&entry.title)) } " " (badge(status))
            }
        },
    }
}
