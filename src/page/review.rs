//! What may no longer hold, and what was asked in vain.

use maud::{Markup, html};
use serde_json::{Value, json};

use super::frame::frame;
use super::parts::{items, line, link, text, texts};
use super::record::is_page;
use super::source::{Place, Source};
use crate::app::workspace::Error;
use crate::wire::request;

pub(super) fn render(source: &Source) -> Result<String, Error> {
    let review = source.ask_then(request::review, json!({}))?;
    // Of thousands of records, all others would be looked for longer than anybody waits for a page.
    let pairs = json!({"contested": true, "same_files": true});
    let contested = source.ask_then(request::review, pairs)?;
    let suspects = items(&review, "suspects");
    let (pairs, gaps) = (items(&contested, "pairs"), items(&review, "gaps"));
    let main = html! {
        @if suspects.is_empty() && pairs.is_empty() { p.hint { "Everything holds." } }
        ul.records { @for record in suspects { li { (suspect(source, record)) } } }
        @if !pairs.is_empty() {
            section aria-labelledby="pairs" {
                h2 #pairs { "May contradict each other" }
                ul {
                    @for pair in pairs {
                        li { (side(source, &pair["record"])) " · " (side(source, &pair["other"])) }
                    }
                }
            }
        }
        @if !gaps.is_empty() && source.place == Place::Server {
            section aria-labelledby="gaps" {
                h2 #gaps { "Asked in vain" }
                ul {
                    @for gap in gaps {
                        li { q dir="auto" { (text(gap, "query")) } " × " (gap["count"]) }
                    }
                }
            }
        }
    };
    Ok(frame(source, "review.html", "Review", &main))
}

fn suspect(source: &Source, record: &Value) -> Markup {
    let can_change = source.place == Place::Server && source.revision.is_none();
    let id = text(record, "id");
    html! {
        (line(source, "", record))
        ul.reasons { @for why in texts(record, "why") { li dir="auto" { (why) } } }
        @if can_change && !is_page(record) {
            p.actions data-record=(id) {
                button type="button" data-do="confirm" { "Still holds" }
                a.button href={ "write.html?supersedes=" (id) } { "Supersede" }
            }
        }
    }
}

fn side(source: &Source, record: &Value) -> Markup {
    link(source, "", text(record, "id"), text(record, "title"))
}
