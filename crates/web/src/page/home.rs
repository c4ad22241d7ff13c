//! The first page: the project in one page, and what was decided last.

use maud::html;
use serde_json::json;

use super::frame::frame;
use super::parts::{filtered, items, records};
use super::record::{self, Ids};
use super::source::Source;
use git_memory_app::interim;
use git_memory_app::verbs;
use git_memory_app::workspace::Error;

/// How many records are shown.
const NEWEST: usize = 12;

pub(super) fn render(source: &Source) -> Result<String, Error> {
    let list = source.ask_then(&verbs::LIST, json!({"most": NEWEST}))?;
    let counted = source.ask_then(&interim::COUNT, json!({}))?;
    let summary = match source.ask_then(&verbs::READ, json!({"id": "memory/summary.md"})) {
        Ok(summary) => Some(summary),
        // A template without text is not a page, and `check` names one that cannot be read.
        Err(Error::UnknownRecord(_) | Error::UnreadableRecord { .. }) => None,
        Err(error) => return Err(error),
    };
    let linked = match &summary {
        Some(summary) => record::linked(source, summary)?,
        None => Ids::new(),
    };
    let kinds = counted["kinds"].as_object();
    let main = html! {
        @if let Some(summary) = &summary {
            section.text aria-label="Summary" { (record::rendered(source, "", summary, &linked)) }
        }
        section aria-labelledby="counts" {
            h2 #counts { "Records" }
            ul.counts {
                @for (kind, count) in kinds.into_iter().flatten() {
                    li { a href=(filtered(source, "", "kinds", kind)) { (kind) } " " (count) }
                }
            }
        }
        section aria-labelledby="newest" {
            h2 #newest { "Recently changed" }
            (records(source, items(&list, "records")))
        }
    };
    Ok(frame(source, "index.html", "Overview", &main))
}
