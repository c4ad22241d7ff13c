//! Splits a text into the pieces whose scores have the largest sum, as Unigram models of
//! SentencePiece do. `tokenizer.json` says how a text is brought to one form before.

use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::charsmap::Charsmap;
use super::error::Error;
use super::vocabulary::KnownPieces;

/// Stands for a blank in pieces.
pub(crate) const BLANK: char = '\u{2581}';
/// Score of an unknown character below the lowest of any piece.
const UNKNOWN: f64 = 10.0;
/// Characters of a text that are read for a piece of it: few pieces have more than 16.
const CHARACTERS: usize = 32;
/// Steps of a tokenizer, bytes that one puts in place of a text, and bytes of a text in between.
const STEPS: usize = 32;
const PUT: usize = 16;
const GROWN: usize = 1 << 20;

/// A step that brings a text to one form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Step {
    /// By the charsmap of the model.
    Charsmap,
    Nfc,
    Nfd,
    Nfkc,
    Nfkd,
    Lower,
    /// Without marks that combine with a letter.
    Bare,
    /// Without blanks at the start and at the end.
    Strip(bool, bool),
    /// Two or more blanks as this text.
    Blanks(String),
    /// A text as another one.
    Replace(String, String),
}

/// The parts of a text that get the mark of a blank where they begin with none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Marked {
    /// Each part.
    Always,
    /// The first one.
    First,
    Never,
}

/// The settings of a tokenizer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Unigram {
    pub(crate) steps: Vec<Step>,
    /// True if blanks of all kinds separate parts, and are left out.
    pub(crate) is_parted: bool,
    pub(crate) marked: Marked,
    /// True if no piece goes on after a blank.
    pub(crate) is_by_word: bool,
    /// The lowest score of a piece.
    pub(crate) lowest: f32,
}

impl Unigram {
    /// Holds the steps against their limits: each may make a text longer.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let is_short = |step: &Step| match step {
            Step::Blanks(to) => to.len() <= PUT,
            Step::Replace(from, to) => !from.is_empty() && to.len() <= PUT,
            _ => true,
        };
        let is_fitting = self.steps.len() <= STEPS && self.steps.iter().all(is_short);
        is_fitting
            .then_some(())
            .ok_or_else(|| Error::Tokens("its steps are too many or too long".to_owned()))
    }

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
            let mut starts: Vec<usize> = match self.is_by_word {
                true => part.match_indices(BLANK).map(|it| it.0).collect(),
                false => Vec::new(),
            };
            starts.retain(|start| *start > 0);
            starts.push(part.len());
            let mut start = 0;
            for end in starts {
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
