//! What is tied to a thing that need not be a record: a file, scope, symbol, person, package,
//! commit or web address.

use maud::{Markup, html};

use super::file;
use super::frame::frame;
use super::parts::{asked, link};
use super::rows::hit_line;
use super::source::Source;
use git_memory_app::private::settle::settle;
use git_memory_app::recall::entities::{Entity, Relation, Thing};
use git_memory_app::recall::{Related, related};
use git_memory_app::workspace::Error;
use git_memory_text::counted;

/// The page of it.
const PAGE: &str = "related.html";
/// The most of each relation that are shown.
const SHOWN: usize = 100;

/// The address of what is tied to a name; `None` where pages tell of another time, or are no
/// server's.
pub(super) fn address(source: &Source, root: &str, name: &str) -> Option<String> {
    let page = [root, PAGE].concat();
    source
        .is_now()
        .then(|| asked(source, &page, &[("what", &source.written(name))]))
}

pub(super) fn render(source: &Source) -> Result<String, Error> {
    let what = source.parameter("what").filter(|_| source.is_now());
    let main = if let Some(what) = what {
        found(source, what)?
    } else {
        html! {
            p.empty {
                "A file, scope, symbol, owner, author, package, commit or web address has a page \
                 of what is tied to it now."
            }
        }
    };
    let main = html! {
        form.points action=(PAGE) {
            label.field { "Name " input name="what" value=[what] dir="auto"; }
            button type="submit" { "Show" }
        }
        (main)
    };
    let title = what.map_or_else(|| "Related".to_owned(), |what| source.told(what));
    Ok(frame(source, PAGE, &title, &main))
}

/// What a name means, and what is tied to that.
fn found(source: &Source, what: &str) -> Result<Markup, Error> {
    settle(source.workspace)?;
    match related(source.workspace, what, Some(SHOWN), &|_done, _all| {}) {
        Ok(found) => Ok(told(source, &found)),
        Err(Error::UnknownRecord(_)) => Ok(html! {
            p.empty {
                "Nothing is known by the name " b dir="auto" { (source.told(what)) } "."
            }
        }),
        Err(error) => Err(error),
    }
}

fn told(source: &Source, found: &Related) -> Markup {
    html! {
        @if !found.hits.is_empty() {
            ul.records { @for hit in &found.hits { li { (hit_line(source, hit)) } } }
        }
        @for entity in &found.entities { (section(source, entity)) }
    }
}

fn section(source: &Source, entity: &Entity) -> Markup {
    let kind = entity.kind.name();
    html! {
        section aria-labelledby=(kind) {
            h2 id=(kind) { (source.told(&entity.name)) " · " (kind) }
            @if entity.relations.is_empty() { p.hint { "No record is tied to the " (kind) "." } }
            ul.about { @for relation in &entity.relations { (row(source, relation)) } }
            @if entity.left > 0 { p.hint { (counted(entity.left, "more relation")) } }
        }
    }
}

fn row(source: &Source, relation: &Relation) -> Markup {
    html! {
        li {
            @match &relation.of {
                Thing::Record(record) => {
                    (link(source, "", record.header.id.as_str(), &record.header.title))
                    @if !record.is_current() {
                        " " span.state { (source.told(&record.header.status)) }
                    }
                }
                Thing::Line { path, line } => {
                    a href=(file::address(source, path)) { code { (source.told(path)) ":" (line) } }
                }
            }
            p.reasons {
                (relation.tie.name()) " it"
                @for why in &relation.why { " · " bdi { (source.told(why)) } }
            }
        }
    }
}
