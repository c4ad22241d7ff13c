//! One record: its text, what it governs, how it came about, and what is to be done with it.

use std::collections::HashMap;

use maud::{Markup, html};

use super::frame::{frame, root_of};
use super::markdown;
use super::parts::{address, badge, file_of, filtered, freshness, in_conflict, link, scope, time};
use super::source::{Place, Source};
use git_memory_app::recall::following::Followed;
use git_memory_app::records::covered::covered;
use git_memory_app::records::graph::{DRAWN, of_record, of_revision};
use git_memory_app::records::list::{Filter, Sort};
use git_memory_app::records::listing::{ListQuestion, list};
use git_memory_app::records::log::{Event, LogEntry};
use git_memory_app::records::show::{InConflict, Shown, add_followers};
use git_memory_app::workspace::Error;
use git_memory_model::graph::{Edge, Graph, LIMIT, Tie};
use git_memory_model::kind::Kind;
use git_memory_model::record::Record;
use git_memory_model::record::front_matter::front_matter_and_body;
use git_memory_model::record::working_text::begins_with_abstract;

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

/// The ids of records by the paths of their files.
pub(super) type Ids = HashMap<String, String>;

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

/// A record's text on a page in the folder `root` leads out of: what leads to the file of one of
/// the records of `ids` leads to its page.
pub(super) fn rendered(source: &Source, root: &str, shown: &Shown, ids: &Ids) -> Markup {
    let text = source.told(&shown.text);
    markdown::rendered(body(&text), &|link| {
        let id = ids.get(&markdown::file(shown.record.path.as_str(), link)?)?;
        Some(address(source, root, id))
    })
}

/// The data that a record's page is made of.
pub(super) struct Parts<'v> {
    pub(super) shown: &'v Shown,
    /// Its links, of this graph.
    pub(super) edges: &'v [&'v Edge],
    pub(super) graph: &'v Graph,
    /// The titles of the records around it, by id.
    pub(super) titles: &'v HashMap<&'v str, &'v str>,
    /// The records to whose files its text may link.
    pub(super) linked: &'v Ids,
    /// The files to which it applies.
    pub(super) files: &'v [String],
    /// Number of files to which it may apply and that were not looked at.
    pub(super) files_left: usize,
    /// The commits that changed it, the newest first, each with what it did to it.
    pub(super) commits: &'v [Change<'v>],
}

/// A commit, and what it did to a record.
pub(super) type Change<'v> = (&'v LogEntry, &'v Event);

/// Each change of each commit of a log.
pub(super) fn changes(log: &[LogEntry]) -> impl Iterator<Item = Change<'_>> {
    log.iter()
        .flat_map(|commit| commit.events.iter().map(move |event| (commit, event)))
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
    let log = source.log(Some(id))?;
    let edges: Vec<&Edge> = graph.edges.iter().collect();
    let commits: Vec<Change> = changes(&log).collect();
    let nodes = graph.nodes.iter();
    let parts = Parts {
        shown: &shown,
        edges: &edges,
        graph: &graph,
        titles: &nodes
            .map(|node| (node.name.as_str(), node.title.as_str()))
            .collect(),
        linked: &linked(source, &shown)?,
        files: &covered.applies_to,
        files_left: covered.files_left,
        commits: &commits,
    };
    Ok(page(source, &parts))
}

/// The page of a record.
pub(super) fn page(source: &Source, parts: &Parts) -> String {
    let shown = parts.shown;
    let header = &shown.record.header;
    let id = source.written(header.id.as_str());
    let root = root_of(&file_of(&id));
    let main = html! {
        (facts(source, shown, &root))
        @if source.place == Place::Server && source.revision.is_none() && can_change(shown) {
            (actions(source, shown, &root))
        }
        section.text aria-label="Text" dir="auto" {
            @if let Some(conflict) = &shown.conflict {
                (versions(source, conflict))
            } @else {
                @let told = source.told(&header.abstract_line);
                @if !begins_with_abstract(body(&source.told(&shown.text)), &told) { p { (told) } }
                (rendered(source, &root, shown, parts.linked))
            }
        }
        (links(source, &root, parts))
        @if let Some(followed) = &shown.followers { (followers(source, followed)) }
        @if !parts.files.is_empty() {
            section #files {
                h2 { "Applies to" }
                ul { @for file in parts.files { li { code { (source.told(file)) } } } }
                @if parts.files_left > 0 {
                    p.hint { (parts.files_left) " more files were not looked at" }
                }
            }
        }
        @if !parts.commits.is_empty() {
            section #history {
                h2 { "History" }
                ol {
                    @for (commit, event) in parts.commits {
                        @let id = commit.commit.to_string();
                        (commit_line(source, [&commit.date, &id, &commit.subject], Some(event)))
                    }
                }
            }
        }
        footer { code { (id) } " " code { (source.told(shown.record.path.as_str())) } }
    };
    frame(source, &file_of(&id), &source.told(&header.title), &main)
}

