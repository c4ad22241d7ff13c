//! The source files and what they define, with the records about them.

use maud::{Markup, html};

use super::frame::frame;
use super::parts::{first_of, link};
use super::source::Source;
use git_memory_app::map::{MapRequest, Share, Shares, make};
use git_memory_app::workspace::Error;
use git_memory_text::budget::Size;

/// How much of the map is shown, in tokens as estimated.
const TOKENS: usize = 12_000;
/// How many records about a file are shown.
const RECORDS: usize = 5;

pub(super) fn render(source: &Source) -> Result<String, Error> {
    let question = MapRequest {
        view: source.view(),
        paths: Vec::new(),
        query: String::new(),
        most: Size::at_most(None, None, Some(TOKENS)),
        has_decisions: true,
    };
    let map = make(source.workspace, &question, &|_done, _all| {})?;
    let main = html! {
        @if map.files.is_empty() { p.hint { "No source files in a supported language." } }
        @else if let Some(shares) = &map.shares { (decided(source, shares)) }
        ul.map {
            @for file in &map.files {
                li {
                    code { (source.told(&file.path)) }
                    @for symbol in &file.symbols {
                        " " span.symbol data-kind=(symbol.kind) { (source.told(&symbol.name)) }
                    }
                    @if !file.decisions.is_empty() {
                        ul {
                            (first_of(RECORDS, &file.decisions, |record| {
                                link(source, "", &record.id, &record.title)
                            }))
                        }
                    }
                }
            }
        }
        @if map.files_left > 0 { p.hint { (map.files_left) " more files" } }
    };
    Ok(frame(source, "map.html", "Map", &main))
}

/// Decision coverage of the repository, and how much of that has changed since.
fn decided(source: &Source, shares: &Shares) -> Markup {
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
                    (share_row(None, shares.whole))
                    @for folder in &shares.folders {
                        (share_row(Some(&source.told(&folder.path)), folder.share))
                    }
                }
            }
            @if shares.folders_left > 0 { p.hint { (shares.folders_left) " more folders" } }
        }
    }
}

/// One folder; everything where none is named.
fn share_row(folder: Option<&str>, share: Share) -> Markup {
    let bar = |count: usize, word: &str| {
        html! {
            meter data-word=(word) min="0" max=(share.files) value=(count) aria-hidden="true" {}
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
            td { (share.files) }
            td { (bar(share.decided, "current")) }
            td { (bar(share.moved, "changed")) }
        }
    }
}
