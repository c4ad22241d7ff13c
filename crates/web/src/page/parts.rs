//! The parts that several pages have: links to a record, its status, its verdict.

use maud::{Markup, html};
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

use super::frame::{HOME, then_query};
use super::source::{Place, Source};
use git_memory_app::records::listing::Listing;
use git_memory_app::wire::When;
use git_memory_model::record::Record;

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
    let address = address_of(source.place, &source.written(id));
    [root, &address, &then_query(source.then())].concat()
}

/// Returns a link to a record from a page in the folder `root` leads out of.
pub(super) fn link(source: &Source, root: &str, id: &str, title: &str) -> Markup {
    html! { a dir="auto" href=(address(source, root, id)) { (source.told(title)) } }
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
    asked(source, &[root, HOME].concat(), &[(name, value)])
}

/// The first of many items of a list, and how many more there are.
pub(super) fn first_of<T>(most: usize, all: &[T], item: impl Fn(&T) -> Markup) -> Markup {
    html! {
        @for one in all.iter().take(most) { li { (item(one)) } }
        @if all.len() > most { li.hint { (all.len() - most) " more" } }
    }
}

/// A word in a frame.
pub(super) fn badge(word: &str) -> Markup {
    html! { @if !word.is_empty() { span data-word=(word) { (word) } " " } }
}

/// A scope that is not the whole project, in a frame.
pub(super) fn scope(source: &Source, scope: &str) -> Markup {
    html! { @if scope != "project" { (badge(&source.told(scope))) } }
}

/// True if git has two versions of a record of a list, of which a person has to choose one.
pub(super) fn is_in_conflict(listing: &Listing, record: &Record) -> bool {
    listing.conflicts.files.contains_key(&record.path)
}

/// When a record was last changed; empty where it does not say.
pub(super) fn updated(record: &Record) -> String {
    let header = &record.header;
    When::text(header.updated.as_ref(), header.updated_at)
}

/// The day of a time, RFC 3339, where there is one.
pub(super) fn time(time: &str) -> Markup {
    html! { @if !time.is_empty() { time { (day(time)) } " " } }
}

/// A day of a time, RFC 3339.
pub(super) fn day(time: &str) -> &str {
    time.get(..10).unwrap_or(time)
}
