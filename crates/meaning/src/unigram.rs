//! Splits a text into the pieces whose scores have the largest sum, as Unigram models of
//! `SentencePiece` do. `tokenizer.json` says how a text is brought to one form before.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::charsmap::Charsmap;
use super::error::Error;
use super::splitting::{BLANK, Marked, Step, Unigram};
use super::vocabulary::KnownPieces;

/// Score of an unknown character below the lowest of any piece.
const UNKNOWN: f64 = 10.0;
/// Characters of a text that are read for a piece of it: few pieces have more than 16.
const CHARACTERS: usize = 32;
/// Bytes of a text between two steps.
const GROWN: usize = 1 << 20;

impl Unigram {
    /// The numbers of a text's pieces, at most so many.
    pub(crate) fn pieces(
        &self,
        text: &str,
        known: &KnownPieces,
        unknown: u32,
        most: usize,
    ) -> Result<Vec<u32>, Error> {
        let end = text.char_indices().nth(most * CHARACTERS);
        let text = &text[..end.map_or(text.len(), |it| it.0)];
        let text = self.normalized(text, &known.charsmap)?;
        let mut numbers = Vec::new();
        let is_parting = |it: char| self.is_parted && it.is_whitespace();
        let parts = text.split(is_parting).filter(|part| !part.is_empty());
        for (nth, part) in parts.enumerate() {
            let mut part = part.replace(' ', &BLANK.to_string());
            let is_marked = match self.marked {
                Marked::Always => true,
                Marked::First => nth == 0,
                Marked::Never => false,
            };
            if is_marked && !part.starts_with(BLANK) {
                part.insert(0, BLANK);
            }
            let marks = part.match_indices(BLANK).map(|it| it.0);
            let cuts = marks.filter(|cut| self.is_by_word && *cut > 0);
            let mut start = 0;
            for end in cuts.chain([part.len()]) {
                self.add_best(&mut numbers, &part[start..end], known, unknown);
                start = end;
                if numbers.len() >= most {
                    numbers.truncate(most);
                    return Ok(numbers);
                }
            }
        }
        Ok(numbers)
    }

    /// Adds the pieces of a word with the largest sum of scores.
    fn add_best(&self, numbers: &mut Vec<u32>, word: &str, known: &KnownPieces, unknown: u32) {
        // Of each place, the best sum up to it, and the start and the number of its last piece.
        let mut best: Vec<Option<(f64, usize, u32)>> = vec![None; word.len() + 1];
        best[0] = Some((0.0, 0, unknown));
        for (start, character) in word.char_indices() {
            let Some((sum, ..)) = best[start] else {
                continue;
            };
            let after = start + character.len_utf8();
            let mut has_character = false;
            let mut put = |end: usize, score: f64, number: u32| {
                if best[end].is_none_or(|(other, ..)| sum + score > other) {
                    best[end] = Some((sum + score, start, number));
                }
            };
            known.beginnings(&word[start..], |length, number, score| {
                has_character |= start + length == after;
                put(start + length, f64::from(score), number);
            });
            if !has_character {
                put(after, f64::from(self.lowest) - UNKNOWN, unknown);
            }
        }
        let first = numbers.len();
        let mut end = word.len();
        while let Some((_, start, number)) = best[end].filter(|_| end > 0) {
            // Unknown characters beside each other are one piece.
            if number != unknown || numbers[first..].last() != Some(&unknown) {
                numbers.push(number);
            }
            end = start;
        }
        numbers[first..].reverse();
    }

    fn normalized(&self, text: &str, charsmap: &[u8]) -> Result<String, Error> {
        let mut text = text.to_owned();
        for step in &self.steps {
            text = match step {
                Step::Charsmap => Charsmap::of(charsmap)?.normalized(&text),
                Step::Nfc => text.nfc().collect(),
                Step::Nfd => text.nfd().collect(),
                Step::Nfkc => text.nfkc().collect(),
                Step::Nfkd => text.nfkd().collect(),
                // Each character by itself.
                Step::Lower => text.chars().flat_map(char::to_lowercase).collect(),
                Step::Bare => text.chars().filter(|it| !is_combining_mark(*it)).collect(),
                Step::Strip(start, end) => stripped(&text, *start, *end).to_owned(),
                Step::Blanks(to) => with_blanks(&text, to),
                Step::Replace(from, to) => text.replace(from, to),
            };
            if text.len() > GROWN {
                return Err(Error::Tokens("its steps make a text too long".to_owned()));
            }
        }
        Ok(text)
    }
}

fn stripped(text: &str, start: bool, end: bool) -> &str {
    let text = if start { text.trim_start() } else { text };
    if end { text.trim_end() } else { text }
}

/// A text with each run of two or more blanks as another text.
fn with_blanks(text: &str, to: &str) -> String {
    let mut with = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(place) = rest.find("  ") {
        with.push_str(&rest[..place]);
        with.push_str(to);
        rest = rest[place..].trim_start_matches(' ');
    }
    with + rest
}
