//! Memory as it was at any commit that changed it, and what changed between two of them.

use std::collections::HashSet;

use maud::{Markup, html};

use super::frame::{frame, then_query};
use super::paged::Paged;
use super::parts::{address_of, badge, day, first_of, link, time};
use super::source::{Place, Source};
use git_memory_app::private::settle::settle;
use git_memory_app::records::diff::{RecordChange, diff, views};
use git_memory_app::records::list::Sort;
use git_memory_app::records::listing::{ListQuestion, list};
use git_memory_app::records::log::LogEntry;
use git_memory_app::workspace::Error;
use git_memory_model::changes::What;
use git_memory_model::record::Name;
use git_memory_text::difference::{Line, Sign, lines};

/// The pages of commits.
pub(super) const PAGES: Paged = Paged {
    first: "history.html",
    others: "history",
    shown: 50,
    words: ["More commits", "Newer", "Older"],
};
/// How many changes of a commit are shown.
const CHANGES: usize = 5;
/// How many commits a site shows; a server shows all.
const COMMITS: usize = 500;
/// How many records are shown that changed between two commits, and how many lines of each change.
const CHANGED: usize = 100;
const LINES: usize = 200;

/// The first page: the newest commits, and the changes between two that are asked for.
pub(super) fn render(source: &Source) -> Result<String, Error> {
    page(source, 1, &Commits::of(source)?)
}

/// One page of the commits; `None` beyond their end.
pub(super) fn nth(source: &Source, nth: usize) -> Result<Option<String>, Error> {
    let commits = Commits::of(source)?;
    let is_there = nth <= PAGES.pages(commits.all.len());
    is_there.then(|| page(source, nth, &commits)).transpose()
}

/// The pages after the first one, by their names.
pub(super) fn older(source: &Source) -> Result<Vec<(String, String)>, Error> {
    let commits = Commits::of(source)?;
    let pages = 2..=PAGES.pages(commits.all.len());
    let page = |nth| Ok((PAGES.name(nth), page(source, nth, &commits)?));
    pages.map(page).collect()
}

/// The commits that changed records, the newest first.
struct Commits {
    all: Vec<LogEntry>,
    /// The records that a site has: those of one revision, where a server has each as it was.
    there: HashSet<Name>,
}

impl Commits {
    fn of(source: &Source) -> Result<Self, Error> {
        let mut all = source.log(None)?;
        let mut there = HashSet::new();
        if source.place == Place::Site {
            all.truncate(COMMITS);
            let question = ListQuestion {
                rev: source.revision.clone(),
                sort: Some(Sort::Path),
                ..ListQuestion::default()
            };
            let listing = list(source.workspace, &question)?;
            there.extend(listing.records().map(|it| it.header.id.clone()));
        }
        Ok(Self { all, there })
    }
}

fn page(source: &Source, nth: usize, commits: &Commits) -> Result<String, Error> {
    let range = source.parameter("from").zip(source.parameter("to"));
    let range = range.filter(|_| source.place == Place::Server);
    let changes = match &range {
        Some((from, to)) => {
            settle(source.workspace)?;
            let range = views(source.workspace, Some(&format!("{from}..{to}")))?;
            Some(diff(source.workspace, &range, CHANGED)?.changes)
        }
        None => None,
    };
    let (all, there) = (&commits.all, &commits.there);
    let items = PAGES.items(nth, all.len());
    let shown = &all[items.clone()];
    let main = html! {
        @if source.place == Place::Server && shown.len() > 1 {
            (slider(source, shown)) (two_points(source, shown))
            section #then.then aria-label="Browse at this commit" hidden {}
        }
        @if let (Some(range), Some(changes)) = (range, &changes) {
            (difference(source, range, changes))
        }
        ol.commits {
            @for at in items {
                (line(source, there, &all[at], all.get(at + 1)))
            }
        }
        (PAGES.links(source, nth, all.len(), &[]))
    };
    // Further pages stand at the place of the first.
    Ok(frame(source, PAGES.first, "History", &main))
}

/// Returns the form that moves through the commits: the script shows memory as of the one that it
/// stands at.
fn slider(source: &Source, commits: &[LogEntry]) -> Markup {
    html! {
        form.slider action="index.html" {
            label for="rev" { "Memory as of" }
            input #slide type="range" min="0" max=(commits.len() - 1) value="0"
                aria-label="Commit, from the newest" hidden;
            select #rev name="rev" { (options(source, commits, &id_of(commits, 0))) }
            button type="submit" { "Show" }
        }
    }
}

