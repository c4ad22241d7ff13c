//! Writing a record: a form, which the page's script sends.

use maud::html;
use serde_json::json;

use super::edit;
use super::frame::frame;
use super::parts::text;
use super::source::Source;
use crate::app::workspace::Error;
use crate::domain::kind::Kind;
use crate::wire::request;

pub(super) fn render(source: &Source) -> Result<String, Error> {
    if let Some(id) = source.parameter("id") {
        return edit::render(source, id);
    }
    let old = match source.parameter("supersedes") {
        Some(id) => Some(source.ask(request::read, json!({"id": id}))?),
        None => None,
    };
    let kind = old.as_ref().map_or("decision", |old| text(old, "kind"));
    let sections = Kind::by_name(kind).map_or(&[][..], Kind::sections);
    let main = html! {
        form.write data-kind=(kind) data-supersedes=[old.as_ref().map(|old| text(old, "id"))] {
            @if let Some(old) = &old {
                p.hint { "Replaces: " strong dir="auto" { (text(old, "title")) } }
            } @else {
                label for="kind" { "Kind" }
                select #kind name="kind" {
                    @for kind in Kind::all().filter(|kind| kind.add_command().is_some()) {
                        option { (kind.name()) }
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
            label for="paths" { "Paths that it governs, one a line" }
            textarea #paths name="paths" rows="2" {}
            label for="tags" { "Tags" }
            input #tags name="tags";
            button type="submit" { "Write and stage" }
            p #told role="alert" {}
            noscript { p { "Writing needs JavaScript; 'git memory add-decision' does not." } }
        }
    };
    Ok(frame(source, "write.html", "Write", &main))
}
