//! The code: its folders as a tree, with how much of each has a decision and where what that names
//! has changed; and the page of a file.

use maud::{Markup, html};

use super::file::{self, address, crumbs};
use super::frame::frame;
use super::parts::{first_of, link};
use super::source::{Place, Source};
use super::tree::{Folder, Limits, tree};
use git_memory_app::map::{CoveredFile, coverage};
use git_memory_app::workspace::Error;
use git_memory_text::counted;
use git_memory_text::path::{is_below, last, resolved};

pub(super) fn render(source: &Source) -> Result<String, Error> {
    let chosen = source
        .parameter("path")
        .filter(|_| source.place == Place::Server);
    let chosen = chosen.map(|path| resolved("", path).unwrap_or_default());
    let mut files = coverage(source.workspace, &source.view())?;
    if let Some(path) = chosen.as_deref().filter(|path| !path.is_empty()) {
        let is_file = files.iter().any(|file| file.path == path);
        files.retain(|file| is_below(&file.path, path));
        if is_file || files.is_empty() {
            return file::render(source, path);
        }
    }
    let top = chosen.unwrap_or_default();
    let tree = tree(&files, &top);
    let limits = Limits::of(&tree, !top.is_empty());
    let main = html! {
        @if files.is_empty() {
            div.empty {
                p { "This page shows which code has a decision, folder by folder." }
                p {
                    "For example: " code { "src/store/" } ", of which 3 of 5 files have a decision."
                }
                p { "The project has no source files in a language that is read." }
                p { code { "git memory set ID paths+=src/store/" } }
            }
        } @else {
            @if !top.is_empty() { (crumbs(source, &top)) }
            (told(&tree))
            div.tree {
                p.heads aria-hidden="true" {
                    span { "Folder" } span { "Decided" } span { "Files" } span { "Changed since" }
                }
                (inside(source, &tree, &limits, 0))
            }
        }
    };
    let title = match source.told(last(&top)) {
        name if name.is_empty() => "Code".to_owned(),
        name => format!("{name}/"),
    };
    Ok(frame(source, "map.html", &title, &main))
}

/// Decision coverage in a sentence.
fn told(tree: &Folder) -> Markup {
    let share = tree.share;
    html! {
        p.lead {
            @if share.decided == 0 {
                "No record names any of the " (counted(share.files, "source file")) " here by its \
                 paths. To link files: "
                code { "git memory set ID paths+=src/" }
            } @else {
                (share.decided) " of " (counted(share.files, "source file"))
                @if share.decided == 1 { " is" } @else { " are" }
                " named by the paths of a record"
                @if share.moved > 0 {
                    "; in " (share.moved) ", code that the record names has changed since"
                }
                "."
            }
        }
    }
}

/// The folders and files of a folder.
fn inside(source: &Source, folder: &Folder, limits: &Limits, depth: usize) -> Markup {
    let is_whole = limits.shows_all;
    let files: Vec<&CoveredFile> = folder
        .files
        .iter()
        .copied()
        .filter(|file| is_whole || !file.records.is_empty())
        .collect();
    let shown = files.len().min(limits.files);
    let left = folder.files.len() - shown;
    html! {
        ul {
            @for inner in folder.folders.iter().take(limits.folders) {
                li { (fold(source, inner, limits, depth)) }
            }
            @if folder.folders.len() > limits.folders {
                li.hint { (counted(folder.folders.len() - limits.folders, "more folder")) }
            }
            @for file in &files[..shown] { li { (file_row(source, file, limits)) } }
            @if left > 0 { li.hint { (rest(source, folder, left, shown)) } }
        }
    }
}

/// The files of a folder that are not shown; on the server with a link to all of them.
fn rest(source: &Source, folder: &Folder, left: usize, shown: usize) -> Markup {
    let words = match shown {
        0 => counted(left, "file"),
        _ => counted(left, "more file"),
    };
    html! {
        @if source.place == Place::Server && !folder.is_top {
            a href=(address(source, &folder.path)) { (words) }
        } @else {
            (words)
        }
    }
}

/// A folder that opens.
fn fold(source: &Source, folder: &Folder, limits: &Limits, depth: usize) -> Markup {
    let share = folder.share;
    let is_cut = depth + 1 >= limits.depth && !folder.folders.is_empty();
    html! {
        details open[share.decided > 0 && depth == 0 && limits.opens] {
            summary.row {
                code { (source.told(folder.name())) "/" }
                (bar(folder))
                span.count { (share.decided) " of " (share.files) }
                @if share.moved > 0 {
                    span.changed { (counted(share.moved, "file")) }
                } @else {
                    span.none { "–" }
                }
            }
            @if is_cut {
                ul {
                    li.hint { (rest(source, folder, share.files, 0)) " in its folders" }
                }
            } @else {
                (inside(source, folder, limits, depth + 1))
            }
        }
    }
}

/// How much of a folder is decided, and how much of that has changed.
fn bar(folder: &Folder) -> Markup {
    let share = folder.share;
    let of_all = |count: usize| count * 100 / share.files.max(1);
    let (decided, moved) = (of_all(share.decided), of_all(share.moved));
    html! {
        svg.bar viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" {
            rect.all width="100" height="6" {}
            @if decided > 0 { rect.decided width=(decided) height="6" {} }
            @if moved > 0 {
                rect.changed x=(decided - moved.min(decided)) width=(moved) height="6" {}
            }
        }
    }
}

/// A file: with its records where it has some.
fn file_row(source: &Source, file: &CoveredFile, limits: &Limits) -> Markup {
    let name = html! { code { (source.told(last(&file.path))) } };
    let page = (source.place == Place::Server).then(|| address(source, &file.path));
    html! {
        @if file.records.is_empty() {
            p.row {
                @match &page { Some(page) => a href=(page) { (name) }, None => (name) }
            }
        } @else {
            details {
                summary.row {
                    (name) span {}
                    span.count { (counted(file.records.len(), "record")) }
                    @if file.has_changed {
                        span.changed { "changed" }
                    } @else {
                        span.none { "–" }
                    }
                }
                ul.decisions {
                    (first_of(limits.records, &file.records, |record| {
                        link(source, "", &record.id, &record.title)
                    }))
                    @if let Some(page) = &page { li { a href=(page) { "Why this file is so" } } }
                }
            }
        }
    }
}
