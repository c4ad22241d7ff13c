//! The buttons for what a person may do with a record; the page's script does it.

use maud::{Markup, html};

use super::source::Source;
use git_memory_app::records::show::Shown;
use git_memory_model::kind::Kind;
use git_memory_model::record::Record;

/// True if the record is one of memory's, and not read beside it.
pub(super) fn is_ours(record: &Record) -> bool {
    record.place.is_in_memory
}

/// True if the record can be changed here: one of a parent, or one that is read beside memory, stays
/// as it is, and of two versions it is not known which one is meant.
pub(super) fn can_change(shown: &Shown) -> bool {
    shown.parent.is_none()
        && (shown.is_private || is_ours(&shown.record))
        && shown.conflict.is_none()
}

/// Returns the buttons for what a person may do with the record; the page's script does it.
pub(super) fn actions(source: &Source, shown: &Shown, root: &str) -> Markup {
    let record = &shown.record;
    let id = source.written(record.header.id.as_str());
    html! {
        p.actions data-record=(id) data-private=[shown.is_private.then_some("true")] {
            @if record.is_page() {
                button type="button" data-do="adopt" { "Adopt" }
            } @else {
                (confirmed(record)) (closed(record))
                @if shown.is_private {
                    button type="button" data-do="publish" { "Publish" }
                } @else {
                    (replaced(source, record, root))
                }
                (edited(source, record, root))
            }
        }
    }
}

/// Returns the button that says that a record still holds, where nothing replaced it.
pub(super) fn confirmed(record: &Record) -> Markup {
    html! {
        @if record.header.superseded_by.is_empty() {
            button type="button" data-do="confirm" { "Still true" }
        }
    }
}

/// Returns the button that says that an open question is done.
pub(super) fn closed(record: &Record) -> Markup {
    html! {
        @if is_open_loop(record) { button type="button" data-do="close" { "Close" } }
    }
}

/// True if a record is an open question that is not closed.
pub(super) fn is_open_loop(record: &Record) -> bool {
    record.kind_name() == "open-loop" && &*record.header.status != "closed"
}

/// Returns the button that leads to the form of a record.
pub(super) fn edited(source: &Source, record: &Record, root: &str) -> Markup {
    let id = source.written(record.header.id.as_str());
    html! { a.button href={ (root) "write.html?id=" (id) } { "Edit" } }
}

/// Returns the button that replaces a record which another one can replace, and none did.
pub(super) fn replaced(source: &Source, record: &Record, root: &str) -> Markup {
    let can_be = record.kind().is_some_and(Kind::is_replaceable);
    let header = &record.header;
    let id = source.written(header.id.as_str());
    html! {
        @if can_be && header.superseded_by.is_empty() {
            a.button href={ (root) "write.html?supersedes=" (id) } { "Replace" }
        }
    }
}
