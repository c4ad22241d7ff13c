//! Searching.

use maud::{Markup, html};

use super::file;
use super::filters::{fields, narrowed};
use super::frame::{SEARCH, frame};
use super::parts::asked;
use super::related;
use super::rows::hit_line;
use super::source::{Place, Source};
use git_memory_app::everywhere;
use git_memory_app::recall::{Hit, RecallQuestion, recall};
use git_memory_app::records::covered::files_named;
use git_memory_app::workspace::Error;
use git_memory_app::workspace::listed::has_listed;

/// The parameters that are passed on as they are.
const FILTERS: [&str; 4] = ["kinds", "statuses", "tags", "scopes"];
/// The parameter that asks all repositories that the person has listed.
const EVERYWHERE: &str = "everywhere";
/// How many hits are shown, and how many more each time that more are asked for, up to how many.
const HITS: usize = 20;
const MOST: usize = 200;

pub(super) fn render(source: &Source) -> Result<String, Error> {
    let results = match source.parameter("words") {
        Some(words) if source.place == Place::Server => {
            let most = source.parameter("most").and_then(|most| most.parse().ok());
            let most = most.unwrap_or(HITS).clamp(1, MOST);
            let question = RecallQuestion {
                words: words.to_owned(),
                // One more than is shown tells whether there are more.
                most: Some(most + 1),
                rev: source.revision.clone(),
                ..narrowed(source, &FILTERS)?
            };
            let silent = |_done: usize, _all: usize| {};
            let found = if is_everywhere(source) {
                everywhere::recall(source.workspace.invocation(), &question, &silent)?
            } else {
                recall(source.workspace, &question, &silent)?
            };
            html! {
                (files(source, words)?)
                (results(source, words, &found.hits, most))
                @for fault in &found.faults { p.hint { (source.told(fault)) } }
            }
        }
        _ => html! {
            p.empty {
                "Searches titles and texts of all records. Ask with words, a question, an id, a \
                 name in code, or a path: " code { "why Postgres" }
            }
        },
    };
    let main = html! {
        p.points { (fields(source, Some(SEARCH), true)) " " (scope(source)?) }
        @if source.place == Place::Site {
            p.hint.unasked {
                "Search needs JavaScript, which browsers do not run for a page that is opened as a \
                 file: serve this folder, for example with " code { "python3 -m http.server" } ". \
                 The list of records works without."
            }
        }
        section #results aria-live="polite" aria-label="Results" { (results) }
    };
    Ok(frame(source, "search.html", "Search", &main))
}

/// True if all repositories that the person has listed are asked.
fn is_everywhere(source: &Source) -> bool {
    source.is_now() && source.parameter(EVERYWHERE).is_some()
}

/// The choice between this repository and all that the person has listed; nothing if none is.
fn scope(source: &Source) -> Result<Markup, Error> {
    let has_more = source.is_now() && has_listed(source.workspace.invocation())?;
    Ok(html! {
        @if has_more {
            label.field {
                input type="checkbox" name=(EVERYWHERE) value="true" form=(SEARCH)
                    checked[is_everywhere(source)];
                " All my repositories"
            }
        }
    })
}

/// Links from a path to the decisions that apply to it.
fn files(source: &Source, words: &str) -> Result<Markup, Error> {
    if is_everywhere(source) {
        return Ok(html! {});
    }
    let files = files_named(source.workspace, &source.view(), words)?;
    Ok(html! {
        @for path in &files {
            p {
                a href=(file::address(source, path)) {
                    "Decisions about " code { (source.told(path)) }
                }
            }
        }
    })
}

fn results(source: &Source, words: &str, hits: &[Hit], most: usize) -> Markup {
    let shown = hits.len().min(most);
    let is_cut = hits.len() > most;
    html! {
        p.hint {
            @if is_cut { "The first " }
            (shown) @if shown == 1 { " hit" } @else { " hits" }
        }
        @if hits.is_empty() {
            p.empty { "No record has these words. Fewer words, or another one, find more." }
        }
        @if !is_everywhere(source)
            && let Some(address) = related::address(source, "", words)
        {
            p.hint { a href=(address) { "What is tied to this name" } }
        }
        ul.records {
            @for hit in &hits[..shown] { li { (hit_line(source, hit)) (place(source, hit)) } }
        }
        @if is_cut && most < MOST {
            nav.pages aria-label="More results" {
                a rel="next" href=(more(source, words, most + HITS)) { "More" }
            }
        }
    }
}

/// The file of a hit, which tells apart those of one title.
fn place(source: &Source, hit: &Hit) -> Markup {
    let elsewhere = hit.place.as_ref().map(|place| source.told(&place.name));
    html! {
        p.place {
            @if let Some(name) = elsewhere { b { (name) } " " }
            code { (source.told(&hit.path)) }
        }
    }
}

/// The address of so many hits.
fn more(source: &Source, words: &str, most: usize) -> String {
    let most = most.to_string();
    let mut parameters = vec![("words", words), ("most", &most)];
    for name in FILTERS.into_iter().chain([EVERYWHERE]) {
        parameters.extend(source.parameter(name).map(|value| (name, value)));
    }
    asked(source, "search.html", &parameters)
}
