//! Parts that every page has: its head, the links to the others, and where it is looked at.

use maud::{DOCTYPE, Markup, html};

use super::links::{LINKS, Link};
use super::source::{Place, Source};

/// The id of the form that searches.
pub(super) const SEARCH: &str = "search";

/// A whole page. `name` is its file's, below the folder of pages.
pub(super) fn frame(source: &Source, name: &str, title: &str, main: &Markup) -> String {
    let root = root_of(name);
    let then = source.then();
    // A site has as many of these as records: what their heads would repeat is most of it.
    let is_short = source.place == Place::Site && !root.is_empty();
    let page = html! {
        (DOCTYPE)
        html lang="en" data-place=[(source.place == Place::Server).then_some("server")]
            data-state=[source.state.as_deref()] {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width";
                title { (title) " · memory" }
                link rel="stylesheet" href={ (root) "style.css" };
                link rel="icon" href={ (root) "icon.svg" };
                script type="module" src={ (root) "page.js" } {}
            }
            body {
                @if is_short {
                    header { (pages(source, &root, name, &LINKS[..2])) }
                } @else {
                    a.skip href="#main" { "Skip to content" }
                    header { (search(source, &root)) (pages(source, &root, name, &LINKS)) }
                }
                @if let Some(then) = then {
                    p.then role="status" {
                        "Memory as of " code { (then) } " · "
                        a href=(name.rsplit('/').next().unwrap_or(name)) { "now" }
                    }
                }
                main id=[(!is_short).then_some("main")] tabindex=[(!is_short).then_some("-1")] {
                    h1 dir="auto" { (title) }
                    (main)
                }
            }
        }
    };
    page.into_string()
}

/// Returns the path that leads from a page to the folder of pages.
pub(super) fn root_of(name: &str) -> String {
    "../".repeat(name.matches('/').count())
}

/// The field that searches from every page.
fn search(source: &Source, root: &str) -> Markup {
    html! {
        form.search id=(SEARCH) action={ (root) "search.html" } role="search" {
            label for="words" { "Search memory" }
            input #words type="search" name="words" value=[source.parameter("words")]
                autocomplete="off" accesskey="s";
            (kept_revision(source))
            button type="submit" { "Search" }
        }
    }
}

/// Returns the field that makes a form stay at the revision of its page.
pub(super) fn kept_revision(source: &Source) -> Markup {
    html! {
        @if let Some(then) = source.then() { input type="hidden" name="rev" value=(then); }
    }
}

/// The links to other pages, those of `links` that there are here.
fn pages(source: &Source, root: &str, name: &str, links: &[Link]) -> Markup {
    let then = source.then();
    let is_public = source.place == Place::Site;
    let hides_private = is_public || then.is_some();
    html! {
        nav aria-label="Pages" {
            ul {
                @for page in links.iter().filter(|link| !(link.is_private && hides_private)) {
                    li {
                        a href={ (root) (page.name) (then_query(then)) }
                            aria-current=[(page.name == name).then_some("page")] {
                            (page.title)
                        }
                    }
                }
            }
        }
    }
}

/// Page in the place of one that cannot be made.
pub(crate) fn trouble(name: &str, message: &str, hints: &[String]) -> String {
    let root = root_of(name);
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width";
                title { "memory" }
                link rel="stylesheet" href={ (root) "style.css" };
            }
            body {
                main {
                    h1 { (message) }
                    @for hint in hints { p { (hint) } }
                    p { a href={ (root) "index.html" } { "Overview" } }
                }
            }
        }
    };
    page.into_string()
}

/// Returns the query that leads to a page of the same revision.
pub(super) fn then_query(then: Option<&str>) -> String {
    match then {
        Some(then) => {
            let mut query = form_urlencoded::Serializer::new("?".to_owned());
            query.append_pair("rev", then);
            query.finish().replace("?&", "?")
        }
        None => String::new(),
    }
}
