//! The parts that several pages have: a record's line, its status, its verdict.

use maud::{Markup, html};
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use serde_json::Value;

use super::frame::then_query;
use super::source::{Place, Source};

/// Characters that stand for something else in an address or a file's name.
const NOT_IN_NAMES: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'*')
    .add(b':')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'\\')
    .add(b'`')
    .add(b'|');

/// A text of a document; empty where it has none.
pub(super) fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_default()
}

/// The items of a list in a document.
pub(super) fn items<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

/// The texts of a list in a document.
pub(super) fn texts<'v>(value: &'v Value, key: &str) -> impl Iterator<Item = &'v str> {
    items(value, key).iter().filter_map(Value::as_str)
}

/// The file of a record's page, below the folder of pages.
pub(super) fn file_of(id: &str) -> String {
    format!("records/{}.html", utf8_percent_encode(id, NOT_IN_NAMES))
}

/// The address of a record's page, from the folder of pages.
pub(super) fn address_of(place: Place, id: &str) -> String {
    let file = file_of(id);
    match place {
        // An address is decoded before it is a name,
        Place::Server => file,
        // and the name of a file may itself look encoded.
        Place::Site => file.replace('%', "%25"),
    }
}

/// The address of a record's page of the same revision, from a page in the folder `root` leads out
/// of.
pub(super) fn address(source: &Source, root: &str, id: &str) -> String {
    let address = address_of(source.place, id);
    [root, &address, &then_query(source.then())].concat()
}

/// Returns a link to a record from a page in the folder `root` leads out of.
pub(super) fn link(source: &Source, root: &str, id: &str, title: &str) -> Markup {
    html! { a dir="auto" href=(address(source, root, id)) { (title) } }
}

/// The address of a page of the same revision that is asked for with these parameters.
pub(super) fn asked(source: &Source, page: &str, parameters: &[(&str, &str)]) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.extend_pairs(parameters);
    if let Some(then) = source.then() {
        query.append_pair("rev", then);
    }
    match query.finish() {
        query if query.is_empty() => page.to_owned(),
        query => format!("{page}?{query}"),
    }
}

/// The address of the list of records with one value of a filter.
pub(super) fn filtered(source: &Source, root: &str, name: &str, value: &str) -> String {
    asked(source, &format!("{root}records.html"), &[(name, value)])
}

/// A list of records: title, status, abstract and verdict.
pub(super) fn records(source: &Source, all: &[Value]) -> Markup {
    html! {
        ul.records {
            @for record in all { li { (line(source, record)) } }
        }
    }
}

/// A list of records without their abstracts, where it is long.
pub(super) fn titles(source: &Source, all: &[Value]) -> Markup {
    html! {
        ul.records {
            @for record in all { li { (described(source, record, "")) } }
        }
    }
}

/// The first of many items of a list, and how many more there are.
pub(super) fn first_of<T>(most: usize, all: &[T], item: impl Fn(&T) -> Markup) -> Markup {
    html! {
        @for one in all.iter().take(most) { li { (item(one)) } }
        @if all.len() > most { li.hint { (all.len() - most) " more" } }
    }
}

/// One record in a list.
pub(super) fn line(source: &Source, record: &Value) -> Markup {
    let about = match text(record, "snippet") {
        "" => text(record, "description"),
        snippet => snippet,
    };
    described(source, record, about)
}

/// One record in a list, with what is said of it.
fn described(source: &Source, record: &Value, about: &str) -> Markup {
    html! {
        article {
            h3 { (link(source, "", text(record, "id"), text(record, "title"))) }
            p.facts {
                (badge(text(record, "kind"))) (badge(text(record, "status"))) (in_conflict(record))
                @if text(record, "scope") != "project" { (badge(text(record, "scope"))) }
                (confidence(text(record, "confidence")))
                (freshness(record))
                @for tag in texts(record, "tags") { bdi.tag { (tag) } }
                (time(text(record, "updated")))
            }
            @if !about.is_empty() { p dir="auto" { (marked(about)) } }
        }
    }
}

/// A passage, with the words that were found between double stars.
fn marked(passage: &str) -> Markup {
    html! {
        @for (nth, part) in passage.split("**").enumerate() {
            @if nth % 2 == 0 { (part) } @else { mark { (part) } }
        }
    }
}

/// A word in a frame.
pub(super) fn badge(word: &str) -> Markup {
    html! { @if !word.is_empty() { span data-word=(word) { (word) } " " } }
}

/// Confidence of a result, in a frame.
fn confidence(level: &str) -> Markup {
    html! { @if !level.is_empty() { span data-word=(level) { (level) " confidence" } " " } }
}

/// True if git has two versions of a record, of which a person has to choose one.
pub(super) fn is_in_conflict(record: &Value) -> bool {
    record["conflict"].is_object()
}

/// That it is, in a frame.
pub(super) fn in_conflict(record: &Value) -> Markup {
    html! { @if is_in_conflict(record) { span data-word="conflict" { "in conflict" } " " } }
}

/// Freshness of a record.
pub(super) fn freshness(record: &Value) -> Markup {
    let freshness = &record["freshness"];
    let word = text(freshness, "state");
    let changes = &freshness["changes"];
    html! {
        (badge(word))
        @if let Some(reason) = freshness["reason"].as_str() { span.reason { (reason) } " " }
        @if let Some(commits) = changes["commits"].as_u64() {
            span.reason {
                (commits) @if changes["more"] == true { "+" }
                @if commits == 1 { " commit" } @else { " commits" }
                @if let Some(subject) = changes["newest"]["subject"].as_str() {
                    ", the newest: " bdi { (subject) }
                }
            } " "
        }
    }
}

/// The day of a time, RFC 3339, where there is one.
pub(super) fn time(time: &str) -> Markup {
    html! { @if !time.is_empty() { time { (day(time)) } " " } }
}

/// A day of a time, RFC 3339.
pub(super) fn day(time: &str) -> &str {
    time.get(..10).unwrap_or(time)
}
