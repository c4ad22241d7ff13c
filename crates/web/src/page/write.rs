//! Writing a record: a form, which the page's script sends.

use maud::html;
use serde_json::{Value, json};

use super::edit;
use super::frame::frame;
use super::parts::text;
use super::source::Source;
use git_memory_app::verbs;
use git_memory_app::workspace::Error;
use git_memory_model::kind::Kind;

pub(super) fn render(source: &Source) -> Result<String, Error> {
    if let Some(id) = source.parameter("id") {
        return edit::render(source, id);
    }
    let old = match source.parameter("supersedes") {
        Some(id) => Some(source.ask(&verbs::READ, json!({"id": id}))?),
        None => None,
    };
    let kinds = || Kind::all().filter(|kind| kind.add_command().is_some());
    let asked = source.parameter("kind");
    let asked = asked.filter(|asked| kinds().any(|kind| kind.name() == *asked));
    let kind = match &old {
        Some(old) => text(old, "kind"),
        None => asked.unwrap_or("decision"),
    };
    let sections = Kind::by_name(kind).map_or(&[][..], Kind::sections);
    let main = html! {
        form.write data-kind=(kind) data-supersedes=[old.as_ref().map(|old| text(old, "id"))] {
            @if let Some(old) = &old {
                p.hint { "Replaces: " strong dir="auto" { (text(old, "title")) } }
            } @else {
                label for="kind" { "Kind" }
                select #kind name="kind" {
                    @for one in kinds() {
                        option selected[one.name() == kind] { (one.name()) }
                    }
                }
            }
            label for="title" { "Title" }
            input #title name="title" required dir="auto";
            @for section in sections {
                label for=(section.flag) { (section.name) }
                textarea #(section.flag) name={ "parts." (section.flag) } rows="5" dir="auto" {}
            }
            @if sections.is_empty() {
                label for="body" { "Text" }
                textarea #body name="body" rows="8" dir="auto" {}
            }
            (edit::about(old.as_ref().unwrap_or(&Value::Null)))
            button type="submit" { "Write and stage" }
            p #told role="alert" {}
            noscript { p { "Writing needs JavaScript; 'git memory add-decision' does not." } }
        }
    };
    Ok(frame(source, "write.html", "Write", &main))
}
