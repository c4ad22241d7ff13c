//! All records, by kind, status, tag or scope.

use maud::html;
use serde_json::{Value, json};

use super::frame::frame;
use super::parts::{items, records};
use super::source::{Place, Source};
use crate::app::workspace::Error;
use crate::wire::request;

/// The parameters that are passed on as they are.
const FILTERS: [&str; 6] = [
    "kinds",
    "statuses",
    "tags",
    "scopes",
    "categories",
    "sources",
];
/// How many records a page has.
const SHOWN: usize = 200;

pub(super) fn render(source: &Source) -> Result<String, Error> {
    nth(source, 1)
}

/// How many pages so many records have.
pub(super) fn pages(count: usize) -> usize {
    count.div_ceil(SHOWN).max(1)
}

/// The name of a page of the list; the first is 1.
pub(super) fn name(nth: usize) -> String {
    match nth {
        1 => "records.html".to_owned(),
        nth => format!("records-{nth}.html"),
    }
}

/// Which page of the list a name is.
pub(super) fn named(name: &str) -> Option<usize> {
    let nth = name.strip_prefix("records-")?.strip_suffix(".html")?;
    nth.parse().ok().filter(|nth| *nth > 1)
}

/// One page of the list.
pub(super) fn nth(source: &Source, nth: usize) -> Result<String, Error> {
    let mut question = json!({});
    let mut chosen = Vec::new();
    for name in FILTERS {
        if let Some(value) = source.parameter(name) {
            question[name] = json!([value]);
            chosen.push((name, value));
        }
    }
    let mut kept = chosen.clone();
    if let Some(sort) = source.parameter("sort") {
        question["sort"] = Value::String(sort.to_owned());
        kept.push(("sort", sort));
    }
    let has_private = source.place == Place::Server && source.revision.is_none();
    let is_private = has_private && source.parameter("private").is_some();
    if is_private {
        question["private"] = Value::Bool(true);
        kept.push(("private", "true"));
    }
    let records_of = source.ask_then(request::list, question)?;
    let all = items(&records_of, "records");
    let first = std::cmp::min((nth - 1).saturating_mul(SHOWN), all.len());
    let shown = &all[first..all.len().min(first + SHOWN)];
    let last = pages(all.len());
    let main = html! {
        @if !chosen.is_empty() {
            p.hint {
                @for (name, value) in &chosen { (name) ": " strong dir="auto" { (value) } " " }
                a href="records.html" { "all" }
            }
        }
        p.hint {
            (all.len()) @if all.len() == 1 { " record" } @else { " records" }
            @if is_private {
                " of this branch alone · " a href="records.html" { "tracked records" }
            } @else if has_private {
                " · " a href="records.html?private=true" { "private records" }
            }
        }
        (records(source, "", shown))
        nav.pages aria-label="More records" {
            @if nth > 1 { a rel="prev" href=(more(source, &kept, nth - 1)) { "Back" } " " }
            @if nth < last { a rel="next" href=(more(source, &kept, nth + 1)) { "More" } }
        }
    };
    Ok(frame(source, &name(nth), "Records", &main))
}

/// The address of a page of the list, with what was asked for.
fn more(source: &Source, kept: &[(&str, &str)], nth: usize) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.extend_pairs(kept);
    if let (Some(then), Place::Server) = (&source.revision, source.place) {
        query.append_pair("rev", then);
    }
    match query.finish() {
        query if query.is_empty() => name(nth),
        query => format!("{}?{query}", name(nth)),
    }
}
