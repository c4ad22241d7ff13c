//! The timeline: what was decided, learned and left open, by month.

use std::collections::BTreeSet;

use maud::{Markup, html};

use super::filters::choice;
use super::frame::{frame, kept_revision};
use super::paged::Paged;
use super::parts::{day, link, scope, time};
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
use git_memory_text::counted;
use git_memory_text::date::rfc3339;
use git_memory_text::path::is_below;

/// The kinds that are shown.
const KINDS: [&str; 4] = ["decision", "lesson", "open-loop", "event"];
/// The statuses that are not told: those of a record that applies.
const USUAL: [&str; 3] = ["active", "open", "done"];
/// How many private steps are shown.
const STEPS: usize = 200;
/// The pages of moments.
pub(super) const PAGES: Paged = Paged {
    first: "timeline.html",
    others: "timeline",
    shown: 400,
    words: ["More of the timeline", "Newer", "Older"],
};

/// Something that happened on a day.
struct Moment {
    /// The day, or a moment of it.
    day: String,
    /// The run whose step it is.
    run: Option<String>,
    line: Markup,
}

/// The newest moments.
pub(super) fn render(source: &Source) -> Result<String, Error> {
    Ok(page(source, 1, &Moments::of(source)?))
}

/// One page of the timeline; `None` beyond its end.
pub(super) fn nth(source: &Source, nth: usize) -> Result<Option<String>, Error> {
    let moments = Moments::of(source)?;
    let is_there = nth <= PAGES.pages(moments.all.len());
    Ok(is_there.then(|| page(source, nth, &moments)))
}

/// The pages after the first one, by their names.
pub(super) fn older(source: &Source) -> Result<Vec<(String, String)>, Error> {
    let moments = Moments::of(source)?;
    let pages = 2..=PAGES.pages(moments.all.len());
    Ok(pages
        .map(|nth| (PAGES.name(nth), page(source, nth, &moments)))
        .collect())
}

/// What happened, the newest first, and the scopes of all records.
struct Moments {
    all: Vec<Moment>,
    scopes: BTreeSet<String>,
}

impl Moments {
    fn of(source: &Source) -> Result<Self, Error> {
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
        Ok(Self {
            all: moments,
            scopes,
        })
    }
}

fn page(source: &Source, nth: usize, moments: &Moments) -> String {
    let count = moments.all.len();
    let shown = &moments.all[PAGES.items(nth, count)];
    let months = shown.chunk_by(|a, b| a.day.get(..7) == b.day.get(..7));
    let kept: Vec<(&str, &str)> = source
        .parameter("scope")
        .map(|it| ("scope", it))
        .into_iter()
        .collect();
    let main = html! {
        @if source.place == Place::Server { (narrowing(source, &moments.scopes)) }
        @for month in months {
            section {
                h2 { (month_name(&month[0].day)) }
                ol.timeline {
                    @for day in month.chunk_by(|a, b| day(&a.day) == day(&b.day)) {
                        li {
                            (time(&day[0].day))
                            ul {
                                @for of_run in day.chunk_by(is_same_run) {
                                    (moments_of(source, of_run))
                                }
                            }
                        }
                    }
                }
            }
        }
        @if shown.is_empty() {
            div.empty {
                p { "Decisions, lessons, open questions and events are listed here by their days." }
                code { "git memory add \"Use Postgres for events\"" }
            }
        }
        (PAGES.links(source, nth, count, &kept))
    };
    // Further pages stand at the place of the first.
    frame(source, PAGES.first, "Timeline", &main)
}

/// A month in words, as 'November 2026'.
fn month_name(day: &str) -> String {
    const MONTHS: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let month = day.get(5..7).and_then(|month| month.parse::<usize>().ok());
    let month = month.and_then(|month| MONTHS.get(month.wrapping_sub(1)));
    match (month, day.get(..4)) {
        (Some(month), Some(year)) => format!("{month} {year}"),
        _ => "Undated".to_owned(),
    }
}

/// True if both are steps of one run.
fn is_same_run(one: &Moment, other: &Moment) -> bool {
    one.run.is_some() && one.run == other.run
}

/// A moment; the steps of a run folded into it.
fn moments_of(source: &Source, moments: &[Moment]) -> Markup {
    match moments {
        [only] => html! { li { (only.line) } },
        all => html! {
            li {
                details {
                    summary {
                        "Run "
                        bdi { (source.told(all[0].run.as_deref().unwrap_or_default())) }
                        " · " (counted(all.len(), "step"))
                    }
                    ul { @for moment in all { li { (moment.line) } } }
                }
            }
        },
    }
}

/// The sign of a kind, with its name for those who do not see it.
fn sign(kind: &str) -> Markup {
    let sign = match kind {
        "decision" => "◆",
        "lesson" => "▲",
        "open-loop" => "?",
        "event" => "●",
        _ => "·",
    };
    html! {
        span.sign data-kind=(kind) title=(kind) aria-hidden="true" { (sign) }
        span.spoken { (kind) ": " }
    }
}

/// Returns the form that narrows the timeline down to one of the scopes that there are.
fn narrowing(source: &Source, scopes: &BTreeSet<String>) -> Markup {
    let names = scopes.iter().map(|scope| (scope.as_str(), scope.as_str()));
    html! {
        @if scopes.len() > 1 {
            form.points action=(PAGES.first) {
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
        run: None,
        line: html! {
            (sign(record.kind_name()))
            (link(source, "", header.id.as_str(), &header.title)) " "
            (scope(source, &header.scope.to_string()))
            @if !USUAL.contains(&&*header.status) {
                span.state { (source.told(&header.status)) }
            }
        },
    }
}

fn of_step(source: &Source, step: &Logged) -> Moment {
    let entry = &step.entry;
    let kind = entry.kind.name();
    let status = entry.status.map(Status::name).unwrap_or_default();
    let is_record = Kind::by_name(kind).is_some();
    let run = entry.run.as_ref().filter(|_| !is_record);
    Moment {
        day: day(&rfc3339(step.commit.time)).to_owned(),
        run: run.map(ToString::to_string),
        line: html! {
            @if is_record {
                (sign(kind)) (link(source, "", &step.id(), &entry.title)) " "
                span.state { "private" }
            } @else {
                (sign("step")) bdi { (source.told(&entry.title)) } " "
                @if status != Status::Ok.name() { span.state { (status) } }
            }
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_is_told_in_words() {
        assert_eq!(month_name("2026-11-27"), "November 2026");
        assert_eq!(month_name("2026-00-27"), "Undated");
        assert_eq!(month_name(""), "Undated");
    }
}
