//! Changing a record: a form with what it says, which the page's script sends with the name of the
//! text that the form was made from, so that nothing that changed since is written over.

use maud::{Markup, html};
use serde_json::{Value, json};

use super::frame::frame;
use super::parts::{link, text, texts};
use super::record::{body, is_page};
use super::source::Source;
use git_memory_app::verbs;
use git_memory_app::workspace::Error;
use git_memory_model::kind::{Kind, Lifecycle};
use git_memory_text::visible;

/// The form for the record of this id.
pub(super) fn render(source: &Source, id: &str) -> Result<String, Error> {
    let record = source.ask_as_written(&verbs::READ, json!({"id": id}))?;
    let main = html! {
        p.hint { (link(source, "", text(&record, "id"), "Back to the record")) }
        @if is_page(&record) {
            p { "A page has no id: register it ('git memory adopt') to change it here." }
        } @else if record["blob"].is_null() {
            p {
                "This record cannot be changed here, because a part of its file is hidden. Change \
                 it with an editor."
            }
        } @else {
            (form(&record))
        }
    };
    let title = visible(text(&record, "title"));
    Ok(frame(source, "write.html", &title, &main))
}

fn form(record: &Value) -> Markup {
    html! {
        form.write autocomplete="off" data-edit=(text(record, "id"))
            data-blob=(text(record, "blob"))
            data-private=[(record["private"] == true).then_some("true")] {
            label for="title" { "Title" }
            input #title name="title" required dir="auto" value=(text(record, "title"));
            label for="description" { "Description" }
            input #description name="description" dir="auto" value=(text(record, "description"));
            label for="status" { "Status" }
            select #status name="status" {
                @let now = text(record, "status");
                @for status in statuses(record).filter(|status| *status != now) {
                    option { (status) }
                }
                option selected { (now) }
            }
            (about(record))
            label for="body" { "Text" }
            // The first line end is not part of a field's text.
            textarea #body name="body" rows="20" dir="auto" { "\n" (body(record)) }
            button type="submit" { "Write and stage" }
            p #told role="alert" {}
            noscript { p { "Writing needs JavaScript; 'git memory edit' does not." } }
        }
    }
}

/// The fields of what a record is about.
pub(super) fn about(record: &Value) -> Markup {
    let paths: Vec<&str> = texts(record, "paths").collect();
    let tags: Vec<&str> = texts(record, "tags").collect();
    html! {
        label for="paths" { "Paths that it applies to, from the top of the repository, one a line" }
        textarea #paths name="paths" rows=(paths.len().max(2)) { "\n" (paths.join("\n")) }
        label for="tags" { "Tags, with commas between them" }
        input #tags name="tags" dir="auto" value=(tags.join(", "));
    }
}

/// The statuses that a person may give it: only a successor supersedes it.
fn statuses(record: &Value) -> impl Iterator<Item = &'static str> {
    let kind = Kind::by_name(text(record, "kind"));
    let rows = kind.map_or(&[][..], Kind::statuses).iter();
    rows.filter(|row| row.lifecycle != Lifecycle::Superseded)
        .map(|row| row.name)
}
