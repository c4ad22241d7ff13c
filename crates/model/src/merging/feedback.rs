//! Merging `recall-feedback.jsonl`: its lines are a set.

use std::collections::BTreeMap;

use super::keyed;
use super::texts::Texts;

/// The file with the ratings of both sides.
pub(crate) fn merge(texts: &Texts<'_>) -> String {
    let [base, ours, theirs] = [texts.base, texts.ours, texts.theirs].map(lines);
    let merged = keyed::merge(&base, &ours, &theirs);
    with_lines("", merged.into_keys())
}

/// The file with some lines more, each once. Lines are in the order of their checksums, so that two
/// branches rarely touch the same place.
#[must_use]
pub fn with_lines<'a>(file: &'a str, more: impl IntoIterator<Item = &'a str>) -> String {
    let mut lines: Vec<&str> = file.lines().chain(more).collect();
    lines.retain(|line| !line.trim().is_empty());
    lines.sort_by_cached_key(|line| (crc32fast::hash(line.as_bytes()), *line));
    lines.dedup();
    let mut text = String::with_capacity(file.len());
    for line in lines {
        text.push_str(line);
        text.push('\n');
    }
    text
}

/// Each line has itself as its key.
fn lines(text: &str) -> BTreeMap<&str, &str> {
    text.lines().map(|line| (line, line)).collect()
}
