//! The parts of a word: `HTTPServer2` is `HTTP`, `Server`, `2`.

use std::ops::Range;

use super::fold::{Class, class};

/// A word that case and digits part more often than this is a hash or a piece of data.
const PARTS_LIMIT: usize = 6;

/// A letter or digit of a word, its start in bytes, and its case.
struct Letter {
    at: usize,
    case: Case,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Case {
    Upper,
    Lower,
    Digit,
}

impl Case {
    fn of(c: char) -> Self {
        if c.is_uppercase() {
            Self::Upper
        } else if c.is_numeric() {
            Self::Digit
        } else {
            Self::Lower
        }
    }
}

/// The parts of a word, in bytes: it is split at changes of case and at digits.
pub(crate) fn parts(word: &str) -> Vec<Range<usize>> {
    // Nearly all words are small letters, perhaps after a capital.
    if !word.starts_with(char::is_numeric) && word.chars().skip(1).all(is_lower) {
        return Vec::from([Range {
            start: 0,
            end: word.len(),
        }]);
    }
    let letters = letters(word);
    let mut starts: Vec<usize> = vec![0];
    for nth in 1..letters.len() {
        if begins_part(word, &letters, nth) {
            starts.push(letters[nth].at);
        }
    }
    if starts.len() > PARTS_LIMIT {
        // Its parts are letters and digits of no meaning: they would match anything.
        starts.truncate(1);
    }
    starts.push(word.len());
    starts.windows(2).map(|ends| ends[0]..ends[1]).collect()
}

fn is_lower(c: char) -> bool {
    c.is_ascii_lowercase() || Case::of(c) == Case::Lower
}

/// The letters and digits of a word, without its marks.
fn letters(word: &str) -> Vec<Letter> {
    let mut letters = Vec::with_capacity(word.len());
    for (at, c) in word.char_indices() {
        if class(c) != Class::Mark {
            let case = Case::of(c);
            letters.push(Letter { at, case });
        }
    }
    letters
}

/// True if a part of a name begins at the nth letter, which is not the first.
fn begins_part(word: &str, letters: &[Letter], nth: usize) -> bool {
    match (letters[nth - 1].case, letters[nth].case) {
        (Case::Digit, Case::Digit) => false,
        (Case::Digit, _) | (_, Case::Digit) | (Case::Lower, Case::Upper) => true,
        // The last capital begins the next word (HTTPServer), but not before the s of a plural
        // (APIs).
        (Case::Upper, Case::Upper) => {
            let is_plural = !is_lower_at(letters, nth + 2)
                && word[letters[nth].at..].chars().nth(1) == Some('s');
            is_lower_at(letters, nth + 1) && !is_plural
        }
        _ => false,
    }
}

fn is_lower_at(letters: &[Letter], nth: usize) -> bool {
    match letters.get(nth) {
        Some(letter) => letter.case == Case::Lower,
        None => false,
    }
}
