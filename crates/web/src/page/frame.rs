//! Parts that every page has: its head, the links to the others, and where it is looked at.

use maud::{DOCTYPE, Markup, html};

use super::links::{AREAS, Area, Link, REVIEW, area_of};
use super::source::{Place, Source};

/// The id of the form that searches.
pub(super) const SEARCH: &str = "search";
/// The first page.
pub(super) const HOME: &str = "index.html";

/// A whole page. `name` is its file's, below the folder of pages.
pub(super) fn frame(source: &Source, name: &str, title: &str, main: &Markup) -> String {
    let root = root_of(name);
    let then = source.then();
    let project = source.told(&source.bearings.project);
    let page = html! {
        (DOCTYPE)
        html lang="en" data-place=[(source.place == Place::Server).then_some("server")]
            data-state=[source.state.as_deref()]
            data-reviewed=[source.bearings.count()] {
            (head(&root, title, &project))
            body {
                a.skip href="#main" { "Skip to content" }
                header {
                    div.top {
                        (brand(&root, then, &project)) (position(source, &root))
                        (search(source, &root))
                    }
                    (areas(source, &root, name))
                }
                @if let Some(then) = then {
                    p.then role="status" {
                        "Memory as of " code { (then) } " · "
                        a href=(name.rsplit('/').next().unwrap_or(name)) { "now" }
                    }
                }
                main #main tabindex="-1" {
                    (beside(source, &root, name))
                    h1 dir="auto" { (title) }
                    (main)
                }
            }
        }
    };
    page.into_string()
}

/// The head of a page.
pub(super) fn head(root: &str, title: &str, project: &str) -> Markup {
    html! {
        head {
            meta charset="utf-8";
            meta name="viewport" content="width=device-width";
            title { (title) " · " (project) " memory" }
            link rel="stylesheet" href={ (root) "style.css" };
            link rel="icon" href={ (root) "icon.svg" };
            script type="module" src={ (root) "page.js" } {}
        }
    }
}

/// The link to the first page, with the name of the project.
pub(super) fn brand(root: &str, then: Option<&str>, project: &str) -> Markup {
    html! {
        a.brand href={ (root) (HOME) (then_query(then)) } {
            bdi { (project) } " " span { "memory" }
        }
    }
}

/// The branch and the commit that the page is of, with a link to the history.
fn position(source: &Source, root: &str) -> Markup {
    let bearings = &source.bearings;
    let branch = bearings.branch.as_ref().map(|branch| source.told(branch));
    html! {
        @if branch.is_some() || bearings.commit.is_some() {
            a.at href={ (root) "history.html" (then_query(source.then())) } title="History" {
                @if let Some(branch) = branch { bdi { (branch) } " " }
                @if let Some(commit) = &bearings.commit { "@ " (commit) }
            }
        }
    }
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
                placeholder="Search decisions, files, words …" autocomplete="off" accesskey="s";
            kbd aria-hidden="true" { "/" }
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

/// Returns the links to the five areas, those of which there are pages here.
fn areas(source: &Source, root: &str, name: &str) -> Markup {
    let here = area_of(name);
    html! {
        nav aria-label="Pages" {
            ul {
                @for area in &AREAS {
                    @if let Some(first) = shown(source, area).next() {
                        li {
                            a href={ (root) (first.name) (then_query(source.then())) }
                                aria-current=[current(first, name, area.title == here.title)] {
                                (area.title)
                                @if first.name == REVIEW { (to_review(source)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The number of records to review.
fn to_review(source: &Source) -> Markup {
    let count = source.bearings.count().filter(|count| *count > 0);
    html! { @if let Some(count) = count { " " b { (count) } } }
}

/// Returns the links to the other pages of an area that has several.
fn beside(source: &Source, root: &str, name: &str) -> Markup {
    let links = shown(source, area_of(name));
    let links: Vec<(&Link, &str)> = links.filter_map(|it| Some((it, it.title?))).collect();
    html! {
        @if !links.is_empty() {
            nav.beside aria-label="Pages beside this one" {
                ul {
                    @for (link, title) in links {
                        li {
                            a href={ (root) (link.name) (then_query(source.then())) }
                                aria-current=[current(link, name, false)] { (title) }
                        }
                    }
                }
            }
        }
    }
}

/// The links of an area to pages that there are here.
fn shown<'a>(source: &Source, area: &'a Area) -> impl Iterator<Item = &'a Link> + use<'a> {
    let hides_private = source.place == Place::Site || source.then().is_some();
    let links = area.links.iter();
    links.filter(move |link| !(link.is_private && hides_private))
}

/// The word by which a link to this page, or to its area, says so.
fn current(link: &Link, name: &str, is_around: bool) -> Option<&'static str> {
    if link.name == name {
        Some("page")
    } else {
        is_around.then_some("true")
    }
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
