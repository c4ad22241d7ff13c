//! Searching.

use maud::{Markup, html};
use serde_json::{Value, json};

use super::frame::frame;
use super::parts::{items, records};
use super::source::{Place, Source};
use crate::app::workspace::Error;
use crate::wire::request;

/// How many hits are shown.
const HITS: usize = 20;

pub(super) fn render(source: &Source) -> Result<String, Error> {
    let results = match source.parameter("words") {
        Some(words) if source.place == Place::Server => {
            let question = json!({"words": words, "most": HITS});
            let found = source.ask_then(request::recall, question)?;
            results(source, items(&found, "hits"))
        }
        _ => html! { p.hint { "Words, a question, an id, an identifier, or a path." } },
    };
    let main = html! { section #results aria-live="polite" aria-label="Results" { (results) } };
    Ok(frame(source, "search.html", "Search", &main))
}

fn results(source: &Source, hits: &[Value]) -> Markup {
    html! {
        p.hint { (hits.len()) @if hits.len() == 1 { " hit" } @else { " hits" } }
        (records(source, hits))
    }
}
