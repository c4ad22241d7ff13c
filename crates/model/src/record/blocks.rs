//! Front matter as the lines of its keys, for putting it together again: every byte of it is in one
//! block.

use std::borrow::Cow;
use std::collections::HashSet;

use super::front_matter;
use crate::keys;

/// One key with its lines: the line that it begins, and all up to the next key. Comments before the
/// first key have an empty one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Block<'a> {
    /// The key as written.
    pub name: &'a str,
    /// Its lines, with their ends.
    pub lines: &'a str,
}

/// Cuts YAML at each line that begins with a key; none of the blocks is empty.
#[must_use]
pub fn blocks(yaml: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let (mut name, mut start, mut at) = ("", 0, 0);
    for line in yaml.split_inclusive('\n') {
        if let Some(next) = key_of(line) {
            if start < at {
                let lines = &yaml[start..at];
                blocks.push(Block { name, lines });
            }
            (name, start) = (next, at);
        }
        at += line.len();
    }
    if start < at {
        let lines = &yaml[start..at];
        blocks.push(Block { name, lines });
    }
    blocks
}

/// The key that a line begins with.
#[must_use]
pub fn key_of(line: &str) -> Option<&str> {
    let (name, _) = line.split_once(':')?;
    keys::is_key(name).then_some(name)
}

/// Meaning of each block's key: `impactedPaths` and `paths` are one. If a file has a key under two
/// names, both stay unchanged.
#[must_use]
pub fn meanings<'a>(blocks: &[Block<'a>]) -> Vec<&'a str> {
    let mut meanings = Vec::with_capacity(blocks.len());
    for block in blocks {
        meanings.push(match keys::read_as(block.name) {
            Some(key) => key.name,
            None => block.name,
        });
    }
    let different: HashSet<&str> = meanings.iter().copied().collect();
    if different.len() < meanings.len() {
        return blocks.iter().map(|block| block.name).collect();
    }
    meanings
}

/// A text whose front matter has these lines in place of those of the same keys; new keys come
/// last.
#[must_use]
pub fn with_lines<'a>(text: &'a str, lines: &str) -> Cow<'a, str> {
    let Ok(parts) = front_matter::split(text) else {
        return Cow::Borrowed(text);
    };
    let mut yaml = text[parts.yaml.clone()].to_owned();
    for block in blocks(lines) {
        let names = match keys::read_as(block.name) {
            Some(key) => key.names().collect(),
            None => vec![block.name],
        };
        let place = names
            .into_iter()
            .find_map(|name| front_matter::key_lines(&yaml, name));
        match place {
            Some(place) => yaml.replace_range(place, block.lines),
            None => yaml.push_str(block.lines),
        }
    }
    let (before, after) = (&text[..parts.yaml.start], &text[parts.yaml.end..]);
    Cow::Owned(format!("{before}{yaml}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_in_the_block_of_its_key() {
        let yaml = "# c\nid: x\ntags:\n- a\n  b: c\n# d\nimpactedPaths: [a]\n";
        let cut = blocks(yaml);
        let names: Vec<&str> = cut.iter().map(|block| block.name).collect();
        assert_eq!(names, ["", "id", "tags", "impactedPaths"]);
        assert_eq!(meanings(&cut), ["", "id", "tags", "paths"]);
        assert_eq!(cut[2].lines, "tags:\n- a\n  b: c\n# d\n");
        let all: String = cut.iter().map(|block| block.lines).collect();
        assert_eq!(all, yaml);
        let twice = blocks("paths: [a]\nimpactedPaths: [b]\n");
        assert_eq!(meanings(&twice), ["paths", "impactedPaths"]);
    }

    #[test]
    fn lines_take_the_place_of_their_keys() {
        let text = "---\nid: x\nname: a\n---\nBody\n";
        assert_eq!(
            with_lines(text, "title: b\nowner: c\n"),
            "---\nid: x\ntitle: b\nowner: c\n---\nBody\n"
        );
        assert_eq!(with_lines("Body\n", "title: b\n"), "Body\n");
    }
}
