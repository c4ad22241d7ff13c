//! Pages that a question names by the name of their file: a page may have no title, and its text
//! need not say its name.

use std::collections::HashSet;

use crate::recall::sources::{SourceKind, Sources};
use crate::workspace::Error;
use git_memory_model::layout::is_about_folder;
use git_memory_recall::{DocumentRef, Evidence, Language, Part, Tie, exact};
use git_memory_store::index::SegmentBytes;
use git_memory_text::path::last;

/// Adds to each page whose name a question has the part of the question that the name is; returns the
/// pages that are about their folder, such as a README, and name its documents rather than answer.
pub(crate) fn add_named(
    evidence: &mut Evidence,
    sources: &Sources,
    parts: &[Part<'_, SegmentBytes>],
    question: &str,
) -> Result<HashSet<DocumentRef>, Error> {
    let mut about = HashSet::new();
    let words = exact(question);
    let telling = words.split(' ').filter(|word| !word.is_empty());
    let telling: Vec<&str> = telling
        .filter(|word| !Language::ENGLISH.is_stop_word(word))
        .collect();
    if telling.is_empty() {
        return Ok(about);
    }
    for (part, of_view) in parts.iter().enumerate() {
        let Some(source) = sources.of_part(part) else {
            continue;
        };
        if source.kind != SourceKind::Tracked {
            continue;
        }
        // Read all at once, and only where there is a page: each by itself is two reads of a file.
        let mut paths = Vec::new();
        for (nth, document) in of_view.members.iter().enumerate() {
            // The name of a record's file is made of its title and its id.
            if of_view.segment.facts(document)?.kind.is_some() {
                continue;
            }
            if paths.is_empty() {
                paths = source.view.paths_of(source.part)?;
            }
            let Some(path) = paths.get(nth) else { continue };
            let at = DocumentRef { part, document };
            if let Some(share) = share(path, &telling) {
                evidence.add(at, Tie::Name, share);
            }
            if is_about_folder(last(path)) {
                about.insert(at);
            }
        }
    }
    Ok(about)
}

/// The part of a question that the name of a file is; `None` if the question lacks a word of it.
/// Numbers at its beginning are a date or a number of a series.
fn share(path: &str, telling: &[&str]) -> Option<f64> {
    let is_number = |sign| matches!(sign, '0'..='9' | '-' | '_' | '.' | ' ');
    let name = last(path).trim_start_matches(is_number);
    // Reading the words of ten thousand names takes long.
    if !begins_with_one(name, telling) {
        return None;
    }
    let words = exact(name.rsplit_once('.')?.0);
    let words: Vec<&str> = words.split(' ').filter(|word| !word.is_empty()).collect();
    let is_named = !words.is_empty() && words.iter().all(|word| telling.contains(word));
    let counted = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
    is_named.then(|| counted(words.len()) / counted(telling.len()))
}

/// True if a name begins with one of some words in small letters.
fn begins_with_one(name: &str, words: &[&str]) -> bool {
    let Some(first) = name.chars().next() else {
        return false;
    };
    // Accents are folded in words, so only plain letters decide here.
    !first.is_ascii()
        || words
            .iter()
            .any(|word| word.starts_with(first.to_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_part_of_the_question_that_has_all_of_its_words() {
        for (path, question, part) in [
            (
                "memory/notes/project_structure.md",
                "project structure",
                1.0,
            ),
            (
                "docs/0012-Project-Structure.md",
                "project structure a b",
                0.5,
            ),
            ("docs/project_structure.md", "project", 0.0),
            ("docs/12.md", "12", 0.0),
            ("docs/Überblick.md", "uberblick", 1.0),
        ] {
            let words: Vec<&str> = question.split(' ').collect();
            let found = share(path, &words).unwrap_or_default();
            assert!((found - part).abs() < 1e-9, "{path}: {question}: {found}");
        }
    }
}
