//! Other spellings of a secret: the name of a file, a slug or a search word made of it. No rule
//! knows these, as they are lower-cased, cut, and have dashes where other characters were.

use std::collections::HashSet;
use std::ops::Range;

use super::marker::MARKER;

/// Number of letters and digits that come from a secret if they follow each other as in it.
// Half of them would be in other words; twice as many would let the rest of a slug that was cut
// pass.
const GRAM: usize = 8;

/// Sequences of letters that the spellings of some secrets have in common.
#[derive(Debug, Default)]
pub struct Spellings(HashSet<Vec<char>>);

/// A letter or digit, in lower case, and the place of its character, in bytes.
struct Letter {
    letter: char,
    span: Range<usize>,
}

impl Spellings {
    /// Looks for this secret, too. A secret of fewer than 8 letters and digits is only found as
    /// written.
    pub fn add(&mut self, secret: &str) {
        let spelled = letters(secret);
        let plain: Vec<char> = spelled.iter().map(|spelled| spelled.letter).collect();
        self.0.extend(plain.windows(GRAM).map(<[char]>::to_vec));
    }

    /// True if there is nothing to look for.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Replaces every part of a text that spells a part of a secret by `[REDACTED:secret]`.
    #[must_use]
    pub fn redact(&self, text: &str) -> String {
        let mut redacted = String::with_capacity(text.len());
        let mut from = 0;
        for span in self.spans(text) {
            redacted.push_str(&text[from..span.start]);
            redacted.push_str(MARKER);
            redacted.push_str("secret]");
            from = span.end;
        }
        redacted.push_str(&text[from..]);
        redacted
    }

    /// The parts of a text that spell a part of a secret, in order; they do not overlap.
    fn spans(&self, text: &str) -> Vec<Range<usize>> {
        let spelled = letters(text);
        let plain: Vec<char> = spelled.iter().map(|spelled| spelled.letter).collect();
        let mut spans: Vec<Range<usize>> = Vec::new();
        for (start, gram) in plain.windows(GRAM).enumerate() {
            if !self.0.contains(gram) {
                continue;
            }
            let span = spelled[start].span.start..spelled[start + GRAM - 1].span.end;
            match spans.last_mut() {
                Some(last) if span.start <= last.end => last.end = span.end,
                _ => spans.push(span),
            }
        }
        spans
    }
}

/// The letters and digits of a text. Whitespace counts as one, so that no words of a sentence are
/// joined; other characters between them may have been added, or removed, by a spelling.
fn letters(text: &str) -> Vec<Letter> {
    let mut letters = Vec::with_capacity(text.len());
    for (at, character) in text.char_indices() {
        let span = at..at + character.len_utf8();
        if character.is_alphanumeric() {
            for letter in character.to_lowercase() {
                let span = span.clone();
                letters.push(Letter { letter, span });
            }
        } else if character.is_whitespace() {
            letters.push(Letter { letter: ' ', span });
        }
    }
    letters
}

/// True if a text has a run of at least `shortest` letters, digits and underscores that mixes them
/// as tokens do, and words do not. It is asked of everything that is printed, so it looks at one
/// byte of many; the rules skip a text without such a run.
#[must_use]
pub fn has_mixed_run(text: &str, shortest: usize) -> bool {
    let bytes = text.as_bytes();
    // A run that is long enough covers every byte at which a search of this step could look.
    let mut at = shortest.saturating_sub(1);
    while let Some(byte) = bytes.get(at) {
        if !is_in_run(*byte) {
            at += shortest.max(1);
            continue;
        }
        let mut start = at;
        while start > 0 && is_in_run(bytes[start - 1]) {
            start -= 1;
        }
        let mut end = at + 1;
        while bytes.get(end).is_some_and(|byte| is_in_run(*byte)) {
            end += 1;
        }
        let run = &bytes[start..end];
        if run.len() >= shortest && is_mixed(run) {
            return true;
        }
        at = end + shortest;
    }
    false
}

fn is_in_run(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// True if a run has digits among letters, or capitals among small letters. The id of an object of
/// git's is not mixed: only the name of a variable makes a secret of such digits.
fn is_mixed(run: &[u8]) -> bool {
    let is_id = run
        .iter()
        .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let has_digit = run.iter().any(u8::is_ascii_digit);
    let has_small = run.iter().any(u8::is_ascii_lowercase);
    // The first one may begin a sentence.
    let has_capital = run[1..].iter().any(u8::is_ascii_uppercase);
    let has_letter = has_small || has_capital;
    !is_id && (has_digit && has_letter || has_small && has_capital)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slug_a_lower_cased_word_and_a_part_of_a_secret_are_found() {
        let token = ["ghp", "_", "a1B2c3D4e5F6g7H8"].concat();
        let mut spellings = Spellings::default();
        assert!(spellings.is_empty());
        spellings.add(&token);
        for (text, expected) in [
            ("nothing", "nothing"),
            (
                "notes/261121-use-ghp-a1b2c3d4e5f6g7h8-x.md",
                "notes/261121-use-[REDACTED:secret]-x.md",
            ),
            ("ü ghp_a1b2c3d4 ü", "ü [REDACTED:secret] ü"),
            ("e5f6g7h8, c3d4", "[REDACTED:secret], c3d4"),
            ("e5f6 g7h8", "e5f6 g7h8"),
        ] {
            assert_eq!(spellings.redact(text), expected);
        }
    }

    #[test]
    fn only_a_run_that_mixes_letters_and_digits_is_worth_a_look() {
        for (text, expected) in [
            ("", false),
            ("Internationalization of everything", false),
            ("0123456789abcdef0123456789abcdef01234567", false),
            ("261121-use-postgres-for-the-store-7k3m9q.md", false),
            ("x a1B2c3D4e5F6g7H8", true),
            ("a1b2c3d4e5f6g7h8,", true),
            ("abcdefghIJKLMNOP", true),
            ("a1B2c3D4e5F6g7H", false),
        ] {
            assert_eq!(has_mixed_run(text, 16), expected, "{text}");
            let later = format!("one two three {text}");
            assert_eq!(has_mixed_run(&later, 16), expected, "{later}");
        }
    }
}
