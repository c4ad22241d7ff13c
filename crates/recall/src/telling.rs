//! The part of a question that tells a subject, in a view of few documents.
//!
//! Frequencies in such a view tell nothing: all words that one document has are equally rare, and
//! the only document with one of them has no rival. There, the usual words of any task do not
//! count, and words of the body count only in a short text: a long one has some of every question.

use std::collections::HashSet;

use super::expand::Term;
use super::field::Field;
use super::stream;
use git_memory_text::Language;

/// Number of documents from which on their frequencies tell which words are rare.
const FEW: u64 = 20;
/// The most words of a short text.
const SHORT: usize = 200;

/// Usual words of a task, which say what to do and not what with.
// One word a line would make a page.
#[rustfmt::skip]
const USUAL: [&str; 94] = [
    "add", "allow", "always", "another", "apply", "bug", "call", "case", "change", "check",
    "clean", "code", "correct", "create", "current", "different", "done", "ensure", "example",
    "existing", "explain", "extra", "fail", "feature", "file", "find", "fix", "follow", "function",
    "get", "give", "go", "good", "handle", "help", "implement", "improve", "include", "instead",
    "issue", "keep", "let", "like", "line", "look", "make", "method", "missing", "move", "name",
    "need", "new", "next", "now", "number", "old", "other", "part", "please", "point", "problem",
    "project", "provide", "put", "read", "refactor", "remove", "replace", "run", "same", "see",
    "set", "show", "simple", "small", "start", "still", "stop", "support", "sure", "take", "task",
    "tell", "thing", "time", "try", "two", "update", "want", "way", "work", "write", "wrong", "yes",
];

/// Part of a question's telling words that a text has, from 0 to 1; `None` in a view of more than
/// a few documents.
pub(crate) fn share(
    documents: u64,
    stream: &[u8],
    language: Language,
    terms: &[Term],
) -> Option<f64> {
    if documents >= FEW {
        return None;
    }
    let english = Language::ENGLISH;
    let usual: HashSet<_> = USUAL.iter().map(|word| english.stem(word)).collect();
    let mut asked: HashSet<u32> = HashSet::new();
    for term in terms.iter().filter(|term| term.sought.is_typed()) {
        let form = &term.sought.form;
        if !english.is_stop_word(form) && !usual.contains(&english.stem(form)) {
            asked.insert(stream::mark(&term.sought.in_language(language)));
        }
    }
    let (mut shared, mut is_named, mut length) = (HashSet::new(), false, 0);
    for word in stream::words(stream) {
        length += 1;
        if asked.contains(&word.mark) {
            shared.insert(word.mark);
            is_named |= !matches!(word.field, Field::Paths | Field::Body);
        }
    }
    let is_evidence = is_named || shared.len() > 1 && length <= SHORT;
    if !is_evidence {
        return Some(0.0);
    }
    Some(part(shared.len(), asked.len()))
}

#[allow(
    clippy::cast_precision_loss,
    reason = "numbers of words are far below 2^52"
)]
fn part(shared: usize, all: usize) -> f64 {
    shared as f64 / all as f64
}
