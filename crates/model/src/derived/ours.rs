//! Recognizes derived files of this program: no other file at their places is overwritten.

use std::collections::BTreeMap;

use serde::de::IgnoredAny;

use crate::layout::{FILTERED, INDEX};

/// The keys of a line of `impressions.jsonl` that docs/contract.md, section 4, promises, in the order
/// of the alphabet.
const IMPRESSION: [&str; 8] = [
    "id",
    "keywords",
    "kind",
    "record_path",
    "scope",
    "status",
    "title",
    "updated",
];

/// Marks that git puts around the two sides of a conflict, in any tracked file.
const CONFLICT: [&str; 4] = ["<<<<<<<", "|||||||", "=======", ">>>>>>>"];

/// True if the content of a file of this name in memory was made by this program: an index has `derived: true` in its front matter, and every line of impressions has
/// exactly the keys of one.
#[must_use]
pub fn is_ours(name: &str, content: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(content) else {
        return false;
    };
    // A merge leaves its marks in any tracked file; the text between them is still ours.
    let mut lines = text.lines().filter(|line| !is_conflict(line));
    if name == INDEX {
        if lines.next() != Some("---") {
            return false;
        }
        let mut front_matter = lines.take_while(|line| *line != "---");
        return front_matter.any(|line| line == "derived: true");
    }
    lines.all(is_impression)
}

/// True if memory was set up by `init`: as the lines of its attributes show.
#[must_use]
pub fn is_set_up(attributes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(attributes);
    text.lines().any(|line| line.trim_end() == FILTERED)
}

fn is_conflict(line: &str) -> bool {
    CONFLICT.iter().any(|mark| line.starts_with(mark))
}

/// True if a line has exactly the keys of a line of impressions. The values do not matter, so that
/// ten thousand lines are read in a few milliseconds.
#[expect(
    clippy::zero_sized_map_values,
    reason = "a set would read keys of a list, and not those of an object"
)]
fn is_impression(line: &str) -> bool {
    let found: Result<BTreeMap<&str, IgnoredAny>, _> = serde_json::from_str(line);
    found.is_ok_and(|found| found.into_keys().eq(IMPRESSION))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::derived::{impressions, index_page};
    use crate::layout::IMPRESSIONS;
    use crate::record::sample;
    use git_memory_text::path::MemoryFolder;

    #[test]
    fn only_files_of_this_program_are_ours() {
        let record = sample::record("memory/notes/a.md", "note-aaaaaa", "T", "", "");
        let records = [record];
        assert!(is_ours(
            INDEX,
            index_page(&records, &MemoryFolder::default()).as_bytes()
        ));
        assert!(is_ours(IMPRESSIONS, impressions(&records).as_bytes()));
        assert!(is_ours(IMPRESSIONS, b""));
        let conflict = format!(
            "<<<<<<< HEAD\n{}=======\n>>>>>>> x\n",
            impressions(&records).as_str()
        );
        assert!(is_ours(IMPRESSIONS, conflict.as_bytes()));
        for (path, text) in [
            (INDEX, ""),
            (INDEX, "HAND\n"),
            (INDEX, "---\ntitle: Index\n---\nderived: true\n"),
            (IMPRESSIONS, "hand\n"),
            (IMPRESSIONS, "{\"id\": \"a\"}\n"),
            (IMPRESSIONS, "\u{feff}{}\n"),
        ] {
            assert!(!is_ours(path, text.as_bytes()), "{text}");
        }
        assert!(!is_ours(INDEX, b"---\n\xff\nderived: true\n---\n"));
    }
}
