//! The facts beside a record's text: what can be done with it, its state, its files, its links and
//! the commits that follow it.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::about::{Parts, letters, letters_of};
use super::buttons::{actions, can_change, is_ours};
use super::host::merged;
use super::parts::{asked, day, filtered, link, time, updated};
use super::related;
use super::source::{Place, Source};
use git_memory_app::recall::following::Followed;
use git_memory_app::records::log::LogEntry;
use git_memory_app::wire::When;
use git_memory_model::changes::What;
use git_memory_model::evidence::ground::{Ground, NO_PATHS, Verdict};
use git_memory_model::form::targets::number_at;
use git_memory_model::graph::Tie;
use git_memory_model::keys;
use git_memory_model::record::Record;
use git_memory_model::record::front_matter;
use git_memory_text::counted;
use git_memory_text::path::{folder, last};

/// How many files of a record are shown without folding their folders.
const FLAT: usize = 6;
/// How many folders are shown, and how many files of each.
const FOLDERS: usize = 40;
const FILES: usize = 50;

/// The facts of a record; `text` is its text as HTML.
pub(super) fn aside(source: &Source, root: &str, parts: &Parts, text: &Markup) -> Markup {
    let shown = parts.shown;
    html! {
        aside aria-label="About this record" {
            @if source.is_now() && can_change(shown) { (actions(source, shown, root)) }
            (facts(source, root, parts, text))
            (files(source, root, parts))
            (links(source, root, parts))
            @if let Some(followed) = &shown.followers { (followers(source, parts, followed)) }
            h2 { "File" }
            (file(source, parts))
        }
    }
}

fn row(name: &str, value: &Markup) -> Markup {
    html! { dt { (name) } dd { (value) } }
}

fn facts(source: &Source, root: &str, parts: &Parts, text: &Markup) -> Markup {
    let shown = parts.shown;
    let (record, header) = (&shown.record, &shown.record.header);
    let state = source.told(&header.status);
    let created = When::text(header.created.as_ref(), header.created_at);
    let updated = updated(record);
    let first = parts
        .commits
        .last()
        .filter(|(_, event)| event.what == What::Added);
    let number = number_at(record.path.as_str()).filter(|_| !is_ours(record));
    let made = match first {
        Some((commit, _)) if created.is_empty() => &commit.date,
        _ => &created,
    };
    let word = match record.kind_name() {
        "decision" => "Decided",
        _ => "Written",
    };
    html! {
        dl.about {
            (row("State", &html! { (state) @if shown.is_private { ", private" } }))
            @if let Some(parent) = &shown.parent { (row("Parent", &html! { (parent) })) }
            @if let Some(ground) = &shown.ground { (checked(ground)) }
            (row("Kind", &html! { (record.kind_name()) }))
            @if !made.is_empty() { (row(word, &time(made))) }
            @if !updated.is_empty() && day(&updated) != day(made) {
                (row("Updated", &time(&updated)))
            }
            @if let Some((commit, _)) = first { (row("By", &who(source, root, parts, commit))) }
            @if !header.scope.is_project() {
                (row("Scope", &related_to(source, root, header.scope.as_str())))
            }
            @if let Some(number) = number { (row("Number", &html! { (number) })) }
            @if !header.tags.is_empty() { (row("Tags", &tags(source, root, record))) }
            @if let Some(own) = own_description(source, parts, text) {
                (row("In short", &html! { span dir="auto" { (own) } }))
            }
        }
    }
}

/// How a record was judged, where a banner does not tell it.
fn checked(ground: &Ground) -> Markup {
    match ground.verdict {
        Verdict::Holds => row("Its files", &html! { "unchanged since" }),
        Verdict::Moved if !ground.changes.matter() => row("Its files", &html! { "changed since" }),
        // Files that it applies to by other ties may be listed below.
        Verdict::Unknown if ground.reason == NO_PATHS => {
            row("Its files", &html! { "not judged: its text names none" })
        }
        Verdict::Unknown => row("Its files", &html! { "not judged: " (ground.reason) }),
        _ => html! {},
    }
}

/// A name, with a link to what is tied to it where there is such a page.
fn related_to(source: &Source, root: &str, name: &str) -> Markup {
    let name_told = html! { bdi { (source.told(name)) } };
    match related::address(source, root, name) {
        Some(address) => html! { a href=(address) { (name_told) } },
        None => name_told,
    }
}

/// The author of the commit that brought a record, and the merge that this came through.
fn who(source: &Source, root: &str, parts: &Parts, commit: &LogEntry) -> Markup {
    let is_agent = parts.shown.record.header.source.as_deref() == Some(keys::AGENT);
    html! {
        (related_to(source, root, &commit.author))
        @if is_agent { ", with an agent" }
        @if let Some(number) = merged(&commit.subject) {
            ", merged in "
            @match parts.host {
                Some(host) => a href=(host.merge(number)) { "#" (number) },
                None => { "#" (number) },
            }
        }
    }
}

fn tags(source: &Source, root: &str, record: &Record) -> Markup {
    html! {
        @for tag in record.header.tags.iter().map(|tag| source.told(tag)) {
            a.tag dir="auto" href=(filtered(source, root, "tags", &tag)) { (tag) } " "
        }
    }
}

/// The description of its own, where the text does not have it.
fn own_description(source: &Source, parts: &Parts, text: &Markup) -> Option<String> {
    let shown = parts.shown;
    let split = front_matter::split(&shown.text).ok()?;
    let values = front_matter::mapping(&shown.text, &split).ok()?;
    values.get(keys::DESCRIPTION.name)?;
    let own = source.told(&shown.record.header.abstract_line);
    let is_told = letters_of(&text.0).contains(&letters(&own));
    (!own.is_empty() && !is_told).then_some(own)
}

