//! Reads a file of an agent's program, and decides its result: a rule for every conversation, or a
//! record with all of its text. A text is never divided, so that no sentence loses its context.

use serde_yaml::Mapping;

use super::becomes::{Becomes, becomes};
use super::form::Role;
use super::mentions::only_leads;
use git_memory_model::form::front_matter::{self, normal};
use git_memory_model::form::status::StatusWords;
use git_memory_model::form::told::{Said, Told};
use git_memory_model::keys::{self, Key};
use git_memory_model::kind::Kind;
use git_memory_model::record::patch::{Field, line};
use git_memory_model::rules::{self, MADE};
use git_memory_text as text;
use git_memory_text::date::Date;
use git_memory_text::limits;
use git_memory_text::markdown::Outline;
use git_memory_text::path::{last, stem};

/// A file as it was found.
#[derive(Clone, Copy, Debug)]
pub struct Original<'a> {
    /// The folder that it is about, from the top; empty for all of the project.
    pub folder: &'a str,
    /// Its path in the form's own folder.
    pub name: &'a str,
    /// Role of the file.
    pub role: Role,
    /// Its text.
    pub text: &'a str,
}

/// Contents of a file.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Result of the file: a rule or a record.
    pub becomes: Becomes,
    /// Its title, on one line.
    pub title: String,
    /// Its abstract, if it has one.
    pub description: Option<String>,
    /// Its tags.
    pub tags: Vec<String>,
    /// The pathspecs that it is about.
    pub paths: Vec<String>,
    /// The day it was made.
    pub created: Option<Date>,
    /// The day of its last change.
    pub updated: Option<Date>,
    /// Other names of the file.
    pub aliases: Vec<String>,
    /// Statements of its text about itself.
    pub said: Said,
    /// The titles of the notes that it names as related.
    pub related: Vec<String>,
    /// Front matter of its own, as written.
    pub foreign: String,
    /// Its text.
    pub body: String,
}

/// Reads a file.
///
/// # Errors
/// The reason why nothing is made of it; the message may quote the file.
pub fn read(original: &Original<'_>) -> Result<Piece, String> {
    let text = original.text.trim_start_matches('\u{feff}');
    if text.contains(MADE) {
        return Err("it was made from the rules of this memory".to_owned());
    }
    let split = front_matter::split(text);
    let yaml = quoted_globs(split.yaml.unwrap_or_default());
    let front = match front_matter::parse(&yaml) {
        Ok(front) => front,
        Err(why) => return Err(format!("it has front matter that cannot be read: {why}")),
    };
    let Ok(body) = rules::with_block(split.body, "", "") else {
        return Err("it has unbalanced git-memory markers".to_owned());
    };
    let body = body.trim_start_matches(['\n', '\r']).to_owned();
    if body.trim().is_empty() {
        return Err("there is nothing in it".to_owned());
    }
    let is_rule = matches!(original.role, Role::Always | Role::Rule { .. });
    if is_rule && only_leads(&body) {
        return Err("it only names other files".to_owned());
    }
    let (becomes, paths) = becomes(original.folder, original.role, &front, &body)?;
    let foreign = front_matter::entries(&yaml, &front, is_taken);
    let kind = match becomes {
        Becomes::Rule => Kind::CONVENTION,
        Becomes::Record(kind) => kind,
    };
    let mut said = Told::of(&front, &body, &StatusWords::default()).said(kind);
    let mut tags: Vec<String> = Vec::new();
    for tag in std::mem::take(&mut said.tags) {
        if !tag.is_empty() && !tags.contains(&tag) {
            tags.push(tag);
        }
    }
    Ok(Piece {
        becomes,
        title: title(original, &front, &body),
        description: front_matter::text(&front, &["description"]),
        tags,
        paths,
        created: day(&front, &["created", "createdat", "date"]).or(said.created),
        updated: day(&front, &["updated", "updatedat", "modified"]).or(said.updated),
        aliases: front_matter::text(&front, &["permalink"])
            .into_iter()
            .collect(),
        said,
        related: match original.role {
            Role::Note => relations(&body),
            _ => Vec::new(),
        },
        foreign: foreign.into_iter().map(|(_, entry)| entry + "\n").collect(),
        body,
    })
}

