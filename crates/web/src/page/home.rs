//! The head of the first page: the kinds of records as links, and what stands there before the first
//! one.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::frame::HOME;
use super::parts::{asked, filtered, link};
use super::source::{Place, Source};
use git_memory_app::records::listing::Listing;
use git_memory_app::workspace::Error;
use git_memory_model::kind::Kind;
use git_memory_model::layout::SUMMARY;

/// How many records there are.
pub(super) struct Counts {
    /// By kind.
    pub(super) kinds: BTreeMap<&'static str, usize>,
    pub(super) all: usize,
    /// Number of those of the kind that is asked for.
    pub(super) chosen: usize,
}

impl Counts {
    pub(super) fn of(listing: &Listing, chosen: Option<&Vec<Kind>>) -> Self {
        let kinds = listing.kinds.clone();
        let all = kinds.values().sum();
        let of = |kind: &Kind| kinds.get(kind.name()).copied().unwrap_or_default();
        Self {
            chosen: chosen.map_or(all, |chosen| chosen.iter().map(of).sum()),
            kinds,
            all,
        }
    }
}

/// The kinds of the records that there are as links, and the links to what is about all of them.
pub(super) fn head(source: &Source, counts: &Counts) -> Result<Markup, Error> {
    let chosen = source.parameter("kinds");
    let current = |kind: Option<&str>| (chosen == kind).then_some("true");
    let is_now = source.place == Place::Server && source.then().is_none();
    let summary = summary(source)?;
    Ok(html! {
        div.chips {
            @if counts.kinds.len() > 1 {
                ul aria-label="Kinds" {
                    li {
                        a href=(asked(source, HOME, &[])) aria-current=[current(None)] {
                            "All " b { (counts.all) }
                        }
                    }
                    @for (kind, count) in &counts.kinds {
                        li {
                            a href=(filtered(source, "", "kinds", kind))
                                aria-current=[current(Some(kind))] {
                                (Kind::by_name(kind).map_or(*kind, Kind::plural)) " " b { (count) }
                            }
                        }
                    }
                }
            }
            @if let Some(path) = summary { (link(source, "", &path, "About this project")) }
            @if is_now { a.button.first href="write.html" { "New decision" } }
        }
    })
}

/// The path of the summary, where it has a text.
fn summary(source: &Source) -> Result<Option<String>, Error> {
    let path = source.workspace.folder().join(SUMMARY);
    match source.shown(source.view(), &path) {
        Ok(_) => Ok(Some(path)),
        // A template without text is not a page, and `check` names one that cannot be read.
        Err(Error::UnknownRecord(_) | Error::UnreadableRecord { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The text in the place of a list without records.
pub(super) fn empty(source: &Source) -> Markup {
    let is_set_up = source.workspace.has_memory();
    html! {
        div.empty {
            p {
                "Decisions, lessons and conventions of this project are listed here, the newest \
                 first, each with a word where the code that it names has changed since."
            }
            p { "For example: " q { "Use Postgres for events" } ", for " code { "src/store/" } "." }
            p {
                @if is_set_up {
                    code { "git memory add \"Use Postgres for events\" --path src/store" }
                } @else {
                    code { "git memory init" }
                }
            }
        }
    }
}
