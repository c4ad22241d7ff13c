//! Records that may be out of date, and questions without an answer.

use maud::{Markup, html};

use super::frame::frame;
use super::parts::{first_of, is_in_conflict, link};
use super::record::{is_ours, judged, replaced};
use super::rows::line;
use super::source::{Place, Source};
use git_memory_app::recall::contested::{SHOWN as PAIRS_SHOWN, open_pairs};
use git_memory_app::recall::review::{Review, Suspect, review};
use git_memory_app::records::list::Sort;
use git_memory_app::records::listing::{ListQuestion, list};
use git_memory_app::workspace::Error;
use git_memory_model::record::Record;
use git_memory_text::counted;

/// How many records and pairs are shown.
const SHOWN: usize = 200;
const SUSPECTS: usize = 10;

pub(super) fn render(source: &Source) -> Result<String, Error> {
    let review = review(source.workspace, &source.view())?;
    let (suspects, gaps) = (&review.suspects, &review.gaps);
    let conflicts = conflicts(source)?;
    let main = html! {
        @if !conflicts.is_empty() {
            section aria-labelledby="conflicts" {
                h2 #conflicts { "In conflict" }
                ul.records { (first_of(SHOWN, &conflicts, |record| line(source, record, true))) }
            }
        }
        @if suspects.is_empty() && conflicts.is_empty() { p.hint { "Nothing to review." } }
        ul.records { (first_of(SUSPECTS, suspects, |record| suspect(source, record))) }
        (others(&review))
        section #pairs aria-label="Contradict each other" { (pairs(source)?) }
        @if !gaps.is_empty() && source.place == Place::Server {
            section aria-labelledby="gaps" {
                h2 #gaps { "Questions without an answer" }
                ul {
                    @for gap in gaps {
                        li { q dir="auto" { (source.told(&gap.query)) } " × " (gap.count) }
                    }
                }
            }
        }
    };
    Ok(frame(source, "review.html", "Review", &main))
}

/// The records of which git has two versions.
fn conflicts(source: &Source) -> Result<Vec<Record>, Error> {
    // Only a work tree has any.
    if source.place == Place::Site || source.revision.is_some() {
        return Ok(Vec::new());
    }
    let all = ListQuestion {
        rev: source.revision.clone(),
        sort: Some(Sort::Path),
        ..ListQuestion::default()
    };
    let listing = list(source.workspace, &all)?;
    let records = listing.records().filter(|it| is_in_conflict(&listing, it));
    Ok(records.cloned().collect())
}

/// Returns the records that contradict each other.
fn pairs(source: &Source) -> Result<Markup, Error> {
    let contested = open_pairs(source.workspace, &source.view(), PAIRS_SHOWN)?;
    Ok(html! {
        @if !contested.pairs.is_empty() {
            h2 { "Contradict each other" }
            ul {
                @for pair in &contested.pairs {
                    @let (record, other) = (&pair.record.header, &pair.other);
                    li {
                        (link(source, "", record.id.as_str(), &record.title)) " · "
                        (link(source, "", other.id.as_str(), &other.title))
                        @if let Some([own, theirs]) = &other.sentences {
                            br; q dir="auto" { (source.told(own)) } " / "
                            q dir="auto" { (source.told(theirs)) }
                        }
                    }
                }
                @if contested.more != 0 { li.hint { (contested.more) " more" } }
            }
        }
    })
}

/// How many records are not told, and how many cannot be.
fn others(review: &Review) -> Markup {
    html! {
        @if review.touched > 0 {
            p.hint {
                "Files of " (counted(review.touched, "record")) " changed, but nothing that the \
                 text names."
            }
        }
        @if review.unnamed > 0 {
            p.hint {
                (counted(review.unnamed, "record")) " cannot be judged: the text names nothing \
                 that code has."
            }
        }
    }
}

fn suspect(source: &Source, suspect: &Suspect) -> Markup {
    let record = &suspect.record;
    let is_now = source.place == Place::Server && source.revision.is_none();
    html! {
        (line(source, record, false))
        ul.reasons { @for why in &suspect.why { li dir="auto" { (source.told(why)) } } }
        @for named in &suspect.named {
            p dir="auto" { q { (source.told(&named.sentence)) } }
            pre { del { (source.told(&named.before)) } "\n" ins { (source.told(&named.after)) } }
        }
        @if is_now && is_ours(record) && !record.is_page() {
            p.actions data-record=(source.written(record.header.id.as_str())) {
                (judged(record)) (replaced(source, record, ""))
            }
        }
    }
}
