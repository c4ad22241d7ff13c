//! The first page: the project in one page, and what was decided last.

use maud::html;
use serde_json::json;

use super::frame::frame;
use super::parts::{filtered, items, records, text};
use super::source::Source;
use super::{markdown, record};
use crate::app::workspace::Error;
use crate::wire::request;

/// How many records are shown.
const NEWEST: usize = 12;

pub(super) fn render(source: &Source) -> Result<String, Error> {
    let list = source.ask_then(request::list, json!({}))?;
    let all = items(&list, "records");
    let summary = match source.ask_then(request::read, json!({"id": "memory/summary.md"})) {
        Ok(summary) => Some(summary),
        // A template that nobody has filled in is no page.
        Err(Error::UnknownRecord(_)) => None,
        Err(error) => return Err(error),
    };
    let mut kinds: Vec<(&str, usize)> = Vec::new();
    for record in all {
        let kind = text(record, "kind");
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, count)) => *count += 1,
            None => kinds.push((kind, 1)),
        }
    }
    kinds.sort_unstable();
    let newest = &all[..all.len().min(NEWEST)];
    let main = html! {
        @if let Some(summary) = &summary {
            section.text aria-label="Summary" { (markdown::rendered(record::body(summary))) }
        }
        section aria-labelledby="counts" {
            h2 #counts { "Records" }
            ul.counts {
                @for (kind, count) in &kinds {
                    li { a href=(filtered("", "kinds", kind)) { (kind) } " " (count) }
                }
            }
        }
        section aria-labelledby="newest" {
            h2 #newest { "Changed last" }
            (records(source, "", newest))
        }
    };
    Ok(frame(source, "index.html", "Overview", &main))
}
