//! The source files and what they define, with the records about them.

use maud::html;
use serde_json::json;

use super::frame::frame;
use super::parts::{items, link, text};
use super::source::Source;
use crate::app::workspace::Error;
use crate::wire::request;

/// How much of the map is shown, in tokens as estimated.
const TOKENS: usize = 12_000;

pub(super) fn render(source: &Source) -> Result<String, Error> {
    let question = json!({"max_tokens": TOKENS, "decisions": true});
    let map = source.ask_then(request::map, question)?;
    let files = items(&map, "files");
    let main = html! {
        @if files.is_empty() { p.hint { "No source files in a language that the map knows." } }
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
                            @for record in decisions {
                                li { (link(source, "", text(record, "id"), text(record, "title"))) }
                            }
                        }
                    }
                }
            }
        }
        @if let Some(left @ 1..) = map["files_left"].as_u64() { p.hint { (left) " more files" } }
    };
    Ok(frame(source, "map.html", "Map", &main))
}
