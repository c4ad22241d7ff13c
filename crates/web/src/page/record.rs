//! One record: its text, what it governs, how it came about, and what is to be done with it.

use std::collections::HashMap;

use maud::{Markup, html};
use serde_json::{Value, json};

use super::frame::{frame, root_of};
use super::markdown;
use super::parts::{
    address, badge, file_of, filtered, freshness, in_conflict, is_in_conflict, items, link, text,
    texts, time,
};
use super::source::{Place, Source};
use git_memory_app::verbs;
use git_memory_app::workspace::Error;
use git_memory_model::kind::Kind;
use git_memory_model::record::front_matter::front_matter_and_body;
use git_memory_model::record::working_text::begins_with_abstract;
use git_memory_text::path::{MEMORY, is_below};

/// Prefix of the names of records' pages: their folder.
const FOLDER: &str = "records/";

/// The record of a page's name, below the folder of pages.
pub(super) fn named(name: &str) -> Option<String> {
    let id = name.strip_prefix(FOLDER)?.strip_suffix(".html")?;
    (!id.is_empty()).then(|| id.to_owned())
}

/// A record's text without its front matter.
pub(super) fn body(record: &Value) -> &str {
    let content = text(record, "content");
    front_matter_and_body(content).1
}

/// The ids of records by the paths of their files.
pub(super) type Ids = HashMap<String, String>;

/// The records to whose files a record's text links.
pub(super) fn linked(source: &Source, record: &Value) -> Result<Ids, Error> {
    let files = markdown::files(body(record), text(record, "record_path"));
    if files.is_empty() {
        return Ok(Ids::new());
    }
    let list = source.ask_then(&verbs::LIST, json!({"paths": files, "sort": "path"}))?;
    Ok(ids(items(&list, "records")))
}

/// The ids of some records.
pub(super) fn ids(records: &[Value]) -> Ids {
    let each = records.iter();
    each.map(|it| (text(it, "record_path").into(), text(it, "id").into()))
        .collect()
}

/// A record's text on a page in the folder `root` leads out of: what leads to the file of one of
/// the records of `ids` leads to its page.
pub(super) fn rendered(source: &Source, root: &str, record: &Value, ids: &Ids) -> Markup {
    let path = text(record, "record_path");
    markdown::rendered(body(record), &|link| {
        let id = ids.get(&markdown::file(path, link)?)?;
        Some(address(source, root, id))
    })
}

/// The data that a record's page is made of.
pub(super) struct Parts<'v> {
    pub(super) record: &'v Value,
    /// Its links.
    pub(super) edges: &'v [&'v Value],
    /// The titles of the records around it, by id.
    pub(super) titles: &'v HashMap<&'v str, &'v str>,
    /// The records to whose files its text may link.
    pub(super) linked: &'v Ids,
    /// The files that it governs.
    pub(super) files: Vec<&'v str>,
    /// The commits that changed it, the newest first, each with what it did to it.
    pub(super) commits: &'v [Change<'v>],
}

/// A commit, and what it did to a record.
pub(super) type Change<'v> = (&'v Value, &'v Value);

/// Each change of each commit of a log.
pub(super) fn changes(log: &Value) -> impl Iterator<Item = Change<'_>> {
    items(log, "commits").iter().flat_map(|commit| {
        let changes = items(commit, "changes").iter();
        changes.map(move |change| (commit, change))
    })
}

pub(super) fn render(source: &Source, id: &str) -> Result<String, Error> {
    let record = source.ask_then(&verbs::READ, json!({"id": id, "followers": true}))?;
    let id = text(&record, "id");
    let graph = source.ask_then(&verbs::GRAPH, json!({"id": id}))?;
    let covered = source.ask_then(&verbs::FILES, json!({"id": id}))?;
    let log = source.ask_history(&verbs::LOG, json!({"record": id}))?;
    let linked = linked(source, &record)?;
    let files = items(&covered, "records")
        .iter()
        .flat_map(|it| texts(it, "files"));
    let edges: Vec<&Value> = items(&graph, "edges").iter().collect();
    let commits: Vec<Change> = changes(&log).collect();
    let nodes = items(&graph, "nodes").iter();
    let titles = nodes
        .map(|node| (text(node, "id"), text(node, "title")))
        .collect();
    let parts = Parts {
        record: &record,
        edges: &edges,
        titles: &titles,
        linked: &linked,
        files: files.collect(),
        commits: &commits,
    };
    Ok(page(source, &parts))
}

