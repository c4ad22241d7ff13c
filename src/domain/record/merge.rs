//! The three-way merge of a record that changed on two sides: front matter key by key, the body
//! line by line. It never fails, and the result is the same whichever side is called ours.
//!
//! Where both sides changed a key, lists are joined, and of any other value the side with the later
//! `updated` counts; where both changed the same lines of the body, both versions stay, one behind
//! the other.

use std::collections::BTreeSet;

use serde_yaml::{Mapping, Value};

use super::front_matter;
use crate::domain::record::patch::{Field, line};

/// Keys whose value is a list.
const LISTS: [&str; 5] = ["tags", "paths", "supersedes", "superseded_by", "related"];
/// No line of a record is a conflict marker of this length.
const MARKER_LENGTH: usize = 60;

/// Merges two versions of a record's file; `base` is the version that both come from, where there
/// is one.
#[must_use]
pub fn merge(base: Option<&str>, ours: &str, theirs: &str) -> String {
    let (Some(one), Some(other)) = (File::read(ours), File::read(theirs)) else {
        return ours.max(theirs).to_owned();
    };
    // The later side is the skeleton; nothing depends on which of the two is ours.
    let (later, earlier) = if one.rank() >= other.rank() {
        (one, other)
    } else {
        (other, one)
    };
    let base = base.and_then(File::read).unwrap_or_default();
    let mut text = String::from("---\n");
    for key in later
        .keys()
        .chain(earlier.keys().filter(|key| later.block(key).is_none()))
    {
        text.push_str(&merged_key(
            key,
            base.block(key),
            later.block(key),
            earlier.block(key),
        ));
    }
    text.push_str("---\n");
    text.push_str(&merged_body(base.body, later.body, earlier.body));
    text
}

fn merged_key(key: &str, base: Option<&str>, later: Option<&str>, earlier: Option<&str>) -> String {
    let changed = match (later == earlier || earlier == base, later == base) {
        (true, _) => later,
        (_, true) => earlier,
        _ => {
            let lists = [base, later, earlier].map(|block| list(key, block));
            if let (true, [Some(base), Some(later), Some(earlier)]) = (LISTS.contains(&key), lists)
            {
                let in_both = |item: &&String| later.contains(*item) && earlier.contains(*item);
                let new = later
                    .iter()
                    .chain(&earlier)
                    .filter(|item| !base.contains(*item));
                let all: BTreeSet<&String> = base.iter().filter(in_both).chain(new).collect();
                return line(key, &Field::List(all.into_iter().cloned().collect()), "\n");
            }
            later.or(earlier)
        }
    };
    changed.unwrap_or_default().to_owned()
}

/// The items of a key's list; no key, no items. `None` where it is no list of texts.
fn list(key: &str, block: Option<&str>) -> Option<Vec<String>> {
    let Some(block) = block else {
        return Some(Vec::new());
    };
    let mapping: Mapping = serde_yaml::from_str(block).ok()?;
    match mapping.get(key)? {
        Value::Sequence(items) => items
            .iter()
            .map(|item| item.as_str().map(str::to_owned))
            .collect(),
        Value::String(item) => Some(vec![item.clone()]),
        _ => None,
    }
}

fn merged_body(base: &str, later: &str, earlier: &str) -> String {
    let mut options = diffy::MergeOptions::new();
    options
        .set_conflict_style(diffy::ConflictStyle::Merge)
        .set_conflict_marker_length(MARKER_LENGTH);
    match options.merge(base, later, earlier) {
        Ok(merged) => merged,
        Err(conflicting) => {
            let is_marker = |line: &&str| {
                ["<", "=", ">"]
                    .iter()
                    .any(|mark| line.starts_with(&mark.repeat(MARKER_LENGTH)))
            };
            conflicting
                .split_inclusive('\n')
                .filter(|line| !is_marker(line))
                .collect()
        }
    }
}

/// A record's file in its blocks.
#[derive(Default)]
struct File<'a> {
    /// Each key with its lines, in order; comments before the first key have the empty one.
    blocks: Vec<(&'a str, &'a str)>,
    body: &'a str,
}

