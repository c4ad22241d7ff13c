//! What one entry of a document says: a file with its path, or a convention, decision or note of
//! any program.

use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::document::object;
use crate::domain::date::Date;
use crate::domain::layout::{self, Part};
use crate::domain::path::{BadPath, RepoPath};
use crate::domain::record::draft::sections;
use crate::domain::record::header::TITLE_LIMIT;
use crate::domain::text;

/// The longest path, and the longest name in it, in bytes: what file systems take.
const PATH_LIMIT: usize = 1024;
const NAME_LIMIT: usize = 255;
/// How long a title is that is taken from a text, in characters.
const TITLE_LENGTH: usize = 80;
/// How much of a hash tells two of them apart, in hexadecimal digits.
const SHORT: usize = 12;

/// A file that a document passes on.
#[derive(Debug, Deserialize)]
pub struct Passed {
    /// Its path from the top of the work tree, as the document has it.
    pub path: String,
    /// Its text.
    pub content: String,
}

impl Passed {
    /// Reads an entry of the list `files`.
    ///
    /// # Errors
    /// Why it is none; the message may quote it.
    pub fn read(text: &str) -> Result<Self, String> {
        read(text)
    }

    /// Its path, and what the file is by it.
    ///
    /// # Errors
    /// Why no such file is taken from a document.
    pub fn place(&self) -> Result<(RepoPath, Part), String> {
        let refused = |why: &str| Err(why.to_owned());
        let parsed: Result<RepoPath, BadPath> = self.path.parse();
        let path = parsed.map_err(|error| error.to_string())?;
        let names: Vec<&str> = path.as_str().split('/').collect();
        if path.below_memory().is_none() {
            return refused("it does not lie in memory/");
        }
        if path.as_str().len() > PATH_LIMIT || names.iter().any(|name| name.len() > NAME_LIMIT) {
            return refused("its path is too long");
        }
        if text::hidden(path.as_str()).next().is_some()
            || path.as_str().contains(['\n', '\r', '\t'])
        {
            return refused("its path has hidden characters");
        }
        let part = layout::part(&path);
        match part {
            Part::Private => refused("it is private by its path"),
            Part::Made => refused("git-memory makes this file itself"),
            Part::Other => refused("it is neither a record nor a page"),
            Part::Record | Part::Page if names.iter().any(|name| is_gits(name)) => {
                refused("a name in its path belongs to git")
            }
            Part::Record | Part::Page | Part::Setting => Ok((path, part)),
        }
    }
}

/// Whether git reads a name as its own, on file systems that fold case too.
fn is_gits(name: &str) -> bool {
    let start = name.get(..4);
    start.is_some_and(|start| start.eq_ignore_ascii_case(".git"))
}

/// A list of a document: its key, the name of the kind that its entries become, and how one is
/// read.
pub struct List {
    /// The key.
    pub key: &'static str,
    /// The kind's name.
    pub kind: &'static str,
    read: fn(&str) -> Result<Foreign, String>,
}

/// Every list but that of files.
pub const LISTS: [List; 3] = [
    List {
        key: "conventions",
        kind: "convention",
        read: |text| Foreign::convention(read(text)?),
    },
    List {
        key: "decisions",
        kind: "decision",
        read: |text| Foreign::decision(read(text)?),
    },
    List {
        key: "notes",
        kind: "note",
        read: |text| Foreign::note(read(text)?),
    },
];

impl List {
    /// The id that an entry gives itself, whatever else it says.
    #[must_use]
    pub fn id(entry: &str) -> Option<String> {
        #[derive(Deserialize)]
        struct Named {
            id: Option<Id>,
        }
        // What cannot be read is refused where the whole entry is read, with its reason.
        let named: Named = read(entry).ok()?;
        id(named.id?)
    }

