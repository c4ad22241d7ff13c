//! The banner of a record: what is not as it should be, with the way to settle it.

use maud::{Markup, html};

use super::about::Parts;
use super::host::Host;
use super::parts::link;
use super::source::Source;
use git_memory_model::evidence::ground::{Changes, Ground, NamedChange, Verdict};
use git_memory_model::kind::Lifecycle;

/// The banners of a record; none where nothing is to be said.
pub(super) fn banners(source: &Source, root: &str, parts: &Parts) -> Markup {
    let shown = parts.shown;
    let header = &shown.record.header;
    let path = shown.record.path.as_str();
    let is_replaced = shown.record.lifecycle() == Lifecycle::Superseded;
    let same_id = shown.double.iter().flat_map(|double| double.others(path));
    html! {
        @for other in same_id {
            p.banner.bad { "Another file has the same id: " code { (source.told(other)) } }
        }
        @if shown.conflict.is_some() {
            p.banner.bad {
                "In conflict: git has two versions of it. Choose one in the file, and commit."
            }
        }
        @if !header.superseded_by.is_empty() {
            p.banner {
                "Replaced by "
                @for (nth, id) in header.superseded_by.iter().enumerate() {
                    @if nth > 0 { ", " }
                    (link(source, root, id.as_str(), parts.title(id.as_str())))
                }
                "."
            }
        }
        @if header.superseded_by.is_empty() && is_replaced {
            p.banner { "Replaced: it no longer applies." }
        }
        @if let Some(ground) = &shown.ground { (of_ground(source, root, parts.host, ground)) }
    }
}

fn of_ground(source: &Source, root: &str, host: Option<&Host>, ground: &Ground) -> Markup {
    let tells = ground.changes.matter();
    html! {
        @for rival in &ground.rivals {
            div.banner.bad {
                p {
                    "May contradict " (link(source, root, rival.id.as_str(), &rival.title)) ". "
                    "If one of them no longer applies, replace it with the other."
                }
                @if let Some([own, theirs]) = &rival.sentences {
                    p { q dir="auto" { (source.told(own)) } }
                    p { q dir="auto" { (source.told(theirs)) } }
                }
            }
        }
        @match ground.verdict {
            Verdict::Gone => p.banner.bad { "Its files were deleted." },
            Verdict::Moved | Verdict::Contested if tells => {
                (changed(source, host, &ground.changes))
            },
            _ => {}
        }
    }
}

/// Changes since the record was last confirmed.
fn changed(source: &Source, host: Option<&Host>, changes: &Changes) -> Markup {
    html! {
        div.banner {
            p {
                "Its files changed since it was last confirmed"
                @if let Some(newest) = &changes.newest {
                    ", last by "
                    @match host {
                        Some(host) => {
                            a href=(host.commit(&newest.commit)) { (source.told(&newest.subject)) }
                        },
                        None => bdi { (source.told(&newest.subject)) },
                    }
                }
                "."
                @if changes.is_rewritten && changes.named.is_empty() {
                    " More than half of their lines are gone."
                }
                @if let Some(moved) = &changes.moved {
                    " " code { (source.told(&moved.from)) }
                    " is now " code { (source.told(&moved.to)) } "."
                }
            }
            @for named in &changes.named { (gone(source, named)) }
        }
    }
}

/// A thing that the record names and its file does not have any more, with both lines.
pub(super) fn gone(source: &Source, named: &NamedChange) -> Markup {
    html! {
        p dir="auto" {
            code { (source.told(&named.name)) }
            @if named.name == named.path {
                " was deleted."
            } @else {
                " is gone from " code { (source.told(&named.path)) } "."
            }
        }
        details {
            summary { "See the change" }
            p dir="auto" { q { (source.told(&named.sentence)) } }
            pre.diff tabindex="0" {
                del { "-" (source.told(&named.before)) "\n" }
                @if !named.after.is_empty() { ins { "+" (source.told(&named.after)) "\n" } }
            }
        }
    }
}
