//! The lines that a change of a document touched.

use git_memory_text::difference::unified;

/// A line of a document that was changed or added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedLine {
    /// Its number, from 1.
    pub number: usize,
    /// Its text.
    pub text: String,
}

/// The lines of a new text that an old one lacks.
pub(crate) fn changed_lines(old: &str, new: &str) -> Vec<ChangedLine> {
    let mut changed = Vec::new();
    let mut number = 0;
    for line in unified(old, new).lines() {
        if let Some(hunk) = line.strip_prefix("@@ ") {
            let digits = hunk.split('+').nth(1).unwrap_or_default();
            let end = digits.find(|letter: char| !letter.is_ascii_digit());
            number = digits[..end.unwrap_or(digits.len())]
                .parse()
                .unwrap_or(number);
        } else if let Some(text) = line.strip_prefix('+') {
            if !text.trim().is_empty() {
                let text = text.to_owned();
                changed.push(ChangedLine { number, text });
            }
            number += 1;
        } else if line.starts_with(' ') {
            number += 1;
        }
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_lines_are_those_of_the_new_text() {
        let old = "a\nb\nc\nd\ne\nf\ng\nh\ni\n";
        let new = "a\nB\nc\nd\ne\nf\ng\nh\n\nnew\ni\n";
        let mut lines = Vec::new();
        for line in changed_lines(old, new) {
            lines.push(format!("{} {}", line.number, line.text));
        }
        assert_eq!(lines, ["2 B", "10 new"]);
        assert_eq!(changed_lines(old, old), []);
    }
}
