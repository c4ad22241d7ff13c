//! Classifies each path below the folder of memory: a record of a kind, a free topic's record, a
//! derived file, a private folder.
//!
//! The rules are those of docs/contract.md, section 2. A path is classified only by its text. The
//! names of files are those from that folder on.

use crate::kind::{Kind, folder_name};
use crate::scope::{BadScope, Scope};
use git_memory_text as text;
use git_memory_text::date::Date;
use git_memory_text::path::{BadPath, MemoryFolder, RepoPath};
use git_memory_text::portable::is_device;

/// The derived file with one line a record.
pub const IMPRESSIONS: &str = "impressions.jsonl";
/// The derived file with links to every active record.
pub const INDEX: &str = "index.md";
/// Both derived files, in the order in which they are made.
pub const DERIVED: [&str; 2] = [IMPRESSIONS, INDEX];
/// The page that people write and that is read first.
pub const SUMMARY: &str = "summary.md";
/// The clean filter of every file below `memory/`, by the name that attributes and settings give
/// it.
pub const FILTER: &str = "git-memory";
/// The attributes of memory; after `init`, they name the filter.
pub const ATTRIBUTES: &str = ".gitattributes";
/// The line of `memory/.gitattributes`.
pub const FILTERED: &str = "* filter=git-memory";
/// The attributes with which git would store other bytes than it checks out, by name. Folders above
/// memory may give them to all Markdown files; line ends are read in either form.
pub const BYTES_CHANGED: [&str; 2] = ["ident", "working-tree-encoding"];
/// The line of `memory/.gitattributes` that takes them away. Set to false, the second one is an
/// error of git's.
pub const BYTES_KEPT: &str = "* -ident !working-tree-encoding";
/// The merge driver of records and files made of them, by its name in attributes and settings.
pub const MERGE_DRIVER: &str = "git-memory";
/// The lines of `memory/.gitattributes` that name it. The merge of folders that are only read is up
/// to their owners.
pub const MERGED: [&str; 3] = [
    "*.md merge=git-memory",
    "/impressions.jsonl merge=git-memory",
    "/recall-feedback.jsonl merge=git-memory",
];
/// The secrets that a team has allowed, one JSON object a line.
pub const ALLOWANCES: &str = "secret-allowances.jsonl";
/// The people who can read the work log on a remote: a name and a public key a line.
pub const RECIPIENTS: &str = "recipients";
/// Ratings of answers of `recall`, one JSON object a line.
pub const FEEDBACK: &str = "recall-feedback.jsonl";
/// The folder of rule files, which every conversation needs; in a scope's folder too.
pub const RULES: &str = "rules";
/// The folder of all scopes' folders.
pub const SCOPES: &str = "scopes";
/// The page that a folder may have about itself.
pub const OVERVIEW: &str = "OVERVIEW.md";
/// The skills that a team has chosen for its agents.
pub const SKILLS: &str = "loaded-skills.yaml";
/// Skills of the tool that has trees of workspaces, from the top of the work tree.
pub const SKILLS_OF_WORKSPACES: &str = ".aweave/loaded-skills.yaml";
/// A team's settings: those that `git memory config` reads from the repository.
pub const CONFIG: &str = "config.yaml";

/// The lines of `memory/.gitignore`: derived files, and private folders.
pub const IGNORED: [&str; 8] = [
    "/impressions.jsonl",
    "/index.md",
    "/recall-feedback.jsonl",
    "/private/",
    "/local/",
    "/raw/",
    "/transcripts/",
    "*.secret.*",
];

// Folders at the top of `memory/` that are never read into anything. That git ignores them is not
// enough: a user may have added one by force, or work without our .gitignore.
const PRIVATE: [&str; 4] = ["private", "local", "raw", "transcripts"];
/// Files at the top of `memory/` with ignore rules, attributes, allowances, readers and settings of
/// this repository.
const SETTINGS: [&str; 6] = [
    ATTRIBUTES,
    ".gitignore",
    CONFIG,
    SKILLS,
    ALLOWANCES,
    RECIPIENTS,
];
/// True if a page of this name describes its folder, and is not one of its entries.
#[must_use]
pub fn is_about_folder(name: &str) -> bool {
    [OVERVIEW, "README.md", SUMMARY, INDEX].contains(&name)
}