/// The files to which it applies, those of a folder folded.
fn files(source: &Source, root: &str, parts: &Parts) -> Markup {
    let own = parts.shown.record.path.as_str();
    // Its own file is named below.
    let files: Vec<&str> = parts
        .files
        .iter()
        .map(String::as_str)
        .filter(|it| *it != own)
        .collect();
    let mut folders: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for file in &files {
        folders.entry(folder(file)).or_default().push(file);
    }
    let is_flat = files.len() <= FLAT;
    let left: usize = folders.values().skip(FOLDERS).map(Vec::len).sum();
    html! {
        @if !files.is_empty() || parts.files_left > 0 {
            section #files {
                h2 { "Applies to" }
                ul {
                    @for (name, inner) in folders.iter().take(FOLDERS) {
                        @if is_flat || inner.len() == 1 {
                            @for file in inner { li { (linked(source, root, parts, file, file)) } }
                        } @else {
                            li { (folded(source, root, parts, name, inner)) }
                        }
                    }
                    @if left > 0 { li.hint { (counted(left, "more file")) } }
                }
                @if parts.files_left > 0 {
                    p.hint { (parts.files_left) " more files were not looked at" }
                }
            }
        }
    }
}

fn folded(source: &Source, root: &str, parts: &Parts, name: &str, files: &[&str]) -> Markup {
    html! {
        details {
            summary {
                code { (source.told(name)) "/" } " · " (counted(files.len(), "file"))
            }
            ul {
                @for file in files.iter().take(FILES) {
                    li { (linked(source, root, parts, file, last(file))) }
                }
                @if files.len() > FILES { li.hint { (files.len() - FILES) " more" } }
            }
        }
    }
}

/// A file, with a link to its page; in a site, which has none, to the host.
fn linked(source: &Source, root: &str, parts: &Parts, path: &str, name: &str) -> Markup {
    let address = match (source.place, parts.host) {
        (Place::Server, _) => {
            let page = format!("{root}map.html");
            Some(asked(source, &page, &[("path", &source.written(path))]))
        }
        (Place::Site, Some(host)) => Some(host.file(&source.written(path))),
        (Place::Site, None) => None,
    };
    named(source, address, name)
}

/// The name of a file, as a link where it has an address.
fn named(source: &Source, address: Option<String>, name: &str) -> Markup {
    let told = source.told(name);
    // A long path goes on in the next line after a slash.
    let parts = told.split_inclusive('/').enumerate();
    let name = html! { code { @for (nth, part) in parts { @if nth > 0 { wbr; } (part) } } };
    match address {
        Some(address) => html! { a href=(address) { (name) } },
        None => name,
    }
}

/// Links to what the record replaced, what replaced it, and what it is related to, as sentences.
fn links(source: &Source, root: &str, parts: &Parts) -> Markup {
    let id = parts.shown.record.header.id.as_str();
    let mut links = Vec::new();
    for edge in parts.ties(id) {
        let [from, to] = [edge.from, edge.to].map(|nth| parts.graph.nodes[nth].name.as_str());
        links.push(match edge.tie {
            Tie::Supersedes if from == id => ("Replaces", to),
            Tie::Supersedes => ("Replaced by", from),
            _ if from == id => ("See also", to),
            _ => ("Named by", from),
        });
    }
    links.sort_unstable();
    links.dedup();
    html! {
        @if !links.is_empty() {
            section #links {
                h2 { "Links" }
                ul {
                    @for (what, other) in links {
                        li { (what) " " (link(source, root, other, parts.title(other))) }
                    }
                }
            }
        }
    }
}

/// The commits that follow a record.
fn followers(source: &Source, parts: &Parts, followed: &Followed) -> Markup {
    html! {
        @if !followed.commits.is_empty() {
            section #followers {
                h2 { "Cited by" }
                ol {
                    @for commit in &followed.commits {
                        @let id = commit.commit.to_string();
                        li { (commit_line(source, parts, [&commit.date, &id, &commit.subject])) }
                    }
                }
                @if followed.commits_left > 0 {
                    p.hint { (followed.commits_left) " more commits" }
                }
            }
        }
    }
}

/// The commits that changed a record, the newest first.
pub(super) fn history(source: &Source, parts: &Parts) -> Markup {
    html! {
        @if !parts.commits.is_empty() {
            section #history {
                h2 { "History" }
                ol {
                    @for (commit, event) in parts.commits {
                        @let id = commit.commit.to_string();
                        li {
                            span.what { (event.what.name()) } " "
                            (commit_line(source, parts, [&commit.date, &id, &commit.subject]))
                        }
                    }
                }
            }
        }
    }
}

fn commit_line(source: &Source, parts: &Parts, [date, id, subject]: [&str; 3]) -> Markup {
    let subject = html! { bdi { (source.told(subject)) } };
    html! {
        (time(date))
        @match parts.host {
            Some(host) => a href=(host.commit(id)) { (subject) },
            None => { code { (id.get(..10).unwrap_or_default()) } " " (subject) },
        }
    }
}

/// The record's file and id.
fn file(source: &Source, parts: &Parts) -> Markup {
    let record = &parts.shown.record;
    let path = record.path.as_str();
    let id = source.written(record.header.id.as_str());
    let host = parts.host.filter(|_| !parts.shown.is_private);
    let address = host.map(|host| host.file(&source.written(path)));
    html! {
        p.file {
            (named(source, address, path))
            @if id != path { br; code { (id) } }
        }
    }
}
