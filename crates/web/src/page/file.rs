//! The page of a source file: the decisions that apply to it, then what it defines.

use maud::{Markup, html};

use super::frame::frame;
use super::parts::{asked, link, time, updated};
use super::source::Source;
use git_memory_app::map::{Defined, defined};
use git_memory_app::recall::why::{About, Location, Reasons, why};
use git_memory_app::workspace::Error;
use git_memory_model::evidence::ground::Verdict;
use git_memory_text::counted;
use git_memory_text::path::last;

/// How many symbols are shown.
const SYMBOLS: usize = 300;

pub(super) fn render(source: &Source, path: &str) -> Result<String, Error> {
    let location = Location {
        path: path.to_owned(),
        line: None,
        symbol: None,
    };
    let reasons = why(source.workspace, &source.view(), &[location], false)?;
    let symbols = defined(source.workspace, &source.view(), path)?;
    let main = html! {
        (crumbs(source, path))
        @for reasons in &reasons { (decisions(source, reasons)) }
        @if let Some(symbols) = &symbols { (listed(source, symbols)) }
    };
    Ok(frame(source, "map.html", &source.told(last(path)), &main))
}

fn decisions(source: &Source, reasons: &Reasons) -> Markup {
    html! {
        section aria-labelledby="applies" {
            h2 #applies { "Decisions" }
            @if reasons.records.is_empty() { p.hint { "No decision applies to this file." } }
            ul.about { @for about in &reasons.records { (one(source, about)) } }
            @if reasons.more > 0 { p.hint { (reasons.more) " more" } }
        }
        @if !reasons.maybe.is_empty() {
            section aria-labelledby="maybe" {
                h2 #maybe { "May apply" }
                ul.about { @for about in &reasons.maybe { (one(source, about)) } }
            }
        }
        (texts("rules", "Rules that name it", &reasons.rules, |rule| {
            let place = html! { (source.told(&rule.path)) " · " (source.told(&rule.why)) };
            (source.told(&rule.passage), place)
        }))
        (texts("notes", "Notes on its commits", &reasons.notes, |note| {
            let subject = html! { bdi { (source.told(&note.subject)) } };
            (source.told(&note.text), subject)
        }))
        (texts("commits", "Its last commits with a reason", &reasons.commits, |commit| {
            let text = html! { (source.told(&commit.text)) };
            (source.told(&commit.subject), text)
        }))
    }
}

/// A section of texts, each with what stands below it; nothing without any.
fn texts<T>(id: &str, title: &str, all: &[T], told: impl Fn(&T) -> (String, Markup)) -> Markup {
    html! {
        @if !all.is_empty() {
            section aria-labelledby=(id) {
                h2 id=(id) { (title) }
                ul.about {
                    @for (text, below) in all.iter().map(told) {
                        li dir="auto" { (text) p.reasons { (below) } }
                    }
                }
            }
        }
    }
}

/// A record, and what ties it to the file.
fn one(source: &Source, about: &About) -> Markup {
    let (record, header) = (&about.record, &about.record.header);
    html! {
        li {
            (link(source, "", header.id.as_str(), &header.title)) " "
            @if !record.is_current() { span.state { (source.told(&header.status)) } " " }
            @if matches!(about.ground.verdict, Verdict::Moved | Verdict::Contested) {
                span.state { (source.told(&about.ground.words())) } " "
            }
            p.reasons {
                @for why in &about.why { bdi { (source.told(why)) } " · " }
                (time(&updated(record)))
            }
        }
    }
}

/// Symbols that a file defines.
fn listed(source: &Source, symbols: &[Defined]) -> Markup {
    html! {
        @if !symbols.is_empty() {
            section aria-labelledby="symbols" {
                h2 #symbols { "Symbols" }
                ol.symbols {
                    @for symbol in symbols.iter().take(SYMBOLS) {
                        li {
                            span.line { (symbol.line) } " "
                            code {
                                @if let Some(container) = &symbol.container {
                                    (source.told(container)) "."
                                }
                                (source.told(&symbol.name))
                            }
                            " " span.kind { (symbol.kind) }
                        }
                    }
                }
                @if symbols.len() > SYMBOLS {
                    p.hint { (counted(symbols.len() - SYMBOLS, "more symbol")) }
                }
            }
        }
    }
}

/// Links to the folders that a path is in.
pub(super) fn crumbs(source: &Source, path: &str) -> Markup {
    let ends = path.match_indices('/').map(|(end, _)| &path[..end]);
    html! {
        p.crumbs {
            a href=(asked(source, "map.html", &[])) { "Code" }
            @for folder in ends {
                " / "
                a href=(address(source, folder)) { code { (source.told(last(folder))) } }
            }
        }
    }
}

/// The address of a file or folder.
pub(super) fn address(source: &Source, path: &str) -> String {
    asked(source, "map.html", &[("path", &source.written(path))])
}
