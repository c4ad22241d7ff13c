//! The first page: all records, the newest first, or those of a kind, status, tag or scope.

use maud::{Markup, html};

use super::filters::{fields, narrowed};
use super::frame::{HOME, frame, kept_revision};
use super::home::{self, Counts};
use super::paged::Paged;
use super::parts::asked;
use super::rows::records;
use super::source::{Place, Source};
use git_memory_app::private::settle::settle;
use git_memory_app::records::listing::{ListQuestion, Listing, list};
use git_memory_app::verbs::parsed;
use git_memory_app::workspace::Error;
use git_memory_text::counted;

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
const FIELDS: [&str; 2] = ["statuses", "tags"];
/// The records that are no part of the repository's own history.
const ELSEWHERE: [Elsewhere; 2] = [
    Elsewhere {
        parameter: "private",
        link: "records in the work log",
        of: " in this branch's work log",
    },
    Elsewhere {
        parameter: "parents",
        link: "records of parents",
        of: " of parents",
    },
];

/// Records that are kept elsewhere.
struct Elsewhere {
    parameter: &'static str,
    /// Text of the link to them.
    link: &'static str,
    /// The words about them behind their number.
    of: &'static str,
}

/// The pages of the list.
pub(super) const PAGES: Paged = Paged {
    first: HOME,
    others: "records",
    shown: 200,
    words: ["More records", "Back", "More"],
};

/// The first page.
pub(super) fn render(source: &Source) -> Result<String, Error> {
    let listed = Listed::asked(source)?;
    let (listing, counts) = listed.up_to(source, 1)?;
    listed.nth(source, 1, &listing, &counts)
}

/// One page of the list; `None` beyond its end.
pub(super) fn nth(source: &Source, nth: usize) -> Result<Option<String>, Error> {
    let listed = Listed::asked(source)?;
    let (listing, counts) = listed.up_to(source, nth)?;
    let is_there = nth <= PAGES.pages(counts.chosen);
    is_there
        .then(|| listed.nth(source, nth, &listing, &counts))
        .transpose()
}

/// All pages of a list of which nothing was asked, by their names.
pub(super) fn all(source: &Source) -> Result<Vec<(String, String)>, Error> {
    let asked = Listed::asked(source)?;
    let listing = list(source.workspace, &asked.question)?;
    let counts = Counts::of(&listing, None);
    let head = home::head(source, &counts)?;
    let pages = 1..=PAGES.pages(counts.chosen);
    let page = |nth| {
        (
            PAGES.name(nth),
            asked.page(source, nth, &listing, (&counts, &head)),
        )
    };
    Ok(pages.map(page).collect())
}

/// The part of the list that is asked for.
struct Listed<'a> {
    question: ListQuestion,
    /// Which records are shown.
    chosen: Vec<(&'static str, &'a str)>,
    /// The parameters with which the other pages of the list are asked for.
    kept: Vec<(&'static str, &'a str)>,
    /// The records elsewhere that can be asked for.
    others: Vec<&'static Elsewhere>,
    /// Those that are asked for.
    of: Option<&'static Elsewhere>,
}

impl<'a> Listed<'a> {
    fn asked(source: &'a Source) -> Result<Self, Error> {
        let given = |name| source.parameter(name).map(|value| (name, value));
        let chosen: Vec<_> = FILTERS.into_iter().filter_map(given).collect();
        let mut kept = chosen.clone();
        if let Some(sort) = source.parameter("sort") {
            kept.push(("sort", sort));
        }
        let mut others = Vec::new();
        if source.is_now() {
            let [private, parents] = &ELSEWHERE;
            others.push(private);
            let has_parents = !source.workspace.parents()?.is_empty();
            others.extend(has_parents.then_some(parents));
        }
        let is_asked = |it: &&&Elsewhere| source.parameter(it.parameter).is_some();
        let of = others.iter().find(is_asked).copied();
        let is_of = |parameter: &str| of.is_some_and(|of| of.parameter == parameter);
        kept.extend(of.map(|of| (of.parameter, "true")));
        if is_of("private") {
            settle(source.workspace)?;
        }
        let sort = source.parameter("sort").map(|sort| parsed(&sort.into()));
        Ok(Self {
            question: ListQuestion {
                sort: sort.transpose()?,
                private: is_of("private"),
                parents: is_of("parents"),
                rev: source.revision.clone(),
                ..narrowed(source, &FILTERS)?
            },
            chosen,
            kept,
            others,
            of,
        })
    }

    /// The records of a page and of those before, and how many there are in all.
    fn up_to(&self, source: &Source, nth: usize) -> Result<(Listing, Counts), Error> {
        let question = ListQuestion {
            most: Some(nth.saturating_mul(PAGES.shown)),
            ..self.question.clone()
        };
        let listing = list(source.workspace, &question)?;
        let kinds = &self.question.filter.kinds;
        let counts = Counts::of(&listing, (!kinds.is_empty()).then_some(kinds));
        Ok((listing, counts))
    }

    /// One page, with its head.
    fn nth(
        &self,
        source: &Source,
        nth: usize,
        listing: &Listing,
        counts: &Counts,
    ) -> Result<String, Error> {
        let head = home::head(source, counts)?;
        Ok(self.page(source, nth, listing, (counts, &head)))
    }

    /// One page; `listed` has the records of it and of those before, of so many in all.
    fn page(
        &self,
        source: &Source,
        nth: usize,
        listed: &Listing,
        (counts, head): (&Counts, &Markup),
    ) -> String {
        let count = counts.chosen;
        let items = PAGES.items(nth, count);
        let shown = listed.records().skip(items.start).take(items.len());
        let main = html! {
            (head)
            @if source.place == Place::Site && nth == 1 && count > 0 {
                noscript { p.hint { "A list of one kind or tag needs JavaScript." } }
            }
            @if source.place == Place::Server && counts.all > 0 { (self.form(source)) }
            @if counts.all > 0 || self.of.is_some() || !self.chosen.is_empty() { p.hint {
                (self.told(source, count))
                @if let Some(of) = self.of {
                    (of.of) " · " a href=(HOME) { "shared records" }
                } @else {
                    @for other in &self.others {
                        " · " a href={ (HOME) "?" (other.parameter) "=true" } { (other.link) }
                    }
                }
            } }
            @if counts.all > 0 || !self.chosen.is_empty() { (records(source, listed, shown)) }
            @else { (home::empty(source)) }
            (PAGES.links(source, nth, count, &self.kept))
        };
        frame(source, &PAGES.name(nth), "Decisions", &main)
    }

    /// How many records there are, and which; with the way to all of them.
    fn told(&self, source: &Source, count: usize) -> Markup {
        html! {
            (counted(count, "record"))
            @if !self.chosen.is_empty() {
                " · "
                @for (filter, value) in &self.chosen {
                    (filter) ": " strong dir="auto" { (value) } " "
                }
                a href=(asked(source, HOME, &[])) { "all" }
            }
        }
    }

    /// Returns the form that narrows the list down; a parameter that it does not ask for stays as
    /// it was asked for.
    fn form(&self, source: &Source) -> Markup {
        let kept = self.kept.iter().filter(|(name, _)| !FIELDS.contains(name));
        let is_open = FIELDS.iter().any(|name| source.parameter(name).is_some());
        html! {
            details.more open[is_open] {
                summary { "Filter" }
                form.points action=(HOME) {
                    (fields(source, None, false))
                    @for (name, value) in kept {
                        input type="hidden" name=(name) value=(value);
                    }
                    (kept_revision(source))
                    button type="submit" { "Show" }
                }
            }
        }
    }
}
