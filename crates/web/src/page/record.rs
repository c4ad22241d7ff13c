//! One record: its text, what it governs, how it came about, and what is to be done with it.

use maud::{Markup, html};

use super::about::{Change, Ids, Parts, changes, letters, ties};
use super::aside::{aside, history};
use super::banner::banners;
use super::frame::{frame, root_of};
use super::graph::drawn;
use super::host::Host;
use super::markdown;
use super::parts::{address, file_of};
use super::source::Source;
use git_memory_app::records::covered::covered;
use git_memory_app::records::graph::{DRAWN, of_record, of_revision};
use git_memory_app::records::list::{Filter, Sort};
use git_memory_app::records::listing::{ListQuestion, list};
use git_memory_app::records::show::{InConflict, Shown, add_followers};
use git_memory_app::workspace::Error;
use git_memory_model::graph::LIMIT;
use git_memory_model::record::Record;
use git_memory_model::record::front_matter::front_matter_and_body;

/// Prefix of the names of records' pages: their folder.
const FOLDER: &str = "records/";

/// The record of a page's name, below the folder of pages.
pub(super) fn named(name: &str) -> Option<String> {
    let id = name.strip_prefix(FOLDER)?.strip_suffix(".html")?;
    (!id.is_empty()).then(|| id.to_owned())
}

/// A record's text without its front matter.
pub(super) fn body(content: &str) -> &str {
    front_matter_and_body(content).1
}

/// The records to whose files a record's text links.
pub(super) fn linked(source: &Source, shown: &Shown) -> Result<Ids, Error> {
    let text = source.told(&shown.text);
    let files = markdown::files(body(&text), shown.record.path.as_str());
    if files.is_empty() {
        return Ok(Ids::new());
    }
    let request = ListQuestion {
        rev: source.revision.clone(),
        filter: Filter {
            paths: files,
            ..Filter::default()
        },
        sort: Some(Sort::Path),
        ..ListQuestion::default()
    };
    Ok(ids(list(source.workspace, &request)?.records()))
}

/// The ids of some records.
pub(super) fn ids<'r>(records: impl IntoIterator<Item = &'r Record>) -> Ids {
    let each = records.into_iter();
    each.map(|it| (it.path.to_string(), it.header.id.to_string()))
        .collect()
}

/// A part of a record's text, likewise.
fn markdown_of(source: &Source, root: &str, shown: &Shown, ids: &Ids, text: &str) -> Markup {
    markdown::rendered(text, &|link| {
        let id = ids.get(&markdown::file(shown.record.path.as_str(), link)?)?;
        Some(address(source, root, id))
    })
}

pub(super) fn render(source: &Source, name: &str) -> Result<String, Error> {
    let (workspace, view) = (source.workspace, source.view());
    let mut shown = source.shown(view.clone(), name)?;
    add_followers(workspace, &view, std::slice::from_mut(&mut shown))?;
    let id = shown.record.header.id.as_str();
    let graph = match view.revision() {
        None => of_record(workspace, id, DRAWN)?,
        Some(revision) => of_revision(workspace, revision, Some(id), LIMIT)?,
    };
    let covered = covered(workspace, &view, id)?;
    // The history of a parent is in its own repository.
    let log = match shown.parent {
        Some(_) => Vec::new(),
        None => source.log(Some(id))?,
    };
    let commits: Vec<Change> = changes(&log).collect();
    let nodes = graph.nodes.iter();
    let host = Host::of(source)?;
    let parts = Parts {
        shown: &shown,
        graph: &graph,
        ties: &ties(&graph),
        titles: &nodes
            .map(|node| (node.name.as_str(), node.title.as_str()))
            .collect(),
        linked: &linked(source, &shown)?,
        files: &covered.applies_to,
        files_left: covered.files_left,
        commits: &commits,
        host: host.as_ref(),
    };
    Ok(page(source, &parts))
}

/// The page of a record.
pub(super) fn page(source: &Source, parts: &Parts) -> String {
    let shown = parts.shown;
    let title = source.told(&shown.record.header.title);
    let id = source.written(shown.record.header.id.as_str());
    let root = root_of(&file_of(&id));
    let text = match &shown.conflict {
        Some(conflict) => versions(source, conflict),
        None => untitled_text(source, &root, parts, &title),
    };
    let main = html! {
        div.two {
            div.left {
                (banners(source, &root, parts))
                section.text aria-label="Text" dir="auto" { (text) }
                (drawn(source, &root, parts))
                (history(source, parts))
            }
            (aside(source, &root, parts, &text))
        }
    };
    frame(source, &file_of(&id), &title, &main)
}

/// A record's text without the heading that repeats its title.
fn untitled_text(source: &Source, root: &str, parts: &Parts, title: &str) -> Markup {
    let text = source.told(&parts.shown.text);
    markdown_of(
        source,
        root,
        parts.shown,
        parts.linked,
        untitled(body(&text), title),
    )
}

/// A text without its first line, where that is a heading that repeats the title.
fn untitled<'t>(text: &'t str, title: &str) -> &'t str {
    let (first, rest) = text.trim_start().split_once('\n').unwrap_or((text, ""));
    match first.strip_prefix("# ") {
        // A number or a label may come before it.
        Some(heading) if letters(heading).ends_with(&letters(title)) => rest,
        _ => text,
    }
}

/// Both versions of a record that git could not merge, as they are written.
fn versions(source: &Source, conflict: &InConflict) -> Markup {
    let names = [
        ("ours", &conflict.sides.ours),
        ("theirs", &conflict.sides.theirs),
    ];
    html! {
        @for (nth, (side, name)) in names.into_iter().enumerate() {
            h2 { @if name.is_empty() { (side) } @else { (source.told(name)) } }
            @match conflict.versions.get(nth) {
                Some(Some(version)) => pre { (source.told(version)) },
                _ => p.hint { "Deleted there." },
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_that_repeats_the_title_is_left_out() {
        for (text, expected) in [
            ("\n# Use queues\n\nText.\n", "\nText.\n"),
            ("# 12. Use `queues`\nText.\n", "Text.\n"),
            ("# Another\nText.\n", "# Another\nText.\n"),
            ("## Use queues\nText.\n", "## Use queues\nText.\n"),
            ("Use queues\n", "Use queues\n"),
        ] {
            assert_eq!(untitled(text, "Use queues"), expected, "{text}");
        }
    }
}