/// Place of a record, as its path shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordPlace {
    /// True if it lies in the folder of memory, and not in a root beside it.
    pub is_in_memory: bool,
    /// The scope whose folder holds it.
    pub scope: Scope,
    /// The kind whose folder holds it; `None` in a free topic and at the top.
    pub kind: Option<Kind>,
    /// The folder's name without a leading `_`; empty at the top of `memory/` or of a scope.
    pub topic: String,
}

/// Part that a file has in memory that is passed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A record or page.
    Record,
    /// A rule file.
    Rule,
    /// A setting of this repository.
    Setting,
    /// A file that the program makes, or adds notes to.
    Made,
    /// A file that is never passed on.
    Private,
    /// Anything else, which is neither read nor passed on.
    Other,
}

/// Part of a file, by its path (from the top of the work tree).
#[must_use]
pub fn part(memory: &MemoryFolder, path: &RepoPath) -> Part {
    // Private folders come first: they may hold files of any name.
    match memory.below(path.as_str()) {
        Some(below) if is_private(below) => Part::Private,
        Some(IMPRESSIONS | INDEX | FEEDBACK) => Part::Made,
        Some(below) if SETTINGS.contains(&below) => Part::Setting,
        Some(_) if place(memory, path).is_some() => Part::Record,
        Some(_) if is_markdown(path.file_name()) => Part::Rule,
        _ => Part::Other,
    }
}

/// True if a file, or a folder that it lies in, has a name that file systems hide.
#[must_use]
pub fn is_hidden(path: &RepoPath) -> bool {
    path.as_str().split('/').any(|name| name.starts_with('.'))
}

/// True if a path below `memory/` is private: ignored, and never read into a pack, an index or a
/// derived file.
#[must_use]
pub fn is_private(below: &str) -> bool {
    let first = match below.split_once('/') {
        Some((first, _)) => first,
        None => below,
    };
    PRIVATE.contains(&first) || below.contains(".secret.")
}

/// The place of a record or page, or `None` if a path (from the top of the work tree) is neither by
/// its name: not Markdown, a rule file, private. The index has a place, too: its text tells if it
/// is the derived file or a page of the user's.
#[must_use]
pub fn place(memory: &MemoryFolder, path: &RepoPath) -> Option<RecordPlace> {
    if is_record_name(path.file_name()) {
        let (scope, folders) = split_in(memory, path.folder())?;
        Some(RecordPlace::of(true, scope, &folders))
    } else {
        None
    }
}

/// True if a file of this name is a record or page in a folder of records.
#[must_use]
pub fn is_record_name(name: &str) -> bool {
    const SECRET: &[u8] = b".secret.";
    // Preparing a search for the part would take longer than looking at each place: names are short,
    // and there are thousands.
    let mut parts = name.as_bytes().windows(SECRET.len());
    is_markdown(name) && !parts.any(|part| part == SECRET)
}

fn is_markdown(name: &str) -> bool {
    // `get`, as the third byte from the end may be inside a character.
    let end = name.len().checked_sub(3).and_then(|at| name.get(at..));
    end.is_some_and(|end| end.eq_ignore_ascii_case(".md"))
}

/// The scope of a folder of memory, and its folders from that scope's own one on; `None` if
/// it holds no records.
pub(crate) fn split_in<'f>(
    memory: &MemoryFolder,
    folder: &'f str,
) -> Option<(Scope, Vec<&'f str>)> {
    let below = match memory.below(folder) {
        None if folder == memory.as_str() => "",
        below => below?,
    };
    let folders: Vec<&str> = below.split_terminator('/').collect();
    if is_private(below) || folders.first() == Some(&RULES) {
        return None;
    }
    let Some((&SCOPES, below_scopes)) = folders.split_first() else {
        return Some((Scope::project(), folders));
    };
    let (scope, rest) = split_scope(below_scopes);
    if *rest == [RULES] {
        return None;
    }
    Some((scope_or_project(scope), rest.to_vec()))
}

/// The scope that folders name. Records in others are still read: 'check' reports that their scope
/// is not the folder's.
pub(crate) fn scope_or_project(folders: &[&str]) -> Scope {
    scope_of(folders).unwrap_or_else(|_| Scope::project())
}

