//! The trailers of a commit's message by which it says what it follows: `Decision: dec-7k3m9q`,
//! `Memory: les-0q4m2x`. Which lines are trailers is what git says (git-interpret-trailers(1)).

use super::citation::{Citation, citations};
use crate::domain::text;

/// The trailers that name records, in lower case.
const KEYS: [&str; 2] = ["decision", "memory"];
/// What git writes itself: with one of these, a quarter of a paragraph's lines is enough.
const OF_GIT: [&str; 2] = ["Signed-off-by: ", "(cherry picked from commit "];
/// How much of a message's end is read, in bytes: a hostile one has no beginning.
const END: usize = 16 << 10;
/// Maximum number of trailers of one message that are read.
pub const MOST: usize = 64;

/// A trailer that names a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trailer<'a> {
    /// `Decision` or `Memory`, as it is written.
    pub key: &'a str,
    /// What follows it, on its line.
    pub value: &'a str,
    /// The records that it names; none where nothing in it is the name of one.
    pub names: Vec<Citation>,
}

/// The trailers of a message that name records, in its order.
#[must_use]
pub fn trailers(message: &str) -> Vec<Trailer<'_>> {
    let mut found = Vec::new();
    for line in block(message) {
        let Some((key, value)) = split(line) else {
            continue;
        };
        let is_ours = KEYS.iter().any(|known| key.eq_ignore_ascii_case(known));
        if is_ours && !value.is_empty() && found.len() < MOST {
            let names = citations(value);
            found.push(Trailer { key, value, names });
        }
    }
    found
}

/// The lines of the paragraph of trailers, without those that go on with the line before; none
/// where the message has no such paragraph.
fn block(message: &str) -> Vec<&str> {
    let message = message.trim_end();
    let start = text::floor(message, message.len().saturating_sub(END));
    let mut lines = Vec::new();
    // The first paragraph is the title, whatever it looks like.
    let mut is_title = start == 0;
    for line in message[start..].lines().rev() {
        if line.trim().is_empty() {
            is_title = false;
            break;
        }
        lines.push(line);
    }
    // Nothing came before it.
    if is_title || !has_other_text(message, lines.len()) {
        return Vec::new();
    }
    lines.reverse();
    if !is_block(&lines) {
        return Vec::new();
    }
    lines.retain(|line| !goes_on(line));
    lines
}

/// Whether there is anything before the last lines of a message.
fn has_other_text(message: &str, last: usize) -> bool {
    let mut lines = message.lines().rev().skip(last);
    lines.any(|line| !line.trim().is_empty())
}

/// Whether git takes the lines of a paragraph for trailers: all of them are some; or a quarter, with
/// one that git wrote.
fn is_block(lines: &[&str]) -> bool {
    let (mut trailers, mut others) = (0, 0);
    let mut is_gits = false;
    let mut was_trailer = false;
    for line in lines {
        if OF_GIT.iter().any(|begin| line.starts_with(begin)) {
            is_gits = true;
            trailers += 1;
            was_trailer = true;
        } else if goes_on(line) {
            others += usize::from(!was_trailer);
        } else if split(line).is_some() {
            trailers += 1;
            was_trailer = true;
        } else {
            others += 1;
            was_trailer = false;
        }
    }
    trailers > 0 && (others == 0 || is_gits && trailers * 3 >= others)
}

fn goes_on(line: &str) -> bool {
    line.starts_with([' ', '\t'])
}

/// The key and the value of a trailer.
fn split(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    let key = key.trim_end_matches([' ', '\t']);
    let is_key = !key.is_empty() && key.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'-');
    is_key.then(|| (key, value.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(message: &str) -> Vec<&str> {
        trailers(message).into_iter().map(|it| it.value).collect()
    }

    #[test]
    fn trailers_are_read_as_git_reads_them() {
        for (message, expected) in [
            ("Use X\n\nDecision: dec-7k3m9q\n", vec!["dec-7k3m9q"]),
            (
                "Use X\n\nBody.\n\nMemory : les-0q4m2x\ndecision:ADR 7\n",
                vec!["les-0q4m2x", "ADR 7"],
            ),
            // The title is no paragraph of trailers, and one in the middle is none.
            ("Decision: dec-7k3m9q\n", vec![]),
            ("Decision: dec-7k3m9q\nand more\n", vec![]),
            ("Use X\n\nDecision: dec-7k3m9q\n\nBody.\n", vec![]),
            // A line of prose makes it one of prose, but for what git writes.
            ("Use X\n\nSome words\nDecision: dec-7k3m9q\n", vec![]),
            (
                "Use X\n\nSome words\nDecision: dec-7k3m9q\nSigned-off-by: A <a@b>\n",
                vec!["dec-7k3m9q"],
            ),
            (
                "Use X\n\nDecision: dec-7k3m9q\n  and what follows\n",
                vec!["dec-7k3m9q"],
            ),
            ("Use X\n\n  indented\nDecision: dec-7k3m9q\n", vec![]),
            ("Use X\n\nDecision:\n", vec![]),
            ("Use X\n\nDecisions: dec-7k3m9q\n", vec![]),
            ("Use X\r\n\r\nDecision: dec-7k3m9q\r\n", vec!["dec-7k3m9q"]),
            ("", vec![]),
        ] {
            assert_eq!(values(message), expected, "{message:?}");
        }
    }

    #[test]
    fn a_value_that_is_no_name_names_nothing() {
        let of = |value: &str| trailers(&format!("T\n\nDecision: {value}"))[0].names.len();
        assert_eq!(of("dec-7k3m9q, ADR 32"), 2);
        assert_eq!(of("dec-7k3m9q (Use a queue)"), 1);
        assert_eq!(of("32"), 0);
        assert_eq!(of("the queue"), 0);
    }

    #[test]
    fn a_message_without_end_is_bounded() {
        let long = format!("T\n\n{}\n\nDecision: dec-7k3m9q", "x ".repeat(5 << 20));
        assert_eq!(values(&long), ["dec-7k3m9q"]);
        let many = format!("T\n\n{}", "Decision: dec-7k3m9q\n".repeat(1 << 19));
        assert!(values(&many).len() <= MOST);
    }
}
