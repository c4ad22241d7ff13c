//! Runs rules over the content of one file.

use regex::bytes::{Regex, RegexBuilder};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::Rule;
use git_memory_text::limits;

/// How many bytes decide whether a file is a text, as git decides it.
const LOOKED_AT: usize = 8000;
/// Begins an exemption in a comment: `git-memory: dec-7k3m9q except REASON`.
const EXEMPTION: &str = "git-memory:";
const EXCEPT: &str = "except";

/// A rule that is ready to run.
#[derive(Debug)]
pub struct Scanner {
    is_required: bool,
    expression: Regex,
    key: u64,
}

/// A place of a file that breaks a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hit {
    /// The line, from 1; 0 for the file as a whole.
    pub line: u32,
    /// The first bytes of a hash of the line without blanks at its ends, or of the whole content.
    pub sum: u64,
    /// Name of the record that a comment on the line excepts it from.
    pub exempt: Option<String>,
}

/// Compiles the regular expression of a line.
///
/// # Errors
/// A pattern that is not a regular expression, or needs too much memory.
pub fn expression(pattern: &str) -> Result<Regex, regex::Error> {
    RegexBuilder::new(pattern)
        .multi_line(true)
        .size_limit(limits::PATTERN_MEMORY)
        .build()
}

impl Scanner {
    /// Prepares a rule of lines (`forbid`, `require`).
    ///
    /// # Errors
    /// As [`expression`].
    pub fn new(rule: &Rule) -> Result<Self, regex::Error> {
        Ok(Self {
            is_required: matches!(rule, Rule::Require(_)),
            expression: expression(rule.pattern())?,
            key: rule.key(""),
        })
    }

    /// The same number for the same rule, in any record.
    #[must_use]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The places of a file's content that break the rule, at most a thousand; none in a file that
    /// is not a text.
    #[must_use]
    pub fn hits(&self, content: &[u8]) -> Vec<Hit> {
        if !is_text(content) {
            return Vec::new();
        }
        let mut hits = Vec::new();
        if !self.is_required {
            self.each_line(content, &mut |number, line| {
                hits.push(hit_of(number, line));
                hits.len() < limits::PATTERN_PLACES
            });
            return hits;
        }
        let mut is_there = false;
        self.each_line(content, &mut |_, _| {
            is_there = true;
            false
        });
        if !is_there {
            let exempt = content.split(|&byte| byte == b'\n').find_map(exemption);
            hits.push(Hit {
                line: 0,
                sum: sum(content),
                exempt,
            });
        }
        hits
    }

    /// Hands out the matching lines with their numbers until `each` returns false.
    fn each_line(&self, content: &[u8], each: &mut dyn FnMut(u32, &[u8]) -> bool) {
        let (mut start, mut number) = (0, 1);
        while let Some(found) = self.expression.find_at(content, start) {
            let passed = &content[start..found.start()];
            let lines = passed.split(|&byte| byte == b'\n').count() - 1;
            number += u32::try_from(lines).unwrap_or(u32::MAX / 2);
            let begin = passed.iter().rposition(|&byte| byte == b'\n');
            let begin = begin.map_or(start, |at| start + at + 1);
            let rest = &content[begin..];
            let length = rest.iter().position(|&byte| byte == b'\n');
            let line = &rest[..length.unwrap_or(rest.len())];
            // A match may need what follows the line.
            if self.expression.is_match(line) && !each(number, line) {
                return;
            }
            let Some(length) = length else { return };
            start = begin + length + 1;
            number += 1;
        }
    }
}

/// True if a content is a text, as git decides it.
#[must_use]
pub fn is_text(content: &[u8]) -> bool {
    !content[..content.len().min(LOOKED_AT)].contains(&0)
}

/// The places of a text on some lines, from 1 and sorted: the first thousand.
#[must_use]
pub fn hits_on(text: &str, lines: &[u32]) -> Vec<Hit> {
    let mut numbers = lines.iter().take(limits::PATTERN_PLACES).peekable();
    let mut hits = Vec::new();
    for (line, number) in text.split('\n').zip(1..) {
        if numbers.next_if(|it| **it == number).is_some() {
            hits.push(hit_of(number, line.as_bytes()));
        }
    }
    hits
}

