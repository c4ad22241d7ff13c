//! The source files and what they define, with the records about them.

use maud::{Markup, html};
use serde_json::{Value, json};

use super::frame::frame;
use super::parts::{first_of, items, link, text};
use super::source::Source;
use git_memory_app::verbs;
use git_memory_app::workspace::Error;

/// How much of the map is shown, in tokens as estimated.
const TOKENS: usize = 12_000;
/// How many records about a file are shown.
const RECORDS: usize = 5;

pub(super) fn render(source: &Source) -> Result<String, Error> {
    let question = json!({"max_tokens": TOKENS, "decisions": true});
    let map = source.ask_then(&verbs::MAP, question)?;
    let files = items(&map, "files");
    let main = html! {
        @if files.is_empty() { p.hint { "No source files in a supported language." } }
        @else { (decided(&map["decided"])) }
        ul.map {
            @for file in files {
                li {
                    code { (text(file, "path")) }
                    @for symbol in items(file, "symbols") {
                        " " span.symbol data-kind=(text(symbol, "kind")) { (text(symbol, "name")) }
                    }
                    @let decisions = items(file, "decisions");
                    @if !decisions.is_empty() {
                        ul {
                            (first_of(RECORDS, decisions, |record| {
                                link(source, "", text(record, "id"), text(record, "title"))
                            }))
                        }
                    }
                }
            }
        }
        @if let Some(left @ 1..) = map["files_left"].as_u64() { p.hint { (left) " more files" } }
    };
    Ok(frame(source, "map.html", "Map", &main))
}

/// Decision coverage of the repository, and how much of that has changed since.
fn decided(shares: &Value) -> Markup {
    html! {
        section aria-labelledby="decided" {
            h2 #decided { "Decision coverage" }
            table.shares {
                thead {
                    tr {
                        th scope="col" { "Folder" }
                        th scope="col" { "Source files" }
                        th scope="col" { "Decided" }
                        th scope="col" { "Changed since" }
                    }
                }
                tbody {
                    (share_row(None, shares))
                    @for folder in items(shares, "folders") {
                        (share_row(Some(text(folder, "path")), folder))
                    }
                }
            }
            @if let Some(left @ 1..) = shares["folders_left"].as_u64() {
                p.hint { (left) " more folders" }
            }
        }
    }
}

/// One folder; everything where none is named.
fn share_row(folder: Option<&str>, share: &Value) -> Markup {
    let (all, decided, changed) = (&share["files"], &share["decided"], &share["changed"]);
    let bar = |count: &Value, word: &str| {
        html! {
            meter data-word=(word) min="0" max=(all) value=(count) aria-hidden="true" {}
            " " (count)
        }
    };
    html! {
        tr {
            th scope="row" {
                @match folder {
                    Some(path) => code { (path) },
                    None => "everything",
                }
            }
            td { (all) }
            td { (bar(decided, "current")) }
            td { (bar(changed, "changed")) }
        }
    }
}