/// Returns the form that asks for the difference between two commits: two that were compared, or
/// the newest two.
fn two_points(source: &Source, commits: &[LogEntry]) -> Markup {
    let chosen = |name, nth| match source.parameter(name) {
        Some(chosen) => options(source, commits, chosen),
        None => options(source, commits, &id_of(commits, nth)),
    };
    html! {
        form.points action=(PAGES.first) {
            label for="from" { "Changes from" }
            select #from name="from" { (chosen("from", 1)) }
            label for="to" { "to" }
            select #to name="to" { (chosen("to", 0)) }
            button type="submit" { "Compare" }
        }
    }
}

/// The id of a commit of the list.
fn id_of(commits: &[LogEntry], nth: usize) -> String {
    let commit = commits.get(nth);
    commit.map_or_else(String::new, |it| it.commit.to_string())
}

/// The commits to choose from; one that is chosen is there even where it changed no memory.
fn options(source: &Source, commits: &[LogEntry], chosen: &str) -> Markup {
    let is_chosen = |commit: &LogEntry| commit.commit.to_string() == chosen;
    html! {
        @if !commits.iter().any(is_chosen) { option selected { (chosen) } }
        @for commit in commits {
            option value=(commit.commit) selected[is_chosen(commit)] {
                (day(&commit.date)) " " (source.told(&commit.subject))
            }
        }
    }
}

/// A commit, and the records that it changed; `before` is the one before it that changed some.
fn line(
    source: &Source,
    there: &HashSet<Name>,
    commit: &LogEntry,
    before: Option<&LogEntry>,
) -> Markup {
    let id = commit.commit.to_string();
    let short = id.get(..10).unwrap_or(&id);
    html! {
        li {
            (time(&commit.date))
            // As git marks the end of a shallow clone.
            code { @if commit.is_boundary { "^" } (short) } " "
            bdi { (source.told(&commit.subject)) } " "
            @if source.place == Place::Server {
                a href={ "index.html?rev=" (id) } { "browse at this commit" } " "
                @if let Some(before) = before {
                    a href={ "history.html?from=" (before.commit) "&to=" (id) } { "changes" }
                }
            }
            ul {
                (first_of(CHANGES, &commit.events, |event| html! {
                    @let (name, title) = (event.id.as_str(), &event.title);
                    (badge(event.what.name()))
                    @match source.place {
                        Place::Server => {
                            (then(source, [&format!("{id}^"), &id], event.what, name, title))
                        },
                        Place::Site if there.contains(&event.id) => (link(source, "", name, title)),
                        Place::Site => bdi { (source.told(title)) },
                    }
                }))
            }
        }
    }
}

/// Returns the link, on the server, to a record as a change left it; to what it was before, where
/// the change removed it.
fn then(source: &Source, [before, after]: [&str; 2], what: What, id: &str, title: &str) -> Markup {
    let revision = match what {
        What::Removed => before,
        _ => after,
    };
    let address = address_of(Place::Server, &source.written(id));
    let query = then_query(Some(revision));
    html! { a dir="auto" href={ (address) (query) } { (source.told(title)) } }
}

/// Returns the section of the changes between two commits.
fn difference(source: &Source, (from, to): (&str, &str), changes: &[RecordChange]) -> Markup {
    html! {
        section aria-labelledby="changed" {
            h2 #changed { "Changes in " code { (from) ".." (to) } }
            @if changes.is_empty() { p.hint { "No record changed." } }
            @for change in changes.iter().take(CHANGED) {
                @let (what, record) = (change.what, &change.record.header);
                article {
                    h3 {
                        (badge(what.name()))
                        (then(source, [from, to], what, record.id.as_str(), &record.title))
                    }
                    (hunks(&source.told(&change.text)))
                }
            }
            @if changes.len() > CHANGED { p.hint { (changes.len() - CHANGED) " more" } }
        }
    }
}

/// The first lines of a difference.
fn hunks(diff: &str) -> Markup {
    let lines = lines(diff);
    html! {
        @if !lines.is_empty() {
            pre.diff tabindex="0" { @for line in lines.iter().take(LINES) { (hunk(line)) } }
        }
        @if lines.len() > LINES { p.hint { (lines.len() - LINES) " more lines" } }
    }
}

/// One line of a difference, with the words marked that changed in it.
fn hunk(line: &Line) -> Markup {
    let text = html! {
        @for (is_changed, piece) in line.pieces() {
            @if is_changed { mark { (piece) } } @else { (piece) }
        }
        "\n"
    };
    html! {
        @match line.sign {
            Sign::Added => ins { (text) },
            Sign::Removed => del { (text) },
            _ => span { (text) },
        }
    }
}
