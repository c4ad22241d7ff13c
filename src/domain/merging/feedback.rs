//! Merging `recall-feedback.jsonl`: its lines are a set.

use std::collections::BTreeMap;

use super::keyed;
use super::texts::Texts;
use crate::domain::recall::feedback::with_lines;

/// The file with the ratings of both sides.
pub(crate) fn merge(texts: &Texts<'_>) -> String {
    let [base, ours, theirs] = [texts.base, texts.ours, texts.theirs].map(lines);
    let merged = keyed::merge(&base, &ours, &theirs);
    with_lines("", merged.into_keys())
}

/// Each line is all that there is to say about it.
fn lines(text: &str) -> BTreeMap<&str, &str> {
    text.lines().map(|line| (line, line)).collect()
}