fn title(original: &Original<'_>, front: &Mapping, body: &str) -> String {
    let heading = Outline::of(body)
        .headings
        .first()
        .map(|heading| heading.title.to_owned());
    let given = front_matter::text(front, &["title"]).or(heading);
    // A name is made for files: `harbour-timeouts`.
    let name = || front_matter::text(front, &["name"]).map(|name| name.replace(['-', '_'], " "));
    let given = given.or_else(name);
    let title = text::one_line(&given.unwrap_or_default(), limits::TITLE_CHARS);
    let title = if title.is_empty() {
        text::one_line(&words(original.name), limits::TITLE_CHARS)
    } else {
        title
    };
    // Every folder's has the same heading.
    if title.eq_ignore_ascii_case(original.name) && !original.folder.is_empty() {
        return text::one_line(
            &format!("{title} of {}", original.folder),
            limits::TITLE_CHARS,
        );
    }
    title
}

/// A path as words: `modules/api_v2.md` is `modules api v2`, `.cursorrules` is `cursorrules`.
fn words(name: &str) -> String {
    let stem = match (stem(name), name.rsplit_once('/')) {
        ("", _) => name.to_owned(),
        (stem, Some((folder, _))) => format!("{folder} {stem}"),
        (stem, None) => stem.to_owned(),
    };
    stem.replace(['-', '_', '/', '.'], " ").trim().to_owned()
}

/// Name of a rule that is made of a file.
#[must_use]
pub fn rule_name(original: &Original<'_>) -> String {
    let name = match original.role {
        // The folder only names the program.
        Role::Always => last(original.name),
        _ => original.name,
    };
    let slug = text::slug(&words(name));
    if slug.is_empty() {
        "imported".to_owned()
    } else {
        slug
    }
}

fn day(front: &Mapping, names: &[&str]) -> Option<Date> {
    Date::of_text(&front_matter::text(front, names)?)
}

