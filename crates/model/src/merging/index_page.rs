//! Merging `index.md`: an entry for each record, below its scope and its heading.

use std::collections::BTreeMap;

use super::keyed;
use super::texts::Texts;
use crate::kind::Kind;

/// The headings below a scope, in their order.
const SECTIONS: [&str; 4] = [
    "## Active decisions",
    "## Open questions",
    "## Other active records",
    "## Superseded and archived",
];
/// The one of them that has a heading for each kind below it.
const BY_KIND: usize = 2;
const WITHOUT_KIND: &str = "without a kind";
const SCOPE: &str = "# Scope: ";
const SUMMARY: &str = "[Summary](summary.md)";
const PROJECT: &str = "project";
const COUNT: &str = "records: ";

/// A page taken apart.
#[derive(Default)]
struct Page<'a> {
    /// Lines before the first scope.
    head: Vec<&'a str>,
    /// The entries, by the ids or paths of their records.
    entries: BTreeMap<&'a str, Entry<'a>>,
}

/// Headings above an entry, in the order of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Heading<'a> {
    /// The project comes before its parts.
    is_part: bool,
    scope: &'a str,
    /// Which of the sections; `None` directly below the scope.
    section: Option<usize>,
    /// Which of the kinds, from 0; `None` directly below the section.
    kind: Option<usize>,
}

/// An entry, in the order of the page.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Entry<'a> {
    heading: Heading<'a>,
    title: String,
    name: &'a str,
    line: &'a str,
}

/// The page with the entries of both sides; `None` if one of them is not as this version makes
/// it.
pub(crate) fn merge(texts: &Texts<'_>) -> Option<String> {
    // Without a readable base, all entries count as added.
    let base = Page::read(texts.base).unwrap_or_default();
    let (ours, theirs) = (Page::read(texts.ours)?, Page::read(texts.theirs)?);
    let merged = Page {
        entries: keyed::merge(&base.entries, &ours.entries, &theirs.entries),
        head: ours.head.max(theirs.head),
    };
    Some(merged.text())
}

impl<'a> Page<'a> {
    fn read(text: &'a str) -> Option<Self> {
        let mut page = Self::default();
        let mut heading = Heading::default();
        for line in text.lines() {
            if let Some(scope) = line.strip_prefix(SCOPE) {
                heading = Heading::of_scope(scope);
            } else if heading.scope.is_empty() {
                page.head.push(line);
            } else if let Some(kind) = line.strip_prefix("### ") {
                heading.kind = Some(kinds().position(|known| known == kind)?);
            } else if line.starts_with("## ") {
                heading.section = Some(SECTIONS.iter().position(|known| *known == line)?);
                heading.kind = None;
            } else if line.starts_with("- ") {
                let entry = Entry::read(line, heading)?;
                // Two records have one id until a user follows 'check'.
                if page.entries.insert(entry.name, entry).is_some() {
                    return None;
                }
            } else if !line.is_empty() && line != SUMMARY {
                return None;
            }
        }
        Some(page)
    }

    fn text(&self) -> String {
        let mut out = String::new();
        for line in &self.head {
            if line.starts_with(COUNT) {
                out.extend([COUNT, &self.entries.len().to_string(), "\n"]);
            } else {
                out.extend([line, "\n"]);
            }
        }
        let mut current = Heading::default();
        // Always there, however little it has.
        current.move_to(Heading::of_scope(PROJECT), &mut out);
        let mut entries: Vec<&Entry<'_>> = self.entries.values().collect();
        entries.sort();
        for entry in entries {
            current.move_to(entry.heading, &mut out);
            out.extend([entry.line, "\n"]);
        }
        out
    }
}

impl<'a> Heading<'a> {
    fn of_scope(scope: &'a str) -> Self {
        Self {
            is_part: scope != PROJECT,
            scope,
            section: None,
            kind: None,
        }
    }

