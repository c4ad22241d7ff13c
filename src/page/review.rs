//! What may no longer hold, and what was asked in vain.

use maud::{Markup, html};
use serde_json::{Value, json};

use super::frame::frame;
use super::parts::{asked, first_of, items, line, link, text, texts};
use super::record::{can_change, is_page, judged, replaced};
use super::source::{Place, Source};
use crate::app::workspace::Error;
use crate::wire::request;

/// How many records and pairs are shown.
const SHOWN: usize = 200;
/// The parameter that asks for the pairs.
const PAIRS: &str = "pairs";

pub(super) fn render(source: &Source) -> Result<String, Error> {
    let review = source.ask_then(request::review, json!({}))?;
    let (suspects, gaps) = (items(&review, "suspects"), items(&review, "gaps"));
    let main = html! {
        @if suspects.is_empty() { p.hint { "Everything holds." } }
        ul.records { (first_of(SHOWN, suspects, |record| suspect(source, record))) }
        section #pairs aria-label="May contradict each other" { (pairs(source)?) }
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

/// What may contradict each other. To compare all records takes seconds: on the server, the page's
/// script asks for it when the rest is there, and a link does without it.
fn pairs(source: &Source) -> Result<Markup, Error> {
    if source.place == Place::Server && source.parameter(PAIRS).is_none() {
        let address = asked(source, "review.html", &[(PAIRS, "true")]);
        return Ok(html! { p { a href=(address) { "Records that may contradict each other" } } });
    }
    // Of thousands of records, all others would be looked for longer than anybody waits for a page.
    let question = json!({"contested": true, "same_files": true});
    let contested = source.ask_then(request::review, question)?;
    let pairs = items(&contested, "pairs");
    Ok(html! {
        @if !pairs.is_empty() {
            h2 { "May contradict each other" }
            ul {
                (first_of(SHOWN, pairs, |pair| html! {
                    (side(source, &pair["record"])) " · " (side(source, &pair["other"]))
                }))
            }
        }
    })
}

fn suspect(source: &Source, record: &Value) -> Markup {
    let is_now = source.place == Place::Server && source.revision.is_none();
    html! {
        (line(source, record))
        ul.reasons { @for why in texts(record, "why") { li dir="auto" { (why) } } }
        @if is_now && can_change(record) && !is_page(record) {
            p.actions data-record=(text(record, "id")) {
                (judged(record)) (replaced(record, ""))
            }
        }
    }
}

fn side(source: &Source, record: &Value) -> Markup {
    link(source, "", text(record, "id"), text(record, "title"))
}
