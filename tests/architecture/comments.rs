//! Counts how comments speak: a comment names its subject first.

use super::imports::{all_sources, sources};
use std::path::Path;

/// Words that leave out the noun which they stand for.
const BARE: [&str; 5] = ["What", "Whether", "Where", "Those", "The same"];
const VAGUE: [&str; 3] = ["whoever", "somebody", "nobody"];

/// Comments of some sources.
#[derive(Default)]
pub struct Count {
    pub lines: usize,
    /// Paragraphs of comments.
    pub blocks: usize,
    /// Paragraphs that begin with a bare word.
    pub bare: usize,
    /// Lines with a vague word.
    pub vague: usize,
}

impl Count {
    /// Comments of the crates, the program and its tests.
    pub fn of_project() -> Self {
        let top = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut count = Self::default();
        let more = ["src", "tests", "benches", "examples"].map(|name| sources(&top.join(name)));
        for file in all_sources().into_iter().chain(more.concat()) {
            count.add(&std::fs::read_to_string(file).unwrap());
        }
        count
    }

    fn add(&mut self, text: &str) {
        let mut before = (0, "");
        for line in text.lines() {
            let Some((mark, said)) = comment(line) else {
                before = (0, "");
                continue;
            };
            self.lines += 1;
            let words = said.split(|sign: char| !sign.is_alphanumeric());
            self.vague += usize::from(
                words
                    .map(str::to_lowercase)
                    .any(|it| VAGUE.contains(&it.as_str())),
            );
            let begins = (before.0 != mark || before.1.is_empty()) && !said.starts_with('#');
            if begins && !said.is_empty() {
                self.blocks += 1;
                self.bare += usize::from(BARE.iter().any(|bare| begins_with(said, bare)));
            }
            before = (mark, said);
        }
    }
}

/// Length of the mark of a line that is a comment, and its text.
fn comment(line: &str) -> Option<(usize, &str)> {
    let line = line.trim();
    let mark = ["//!", "///", "//"]
        .into_iter()
        .find(|mark| line.starts_with(mark))?;
    Some((mark.len(), line[mark.len()..].trim()))
}

fn begins_with(said: &str, word: &str) -> bool {
    said.strip_prefix(word)
        .is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
}

#[test]
fn bare_and_vague_words_are_counted() {
    let mut count = Count::default();
    count.add("/// What is kept.\n///\n/// Whether nobody.\n/// Where\nfn a() {} // What\n    // Whatever.\n");
    assert_eq!((count.lines, count.blocks), (5, 3));
    assert_eq!((count.bare, count.vague), (2, 1));
}
