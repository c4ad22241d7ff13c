//! Records that may be out of date, and questions without an answer.

use std::sync::Arc;

use maud::{Markup, html};

use super::banner::gone;
use super::bearings::Reviewed;
use super::buttons::{closed, confirmed, edited, is_open_loop, is_ours, replaced};
use super::frame::frame;
use super::parts::{first_of, is_in_conflict, link, time, updated};
use super::source::{Place, Source};
use git_memory_app::recall::contested::{Pair, SHOWN as PAIRS_SHOWN, open_pairs};
use git_memory_app::recall::review::{Review, Suspect};
use git_memory_app::records::list::Sort;
use git_memory_app::records::listing::{ListQuestion, list};
use git_memory_app::workspace::Error;
use git_memory_model::record::Record;
use git_memory_text::advice::Advice;
use git_memory_text::counted;

/// How many records and pairs are shown.
const SHOWN: usize = 200;
const SUSPECTS: usize = 10;

pub(super) fn render(source: &Source) -> Result<String, Error> {
    let reviewed = match &source.bearings.reviewed {
        Some(reviewed) => Arc::clone(reviewed),
        None => Arc::new(Reviewed::of(source.workspace, &source.view())?),
    };
    let review = &reviewed.review;
    let (suspects, gaps) = (&review.suspects, &review.gaps);
    let conflicts = conflicts(source)?;
    let contested = open_pairs(source.workspace, &source.view(), PAIRS_SHOWN)?;
    let in_conflict = conflicts.len() + contested.pairs.len() + contested.more;
    let is_quiet = suspects.is_empty() && in_conflict == 0;
    let main = html! {
        @if is_quiet {
            div.empty {
                p {
                    "Records that contradict each other, and records whose code has changed, are \
                     listed here. There are none now."
                }
                p {
                    "For example: " q { "Use Postgres for events" } ", after the class "
                    code { "EventStore" } " that it names was renamed."
                }
                p { code { "git memory review" } }
            }
        }
        @if in_conflict > 0 {
            section aria-labelledby="conflicts" {
                h2 #conflicts { "Conflicts · " (in_conflict) }
                ul.review {
                    (first_of(SHOWN, &conflicts, |record| two_versions(source, record)))
                    @for pair in &contested.pairs { li { (opposed(source, pair)) } }
                    @if contested.more != 0 { li.hint { (contested.more) " more" } }
                }
            }
        }
        @if !suspects.is_empty() {
            section aria-labelledby="suspects" {
                h2 #suspects { "Worth a look · " (suspects.len()) }
                ul.review { (first_of(SUSPECTS, suspects, |record| suspect(source, record))) }
            }
        }
        (others(review))
        @if !gaps.is_empty() && source.place == Place::Server {
            section aria-labelledby="gaps" {
                h2 #gaps { "Questions without an answer · " (gaps.len()) }
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

/// A record of which git has two versions.
fn two_versions(source: &Source, record: &Record) -> Markup {
    let header = &record.header;
    html! {
        article {
            h3 { span.sign.bad { "!" } " " (link(source, "", header.id.as_str(), &header.title)) }
            p { "Git has two versions of it. Choose one in the file, and commit." }
        }
    }
}

/// Two records that contradict each other.
fn opposed(source: &Source, pair: &Pair) -> Markup {
    let (record, other) = (&pair.record.header, &pair.other);
    let id = source.written(record.id.as_str());
    let old = source.written(other.id.as_str());
    html! {
        article {
            h3 { span.sign.bad { "!" } " " (link(source, "", record.id.as_str(), &record.title)) }
            p { "may contradict " (link(source, "", other.id.as_str(), &other.title)) "." }
            @if let Some([own, theirs]) = &other.sentences {
                p.reasons { q dir="auto" { (source.told(own)) } }
                p.reasons { q dir="auto" { (source.told(theirs)) } }
            }
            @if is_now(source) {
                p.command { code { "git memory supersede " (old) " --by " (id) } }
            }
        }
    }
}

/// How many records have nothing worth a look, and how many cannot be judged.
fn others(review: &Review) -> Markup {
    let lacking = review.unknown.iter();
    let unjudged = review.unnamed + review.unknown.values().sum::<usize>();
    html! {
        @if review.touched > 0 {
            section aria-labelledby="touched" {
                h2 #touched { "Only touched · " (review.touched) }
                p.hint {
                    "Files of " (counted(review.touched, "record")) " changed, but nothing that \
                     the text names."
                }
            }
        }
        @if unjudged > 0 {
            section aria-labelledby="unjudged" {
                h2 #unjudged { "Not judged · " (unjudged) }
                @if review.unnamed > 0 {
                    p.hint {
                        (counted(review.unnamed, "record"))
                        @if review.unnamed == 1 { " names" } @else { " name" }
                        " no file or symbol that can be checked. To link files: "
                        code { "git memory set ID paths+=src/" }
                    }
                }
                @for (reason, count) in lacking {
                    p.hint { (counted(*count, "record")) ": " (reason) "." }
                }
            }
        }
    }
}

fn is_now(source: &Source) -> bool {
    source.place == Place::Server && source.revision.is_none()
}

fn suspect(source: &Source, suspect: &Suspect) -> Markup {
    let record = &suspect.record;
    let header = &record.header;
    // The things that it names have their own lines.
    let is_told = |why: &str| suspect.named.iter().any(|it| why.contains(&it.words()));
    let why = suspect.why.iter().filter(|why| !is_told(why));
    html! {
        article {
            h3 {
                span.sign.warn { "●" } " " (link(source, "", header.id.as_str(), &header.title))
            }
            @for why in why { p dir="auto" { (source.told(why)) } }
            @for named in &suspect.named { (gone(source, named)) }
            p.reasons { (record.kind_name()) " " (time(&updated(record))) }
        }
        @if is_now(source) && is_ours(record) && !record.is_page() {
            p.actions data-record=(source.written(header.id.as_str())) {
                (settled(source, suspect))
            }
        }
    }
}

/// The one button that settles the strongest reason.
fn settled(source: &Source, suspect: &Suspect) -> Markup {
    let record = &suspect.record;
    match &suspect.advice {
        Advice::Confirm { .. } => confirmed(record),
        Advice::Supersede { .. } => replaced(source, record, ""),
        // Its day has come.
        Advice::Edit { .. } if is_open_loop(record) => closed(record),
        _ => edited(source, record, ""),
    }
}