    /// Reads an entry of this list.
    ///
    /// # Errors
    /// Why it can be no record; the message may quote it.
    pub fn entry(&self, text: &str) -> Result<Foreign, String> {
        let foreign = (self.read)(text)?;
        let words = foreign
            .tags
            .iter()
            .chain(&foreign.paths)
            .chain(&foreign.id)
            .chain(&foreign.source);
        for word in words {
            if let Some((_, hidden)) = text::hidden(word).next() {
                let code = u32::from(hidden);
                return Err(format!("it has a hidden character, U+{code:04X}"));
            }
        }
        Ok(foreign)
    }
}

/// What an entry says, whichever list it is of.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Foreign {
    /// Its id, in any form.
    pub id: Option<String>,
    /// Its title, on one line.
    pub title: String,
    /// Its text, Markdown.
    pub body: String,
    /// Its tags.
    pub tags: Vec<String>,
    /// The paths that it is about.
    pub paths: Vec<String>,
    /// Who or what it came from.
    pub source: Option<String>,
    /// The day it was made.
    pub created: Option<Date>,
    /// The day of its last change.
    pub updated: Option<Date>,
}

/// An id as programs write it.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected an id that is a text or a number")]
enum Id {
    Text(String),
    Number(serde_json::Number),
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Convention {
    id: Option<Id>,
    title: Option<String>,
    content: Option<String>,
    tags: Option<Vec<String>>,
    created_at: Option<String>,
    updated_at: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Decision {
    id: Option<Id>,
    summary: Option<String>,
    rationale: Option<String>,
    impacted_paths: Option<Vec<String>>,
    created_at: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Note {
    id: Option<Id>,
    content: Option<String>,
    source: Option<String>,
    created_at: Option<String>,
}

impl Foreign {
    fn convention(entry: Convention) -> Result<Self, String> {
        let body = entry.content.unwrap_or_default();
        Ok(Self {
            id: entry.id.and_then(id),
            title: title(entry.title.as_deref(), &body)?,
            tags: entry.tags.unwrap_or_default(),
            created: day("createdAt", entry.created_at.as_deref())?,
            updated: day("updatedAt", entry.updated_at.as_deref())?,
            body,
            ..Self::default()
        })
    }

    fn decision(entry: Decision) -> Result<Self, String> {
        let summary = entry.summary.unwrap_or_default();
        let rationale = entry.rationale.unwrap_or_default();
        let parts = [("Decision", summary.as_str()), ("Rationale", &rationale)];
        Ok(Self {
            id: entry.id.and_then(id),
            title: title(Some(&summary), &rationale)?,
            body: sections(
                parts
                    .into_iter()
                    .filter(|(_, text)| !text.trim().is_empty()),
            ),
            paths: entry.impacted_paths.unwrap_or_default(),
            created: day("createdAt", entry.created_at.as_deref())?,
            ..Self::default()
        })
    }

    fn note(entry: Note) -> Result<Self, String> {
        let body = entry.content.unwrap_or_default();
        Ok(Self {
            id: entry.id.and_then(id),
            title: title(None, &body)?,
            source: entry.source.filter(|source| !source.trim().is_empty()),
            created: day("createdAt", entry.created_at.as_deref())?,
            body,
            ..Self::default()
        })
    }

    /// Where it came from, the same each time: the repository's hash, where there is one, and its
    /// id, else a hash of what it says.
    #[must_use]
    pub fn origin(&self, repo_hash: Option<&str>) -> String {
        let id = match self.id.as_deref() {
            None => hash(&[self.title.as_str(), &self.body].join("\0")),
            Some(id) => {
                let line = text::one_line(id, TITLE_LENGTH);
                // What was cut still tells one from another.
                if line == id {
                    line
                } else {
                    format!("{line} {}", hash(id))
                }
            }
        };
        let repository = repo_hash.map(short).unwrap_or_default();
        let gap = if repository.is_empty() { "" } else { "/" };
        format!("json:{repository}{gap}{id}")
    }
}

/// The beginning of a hash, without anything that cannot be in one.
fn short(hash: &str) -> String {
    let digits = hash.chars().filter(char::is_ascii_alphanumeric);
    digits.take(SHORT).collect()
}

fn hash(text: &str) -> String {
    short(&text::hex(&Sha256::digest(text)))
}

/// Reads an entry. The library counts lines within the entry, which nobody could find: they go.
fn read<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, String> {
    object(text).map_err(|why| match why.split_once(" at line ") {
        Some((why, _)) => why.to_owned(),
        None => why,
    })
}

fn id(id: Id) -> Option<String> {
    let text = match id {
        Id::Text(text) => text,
        Id::Number(number) => number.to_string(),
    };
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// The title on one line, cut where it is too long; where there is none, the beginning of the text.
fn title(given: Option<&str>, body: &str) -> Result<String, String> {
    if let Some(given) = given {
        let title = text::one_line(given, TITLE_LIMIT);
        if !title.is_empty() {
            return Ok(title);
        }
    }
    for line in body.lines() {
        let title = text::one_line(line.trim_start_matches('#').trim(), TITLE_LENGTH);
        if !title.is_empty() {
            return Ok(title);
        }
    }
    Err("it says nothing".to_owned())
}

fn day(key: &str, given: Option<&str>) -> Result<Option<Date>, String> {
    let given = given.unwrap_or_default().trim();
    if given.is_empty() {
        return Ok(None);
    }
    match Date::of_text(given) {
        Some(day) => Ok(Some(day)),
        None => Err(format!(
            "'{key}' is neither YYYY-MM-DD nor a time as RFC 3339 writes it"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn list(key: &str) -> &'static List {
        LISTS.iter().find(|list| list.key == key).unwrap()
    }

    #[test]
    fn each_list_has_its_keys() {
        let convention = r#"{"id": "a", "title": " T\nU ", "content": "C", "tags": ["x"], "createdAt": "2026-01-02",
            "updatedAt": "2026-01-03T23:00:00-02:00", "more": {"deep": []}, "summary": 7}"#;
        let read = list("conventions").entry(convention).unwrap();
        assert_eq!(
            (read.title.as_str(), read.body.as_str(), read.tags.len()),
            ("T U", "C", 1)
        );
        assert_eq!(read.updated.unwrap().to_string(), "2026-01-04");
        let decision = r#"{"id": 7, "summary": "S", "rationale": "R\n", "impactedPaths": ["src/**"], "source": {}}"#;
        let read = list("decisions").entry(decision).unwrap();
        assert_eq!(read.body, "## Decision\n\nS\n\n## Rationale\n\nR\n");
        assert_eq!(
            (read.id.as_deref(), read.paths.len(), read.created),
            (Some("7"), 1, None)
        );
        let read = list("notes")
            .entry(r#"{"content": "\n# One\n\ntwo", "source": "manual", "id": null}"#)
            .unwrap();
        assert_eq!(
            (read.title.as_str(), read.source.as_deref(), read.id),
            ("One", Some("manual"), None)
        );
    }

    #[test]
    fn what_can_be_no_record_is_refused() {
        for (key, entry, why) in [
            ("notes", "7", "no JSON object"),
            ("notes", "[null, \"x\"]", "no JSON object"),
            ("notes", "{}", "says nothing"),
            ("notes", r#"{"content": 7}"#, "expected a string"),
            (
                "notes",
                r#"{"content": "x", "createdAt": "soon"}"#,
                "neither",
            ),
            (
                "notes",
                r#"{"content": "x", "createdAt": 1700000000}"#,
                "expected a string",
            ),
            (
                "notes",
                r#"{"content": "x", "source": "a\u001b[2J"}"#,
                "U+001B",
            ),
            ("notes", r#"{"content": "\ud800"}"#, "hex escape"),
            (
                "conventions",
                r#"{"title": "x", "tags": "y"}"#,
                "expected a sequence",
            ),
            (
                "conventions",
                r#"{"title": "x", "tags": ["\u202e"]}"#,
                "U+202E",
            ),
            (
                "decisions",
                r#"{"summary": " ", "rationale": "\n"}"#,
                "says nothing",
            ),
            (
                "decisions",
                r#"{"summary": "x", "impactedPaths": {}}"#,
                "expected a sequence",
            ),
            (
                "decisions",
                r#"{"summary": "x", "id": []}"#,
                "a text or a number",
            ),
        ] {
            let refusal = list(key).entry(entry).unwrap_err();
            assert!(refusal.contains(why), "{entry}: {refusal}");
        }
    }

    #[test]
    fn an_origin_is_the_same_each_time() {
        let note = |text: &str| list("notes").entry(text).unwrap();
        let hash = "0123456789abcdef";
        assert_eq!(
            note(r#"{"id": "n 1", "content": "x"}"#).origin(Some(hash)),
            "json:0123456789ab/n 1"
        );
        assert_eq!(note(r#"{"id": 3, "content": "x"}"#).origin(None), "json:3");
        let (one, other) = (
            note(r#"{"content": "x"}"#).origin(None),
            note(r#"{"content": "y"}"#).origin(None),
        );
        assert!(
            one.len() == "json:".len() + SHORT && one != other,
            "{one} {other}"
        );
        let long = |end: &str| {
            note(&format!(
                r#"{{"id": "{}{end}", "content": "x"}}"#,
                "x".repeat(200)
            ))
            .origin(None)
        };
        assert!(
            long("a") != long("b") && long("a").chars().count() < 110,
            "{}",
            long("a")
        );
    }

    #[test]
    fn only_records_and_pages_have_a_place() {
        let long = format!("memory/notes/{}.md", "x".repeat(255));
        let deep = format!("memory/{}a.md", "x/".repeat(600));
        let place = |path: &str| {
            Passed {
                path: path.to_owned(),
                content: String::new(),
            }
            .place()
        };
        for (path, why) in [
            ("", "empty"),
            ("/etc/passwd", "absolute"),
            ("memory/../x.md", "'..'"),
            ("docs/a.md", "memory/"),
            ("memoryx/a.md", "memory/"),
            ("memory/private/a.md", "private"),
            ("memory/notes/a.secret.md", "private"),
            ("memory/index.md", "itself"),
            ("memory/impressions.jsonl", "itself"),
            ("memory/recall-feedback.jsonl", "itself"),
            ("memory/notes/a.sh", "neither"),
            ("memory/notes/.gitignore", "neither"),
            ("memory/.GitFoo/a.md", "git"),
            ("memory/.git/a.md", "git"),
            ("memory/notes/a\u{1b}.md", "hidden"),
            ("memory/notes/a\nb.md", "hidden"),
            (long.as_str(), "too long"),
            (deep.as_str(), "too long"),
        ] {
            let refusal = place(path).unwrap_err();
            assert!(refusal.contains(why), "{path}: {refusal}");
        }
        assert_eq!(place("memory/決定/a.md").unwrap().1, Part::Record);
        assert_eq!(place("memory/rules/a.md").unwrap().1, Part::Page);
        assert_eq!(place("memory/.gitignore").unwrap().1, Part::Setting);
    }
    proptest! {
        #[test]
        fn any_text_is_taken_or_refused(text in any::<String>(), id in any::<Option<String>>()) {
            let entry = serde_json::json!({
                "id": id, "title": text, "summary": text, "content": text, "rationale": text, "source": text,
            });
            for list in &LISTS {
                if let Ok(foreign) = list.entry(&entry.to_string()) {
                    let length = foreign.title.chars().count();
                    prop_assert!((1..=TITLE_LIMIT).contains(&length) && !foreign.title.contains('\n'));
                    prop_assert_eq!(foreign.origin(None).lines().count(), 1);
                }
            }
            let passed = Passed { path: text, content: String::new() };
            if let Ok((path, _)) = passed.place() {
                prop_assert!(path.below_memory().is_some());
            }
        }
    }
}
