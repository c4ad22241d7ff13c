//! All records, by kind, status, tag or scope.

use maud::{Markup, html};

use super::filters::{fields, narrowed};
use super::frame::{frame, kept_revision};
use super::parts::{asked, records, titles};
use super::source::{Place, Source};
use git_memory_app::private::settle::settle;
use git_memory_app::records::list::Sort;
use git_memory_app::records::listing::{ListQuestion, Listing, list};
use git_memory_app::verbs::parsed;
use git_memory_app::workspace::Error;

/// The parameters that are passed on as they are.
const FILTERS: [&str; 6] = [
    "kinds",
    "statuses",
    "tags",
    "scopes",
    "categories",
    "sources",
];
/// The parameters of [`FILTERS`] that have a field.
const FIELDS: [&str; 3] = ["kinds", "statuses", "tags"];
/// How many records a page has.
const SHOWN: usize = 200;

/// The first page.
pub(super) fn render(source: &Source) -> Result<String, Error> {
    let asked = Listed::asked(source)?;
    let count = asked.count(source)?;
    asked.nth(source, 1, count)
}

/// How many pages so many records have.
fn pages(count: usize) -> usize {
    count.div_ceil(SHOWN).max(1)
}

/// The name of a page of the list; the first is 1.
fn name(nth: usize) -> String {
    match nth {
        1 => "records.html".to_owned(),
        nth => format!("records-{nth}.html"),
    }
}

/// True if a name is that of the list's first page.
pub(super) fn is_first(file: &str) -> bool {
    file == name(1)
}

/// Which page of the list a name is.
pub(super) fn named(name: &str) -> Option<usize> {
    let nth = name.strip_prefix("records-")?.strip_suffix(".html")?;
    nth.parse().ok().filter(|nth| *nth > 1)
}

/// One page of the list; `None` beyond its end.
pub(super) fn nth(source: &Source, nth: usize) -> Result<Option<String>, Error> {
    let asked = Listed::asked(source)?;
    let count = asked.count(source)?;
    let is_there = nth <= pages(count);
    is_there.then(|| asked.nth(source, nth, count)).transpose()
}

/// All pages of a list of which nothing was asked, by their names.
pub(super) fn all(source: &Source) -> Result<Vec<(String, String)>, Error> {
    let asked = Listed::asked(source)?;
    let listing = list(source.workspace, &asked.question)?;
    let count = listing.records().count();
    let pages = 1..=pages(count);
    let page = |nth| (name(nth), asked.page(source, nth, &listing, count));
    Ok(pages.map(page).collect())
}

/// The part of the list that is asked for.
struct Listed<'a> {
    question: ListQuestion,
    /// Which records are shown.
    chosen: Vec<(&'static str, &'a str)>,
    /// The parameters with which the other pages of the list are asked for.
    kept: Vec<(&'static str, &'a str)>,
    has_private: bool,
    is_private: bool,
}

impl<'a> Listed<'a> {
    fn asked(source: &'a Source) -> Result<Self, Error> {
        let given = |name| source.parameter(name).map(|value| (name, value));
        let chosen: Vec<_> = FILTERS.into_iter().filter_map(given).collect();
        let mut kept = chosen.clone();
        if let Some(sort) = source.parameter("sort") {
            kept.push(("sort", sort));
        }
        let has_private = source.place == Place::Server && source.revision.is_none();
        let is_private = has_private && source.parameter("private").is_some();
        if is_private {
            kept.push(("private", "true"));
        }
        if is_private {
            settle(source.workspace)?;
        }
        let sort = source.parameter("sort").map(|sort| parsed(&sort.into()));
        Ok(Self {
            question: ListQuestion {
                sort: sort.transpose()?,
                private: is_private,
                rev: source.revision.clone(),
                ..narrowed(source, &FILTERS)?
            },
            chosen,
            kept,
            has_private,
            is_private,
        })
    }

    /// How many records there are.
    fn count(&self, source: &Source) -> Result<usize, Error> {
        let all = ListQuestion {
            // The order for which nothing else is read.
            sort: Some(Sort::Path),
            ..self.question.clone()
        };
        Ok(list(source.workspace, &all)?.records().count())
    }

    /// One page of so many records.
    fn nth(&self, source: &Source, nth: usize, count: usize) -> Result<String, Error> {
        let question = ListQuestion {
            most: Some(nth.saturating_mul(SHOWN)),
            ..self.question.clone()
        };
        let listing = list(source.workspace, &question)?;
        Ok(self.page(source, nth, &listing, count))
    }

    /// One page; `listed` has the records of it and of those before, of `count` in all.
    fn page(&self, source: &Source, nth: usize, listed: &Listing, count: usize) -> String {
        let first = (nth - 1).saturating_mul(SHOWN);
        let shown = listed.records().skip(first).take(SHOWN);
        let more = |nth| asked(source, &name(nth), &self.kept);
        let main = html! {
            @if source.place == Place::Server { (self.form(source)) }
            @else if nth == 1 {
                noscript {
                    p.hint { "These are all records: a list of one kind or tag needs JavaScript." }
                }
            }
            @if !self.chosen.is_empty() {
                p.hint {
                    @for (filter, value) in &self.chosen {
                        (filter) ": " strong dir="auto" { (value) } " "
                    }
                    a href=(asked(source, &name(1), &[])) { "all" }
                }
            }
            p.hint {
                (count) @if count == 1 { " record" } @else { " records" }
                @if self.is_private {
                    " of this branch · " a href="records.html" { "tracked records" }
                } @else if self.has_private {
                    " · " a href="records.html?private=true" { "private records" }
                }
            }
            @if pages(count) > 1 { (titles(source, listed, shown)) }
            @else { (records(source, listed, shown)) }
            nav.pages aria-label="More records" {
                @if nth > 1 { a rel="prev" href=(more(nth - 1)) { "Back" } " " }
                @if nth < pages(count) {
                    a rel="next" href=(more(nth + 1)) { "More" }
                }
            }
        };
        frame(source, &name(nth), "Records", &main)
    }

    /// Returns the form that narrows the list down; a parameter that it does not ask for stays as
    /// it was asked for.
    fn form(&self, source: &Source) -> Markup {
        let kept = self.kept.iter().filter(|(name, _)| !FIELDS.contains(name));
        html! {
            form.points action=(name(1)) {
                (fields(source, None))
                @for (name, value) in kept { input type="hidden" name=(name) value=(value); }
                (kept_revision(source))
                button type="submit" { "Show" }
            }
        }
    }
}
