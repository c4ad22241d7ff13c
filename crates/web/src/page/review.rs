//! Records that may be out of date, and questions without an answer.

use maud::{Markup, html};
use serde_json::{Value, json};

use super::frame::frame;
use super::parts::{asked, first_of, is_in_conflict, items, line, link, text, texts};
use super::record::{can_change, is_page, judged, replaced};
use super::source::{Place, Source};
use git_memory_app::verbs;
use git_memory_app::workspace::Error;

/// How many records and pairs are shown.
const SHOWN: usize = 200;
/// The parameter that asks for the pairs.
const PAIRS: &str = "pairs";

pub(super) fn render(source: &Source) -> Result<String, Error> {
    let review = source.ask_then(&verbs::REVIEW, json!({}))?;
    let (suspects, gaps) = (items(&review, "suspects"), items(&review, "gaps"));
    let conflicts = conflicts(source)?;
    let main = html! {
        @if !conflicts.is_empty() {
            section aria-labelledby="conflicts" {
                h2 #conflicts { "In conflict" }
                ul.records { (first_of(SHOWN, &conflicts, |record| line(source, record))) }
            }
        }
        @if suspects.is_empty() && conflicts.is_empty() { p.hint { "Nothing to review." } }
        ul.records { (first_of(SHOWN, suspects, |record| suspect(source, record))) }
        section #pairs aria-label="May contradict each other" { (pairs(source)?) }
        @if !gaps.is_empty() && source.place == Place::Server {
            section aria-labelledby="gaps" {
                h2 #gaps { "Questions without an answer" }
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

/// The records of which git has two versions.
fn conflicts(source: &Source) -> Result<Vec<Value>, Error> {
    // Only a work tree has any.
    if source.place == Place::Site || source.revision.is_some() {
        return Ok(Vec::new());
    }
    let status = source.ask(&verbs::STATUS, json!({}))?;
    if status["in_conflict"] == 0 {
        return Ok(Vec::new());
    }
    let list = source.ask_then(&verbs::LIST, json!({"sort": "path"}))?;
    let mut records = items(&list, "records").to_vec();
    records.retain(is_in_conflict);
    Ok(records)
}

/// Returns the records that may contradict each other. To compare all records takes seconds: on the
/// server, the page's script asks for it when the rest is there, and a link does without it.
fn pairs(source: &Source) -> Result<Markup, Error> {
    if source.place == Place::Server && source.parameter(PAIRS).is_none() {
        let address = asked(source, "review.html", &[(PAIRS, "true")]);
        return Ok(html! { p { a href=(address) { "Records that may contradict each other" } } });
    }
    // Of thousands of records, all others would be looked for longer than anybody waits for a page.
    let question = json!({"contested": true, "same_files": true});
    let contested = source.ask_then(&verbs::REVIEW, question)?;
    let pairs = items(&contested, "pairs");
    Ok(html! {
        @if !pairs.is_empty() {
            h2 { "May contradict each other" }
            ul {
                @for pair in pairs {
                    li { (side(source, &pair["record"])) " · " (side(source, &pair["other"])) }
                }
                @if contested["more"] != 0 { li.hint { (contested["more"]) " more" } }
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