/// The notes that are named in lists as `- relation [[Note]]`
/// (<https://docs.basicmemory.com/concepts/knowledge-format>).
fn relations(body: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for line in body.lines() {
        let Some(item) = line.trim_start().strip_prefix("- ") else {
            continue;
        };
        // An observation may name a note, too, but it is not a relation.
        if item.starts_with('[') && !item.starts_with("[[") {
            continue;
        }
        let Some((_, rest)) = item.split_once("[[") else {
            continue;
        };
        let Some((name, _)) = rest.split_once("]]") else {
            continue;
        };
        let name = name.trim().to_owned();
        if !name.is_empty() && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Front matter with its globs in quotes: programs write `globs: **/*.ts`, which YAML takes for an
/// alias.
fn quoted_globs(yaml: &str) -> String {
    let mut out = String::with_capacity(yaml.len());
    for written in yaml.lines() {
        let value = written.split_once(':').filter(|(key, _)| {
            matches!(normal(key).as_str(), "globs" | "applyto" | "paths") && !key.contains(' ')
        });
        match value {
            Some((key, value)) if value.trim_start().starts_with(['*', '!', '{']) => {
                // Text after a number sign is a comment for the reader.
                let value = value.split(" #").next().unwrap_or_default().trim();
                out.push_str(&line(key, &Field::Text(value.to_owned()), "\n"));
            }
            _ => out.extend([written, "\n"]),
        }
    }
    out
}

/// True if a key has its place in a record, or decides the result of a file; other keys are carried
/// over unchanged.
fn is_taken(name: &str) -> bool {
    const READ: [&str; 8] = [
        "name",
        "type",
        "globs",
        "applyto",
        "alwaysapply",
        "permalink",
        "createdat",
        "updatedat",
    ];
    let mut ours = keys::KEYS.into_iter().flat_map(Key::names);
    READ.contains(&name) || ours.any(|own| normal(own) == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(role: Role, folder: &str, name: &str, text: &str) -> Result<Piece, String> {
        read(&Original {
            folder,
            name,
            role,
            text,
        })
    }

    const CURSOR: Role = Role::Rule {
        key: "globs",
        is_always: false,
    };
    const CLINE: Role = Role::Rule {
        key: "paths",
        is_always: true,
    };

    #[test]
    fn rules_are_for_all_or_for_some_files() {
        let convention = Becomes::Record(Kind::CONVENTION);
        for (role, folder, text, becomes, paths) in [
            (Role::Always, "", "Do.\n", Becomes::Rule, &[][..]),
            (Role::Always, "web", "Do.\n", convention, &["web/**"]),
            (
                CURSOR,
                "",
                "---\nglobs: **/*.ts, *.js\nalwaysApply: false\n---\nDo.\n",
                convention,
                &["**/*.ts", "*.js"],
            ),
            (
                CURSOR,
                "",
                "---\nglobs: *.{a,b} # both\n---\nDo.\n",
                convention,
                &["*.a", "*.b"],
            ),
            (
                CURSOR,
                "",
                "---\ndescription: When asked: do\nglobs:\n---\nDo.\n",
                convention,
                &[],
            ),
            (
                CURSOR,
                "",
                "---\nalwaysApply: true\n---\nDo.\n",
                Becomes::Rule,
                &[],
            ),
            (
                CLINE,
                "",
                "---\npaths:\n  - \"src/**\"\n---\nDo.\n",
                convention,
                &["src/**"],
            ),
            (CLINE, "", "Do.\n", Becomes::Rule, &[]),
            (
                CLINE,
                "",
                "---\npaths: [\"**\"]\n---\nDo.\n",
                Becomes::Rule,
                &[],
            ),
        ] {
            let piece = piece(role, folder, "a.md", text).unwrap();
            assert_eq!(
                (piece.becomes, piece.body.as_str()),
                (becomes, "Do.\n"),
                "{text}"
            );
            assert_eq!(piece.paths, paths, "{text}");
        }
    }

    #[test]
    fn files_that_become_nothing_are_refused() {
        let made = format!("{MADE}\n\nDo.\n");
        for (role, text, why) in [
            (Role::Always, " \n", "nothing in it"),
            (Role::Always, "@AGENTS.md\n", "only names"),
            (
                CURSOR,
                "---\nglobs:\n---\nFollow `AGENTS.md`.\n",
                "only names",
            ),
            (Role::Always, &made, "made from"),
            (Role::Always, rules::BEGIN, "unbalanced"),
            (Role::Fact, "# Index\n\n- [A](a.md): it\n", "an index"),
            (
                Role::Fact,
                "---\nmetadata:\n  type: user\n---\nShe is new.\n",
                "its user",
            ),
            (Role::Page, "---\na: [1\n---\nx\n", "cannot be read"),
            (CURSOR, "---\nglobs: ../x/**\n---\nDo.\n", "'../x/**'"),
        ] {
            let refusal = piece(role, "", "a.md", text).unwrap_err();
            assert!(refusal.contains(why), "{text}: {refusal}");
        }
    }

    #[test]
    fn a_note_keeps_what_it_says_of_itself() {
        let text = "---\ntitle: Queue\ntype: decision\ntags: [db, \"#io\"]\npermalink: arch/queue\n\
                    created: 2025-02-03\nstage: late\n---\n\n- [fact] Slow, see [[Log]] #x\n\
                    - depends_on [[Disk]]\n- [[Net]]\n";
        let note = piece(Role::Note, "", "x.md", text).unwrap();
        assert_eq!(note.becomes, Becomes::Record(Kind::DECISION));
        assert_eq!(
            (note.title.as_str(), note.tags.join(" ")),
            ("Queue", "db io".to_owned())
        );
        assert_eq!(
            (note.related.join(" "), note.aliases.join(" ")),
            ("Disk Net".to_owned(), "arch/queue".to_owned())
        );
        assert_eq!(note.foreign, "stage: late\n");
        assert_eq!(note.created.unwrap().to_string(), "2025-02-03");
        let page = piece(Role::Page, "", "modules/api_v2.md", "Text.\n").unwrap();
        assert_eq!(page.title, "modules api v2");
        let nested = piece(Role::Always, "web", "CLAUDE.md", "# CLAUDE.md\n\nDo.\n").unwrap();
        assert_eq!(nested.title, "CLAUDE.md of web");
    }
}