/// The other files that have its id, and its facts.
fn facts(source: &Source, shown: &Shown, root: &str) -> Markup {
    let (record, header) = (&shown.record, &shown.record.header);
    let path = record.path.as_str();
    let same_id = shown.double.iter().flat_map(|double| double.others(path));
    html! {
        @for other in same_id {
            p.hint { "Another file has the same id: " code { (source.told(other)) } }
        }
        p.facts {
            (badge(record.kind_name())) (badge(&source.told(&header.status)))
            @if shown.conflict.is_some() { (in_conflict()) }
            (scope(source, &header.scope.to_string()))
            @if shown.is_private { (badge("private")) }
            @if let Some(ground) = &shown.ground { (freshness(source, ground)) }
            @for tag in header.tags.iter().map(|tag| source.told(tag)) {
                a.tag dir="auto" href=(filtered(source, root, "tags", &tag)) { (tag) } " "
            }
        }
    }
}

/// Both versions of a record that git could not merge, as they are written.
fn versions(source: &Source, conflict: &InConflict) -> Markup {
    let names = [
        ("ours", &conflict.sides.ours),
        ("theirs", &conflict.sides.theirs),
    ];
    html! {
        p { "Git has two versions of it. Choose one in the file, and commit." }
        @for (nth, (side, name)) in names.into_iter().enumerate() {
            h2 { @if name.is_empty() { (side) } @else { (source.told(name)) } }
            @match conflict.versions.get(nth) {
                Some(Some(version)) => pre { (source.told(version)) },
                _ => p.hint { "Deleted there." },
            }
        }
    }
}

/// One commit that changed a record, or follows it.
fn commit_line(source: &Source, [date, id, subject]: [&str; 3], event: Option<&Event>) -> Markup {
    html! {
        li {
            (time(date))
            code { (id.get(..10).unwrap_or_default()) } " "
            bdi { (source.told(subject)) }
            @if let Some(event) = event { " " (badge(event.what.name())) }
        }
    }
}

/// The commits that follow a record.
fn followers(source: &Source, followed: &Followed) -> Markup {
    html! {
        @if !followed.commits.is_empty() {
            section #followers {
                h2 { "Cited by" }
                ol {
                    @for commit in &followed.commits {
                        @let id = commit.commit.to_string();
                        (commit_line(source, [&commit.date, &id, &commit.subject], None))
                    }
                }
                @if followed.commits_left > 0 {
                    p.hint { (followed.commits_left) " more commits" }
                }
            }
        }
    }
}

/// Returns the links to what the record replaced, what replaced it, and what it is related to.
fn links(source: &Source, root: &str, parts: &Parts) -> Markup {
    let id = parts.shown.record.header.id.as_str();
    let mut links = Vec::new();
    for edge in parts.edges {
        let [from, to] = [edge.from, edge.to].map(|nth| parts.graph.nodes[nth].name.as_str());
        match edge.tie {
            tie if from == id => links.push((tie.name(), to)),
            Tie::Supersedes if to == id => links.push(("superseded by", from)),
            tie @ Tie::Names if to == id => links.push((tie.name(), from)),
            _ => {}
        }
    }
    html! {
        @if !links.is_empty() {
            section #links {
                h2 { "Links" }
                ul {
                    @for (what, other) in links {
                        @let title = parts.titles.get(other).copied().unwrap_or(other);
                        li { (what) " " (link(source, root, other, title)) }
                    }
                }
            }
        }
    }
}

/// True if the record is one of memory's, and not read beside it.
pub(super) fn is_ours(record: &Record) -> bool {
    record.place.is_in_memory
}

/// True if the record can be changed here: one that is read beside memory stays as it is, and of
/// two versions it is not known which one is meant.
fn can_change(shown: &Shown) -> bool {
    (shown.is_private || is_ours(&shown.record)) && shown.conflict.is_none()
}

/// Returns the buttons for what a person may do with the record; the page's script does it.
fn actions(source: &Source, shown: &Shown, root: &str) -> Markup {
    let record = &shown.record;
    let id = source.written(record.header.id.as_str());
    html! {
        p.actions data-record=(id) data-private=[shown.is_private.then_some("true")] {
            @if record.is_page() {
                button type="button" data-do="adopt" { "Adopt" }
            } @else {
                (judged(record))
                a.button href={ (root) "write.html?id=" (id) } { "Edit" }
                @if shown.is_private {
                    button type="button" data-do="publish" { "Publish" }
                } @else {
                    (replaced(source, record, root))
                }
            }
        }
    }
}

/// Returns the buttons that say that a record still holds, or is done.
pub(super) fn judged(record: &Record) -> Markup {
    html! {
        @if record.header.superseded_by.is_empty() {
            button type="button" data-do="confirm" { "Still current" }
        }
        @if record.kind_name() == "open-loop" && &*record.header.status != "closed" {
            button type="button" data-do="close" { "Close" }
        }
    }
}

/// Returns the button that replaces a record which another one can replace, and none did.
pub(super) fn replaced(source: &Source, record: &Record, root: &str) -> Markup {
    let can_be = record.kind().is_some_and(Kind::is_replaceable);
    let header = &record.header;
    let id = source.written(header.id.as_str());
    html! {
        @if can_be && header.superseded_by.is_empty() {
            a.button href={ (root) "write.html?supersedes=" (id) } { "Supersede" }
        }
    }
}
