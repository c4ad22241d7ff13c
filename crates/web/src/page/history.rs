//! Memory as it was at any commit that changed it, and what changed between two of them.

use std::collections::HashSet;

use maud::{Markup, html};
use serde_json::{Value, json};

use super::frame::{frame, then_query};
use super::parts::{address_of, badge, day, first_of, items, link, text, time};
use super::source::{Place, Source};
use git_memory_app::verbs;
use git_memory_app::workspace::Error;
use git_memory_text::difference::{Line, Sign, lines};

/// How many commits are shown, and how many changes of each.
const COMMITS: usize = 500;
const CHANGES: usize = 20;
/// How many records are shown that changed between two commits, and how many lines of each change.
const CHANGED: usize = 100;
const LINES: usize = 200;

pub(super) fn render(source: &Source) -> Result<String, Error> {
    let range = source.parameter("from").zip(source.parameter("to"));
    let range = range.filter(|_| source.place == Place::Server);
    let log = source.ask_history(&verbs::LOG, json!({"most": COMMITS}))?;
    let changes = match &range {
        Some((from, to)) => {
            let range = format!("{from}..{to}");
            let question = json!({"range": range, "texts": CHANGED});
            Some(source.ask(&verbs::DIFF, question)?)
        }
        None => None,
    };
    let commits = items(&log, "commits");
    // A site has the records of one revision; a server has each as it was.
    let list = match source.place {
        Place::Site => source.ask_then(&verbs::LIST, json!({"sort": "path"}))?,
        Place::Server => Value::Null,
    };
    let there = items(&list, "records").iter().map(|it| text(it, "id"));
    let there: HashSet<&str> = there.collect();
    let main = html! {
        @if source.place == Place::Server && commits.len() > 1 {
            (slider(commits)) (two_points(source, commits))
            section #then.then aria-label="Browse at this commit" hidden {}
        }
        @if let (Some(range), Some(changes)) = (range, &changes) {
            (difference(range, items(changes, "changes")))
        }
        ol.commits {
            @for (nth, commit) in commits.iter().enumerate() {
                (line(source, &there, commit, commits.get(nth + 1)))
            }
        }
    };
    Ok(frame(source, "history.html", "History", &main))
}

/// Returns the form that moves through the commits: the script shows memory as of the one that it
/// stands at.
fn slider(commits: &[Value]) -> Markup {
    html! {
        form.slider action="index.html" {
            label for="rev" { "Memory as of" }
            input #slide type="range" min="0" max=(commits.len() - 1) value="0"
                aria-label="Commit, from the newest" hidden;
            select #rev name="rev" { (options(commits, id_of(commits, 0))) }
            button type="submit" { "Show" }
        }
    }
}

/// Returns the form that asks for the difference between two commits: two that were compared, or
/// the newest two.
fn two_points(source: &Source, commits: &[Value]) -> Markup {
    let chosen = |name, nth| source.parameter(name).unwrap_or(id_of(commits, nth));
    html! {
        form.points action="history.html" {
            label for="from" { "Changes from" }
            select #from name="from" { (options(commits, chosen("from", 1))) }
            label for="to" { "to" }
            select #to name="to" { (options(commits, chosen("to", 0))) }
            button type="submit" { "Compare" }
        }
    }
}

/// The id of a commit of the list.
fn id_of(commits: &[Value], nth: usize) -> &str {
    commits.get(nth).map_or("", |commit| text(commit, "commit"))
}

/// The commits to choose from; one that is chosen is there even where it changed no memory.
fn options(commits: &[Value], chosen: &str) -> Markup {
    html! {
        @if commits.iter().all(|commit| text(commit, "commit") != chosen) {
            option selected { (chosen) }
        }
        @for commit in commits {
            option value=(text(commit, "commit")) selected[text(commit, "commit") == chosen] {
                (day(text(commit, "date"))) " " (text(commit, "subject"))
            }
        }
    }
}

/// A commit, and the records that it changed; `before` is the one before it that changed some.
fn line(source: &Source, there: &HashSet<&str>, commit: &Value, before: Option<&Value>) -> Markup {
    let id = text(commit, "commit");
    let short = id.get(..10).unwrap_or(id);
    // As git marks the end of a shallow clone.
    let is_boundary = commit["boundary"] == true;
    html! {
        li {
            (time(text(commit, "date")))
            code { @if is_boundary { "^" } (short) } " "
            bdi { (text(commit, "subject")) } " "
            @if source.place == Place::Server {
                a href={ "index.html?rev=" (id) } { "browse at this commit" } " "
                @if let Some(before) = before {
                    a href={ "history.html?from=" (text(before, "commit")) "&to=" (id) } {
                        "changes"
                    }
                }
            }
            ul {
                (first_of(CHANGES, items(commit, "changes"), |change| html! {
                    @let (name, title) = (text(change, "id"), text(change, "title"));
                    (badge(text(change, "change")))
                    @match source.place {
                        Place::Server => (then([&format!("{id}^"), id], change, name, title)),
                        Place::Site if there.contains(name) => (link(source, "", name, title)),
                        Place::Site => bdi { (title) },
                    }
                }))
            }
        }
    }
}

/// Returns the link, on the server, to a record as a change left it; to what it was before, where
/// the change removed it.
fn then([before, after]: [&str; 2], change: &Value, id: &str, title: &str) -> Markup {
    let revision = match text(change, "change") {
        "removed" => before,
        _ => after,
    };
    let (address, query) = (address_of(Place::Server, id), then_query(Some(revision)));
    html! { a dir="auto" href={ (address) (query) } { (title) } }
}

/// Returns the section of the changes between two commits.
fn difference((from, to): (&str, &str), changes: &[Value]) -> Markup {
    html! {
        section aria-labelledby="changed" {
            h2 #changed { "Changes in " code { (from) ".." (to) } }
            @if changes.is_empty() { p.hint { "No record changed." } }
            @for change in changes.iter().take(CHANGED) {
                @let record = &change["record"];
                article {
                    h3 {
                        (badge(text(change, "change")))
                        (then([from, to], change, text(record, "id"), text(record, "title")))
                    }
                    (hunks(text(change, "diff")))
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
