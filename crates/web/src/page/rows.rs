//! Rows of records: a sign of the state, the title, one line of what it says, and at the right what
//! is not as usual, the kind and the day. A row says in words only what tells it from the others.

use std::collections::HashMap;

use maud::{Markup, html};

use super::bearings::{CHANGED, Word};
use super::parts::{is_in_conflict, link, scope, time, updated};
use super::source::Source;
use git_memory_app::recall::Hit;
use git_memory_app::records::listing::Listing;
use git_memory_model::evidence::ground::{Ground, Verdict};
use git_memory_model::kind::{Kind, Lifecycle};
use git_memory_model::record::{Name, Record};

/// Maximum length of the line about a record, in characters.
const ABOUT: usize = 160;

/// The word for a record of which git has two versions, or that contradicts another one.
const CONFLICTS: Word = ("conflict", "conflicts");
/// The word for a record whose files are not there any more.
const DELETED: Word = ("deleted", "files deleted");
/// The word for a record that another one replaced.
const REPLACED: Word = ("superseded", "replaced");

/// The rows of some records of a list.
pub(super) fn records<'r>(
    source: &Source,
    listing: &Listing,
    some: impl IntoIterator<Item = &'r Record>,
) -> Markup {
    let some: Vec<&Record> = some.into_iter().collect();
    let successors = some.iter().flat_map(|it| &it.header.superseded_by);
    let mut titles: HashMap<&Name, &str> = successors.map(|id| (id, id.as_str())).collect();
    if !titles.is_empty() {
        for record in &listing.memory.records {
            let header = &record.header;
            titles
                .entry(&header.id)
                .and_modify(|title| *title = &header.title);
        }
    }
    let first = some.first().map(|record| record.kind_name());
    let is_one_kind = some.iter().all(|it| Some(it.kind_name()) == first);
    html! {
        ul.records.one-kind[is_one_kind] {
            @for record in some {
                @let successor = record.header.superseded_by.first();
                @let about = about(source, record, successor.and_then(|id| titles.get(id)));
                @let row = Row {
                    kind: (!is_one_kind).then(|| record.kind_name()),
                    about,
                    ..Row::of(source, record, is_in_conflict(listing, record))
                };
                li { (row.article(source)) }
            }
        }
    }
}

/// The line about a record: its successor's title, or what it says.
fn about(source: &Source, record: &Record, successor: Option<&&str>) -> Markup {
    if let Some(title) = successor {
        html! { "Replaced by " b { (source.told(title)) } }
    } else {
        html! { (line_of(source, &record.header.abstract_line)) }
    }
}

/// The row of one hit of a search.
pub(super) fn hit_line(source: &Source, hit: &Hit) -> Markup {
    let kind = Kind::by_name(hit.kind);
    let words = words(kind, &hit.status, hit.ground.as_ref());
    let mut words = told(source, words);
    if hit.is_near() {
        words.push(("low", "low confidence".to_owned()));
    }
    let place = hit.place.as_deref();
    let row = Row {
        id: &hit.id,
        title: &hit.title,
        words,
        kind: Some(hit.kind),
        scope: hit.scope.clone(),
        about: marked(&source.told(&hit.snippet.marked("**", "**"))),
        day: String::new(),
        is_elsewhere: place.is_some_and(|place| place.folder != source.workspace.store().root()),
    };
    row.article(source)
}

/// The words for what is not as usual about a record, as its ground tells.
pub(super) fn words<'a>(
    kind: Option<Kind>,
    status: &'a str,
    ground: Option<&Ground>,
) -> Vec<(&'a str, &'a str)> {
    let mut words = Vec::new();
    match Lifecycle::of(kind, status) {
        Lifecycle::Superseded => words.push(REPLACED),
        // A page's own words for its state are for its readers.
        Lifecycle::Current if kind.is_none_or(|kind| kind.status(status).is_none()) => {}
        Lifecycle::Current if status == Kind::default_status_of(kind) => {}
        _ => words.push((status, status)),
    }
    match ground.map(|ground| ground.verdict) {
        Some(Verdict::Moved) => words.push(CHANGED),
        Some(Verdict::Gone) => words.push(DELETED),
        Some(Verdict::Contested) => words.push(CONFLICTS),
        Some(Verdict::Holds | Verdict::Superseded | Verdict::Unknown) | None => {}
    }
    words
}

/// Words as pages show them.
pub(super) fn told<'a>(source: &Source, words: Vec<(&'a str, &str)>) -> Vec<(&'a str, String)> {
    let each = words.into_iter();
    each.map(|(word, text)| (word, source.told(text))).collect()
}

/// One row.
struct Row<'a> {
    id: &'a str,
    title: &'a str,
    /// Words for what is not as usual, each with its name in the pages' style.
    words: Vec<(&'a str, String)>,
    kind: Option<&'a str>,
    scope: String,
    about: Markup,
    day: String,
    /// True if another repository has it, whose pages are not here.
    is_elsewhere: bool,
}

impl<'a> Row<'a> {
    fn of(source: &Source, record: &'a Record, is_in_conflict: bool) -> Self {
        let header = &record.header;
        let mut all = words(record.kind(), &header.status, None);
        if is_in_conflict {
            all.insert(0, ("conflict", "in conflict"));
        }
        // A proposal is to be reviewed as such.
        if all.is_empty() {
            all.extend(source.bearings.word(&header.id));
        }
        Self {
            id: header.id.as_str(),
            title: &header.title,
            words: told(source, all),
            kind: Some(record.kind_name()),
            scope: header.scope.to_string(),
            about: html! { (line_of(source, &header.abstract_line)) },
            day: updated(record),
            is_elsewhere: false,
        }
    }

    fn article(&self, source: &Source) -> Markup {
        html! {
            article {
                span.sign data-word=[self.words.first().map(|(word, _)| source.told(word))]
                    aria-hidden="true" {}
                h2 {
                    @if self.is_elsewhere { bdi { (source.told(self.title)) } }
                    @else { (link(source, "", self.id, self.title)) }
                }
                p.about dir="auto" { (self.about) }
                p.facts {
                    span.words {
                        @for (word, text) in &self.words {
                            span data-word=(source.told(word)) { (text) } " "
                        }
                        (scope(source, &self.scope))
                    }
                    " " @if let Some(kind) = self.kind { span.kind { (kind) } " " }
                    (time(&self.day))
                }
            }
        }
    }
}

/// The first words of a record's abstract.
fn line_of(source: &Source, about: &str) -> String {
    let about = source.told(about);
    match about.char_indices().nth(ABOUT) {
        Some((end, _)) => {
            let cut = &about[..end];
            let whole = cut.rsplit_once(' ').map_or(cut, |(whole, _)| whole);
            format!("{whole} …")
        }
        None => about,
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
