//! Writing a record: a form, which the page's script sends.

use maud::html;

use super::edit;
use super::frame::frame;
use super::source::Source;
use git_memory_app::View;
use git_memory_app::workspace::Error;
use git_memory_model::kind::Kind;
use git_memory_model::record::Record;

/// A title as it should be.
const EXAMPLE: &str = "Use Postgres for events";

pub(super) fn render(source: &Source) -> Result<String, Error> {
    if let Some(id) = source.parameter("id") {
        return edit::render(source, id);
    }
    let old = match source.parameter("supersedes") {
        Some(id) => Some(source.shown(View::WorkTree, id)?.record),
        None => None,
    };
    let kinds = || Kind::all().filter(|kind| kind.add_command().is_some());
    let asked = source.parameter("kind");
    let asked = asked.filter(|asked| kinds().any(|kind| kind.name() == *asked));
    let kind = match &old {
        Some(old) => old.kind_name(),
        None => asked.unwrap_or("decision"),
    };
    let sections = Kind::by_name(kind).map_or(&[][..], Kind::sections);
    let folder = Kind::by_name(kind).map_or("", Kind::folder);
    let folder = source.told(&source.workspace.folder().join(folder));
    let id = |old: &Record| source.written(old.header.id.as_str());
    let (mut paths, mut tags) = (Vec::new(), Vec::new());
    if let Some(old) = &old {
        paths.extend(old.header.paths.iter().map(|path| source.told(path)));
        tags.extend(old.header.tags.iter().map(|tag| source.told(tag)));
    }
    let main = html! {
        form.write data-kind=(kind) data-supersedes=[old.as_ref().map(id)] {
            @if let Some(old) = &old {
                p.hint { "Replaces: " strong dir="auto" { (source.told(&old.header.title)) } }
            } @else {
                label for="kind" { "Kind" }
                select #kind name="kind" {
                    @for one in kinds() {
                        option selected[one.name() == kind] { (one.name()) }
                    }
                }
            }
            label for="title" { "Title" }
            p.hint #about-title {
                "One sentence that still makes sense in a year: " q { (EXAMPLE) }
            }
            input #title name="title" required dir="auto" aria-describedby="about-title";
            @for section in sections {
                @let about = format!("about-{}", section.flag);
                label for=(section.flag) { (section.name) }
                p.hint id=(about) { (section.help) "." @if !section.is_needed { " Optional." } }
                textarea #(section.flag) name={ "parts." (section.flag) } rows="4" dir="auto"
                    aria-describedby=(about) {}
            }
            @if sections.is_empty() {
                label for="body" { "Text" }
                textarea #body name="body" rows="8" dir="auto" {}
            }
            (edit::about(&paths, &tags))
            p.hint {
                "Makes one file in " code { (folder) } ", named after the title, and stages it. \
                 Nothing is committed."
            }
            button type="submit" { "Write and stage" }
            p #told role="alert" {}
            noscript { p { "Writing needs JavaScript; 'git memory add' does not." } }
        }
    };
    let title = match &old {
        Some(_) => "Replace a record".to_owned(),
        None => format!("New {}", kind.replace('-', " ")),
    };
    Ok(frame(source, "write.html", &title, &main))
}
