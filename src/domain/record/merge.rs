//! The three-way merge of a record that changed on two sides: front matter key by key, the body
//! line by line. It never fails, and the result is the same whichever side is called ours.
//!
//! Where both sides changed a key, lists are joined, and of any other value the side with the later
//! `updated` counts; where both changed the same lines of the body, both versions stay, one after
//! the other.

use std::collections::BTreeSet;

use serde_yaml::{Mapping, Value};

use super::front_matter;
use crate::domain::keys;
use crate::domain::record::patch::{Field, line};

// Far longer than git's seven: a body may well show a conflict, or underline a title with `=`, and
// no line of it must be taken for a marker.
const MARKER_LENGTH: usize = 60;

/// Merges two versions of a record's file; `base` is the version that both come from, where there
/// is one.
#[must_use]
pub fn merge(base: Option<&str>, ours: &str, theirs: &str) -> String {
    let (one, other) = match (File::read(ours), File::read(theirs)) {
        (Some(one), Some(other)) => (one, other),
        (Some(_), None) => return ours.to_owned(),
        (None, Some(_)) => return theirs.to_owned(),
        // Any order will do that does not ask which of the two is ours: both machines have to come
        // to the same text, or they would merge each other's merges for ever.
        (None, None) => return ours.max(theirs).to_owned(),
    };
    // The later side is the skeleton; nothing depends on which of the two is ours.
    let (later, earlier) = if one.rank() >= other.rank() {
        (one, other)
    } else {
        (other, one)
    };
    // Without a base that can be read, whatever either side has was added by it.
    let base = base.and_then(File::read).unwrap_or_default();
    let mut text = String::from("---\n");
    let only_earlier = earlier.keys().filter(|key| later.block(key).is_none());
    for key in later.keys().chain(only_earlier) {
        let versions = Versions {
            base: base.block(key),
            later: later.block(key),
            earlier: earlier.block(key),
        };
        text.push_str(&versions.merged(key));
    }
    text.push_str("---\n");
    text.push_str(&merged_body(base.body, later.body, earlier.body));
    text
}

/// The lines of one key in each version; `None` where the version does not have it.
struct Versions<'a> {
    base: Option<&'a str>,
    later: Option<&'a str>,
    earlier: Option<&'a str>,
}

impl Versions<'_> {
    fn merged(&self, key: &str) -> String {
        let chosen = if self.later == self.earlier || self.earlier == self.base {
            self.later
        } else if self.later == self.base {
            self.earlier
        } else if let Some(joined) = self.joined(key) {
            return joined;
        } else {
            // One side removed what the other changed: a change is the later thought.
            self.later.or(self.earlier)
        };
        match chosen {
            Some(lines) => lines.to_owned(),
            // The side that counts has removed the key.
            None => String::new(),
        }
    }

    /// The lists of both sides as one; `None` where the key or one of its values is not a list.
    fn joined(&self, key: &str) -> Option<String> {
        if !keys::read_as(key)?.is_list() {
            return None;
        }
        let (base, later, earlier) = (
            list(key, self.base)?,
            list(key, self.later)?,
            list(key, self.earlier)?,
        );
        // What both still have, and what either added. Sorted, as their orders may differ.
        let mut all = BTreeSet::new();
        all.extend(later.intersection(&earlier).cloned());
        all.extend(later.difference(&base).cloned());
        all.extend(earlier.difference(&base).cloned());
        Some(line(key, &Field::List(all.into_iter().collect()), "\n"))
    }
}

/// The items of a key's list; no lines, no items. `None` where the value is not a list of texts.
fn list(key: &str, block: Option<&str>) -> Option<BTreeSet<String>> {
    let Some(block) = block else {
        return Some(BTreeSet::new());
    };
    // Lines that are not YAML by themselves are taken over whole, like any other value.
    let mapping: Mapping = serde_yaml::from_str(block).ok()?;
    match mapping.get(key)? {
        Value::Sequence(items) => {
            let mut texts = BTreeSet::new();
            for item in items {
                texts.insert(item.as_str()?.to_owned());
            }
            Some(texts)
        }
        Value::String(item) => Some(BTreeSet::from([item.clone()])),
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
        // Both versions of the lines stay; only the markers between them go.
        Err(conflicting) => conflicting
            .split_inclusive('\n')
            .filter(|line| !is_marker(line))
            .collect(),
    }
}

fn is_marker(line: &str) -> bool {
    let marks = ["<", "=", ">"];
    marks
        .into_iter()
        .any(|mark| line.starts_with(&mark.repeat(MARKER_LENGTH)))
}

/// One key with its lines. Comments before the first key have an empty one.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Block<'a> {
    key: &'a str,
    lines: &'a str,
}

/// A record's file in its blocks.
#[derive(Default)]
struct File<'a> {
    blocks: Vec<Block<'a>>,
    body: &'a str,
}

/// What the later one of two versions is known by, the most telling first.
// A day is no more exact than it is: two versions of one day are told apart by their text, which
// means nothing, but is the same on both machines.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Rank<'a> {
    updated: Option<&'a str>,
    blocks: &'a [Block<'a>],
    body: &'a str,
}

impl<'a> File<'a> {
    fn read(text: &'a str) -> Option<Self> {
        // What is not a record cannot be merged key by key; the caller takes one side.
        let parts = front_matter::split(text).ok()?;
        Some(Self {
            blocks: blocks(&text[parts.yaml]),
            body: &text[parts.body],
        })
    }

    fn keys(&self) -> impl Iterator<Item = &'a str> {
        self.blocks.iter().map(|block| block.key)
    }

    fn block(&self, key: &str) -> Option<&'a str> {
        let block = self.blocks.iter().find(|block| block.key == key)?;
        Some(block.lines)
    }

    fn rank(&self) -> Rank<'_> {
        Rank {
            updated: self.block(keys::UPDATED.name),
            blocks: &self.blocks,
            body: self.body,
        }
    }
}

/// Cuts YAML at each line that begins with a key; none of the blocks is empty.
fn blocks(yaml: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let (mut key, mut start, mut at) = ("", 0, 0);
    for line in yaml.split_inclusive('\n') {
        if let Some((name, _)) = line.split_once(':')
            && keys::is_key(name)
        {
            if start < at {
                let lines = &yaml[start..at];
                blocks.push(Block { key, lines });
            }
            (key, start) = (name, at);
        }
        at += line.len();
    }
    if start < at {
        let lines = &yaml[start..at];
        blocks.push(Block { key, lines });
    }
    blocks
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

    #[test]
    fn a_record_counts_more_than_what_cannot_be_read_as_one() {
        let broken = "zzz: not a record";
        assert_eq!(merge(Some(BASE), BASE, broken), BASE);
        assert_eq!(merge(Some(BASE), broken, BASE), BASE);
        assert_eq!(merge(None, "a", "b"), merge(None, "b", "a"));
    }

    #[test]
    fn a_list_is_joined_whatever_its_key_is_called() {
        let base = BASE.replace("tags: [a, b]", "impactedPaths: [a, b]");
        let ours = base.replace("a, b", "a, b, c");
        let theirs = base.replace("a, b", "b, d");
        let merged = merge(Some(&base), &ours, &theirs);
        assert!(merged.contains("impactedPaths: [b, c, d]\n"), "{merged}");
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
            prop_assert!(crate::domain::record::reading::read(merged.as_bytes()).faults.is_empty(), "{}", merged);
            prop_assert_eq!(merge(Some(&base), &ours, &ours), ours);
        }
    }
}