impl RecordPlace {
    /// The place of records in these folders of a scope. At the top of `memory/` or of a scope
    /// there are none, and the topic's name is empty.
    pub(crate) fn of(is_in_memory: bool, scope: Scope, folders: &[&str]) -> Self {
        let folder = folders.first().copied().unwrap_or_default();
        Self {
            is_in_memory,
            scope,
            kind: Kind::by_folder(folder),
            topic: folder_name(folder).to_owned(),
        }
    }
}

/// Splits `services/billing/decisions` into the scope's folders and the rest. The last folder of a
/// kind ends the scope (so a service may be called `events`); without one, the last folder is a
/// free topic, or holds the scope's rules.
fn split_scope<'a, 'f>(folders: &'f [&'a str]) -> (&'f [&'a str], &'f [&'a str]) {
    let mut kinds = folders.iter();
    let of_kind = kinds.rposition(|folder| Kind::by_folder(folder).is_some());
    let end = match of_kind {
        Some(at) if at > 0 => at,
        _ => folders.len().saturating_sub(1).max(1).min(folders.len()),
    };
    folders.split_at(end)
}

fn scope_of(folders: &[&str]) -> Result<Scope, BadScope> {
    folders.join("/").parse()
}

/// The scope whose rules a folder (from the top of the work tree) holds; `None` if it holds
/// none.
///
/// # Errors
/// [`BadScope`] if the folders before it do not name a scope.
pub fn scope_of_rules(memory: &MemoryFolder, folder: &str) -> Result<Option<Scope>, BadScope> {
    let Some(below) = memory.below(folder) else {
        return Ok(None);
    };
    if below == RULES {
        return Ok(Some(Scope::project()));
    }
    let below_scopes = below.strip_prefix(SCOPES);
    let Some(below_scopes) = below_scopes.and_then(|below| below.strip_prefix('/')) else {
        return Ok(None);
    };
    let folders: Vec<&str> = below_scopes.split('/').collect();
    match split_scope(&folders) {
        (scope, [RULES]) if !is_private(below) => scope_of(scope).map(Some),
        _ => Ok(None),
    }
}

/// The folder of a scope's rules, from the top of the work tree.
#[must_use]
pub fn rules_folder(memory: &MemoryFolder, scope: &Scope) -> String {
    format!("{}/{RULES}", scope_folder(memory, scope))
}

/// The folder of a kind in a scope, from the top of the work tree:
/// `memory/scopes/services/billing/decisions`.
#[must_use]
pub fn folder(memory: &MemoryFolder, kind: Kind, scope: &Scope) -> String {
    format!("{}/{}", scope_folder(memory, scope), kind.folder())
}

/// The path of a record at a place, once it is of another kind: below that kind's folder, as deep
/// as it was. A team's own folder holds records of any kind.
///
/// # Errors
/// [`BadPath`] if the new path is too long.
pub fn path_of_kind(
    memory: &MemoryFolder,
    path: &RepoPath,
    place: &RecordPlace,
    kind: Kind,
) -> Result<RepoPath, BadPath> {
    let is_in_place = match place.kind {
        Some(old) => old == kind,
        None => !place.topic.is_empty() || kind == Kind::TOPIC,
    };
    let top = scope_folder(memory, &place.scope);
    let below = path.as_str().strip_prefix(&top);
    let Some(below) = below
        .and_then(|below| below.strip_prefix('/'))
        .filter(|_| !is_in_place)
    else {
        return Ok(path.clone());
    };
    let (folder, rest) = match below.split_once('/') {
        Some((folder, rest)) if place.kind.is_some() => (folder, rest),
        _ => ("", below),
    };
    let sign = if folder.starts_with('_') { "_" } else { "" };
    format!("{top}/{sign}{}/{rest}", kind.folder()).parse()
}

/// The folder of a scope, from the top of the work tree: `memory/scopes/services/billing`.
#[must_use]
pub fn scope_folder(memory: &MemoryFolder, scope: &Scope) -> String {
    if scope.is_project() {
        memory.to_string()
    } else {
        format!("{memory}/{SCOPES}/{scope}")
    }
}