/// The page of a record.
pub(super) fn page(source: &Source, parts: &Parts) -> String {
    let record = parts.record;
    let id = text(record, "id");
    let root = root_of(&file_of(id));
    let main = html! {
        @for other in texts(record, "same_id") {
            p.hint { "Another file has the same id: " code { (other) } }
        }
        p.facts {
            (badge(text(record, "kind"))) (badge(text(record, "status"))) (in_conflict(record))
            @if text(record, "scope") != "project" { (badge(text(record, "scope"))) }
            @if record["private"] == true { (badge("private")) }
            (freshness(record))
            @for tag in texts(record, "tags") {
                a.tag dir="auto" href=(filtered(source, &root, "tags", tag)) { (tag) } " "
            }
        }
        @if source.place == Place::Server && source.revision.is_none() && can_change(record) {
            (actions(record, &root))
        }
        section.text aria-label="Text" dir="auto" {
            @let (told, body) = (text(record, "description"), body(record));
            @if is_in_conflict(record) {
                (versions(&record["conflict"]))
            } @else {
                @if !begins_with_abstract(body, told) { p { (told) } }
                (rendered(source, &root, record, parts.linked))
            }
        }
        (links(source, &root, parts))
        (followers(&record["followers"]))
        @if !parts.files.is_empty() {
            section #files {
                h2 { "Applies to" }
                ul { @for file in &parts.files { li { code { (file) } } } }
            }
        }
        @if !parts.commits.is_empty() {
            section #history {
                h2 { "History" }
                ol {
                    @for (commit, change) in parts.commits { (commit_line(commit, Some(change))) }
                }
            }
        }
        footer { code { (id) } " " code { (text(record, "record_path")) } }
    };
    frame(source, &file_of(id), text(record, "title"), &main)
}

/// Both versions of a record that git could not merge, as they are written.
fn versions(conflict: &Value) -> Markup {
    html! {
        p { "Git has two versions of it. Choose one in the file, and commit." }
        @for (side, content) in [("ours", "ours_content"), ("theirs", "theirs_content")] {
            h2 { @match text(conflict, side) { "" => (side), name => (name) } }
            @match conflict[content].as_str() {
                Some(version) => pre { (version) },
                None => p.hint { "Deleted there." },
            }
        }
    }
}

/// One commit that changed a record, or follows it.
fn commit_line(commit: &Value, change: Option<&Value>) -> Markup {
    html! {
        li {
            (time(text(commit, "date")))
            code { (text(commit, "commit").get(..10).unwrap_or_default()) } " "
            bdi { (text(commit, "subject")) }
            @if let Some(change) = change { " " (badge(text(change, "change"))) }
        }
    }
}

/// The commits that follow a record.
fn followers(followed: &Value) -> Markup {
    let commits = items(followed, "commits");
    html! {
        @if !commits.is_empty() {
            section #followers {
                h2 { "Cited by" }
                ol { @for commit in commits { (commit_line(commit, None)) } }
                @if let Some(left @ 1..) = followed["commits_left"].as_u64() {
                    p.hint { (left) " more commits" }
                }
            }
        }
    }
}

/// Returns the links to what the record replaced, what replaced it, and what it is related to.
fn links(source: &Source, root: &str, parts: &Parts) -> Markup {
    let id = text(parts.record, "id");
    let title = |other: &'_ str| parts.titles.get(other).copied().unwrap_or(other).to_owned();
    let mut of = Vec::new();
    for edge in parts.edges {
        let (from, to, what) = (text(edge, "from"), text(edge, "to"), text(edge, "link"));
        match (from == id, to == id) {
            (true, _) => of.push((what.replace('_', " "), to)),
            (_, true) if what == "supersedes" => of.push(("superseded by".to_owned(), from)),
            (_, true) => of.push((what.replace('_', " "), from)),
            _ => {}
        }
    }
    html! {
        @if !of.is_empty() {
            section #links {
                h2 { "Links" }
                ul {
                    @for (what, other) in &of {
                        li { (what) " " (link(source, root, other, &title(other))) }
                    }
                }
            }
        }
    }
}

/// True if the record has no id of its own.
pub(super) fn is_page(record: &Value) -> bool {
    text(record, "id").contains('/')
}

/// True if the record can be changed here: one that is read beside memory stays as it is, and of
/// two versions it is not known which one is meant.
pub(super) fn can_change(record: &Value) -> bool {
    let is_ours = record["private"] == true || is_below(text(record, "record_path"), MEMORY);
    is_ours && !is_in_conflict(record)
}

/// Returns the buttons for what a person may do with the record; the page's script does it.
fn actions(record: &Value, root: &str) -> Markup {
    let id = text(record, "id");
    let is_private = record["private"] == true;
    html! {
        p.actions data-record=(id) data-private=[is_private.then_some("true")] {
            @if is_page(record) {
                button type="button" data-do="adopt" { "Adopt" }
            } @else {
                (judged(record))
                a.button href={ (root) "write.html?id=" (id) } { "Edit" }
                @if is_private {
                    button type="button" data-do="publish" { "Publish" }
                } @else {
                    (replaced(record, root))
                }
            }
        }
    }
}

/// Returns the buttons that say that a record still holds, or is done.
pub(super) fn judged(record: &Value) -> Markup {
    html! {
        @if items(record, "superseded_by").is_empty() {
            button type="button" data-do="confirm" { "Still current" }
        }
        @if text(record, "kind") == "open-loop" && text(record, "status") != "closed" {
            button type="button" data-do="close" { "Close" }
        }
    }
}

/// Returns the button that replaces a record which another one can replace, and none did.
pub(super) fn replaced(record: &Value, root: &str) -> Markup {
    let kind = Kind::by_name(text(record, "kind"));
    let can_be = kind.is_some_and(Kind::is_replaceable);
    let was = !items(record, "superseded_by").is_empty();
    html! {
        @if can_be && !was {
            a.button href={ (root) "write.html?supersedes=" (text(record, "id")) } { "Supersede" }
        }
    }
}
