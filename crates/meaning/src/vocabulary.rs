//! The pieces of words that a model knows, in a block: sorted, so that one is found without making
//! a table first.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::error::Error;
use super::onnx::words;
use super::shape::WORD;
use super::wordpiece::Pieces;

/// Pieces of words, as a block of a model file.
pub(crate) struct Vocabulary {
    /// Their ends in the text, their numbers, and the text.
    pub(crate) block: Vec<u8>,
    pub(crate) count: usize,
    pub(crate) is_lower: bool,
    pub(crate) begin: u32,
    pub(crate) end: u32,
    pub(crate) unknown: u32,
}

/// The parts of `tokenizer.json` that are read.
#[derive(Deserialize)]
struct Tokenizer {
    model: TokenizerModel,
    normalizer: Option<Normalizer>,
}

#[derive(Deserialize)]
struct TokenizerModel {
    #[serde(rename = "type")]
    kind: Option<String>,
    #[serde(default)]
    vocab: serde_json::Value,
}

#[derive(Deserialize)]
struct Normalizer {
    #[serde(default)]
    lowercase: bool,
}

impl Vocabulary {
    /// Reads `tokenizer.json`, or the lines of `vocab.txt`, which are of a model in lower case.
    pub(crate) fn read(file: &[u8]) -> Result<Self, Error> {
        let unknown = |what: &str| Error::Tokens(what.to_owned());
        let mut pieces: BTreeMap<String, u32> = BTreeMap::new();
        let mut is_lower = true;
        if file.first() == Some(&b'{') {
            let read: Tokenizer =
                serde_json::from_slice(file).map_err(|error| Error::Tokens(error.to_string()))?;
            let kind = read.model.kind.as_deref().unwrap_or("WordPiece");
            if kind != "WordPiece" {
                return Err(Error::Tokens(format!("{kind}; only WordPiece is read")));
            }
            is_lower = read.normalizer.is_some_and(|it| it.lowercase);
            pieces = serde_json::from_value(read.model.vocab)
                .map_err(|error| Error::Tokens(error.to_string()))?;
        } else {
            let text = std::str::from_utf8(file).map_err(|_| unknown("it is no text"))?;
            for (number, piece) in (0_u32..).zip(text.lines()) {
                pieces.insert(piece.to_owned(), number);
            }
        }
        let special = |name: &str| {
            let number = pieces.get(name).copied();
            number.ok_or_else(|| Error::Tokens(format!("it has no {name}")))
        };
        let (begin, end, unknown) = (special("[CLS]")?, special("[SEP]")?, special("[UNK]")?);
        let mut ends = Vec::new();
        let mut text = Vec::new();
        for piece in pieces.keys() {
            text.extend_from_slice(piece.as_bytes());
            ends.extend(u32::try_from(text.len()).unwrap_or(u32::MAX).to_le_bytes());
        }
        let numbers = pieces.values().flat_map(|number| number.to_le_bytes());
        let largest = pieces.values().max().map_or(0, |it| *it as usize + 1);
        let count = u32::try_from(pieces.len()).unwrap_or(u32::MAX);
        let mut block = count.to_le_bytes().to_vec();
        block.extend(ends);
        block.extend(numbers);
        block.extend(text);
        Ok(Self {
            block,
            count: largest,
            is_lower,
            begin,
            end,
            unknown,
        })
    }
}

/// The pieces of a block.
pub(crate) struct KnownPieces {
    block: Vec<u8>,
    count: usize,
    /// Numbers are below this.
    limit: u32,
}

impl KnownPieces {
    pub(crate) fn of(block: Vec<u8>, limit: usize) -> Result<Self, Error> {
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
            count,
            limit,
        })
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

impl Pieces for KnownPieces {
    fn number(&self, piece: &str) -> Option<u32> {
        let (mut low, mut high) = (0, self.count);
        while low < high {
            let middle = low.midpoint(high);
            match self.piece(middle)?.cmp(piece.as_bytes()) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => {
                    let number = self.word(self.count + middle)?;
                    return (number < self.limit).then_some(number);
                }
            }
        }
        None
    }
}