/// The kind's folder with the underscore that some write before a folder's name.
#[must_use]
pub fn underscored_folder(memory: &MemoryFolder, kind: Kind, scope: &Scope) -> String {
    format!("{}/_{}", scope_folder(memory, scope), kind.folder())
}

/// The most of a title that goes into a file's name, in bytes: file systems take 255 for all of it,
/// and an id may have forty.
const SLUG_LIMIT: usize = 180;

/// The path of a new record in a folder; `part` is the random part of its id. `copy` counts from 1,
/// and from 2 on it is part of the name.
///
/// # Errors
/// [`BadPath`] if folder and slug do not make a path inside the repository.
pub fn record_path(
    folder: &str,
    kind: Kind,
    day: Date,
    slug: &str,
    part: &str,
    copy: usize,
) -> Result<RepoPath, BadPath> {
    // A title that has only signs has no slug.
    let slug = if slug.is_empty() { kind.name() } else { slug };
    let slug = slug[..text::floor(slug, SLUG_LIMIT)].trim_end_matches('-');
    // The day makes a listing of the folder a history, and with the id no two branches make one
    // file. A topic's page is looked for by its name.
    let name = if kind == Kind::TOPIC && is_device(slug) {
        format!("{slug}-{}", kind.name())
    } else if kind == Kind::TOPIC {
        slug.to_owned()
    } else {
        format!("{}-{slug}-{part}", day.compact())
    };
    let copy = if copy > 1 {
        format!("-{copy}")
    } else {
        String::new()
    };
    format!("{folder}/{name}{copy}.md").parse()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory() -> MemoryFolder {
        MemoryFolder::default()
    }

    fn place_of(path: &str) -> Option<String> {
        let place = place(&memory(), &path.parse().unwrap())?;
        let kind = place.kind.map_or("-", Kind::name);
        Some(format!("{} {kind} {}", place.scope, place.topic))
    }

    #[test]
    fn a_path_tells_scope_kind_and_topic() {
        for (path, expected) in [
            ("memory/decisions/a.md", Some("project decision decisions")),
            ("memory/_decisions/a.md", Some("project decision decisions")),
            (
                "memory/decisions/2024/a.md",
                Some("project decision decisions"),
            ),
            ("memory/runbooks/a.MD", Some("project - runbooks")),
            ("memory/a.md", Some("project - ")),
            (
                "memory/scopes/services/billing/decisions/a.md",
                Some("services/billing decision decisions"),
            ),
            (
                "memory/scopes/services/billing/runbooks/a.md",
                Some("services/billing - runbooks"),
            ),
            (
                "memory/scopes/services/events/decisions/a.md",
                Some("services/events decision decisions"),
            ),
            (
                "memory/scopes/services/events/a.md",
                Some("services event events"),
            ),
            (
                "memory/scopes/events/decisions/a.md",
                Some("events decision decisions"),
            ),
            ("memory/scopes/web/a.md", Some("web - ")),
            ("memory/scopes/a.md", Some("project - ")),
            ("memory/summary.md", Some("project - ")),
            ("memory/scopes/web/index.md", Some("web - ")),
            ("memory/index.md", Some("project - ")),
            (
                "memory/decisions/README.md",
                Some("project decision decisions"),
            ),
            ("memory/decisions/a.txt", None),
            ("memory/rules/a.md", None),
            ("memory/scopes/services/billing/rules/a.md", None),
            ("memory/scopes/events/rules/a.md", None),
            ("memory/scopes/rules/a.md", Some("rules - ")),
            (
                "memory/scopes/rules/decisions/a.md",
                Some("rules decision decisions"),
            ),
            ("memory/private/a.md", None),
            ("memory/decisions/a.secret.md", None),
            ("docs/a.md", None),
        ] {
            assert_eq!(place_of(path).as_deref(), expected, "{path}");
        }
    }

    #[test]
    fn a_record_of_another_kind_moves_into_its_folder_and_back() {
        for (path, note) in [
            ("memory/decisions/a.md", "memory/notes/a.md"),
            ("memory/_decisions/2024/a.md", "memory/_notes/2024/a.md"),
            (
                "memory/scopes/a/events/decisions/b.md",
                "memory/scopes/a/events/notes/b.md",
            ),
        ] {
            let [path, note]: [RepoPath; 2] = [path, note].map(|path| path.parse().unwrap());
            let moved = path_of_kind(
                &memory(),
                &path,
                &place(&memory(), &path).unwrap(),
                Kind::NOTE,
            )
            .unwrap();
            assert_eq!(moved, note);
            let back = path_of_kind(
                &memory(),
                &note,
                &place(&memory(), &note).unwrap(),
                Kind::DECISION,
            )
            .unwrap();
            assert_eq!(back, path);
        }
        for (path, kind, moved) in [
            ("memory/runbooks/a.md", Kind::NOTE, "memory/runbooks/a.md"),
            ("memory/a.md", Kind::TOPIC, "memory/a.md"),
            ("memory/a.md", Kind::PLAN, "memory/plans/a.md"),
        ] {
            let path: RepoPath = path.parse().unwrap();
            let new =
                path_of_kind(&memory(), &path, &place(&memory(), &path).unwrap(), kind).unwrap();
            assert_eq!(new.as_str(), moved);
        }
    }

    #[test]
    fn rules_are_those_of_a_scope() {
        for (folder, expected) in [
            ("memory/rules", Some("project")),
            ("memory/scopes/web/rules", Some("web")),
            ("memory/scopes/a/b/rules", Some("a/b")),
            ("memory/scopes/rules/rules", Some("rules")),
            ("memory/scopes/events/rules", Some("events")),
            ("memory/scopes/private/rules", Some("private")),
            // A scope of that name, and files in a folder of records.
            ("memory/scopes/rules", None),
            ("memory/scopes/web/events/rules", None),
            ("memory/scopes/web.secret.x/rules", None),
            ("memory/scopesweb/rules", None),
            ("rules", None),
        ] {
            let scope = scope_of_rules(&memory(), folder).unwrap();
            assert_eq!(scope.as_ref().map(Scope::as_str), expected, "{folder}");
            if let Some(scope) = scope {
                assert_eq!(rules_folder(&memory(), &scope), folder);
            }
        }
        for bad in ["memory/scopes/a b/rules", "memory/scopes/../rules"] {
            assert!(scope_of_rules(&memory(), bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_path_tells_what_may_be_passed_on() {
        for (path, expected) in [
            ("memory/decisions/a.md", Part::Record),
            ("memory/runbooks/a.md", Part::Record),
            ("memory/summary.md", Part::Record),
            ("memory/scopes/web/index.md", Part::Record),
            ("memory/rules/a.md", Part::Rule),
            ("memory/scopes/web/rules/a.md", Part::Rule),
            ("memory/config.yaml", Part::Setting),
            ("memory/loaded-skills.yaml", Part::Setting),
            ("memory/notes/config.yaml", Part::Other),
            ("memory/index.md", Part::Made),
            ("memory/recall-feedback.jsonl", Part::Made),
            ("memory/local/a.md", Part::Private),
            ("memory/notes/a.secret.md", Part::Private),
            ("memory/notes/a.png", Part::Other),
            ("docs/a.md", Part::Other),
        ] {
            assert_eq!(part(&memory(), &path.parse().unwrap()), expected, "{path}");
        }
    }

    #[test]
    fn a_new_record_lies_in_its_scope_and_kind() {
        let day = "2026-11-20".parse().unwrap();
        let path = |kind, scope: &str, slug, copy| {
            let kind = Kind::by_name(kind).unwrap();
            record_path(
                &folder(&memory(), kind, &scope.parse().unwrap()),
                kind,
                day,
                slug,
                "7k3m9q",
                copy,
            )
            .unwrap()
            .to_string()
        };
        assert_eq!(
            path("decision", "project", "x", 1),
            "memory/decisions/261120-x-7k3m9q.md"
        );
        assert_eq!(
            path("lesson", "a/b", "x", 2),
            "memory/scopes/a/b/lessons/261120-x-7k3m9q-2.md"
        );
        assert_eq!(path("topic", "project", "x", 1), "memory/topics/x.md");
        assert_eq!(
            path("note", "project", "", 1),
            "memory/notes/261120-note-7k3m9q.md"
        );
        let long = path("note", "project", &"𐐷".repeat(60), 1);
        assert!(long.len() < 230 && long.ends_with("-7k3m9q.md"), "{long}");
    }
}
