//! Memory as it was at any commit that changed it, and what changed between two of them.

use maud::{Markup, html};
use serde_json::{Value, json};

use super::frame::frame;
use super::parts::{badge, day, first_of, items, link, text, time};
use super::source::{Place, Source};
use crate::app::workspace::Error;
use crate::wire::request;

/// How many commits are shown, and how many changes of each.
const COMMITS: usize = 500;
const CHANGES: usize = 20;

pub(super) fn render(source: &Source) -> Result<String, Error> {
    let range = match (source.parameter("from"), source.parameter("to")) {
        (Some(from), Some(to)) => Some(format!("{from}..{to}")),
        _ => None,
    };
    let range = range.filter(|_| source.place == Place::Server);
    let log = source.ask_history(request::log, json!({"most": COMMITS}))?;
    let changes = match &range {
        Some(range) => Some(source.ask(request::diff, json!({"range": range}))?),
        None => None,
    };
    let commits = items(&log, "commits");
    let main = html! {
        @if source.place == Place::Server && commits.len() > 1 {
            (slider(commits)) (two_points(commits))
        }
        @if let (Some(range), Some(changes)) = (&range, &changes) {
            (difference(source, range, items(changes, "changes")))
        }
        ol.commits {
            @for (nth, commit) in commits.iter().enumerate() {
                (line(source, commit, commits.get(nth + 1)))
            }
        }
    };
    Ok(frame(source, "history.html", "History", &main))
}

/// What moves through the commits: the script turns it into a link to the one that it stands at.
fn slider(commits: &[Value]) -> Markup {
    html! {
        form.slider action="index.html" {
            label for="rev" { "Memory as of" }
            input #slide type="range" min="0" max=(commits.len() - 1) value="0"
                aria-label="Commit, from the newest" hidden;
            select #rev name="rev" {
                (options(commits, 0))
            }
            button type="submit" { "Show" }
        }
    }
}

/// What asks for the difference between two commits.
fn two_points(commits: &[Value]) -> Markup {
    html! {
        form.points action="history.html" {
            label for="from" { "What changed from" }
            select #from name="from" { (options(commits, 1)) }
            label for="to" { "to" }
            select #to name="to" { (options(commits, 0)) }
            button type="submit" { "Compare" }
        }
    }
}

/// The commits to choose from.
fn options(commits: &[Value], chosen: usize) -> Markup {
    html! {
        @for (nth, commit) in commits.iter().enumerate() {
            option value=(text(commit, "commit")) selected[nth == chosen] {
                (day(text(commit, "date"))) " " (text(commit, "subject"))
            }
        }
    }
}

/// A commit, and the records that it changed; `before` is the one before it that changed some.
fn line(source: &Source, commit: &Value, before: Option<&Value>) -> Markup {
    let id = text(commit, "commit");
    let short = id.get(..10).unwrap_or(id);
    html! {
        li {
            (time(text(commit, "date")))
            code { (short) } " "
            bdi { (text(commit, "subject")) } " "
            @if source.place == Place::Server {
                a href={ "index.html?rev=" (id) } { "memory then" } " "
                @if let Some(before) = before {
                    a href={ "history.html?from=" (text(before, "commit")) "&to=" (id) } {
                        "what changed"
                    }
                }
            }
            ul {
                (first_of(CHANGES, items(commit, "changes"), |change| html! {
                    (badge(text(change, "change")))
                    (link(source, "", text(change, "id"), text(change, "title")))
                }))
            }
        }
    }
}

/// What changed between two commits.
fn difference(source: &Source, range: &str, changes: &[Value]) -> Markup {
    html! {
        section aria-labelledby="changed" {
            h2 #changed { "What changed in " code { (range) } }
            @if changes.is_empty() { p.hint { "No record changed." } }
            @for change in changes {
                @let record = &change["record"];
                article {
                    h3 {
                        (badge(text(change, "change")))
                        (link(source, "", text(record, "id"), text(record, "title")))
                    }
                    @let diff = text(change, "diff");
                    @if !diff.is_empty() {
                        pre.diff tabindex="0" { @for line in diff.lines() { (hunk(line)) } }
                    }
                }
            }
        }
    }
}

/// One line of a difference.
fn hunk(line: &str) -> Markup {
    html! {
        @match line.as_bytes().first() {
            Some(b'+') => ins { (line) "\n" },
            Some(b'-') => del { (line) "\n" },
            _ => span { (line) "\n" },
        }
    }
}
