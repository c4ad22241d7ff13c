//! Which records a commit's message names: by id, or by the number of a series (`ADR 32`).
//!
//! A message is read once and kept under its commit's id, independent of the records: a number
//! without a record is found, and matches nothing.

use std::borrow::Cow;
use std::ops::Range;

use super::trailer_block::without_trailers;
use crate::record::number::{NumberName, is_numbered};
use crate::record::{Record, RecordId};
use git_memory_guard::Clean;
use git_memory_text as text;
use git_memory_text::limits;

/// Length of the parts of a message that are read, in bytes: its beginning, and its end with the
/// trailers. A longer one is hostile.
const BEGINNING: usize = 48 << 10;
const END: usize = 16 << 10;
/// More characters than an id can have.
const LONGEST: usize = 100;

/// A record as a message names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Citation {
    /// By its id.
    Id(RecordId),
    /// By its number in a series.
    Number(NumberName),
}

impl Citation {
    /// Key of the citation in the index: the id, or the series and the number as [`NumberName`]
    /// reads them.
    #[must_use]
    pub fn key(&self) -> String {
        match self {
            Self::Id(id) => id.to_string(),
            Self::Number(name) => name.to_string(),
        }
    }

    /// True if the citation names a record, or several records and this is one of them.
    #[must_use]
    pub fn names(&self, record: &Record) -> bool {
        match self {
            Self::Id(id) => record.header.id.is(id),
            Self::Number(number) => {
                let aliases = record.header.aliases.iter().map(Clean::as_str);
                let title = record.header.title.as_str();
                is_numbered(number, &record.path, aliases, [title])
            }
        }
    }
}

/// The records that a message names, each once, in the order of the text; at most 32.
#[must_use]
pub fn citations(message: &str) -> Vec<Citation> {
    let found = placed(&shortened(message)).into_iter();
    found.map(|(citation, _)| citation).collect()
}

/// The records that a text names, each once at its first place, in bytes; at most 32.
pub(super) fn placed(text: &str) -> Vec<(Citation, Range<usize>)> {
    let mut found: Vec<(Citation, Range<usize>)> = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_alphanumeric()) {
        rest = &rest[start..];
        let at = text.len() - rest.len();
        let word_end = end_of_word(rest);
        let (citation, read) = match citation_at(rest) {
            Some((citation, read)) => (Some(citation), read),
            None => (None, word_end),
        };
        if let Some(citation) = citation
            && !found.iter().any(|(known, _)| *known == citation)
        {
            found.push((citation, at..at + read));
        }
        if found.len() == limits::CITATIONS {
            break;
        }
        rest = &rest[read..];
    }
    found
}

/// A message without its middle, if it is too long.
#[must_use]
pub fn shortened(message: &str) -> Cow<'_, str> {
    if message.len() <= BEGINNING + END {
        return Cow::Borrowed(message);
    }
    let beginning = &message[..text::floor(message, BEGINNING)];
    let end = &message[text::floor(message, message.len() - END)..];
    // Apart from each other, so that no name is made of two.
    Cow::Owned(format!("{beginning}\n\n{end}"))
}

/// The words of a message as a question of at most `most` bytes: without the names of records,
/// links, and trailers, which would give the answer away or ask for nothing.
#[must_use]
pub fn without_citations(message: &str, most: usize) -> String {
    let mut words = String::new();
    for (nth, line) in without_trailers(message).lines().enumerate() {
        // A message that was put together of several has some in its middle. A subject may begin
        // like one: `clang-format: …`.
        if nth > 0 && is_trailer(line) {
            continue;
        }
        let mut rest = line;
        while !rest.is_empty() && words.len() < most {
            let read = match citation_at(rest) {
                Some((_, read)) => read,
                None if is_link(rest) => rest.find(char::is_whitespace).unwrap_or(rest.len()),
                None => {
                    // A whole word: half of one is the name of nothing.
                    let end = end_of_word(rest);
                    let end = match rest.chars().next() {
                        Some(c) if end == 0 => c.len_utf8(),
                        _ => end,
                    };
                    words.push_str(&rest[..end]);
                    end
                }
            };
            rest = &rest[read..];
        }
        words.push('\n');
    }
    words.truncate(text::floor(&words, most));
    words
}

fn is_link(text: &str) -> bool {
    text.starts_with("http://") || text.starts_with("https://")
}

/// True if a line is a trailer: `Signed-off-by: …`, `Decision: …`.
fn is_trailer(line: &str) -> bool {
    let Some((key, _)) = line.split_once(": ") else {
        return false;
    };
    let is_key = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let is_known = ["decision", "memory"].contains(&key.to_lowercase().as_str());
    is_known || (key.contains('-') && key.chars().all(is_key))
}

