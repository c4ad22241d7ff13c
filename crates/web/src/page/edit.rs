//! Changing a record: a form with what it says, which the page's script sends with the name of the
//! text that the form was made from, so that nothing that changed since is written over.

use maud::{Markup, html};

use super::frame::frame;
use super::parts::link;
use super::record::body;
use super::source::Source;
use git_memory_app::records::show::Shown;
use git_memory_app::workspace::Error;
use git_memory_app::{Clean, View};
use git_memory_model::kind::{Kind, Lifecycle};

/// The form for the record of this id.
pub(super) fn render(source: &Source, id: &str) -> Result<String, Error> {
    let shown = source.shown(View::WorkTree, id)?;
    let header = &shown.record.header;
    let main = html! {
        p.hint { (link(source, "", header.id.as_str(), "Back to the record")) }
        @if shown.record.is_page() {
            p { "A page has no id: register it ('git memory adopt') to change it here." }
        } @else if shown.blob.is_none() {
            p {
                "This record cannot be changed here, because a part of its file is hidden. Change \
                 it with an editor."
            }
        } @else {
            (form(source, &shown))
        }
    };
    Ok(frame(
        source,
        "write.html",
        &source.told(&header.title),
        &main,
    ))
}

fn form(source: &Source, shown: &Shown) -> Markup {
    let header = &shown.record.header;
    let written = |text: &str| source.written(text);
    let list = |all: &[Clean]| all.iter().map(|it| written(it)).collect::<Vec<_>>();
    html! {
        form.write autocomplete="off" data-edit=(written(header.id.as_str()))
            data-blob=[shown.blob]
            data-private=[shown.is_private.then_some("true")] {
            label for="title" { "Title" }
            input #title name="title" required dir="auto" value=(written(&header.title));
            label for="description" { "Description" }
            input #description name="description" dir="auto"
                value=(written(&header.abstract_line));
            label for="status" { "Status" }
            select #status name="status" {
                @let now = written(&header.status);
                @for status in statuses(shown.record.kind()).filter(|status| *status != now) {
                    option { (status) }
                }
                option selected { (now) }
            }
            (about(&list(&header.paths), &list(&header.tags)))
            label for="body" { "Text" }
            // The first line end is not part of a field's text.
            textarea #body name="body" rows="20" dir="auto" {
                "\n" (body(&written(&shown.text)))
            }
            button type="submit" { "Write and stage" }
            p #told role="alert" {}
            noscript { p { "Writing needs JavaScript; 'git memory edit' does not." } }
        }
    }
}

/// The fields of what a record is about.
pub(super) fn about(paths: &[String], tags: &[String]) -> Markup {
    html! {
        label for="paths" { "Files that it applies to" }
        p.hint #about-paths {
            "From the top of the repository, one a line: " code { "src/store/**" }
        }
        textarea #paths name="paths" aria-describedby="about-paths" rows=(paths.len().max(2))
            dir="ltr" { "\n" (paths.join("\n")) }
        label for="tags" { "Tags" }
        p.hint #about-tags { "With commas between them." }
        input #tags name="tags" dir="auto" aria-describedby="about-tags" value=(tags.join(", "));
    }
}

/// The statuses that a person may give it: only a successor supersedes it.
fn statuses(kind: Option<Kind>) -> impl Iterator<Item = &'static str> {
    let rows = kind.map_or(&[][..], Kind::statuses).iter();
    rows.filter(|row| row.lifecycle != Lifecycle::Superseded)
        .map(|row| row.name)
}