    /// Writes the headings between this place and another one.
    fn move_to(&mut self, next: Self, out: &mut String) {
        if self.scope != next.scope {
            // The head ends with an empty line of its own.
            if !self.scope.is_empty() {
                out.push('\n');
            }
            out.extend([SCOPE, next.scope, "\n"]);
            if !next.is_part {
                out.extend(["\n", SUMMARY, "\n"]);
            }
            *self = Self::of_scope(next.scope);
        }
        if self.section != next.section
            && let Some(section) = next.section
        {
            out.extend(["\n", SECTIONS[section], "\n"]);
            self.kind = None;
            if section != BY_KIND {
                out.push('\n');
            }
        }
        if self.kind != next.kind
            && let Some(kind) = next.kind.and_then(|kind| kinds().nth(kind))
        {
            out.extend(["\n### ", kind, "\n\n"]);
        }
        *self = next;
    }
}

impl<'a> Entry<'a> {
    /// ``- [Title](path) `id` (status)``; a page has no id.
    fn read(line: &'a str, heading: Heading<'a>) -> Option<Self> {
        let rest = line.strip_prefix("- [")?;
        let mut title = String::new();
        let mut letters = rest.char_indices();
        let end = loop {
            match letters.next()? {
                (_, '\\') => title.push(letters.next()?.1),
                (at, ']') => break at,
                (_, letter) => title.push(letter),
            }
        };
        let (path, rest) = rest[end..].strip_prefix("](")?.split_once(')')?;
        let id = rest
            .strip_prefix(" `")
            .and_then(|rest| rest.split_once('`'));
        Some(Self {
            heading,
            title,
            name: match id {
                Some((id, _)) => id,
                None => path,
            },
            line,
        })
    }
}

/// Headings of the kinds, in their order.
fn kinds() -> impl Iterator<Item = &'static str> {
    Kind::all().map(Kind::plural).chain([WITHOUT_KIND])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::derived::index_page;
    use crate::record::{Record, sample};
    use git_memory_text::path::MemoryFolder;

    fn record(path: &str, id: &str, title: &str, more: &str) -> Record {
        sample::record(&format!("memory/{path}"), id, title, more, "")
    }

    #[test]
    fn the_merge_is_what_the_records_of_both_sides_give() {
        let old = "status: superseded\nsuperseded_by: [dec-bbbbbb]";
        let both = [
            record(
                "decisions/b b.md",
                "dec-bbbbbb",
                "Use [B] \\ `c`",
                "supersedes: [dec-aaaaaa]",
            ),
            record("decisions/a.md", "dec-aaaaaa", "Use A", old),
            record("open-loops/l.md", "loop-llllll", "Loop", "status: open"),
        ];
        let ours = [
            record("scopes/web/notes/n.md", "note-nnnnnn", "Note", ""),
            record("lessons/l.md", "les-llllll", "Lesson", ""),
        ];
        let theirs = [
            record("scopes/api/notes/n.md", "note-mmmmmm", "Note", ""),
            record("notes/n.md", "note-oooooo", "Aa", ""),
            record(
                "decisions/p.md",
                "dec-pppppp",
                "Perhaps",
                "status: proposed",
            ),
            record("free/p.md", "note-qqqqqq", "Free", ""),
        ];
        let page = |parts: &[&[Record]]| {
            index_page(&parts.concat(), &MemoryFolder::default()).into_string()
        };
        let base = page(&[&both]);
        let (one, other) = (page(&[&both, &ours]), page(&[&both[1..], &theirs]));
        let expected = page(&[&both[1..], &ours, &theirs]);
        // An entry that leads to a record which the other side has removed.
        let without_link =
            |text: &str| text.replace(" → [Use \\[B\\] \\\\ \\`c\\`](decisions/b%20b.md)", "");
        for (ours, theirs) in [(&one, &other), (&other, &one)] {
            let base = &base;
            let merged = merge(&Texts { base, ours, theirs }).unwrap();
            assert_eq!(without_link(&merged), without_link(&expected));
        }
        for page in [&base, &one, &other] {
            assert_eq!(&Page::read(page).unwrap().text(), page);
        }
        let foreign = "text\n# Scope: a\ntext\n";
        assert!(Page::read(foreign).is_none());
    }
}