/// The record that a text begins with the name of, and the length of the name in bytes.
pub(super) fn citation_at(text: &str) -> Option<(Citation, usize)> {
    // No id is as long; a run without end would be read from each of its words.
    let joined = text
        .chars()
        .take(LONGEST)
        .take_while(|c| is_joined(*c))
        .count();
    // Any two words with a hyphen between them look like an id; only those of a kind are ids.
    if let Ok(id) = text[..joined].parse::<RecordId>()
        && id.kind().is_some()
    {
        return Some((Citation::Id(id), joined));
    }
    let (name, rest) = NumberName::cited(text)?;
    Some((Citation::Number(name), text.len() - rest.len()))
}

/// True if a character is part of an id.
fn is_joined(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-'
}

/// End of the word that a text begins with: a letter of another script does not end it, as no
/// series is called after half a word.
fn end_of_word(text: &str) -> usize {
    text.find(|c: char| !c.is_alphanumeric())
        .unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn keys(message: &str) -> Vec<String> {
        citations(message).iter().map(Citation::key).collect()
    }

    #[test]
    fn a_message_names_records_by_id_and_by_number() {
        for (message, expected) in [
            ("Use X\n\nDecision: dec-7k3m9q\n", vec!["dec-7k3m9q"]),
            (
                "Use X\n\nMemory: les-0q4m2x, dec-7k3m9q",
                vec!["les-0q4m2x", "dec-7k3m9q"],
            ),
            ("As dec-7k3m9q says (dec-7k3m9q).", vec!["dec-7k3m9q"]),
            ("Implement ADR 32", vec!["adr#32"]),
            ("ADR-0032: use a queue", vec!["adr#32"]),
            ("[rfc2005] match ergonomics, RFC #2005", vec!["rfc#2005"]),
            ("rust-lang/rfcs#2005", vec!["rfc#2005"]),
            ("see rust-lang/rfcs/pull/2005", vec!["rfc#2005"]),
            ("docs/adr/0007-use-x.md", vec!["adr#7"]),
            (
                "KIP-500: no more ZooKeeper; PEP 8 (pep-0008)",
                vec!["kip#500", "pep#8"],
            ),
        ] {
            assert_eq!(keys(message), expected, "{message}");
        }
    }

    #[test]
    fn a_bare_number_and_a_word_of_prose_name_nothing() {
        for message in [
            "",
            "Fix #123",
            "Use Python 3 and 2 queues",
            "UTF-8, SHA-256, ISO 8601",
            "adr",
            "adr-2026-01-02",
            "ADR 1.2",
            "quadr 5",
            "prodec-7k3m9q",
            "dec-7k",
            "release 5",
            "on Dec 24, dec 2022",
        ] {
            assert_eq!(keys(message), Vec::<String>::new(), "{message}");
        }
    }

    #[test]
    fn a_question_does_not_name_its_answer() {
        for (message, expected) in [
            ("Use one queue (ADR 32)", "Use one queue ()"),
            (
                "Do as dec-7k3m9q says\n\nDecision: dec-7k3m9q",
                "Do as  says",
            ),
            ("See https://example.com/adr/7 for it", "See  for it"),
            ("Fix\n\nSigned-off-by: Ann <a@example.com>", "Fix"),
            (
                "Fix\n\nIt broke.\n\nFixes: 1234abcd\nCc: Ann <a@example.com>\n",
                "Fix\n\nIt broke.",
            ),
            (
                "Fix\n\nIt broke.\nChange-Id: I1234\n\nAnd that.\n",
                "Fix\n\nIt broke.\n\nAnd that.",
            ),
            ("prodec-7k3m9q: a word", "prodec-7k3m9q: a word"),
        ] {
            assert_eq!(without_citations(message, 4000).trim(), expected);
        }
        assert!(without_citations(&"é ".repeat(10_000), 99).len() <= 99);
    }

    #[test]
    fn a_list_of_everything_is_bounded() {
        let all: Vec<String> = (0..10_000).map(|n| format!("ADR {n}")).collect();
        assert_eq!(keys(&all.join(", ")).len(), limits::CITATIONS);
        let long = "x".repeat(10 << 20);
        assert_eq!(keys(&long), Vec::<String>::new());
        let cited = format!("ADR 1\n{long}\n\nDecision: dec-7k3m9q");
        assert_eq!(keys(&cited), ["adr#1", "dec-7k3m9q"]);
    }

    proptest! {
        #[test]
        fn any_text_is_read(message in "(ADR|dec|rfcs|[-_ #/]|[0-9a-z]{0,4}|é|\n){0,60}") {
            for citation in citations(&message) {
                let key = citation.key();
                prop_assert_eq!(keys(&key), vec![key]);
            }
        }
    }
}
