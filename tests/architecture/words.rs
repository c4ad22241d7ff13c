//! One word for one thing: words that help, docs and messages no longer use, each with the word
//! that took its place. The code's own words are in the glossary of docs/architecture.md.

use std::fs;
use std::path::{Path, PathBuf};

use super::commands::literals;
use super::imports::{all_sources, code, name};

/// A word that people no longer meet, and the word for it.
const WORDS: [(&str, &str); 25] = [
    ("whoever", "everyone who"),
    ("somebody", "a person, or leave it out"),
    ("nobody", "no one, or turn the sentence around"),
    ("say otherwise", "may contradict"),
    ("says otherwise", "contradicts"),
    ("open loop", "open question"),
    ("hand-over", "handover"),
    ("handover page", "handover"),
    ("private memory", "work log"),
    ("private entr", "work-log entry"),
    ("deciding record", "decisions that apply to this file"),
    ("what governs", "decisions that apply to this file"),
    ("moved since", "changed since"),
    ("whether the ground", "freshness"),
    ("its ground", "freshness"),
    ("contested", "conflicts with"),
    ("how much is decided", "decision coverage"),
    ("needs a look", "to review"),
    ("still holds", "is still true"),
    ("both hold,", "both apply"),
    ("as they were", "unchanged"),
    ("by itself", "automatically, or leave it out"),
    ("verdict", "freshness"),
    ("hard budget", "limit"),
    ("the pack ", "the context"),
];

/// Texts that keep such a word: where, a piece of the text, and why.
const KEPT: [(&str, &str, &str); 6] = [
    (
        "docs/architecture.md",
        "ground, verdict (freshness)",
        "the glossary has the code's own words",
    ),
    (
        "app/context/gist.rs",
        "Linked open loops",
        "a heading of summaries that are there",
    ),
    (
        "model/summary_page.rs",
        "Linked open loops",
        "a heading of summaries that are there",
    ),
    ("docs/records.md", "linked open loops", "names that heading"),
    (
        "docs/records.md",
        "Open Loop",
        "the name of the kind in another format",
    ),
    (
        "CONTRIBUTING.md",
        "Unless you say otherwise",
        "the words of the licence",
    ),
];

/// A line or a literal that has one of the words: its place, the text, the word and what to write.
type Hit = (String, String, &'static str, &'static str);

fn hits(place: &str, number: usize, text: &str) -> Vec<Hit> {
    let lower = text.to_lowercase();
    let found = WORDS.iter().filter(|(word, _)| lower.contains(word));
    let hit = |(word, better): &(&'static str, &'static str)| {
        let place = format!("{place}:{number}");
        (place, text.to_owned(), *word, *better)
    };
    found.map(hit).collect()
}

/// Pages for people: docs, which have the help of every command, and the README.
fn pages() -> Vec<PathBuf> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let docs = fs::read_dir(top.join("docs")).unwrap();
    let mut pages: Vec<PathBuf> = docs.map(|entry| entry.unwrap().path()).collect();
    pages.retain(|page| page.extension().is_some_and(|end| end == "md"));
    pages.extend(["README.md", "CONTRIBUTING.md", "SECURITY.md"].map(|page| top.join(page)));
    pages
}

/// Every hit in pages and in the literals of the code.
fn all_hits() -> Vec<Hit> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = Vec::new();
    for page in pages() {
        let place = page.strip_prefix(top).unwrap().to_string_lossy();
        let place = place.replace('\\', "/");
        for (nth, line) in fs::read_to_string(&page).unwrap().lines().enumerate() {
            all.extend(hits(&place, nth + 1, line));
        }
    }
    for file in all_sources() {
        for literal in literals(&code(&file)) {
            all.extend(hits(&name(&file), literal.line, &literal.text));
        }
    }
    all
}

#[test]
fn help_docs_and_messages_have_one_word_for_one_thing() {
    let (mut kept, mut wrong) = ([false; KEPT.len()], Vec::new());
    for (place, text, word, better) in all_hits() {
        let is_of = |(file, piece, _): &(&str, &str, &str)| {
            place.starts_with(&format!("{file}:")) && text.contains(piece)
        };
        match KEPT.iter().position(is_of) {
            Some(row) => kept[row] = true,
            None => wrong.push(format!("{place} has '{word}': write '{better}': {text}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // A word that is gone from the texts must not stay allowed.
    assert_eq!(kept, [true; KEPT.len()]);
}

#[test]
fn an_old_word_is_seen_in_any_case() {
    assert_eq!(hits("a", 1, "Whoever adds an Open loop").len(), 2);
    assert!(hits("a", 1, "Everyone who adds an open question").is_empty());
}