impl<'a> File<'a> {
    fn read(text: &'a str) -> Option<Self> {
        let parts = front_matter::split(text).ok()?;
        let yaml = &text[parts.yaml];
        let mut starts: Vec<(usize, &str)> = vec![(0, "")];
        let mut at = 0;
        for line in yaml.split_inclusive('\n') {
            let key = line.split_once(':').map(|(key, _)| key);
            let is_key = |key: &&str| {
                key.starts_with(|c: char| c.is_ascii_alphabetic())
                    && key
                        .bytes()
                        .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
            };
            starts.extend(key.filter(is_key).map(|key| (at, key)));
            at += line.len();
        }
        let ends = starts.iter().skip(1).map(|(at, _)| *at).chain([yaml.len()]);
        let blocks = starts
            .iter()
            .zip(ends)
            .map(|((start, key), end)| (*key, &yaml[*start..end]));
        Some(Self {
            blocks: blocks.filter(|(_, block)| !block.is_empty()).collect(),
            body: &text[parts.body],
        })
    }

    fn keys(&self) -> impl Iterator<Item = &'a str> {
        self.blocks.iter().map(|(key, _)| *key)
    }

    fn block(&self, key: &str) -> Option<&'a str> {
        self.blocks
            .iter()
            .find(|(name, _)| *name == key)
            .map(|(_, block)| *block)
    }

    /// By what the later one of two versions is known.
    fn rank(&self) -> (Option<&'a str>, &[(&'a str, &'a str)], &'a str) {
        (self.block("updated"), &self.blocks, self.body)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const BASE: &str = "---\nid: note-abc123\ntitle: One\nstatus: active\ntags: [a, b]\nupdated: 2026-11-20\n---\nx\ny\nz\n";

    #[test]
    fn what_one_side_changed_counts() {
        let ours = BASE.replace("One", "Two").replace("x\n", "X\n");
        let theirs = BASE
            .replace("active", "archived")
            .replace("z\n", "z\nmore\n")
            .replace("a, b", "b, c");
        let merged = merge(Some(BASE), &ours, &theirs);
        let expected = "---\nid: note-abc123\ntitle: Two\nstatus: archived\ntags: [b, c]\nupdated: 2026-11-20\n---\n\
                        X\ny\nz\nmore\n";
        assert_eq!(merged, expected);
        assert_eq!(merge(Some(BASE), BASE, &ours), ours);
    }

    #[test]
    fn where_both_changed_the_later_counts_and_nothing_of_the_body_is_lost() {
        let ours = BASE
            .replace("One", "Ours")
            .replace("11-20", "11-22")
            .replace("y\n", "ours\n")
            .replace("a, b", "a, b, c");
        let theirs = BASE
            .replace("One", "Theirs")
            .replace("11-20", "11-21")
            .replace("y\n", "theirs\n")
            .replace("a, b", "b, d");
        let merged = merge(Some(BASE), &ours, &theirs);
        let expected = "---\nid: note-abc123\ntitle: Ours\nstatus: active\ntags: [b, c, d]\nupdated: 2026-11-22\n---\n\
                        x\nours\ntheirs\nz\n";
        assert_eq!(merged, expected);
    }

    proptest! {
        #[test]
        fn it_is_symmetric_and_reads_as_a_record(
            lines in proptest::collection::vec("[a-c]", 0..4),
            sides in proptest::array::uniform2(("[A-C]", 20..23u32, proptest::collection::vec("[a-e]", 0..4))),
        ) {
            let file = |title: &str, day: u32, lines: &[String]| {
                format!("---\nid: note-abc123\ntitle: {title}\nstatus: active\nscope: project\nupdated: 2026-11-{day}\n---\n{}",
                    lines.iter().map(|line| format!("{line}\n")).collect::<String>())
            };
            let base = file("A", 20, &lines);
            let [ours, theirs] = sides.map(|(title, day, lines)| file(&title, day, &lines));
            let merged = merge(Some(&base), &ours, &theirs);
            prop_assert_eq!(&merged, &merge(Some(&base), &theirs, &ours));
            prop_assert!(crate::domain::record::header::read(merged.as_bytes()).faults.is_empty(), "{}", merged);
            prop_assert_eq!(merge(Some(&base), &ours, &ours), ours);
        }
    }
}
