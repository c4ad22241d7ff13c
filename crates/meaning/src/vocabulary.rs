//! The pieces of words that a model knows, in a block: sorted, so that one is found without making
//! a table first.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Deserialize;

use super::error::Error;
use super::onnx::words;
use super::shape::WORD;
use super::splitting::Splitting;
use super::tokenizer::{ReadUnigram, Tokenizer};
use super::wordpiece::Pieces;

/// Pieces of words, as blocks of a model file.
pub(crate) struct Vocabulary {
    /// Their number, their ends in the text, their numbers, and the text.
    pub(crate) block: Vec<u8>,
    /// Their scores; empty for a model that has none.
    pub(crate) scores: Vec<u8>,
    pub(crate) charsmap: Vec<u8>,
    pub(crate) count: usize,
    pub(crate) splitting: Splitting,
    pub(crate) begin: u32,
    pub(crate) end: u32,
    pub(crate) unknown: u32,
}

#[derive(Deserialize)]
struct Normalizer {
    #[serde(default)]
    lowercase: bool,
}

impl Vocabulary {
    /// Reads `tokenizer.json`, or the lines of `vocab.txt`, which are of a model in lower case.
    pub(crate) fn read(file: &[u8]) -> Result<Self, Error> {
        if file.first() != Some(&b'{') {
            let text = std::str::from_utf8(file);
            let text = text.map_err(|_| Error::Tokens("it is no text".to_owned()))?;
            let pieces = text.lines().map(str::to_owned).zip(0..);
            return Self::of_words(&pieces.collect(), true);
        }
        let bad = |error: serde_json::Error| Error::Tokens(error.to_string());
        let read: Tokenizer = serde_json::from_slice(file).map_err(bad)?;
        match read.model.kind.as_deref().unwrap_or("WordPiece") {
            "WordPiece" => {
                let normalizer: Option<Normalizer> =
                    serde_json::from_value(read.normalizer).map_err(bad)?;
                let pieces = serde_json::from_value(read.model.vocab).map_err(bad)?;
                Self::of_words(&pieces, normalizer.is_some_and(|it| it.lowercase))
            }
            "Unigram" => Ok(Self::of_scores(read.unigram()?)),
            kind => Err(Error::Tokens(format!(
                "{kind}; only WordPiece and Unigram are read"
            ))),
        }
    }

    fn of_words(pieces: &BTreeMap<String, u32>, is_lower: bool) -> Result<Self, Error> {
        let special = |name: &str| {
            let number = pieces.get(name).copied();
            number.ok_or_else(|| Error::Tokens(format!("it has no {name}")))
        };
        let (begin, end, unknown) = (special("[CLS]")?, special("[SEP]")?, special("[UNK]")?);
        let largest = pieces.values().max().map_or(0, |it| *it as usize + 1);
        Ok(Self {
            block: block(pieces.iter().map(|(piece, number)| (&piece[..], *number))),
            scores: Vec::new(),
            charsmap: Vec::new(),
            count: largest,
            splitting: Splitting::Words { is_lower },
            begin,
            end,
            unknown,
        })
    }

    fn of_scores(mut read: ReadUnigram) -> Self {
        read.pieces.sort_by(|a, b| a.0.cmp(&b.0));
        // The last one of a name is meant.
        read.pieces.dedup_by(|later, kept| {
            let is_same = later.0 == kept.0;
            if is_same {
                (kept.1, kept.2) = (later.1, later.2);
            }
            is_same
        });
        let pieces = read.pieces.iter();
        Self {
            block: block(
                pieces
                    .clone()
                    .map(|(piece, number, _)| (&piece[..], *number)),
            ),
            scores: pieces.flat_map(|it| it.2.to_le_bytes()).collect(),
            charsmap: read.charsmap,
            count: read.count,
            splitting: Splitting::Scores(read.unigram),
            begin: read.begin,
            end: read.end,
            unknown: read.unknown,
        }
    }
}

/// The block of some pieces, which are in the order of their bytes.
fn block<'a>(pieces: impl ExactSizeIterator<Item = (&'a str, u32)> + Clone) -> Vec<u8> {
    let number = |it: usize| u32::try_from(it).unwrap_or(u32::MAX).to_le_bytes();
    let mut block = number(pieces.len()).to_vec();
    let mut end = 0;
    for (piece, _) in pieces.clone() {
        end += piece.len();
        block.extend(number(end));
    }
    block.extend(pieces.clone().flat_map(|(_, number)| number.to_le_bytes()));
    block.extend(pieces.flat_map(|(piece, _)| piece.bytes()));
    block
}

/// The pieces of a block.
pub(crate) struct KnownPieces {
    block: Vec<u8>,
    scores: Vec<u8>,
    pub(crate) charsmap: Vec<u8>,
    count: usize,
    /// Numbers are below this.
    limit: u32,
}

impl KnownPieces {
    /// The pieces of three blocks.
    pub(crate) fn of([block, scores, charsmap]: [Vec<u8>; 3], limit: usize) -> Result<Self, Error> {
        let damaged = Error::File("its words");
        let Some(count) = words(&block).next() else {
            return Err(damaged);
        };
        let count = u32::from_le_bytes(count) as usize;
        let limit = u32::try_from(limit).unwrap_or(u32::MAX);
        if count
            .checked_mul(2 * WORD)
            .is_none_or(|it| it > block.len() - WORD)
        {
            return Err(damaged);
        }
        Ok(Self {
            block,
            scores,
            charsmap,
            count,
            limit,
        })
    }

    /// Calls a function with each piece that a text begins with: its length, number and score.
    pub(crate) fn beginnings(&self, text: &str, mut each: impl FnMut(usize, u32, f32)) {
        let (mut low, mut high) = (0, self.count);
        for (nth, byte) in text.bytes().enumerate() {
            // All of them have the bytes before; those that end there come first.
            let byte_of = |piece: usize| self.piece(piece).and_then(|it| it.get(nth).copied());
            low = first(low..high, |piece| byte_of(piece) >= Some(byte));
            high = first(low..high, |piece| byte_of(piece) > Some(byte));
            if low == high {
                return;
            }
            let length = nth + 1;
            if self.piece(low).is_some_and(|piece| piece.len() == length)
                && let Some(number) = self.word(self.count + low).filter(|it| *it < self.limit)
                && let Some(score) = words(&self.scores).nth(low)
            {
                each(length, number, f32::from_le_bytes(score));
            }
        }
    }

    fn word(&self, nth: usize) -> Option<u32> {
        let bytes = self.block.get((1 + nth) * WORD..)?.first_chunk()?;
        Some(u32::from_le_bytes(*bytes))
    }

    fn piece(&self, nth: usize) -> Option<&[u8]> {
        let start = match nth.checked_sub(1) {
            Some(before) => self.word(before)?,
            None => 0,
        };
        let text = self.block.get((1 + 2 * self.count) * WORD..)?;
        text.get(start as usize..self.word(nth)? as usize)
    }
}

/// The first place of a range where something is so, which is so for all after it.
fn first(range: Range<usize>, is_so: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (range.start, range.end);
    while low < high {
        let middle = low.midpoint(high);
        if is_so(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

impl Pieces for KnownPieces {
    fn number(&self, piece: &str) -> Option<u32> {
        let is_behind = |it: usize| self.piece(it).is_none_or(|it| it >= piece.as_bytes());
        let nth = first(0..self.count, is_behind);
        let number = self.word(self.count + nth)?;
        let is_it = self.piece(nth)? == piece.as_bytes() && number < self.limit;
        is_it.then_some(number)
    }
}