fn hit_of(number: u32, line: &[u8]) -> Hit {
    Hit {
        line: number,
        sum: sum(line.trim_ascii()),
        exempt: exemption(line),
    }
}

/// The record that a comment excepts a line from, if it gives a reason.
fn exemption(line: &[u8]) -> Option<String> {
    // Most lines have no such word: the rest is not asked of them.
    let line = std::str::from_utf8(line).ok()?;
    let (_, said) = line.split_once(EXEMPTION)?;
    let (name, reason) = said.trim_start().split_once(char::is_whitespace)?;
    let reason = reason.trim_start().strip_prefix(EXCEPT)?;
    let has_reason =
        reason.starts_with(char::is_whitespace) && reason.chars().any(char::is_alphanumeric);
    has_reason.then(|| name.to_owned())
}

pub(super) fn sum(bytes: &[u8]) -> u64 {
    let digest = Sha256::digest(bytes);
    let mut first = [0; 8];
    first.copy_from_slice(&digest[..8]);
    u64::from_le_bytes(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn lines(rule: &Rule, content: &str) -> Vec<u32> {
        let hits = Scanner::new(rule).unwrap().hits(content.as_bytes());
        hits.iter().map(|hit| hit.line).collect()
    }

    #[test]
    fn a_file_of_many_places_is_read_up_to_the_last_that_counts() {
        let content = "a\n".repeat(limits::PATTERN_PLACES + 1);
        assert_eq!(forbidden("a", &content).len(), limits::PATTERN_PLACES);
    }

    fn forbidden(pattern: &str, content: &str) -> Vec<u32> {
        lines(&Rule::Forbid(pattern.into()), content)
    }

    #[test]
    fn a_pattern_is_of_one_line() {
        let content = "use std;\nuse reqwest::get;\n\n  use reqwest;\nend";
        assert_eq!(forbidden("use reqwest", content), [2, 4]);
        assert_eq!(forbidden("^use", content), [1, 2]);
        assert_eq!(forbidden("end$", content), [5]);
        assert_eq!(forbidden(r"std;\s+use", content), [] as [u32; 0]);
        assert_eq!(forbidden("(?i)USE REQ", content), [2, 4]);
        assert_eq!(forbidden("use", "use\r\nuse\r\n"), [1, 2]);
        assert_eq!(forbidden("a", "a\0a"), [] as [u32; 0]);
    }

    #[test]
    fn what_is_required_is_missed_in_the_file_as_a_whole() {
        let required = |content: &str| lines(&Rule::Require("SPDX".into()), content);
        assert_eq!(required("// x\n"), [0]);
        assert_eq!(required(""), [0]);
        assert_eq!(required("// SPDX: MIT\n"), [] as [u32; 0]);
    }

    #[test]
    fn a_comment_excepts_its_line_if_it_gives_a_reason() {
        for (line, expected) in [
            (
                "x // git-memory: dec-aaaaaa except a test",
                Some("dec-aaaaaa"),
            ),
            ("x // git-memory: dec-aaaaaa except", None),
            ("x // git-memory: dec-aaaaaa except .", None),
            ("x // git-memory: dec-aaaaaa", None),
            ("x // dec-aaaaaa except a test", None),
            ("x", None),
        ] {
            assert_eq!(exemption(line.as_bytes()).as_deref(), expected, "{line}");
        }
        let content = "// git-memory: dec-aaaaaa except generated\n";
        let required = Scanner::new(&Rule::Require("SPDX".into())).unwrap();
        let exempt = required.hits(content.as_bytes())[0].exempt.clone();
        assert_eq!(exempt.as_deref(), Some("dec-aaaaaa"));
    }

    proptest! {
        #[test]
        fn it_says_what_asking_each_line_says(
            content in "([ab\u{e4} ]{0,4}\r?\n){0,12}[ab ]{0,4}",
            pattern in prop::sample::select(vec!["a", "^a", "b$", "a.?b", "ä", r"a\s", "^ +a", "[^a]b"]),
        ) {
            let each = expression(pattern).unwrap();
            let mut expected = Vec::new();
            for (nth, line) in content.split('\n').enumerate() {
                if each.is_match(line.as_bytes()) {
                    expected.push(u32::try_from(nth + 1).unwrap());
                }
            }
            prop_assert_eq!(forbidden(pattern, &content), expected);
        }
    }
}
