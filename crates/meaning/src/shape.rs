//! The form of a model file: its head, and the places of its blocks, which follow from the head.
//!
//! A file is a line that names its form, the length of the head, the head (JSON), and blocks. Each
//! block ends with its CRC-32, so a question reads only the blocks that it needs, and notices where
//! one was changed.

use serde::{Deserialize, Serialize};

use super::error::Error;
use super::kernel::{WIDEST, woven_length};
use super::splitting::Splitting;

/// First line of a model file.
pub(crate) const LINE: &[u8] = b"git-memory model 3\n";
/// Bytes of a block's sum, of the head's length, and of a number.
pub(crate) const WORD: usize = 4;
/// Bytes of the head.
pub(crate) const HEAD: usize = 1 << 16;

/// The pieces of a text that its vector is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pooling {
    /// The mean of all.
    Mean,
    /// The first one.
    First,
}

/// The head of a model file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Shape {
    pub(crate) name: String,
    pub(crate) licence: String,
    /// Hash of all weights: vectors of one model are of no use to another.
    pub(crate) sum: String,
    /// Length of a vector.
    pub(crate) dimensions: usize,
    pub(crate) heads: usize,
    pub(crate) layers: usize,
    /// Length of the vectors between the two steps at the end of a layer.
    pub(crate) inner: usize,
    /// Pieces of words.
    pub(crate) pieces: usize,
    /// Bytes of the block of pieces.
    pub(crate) vocabulary: usize,
    /// Bytes of the block of their scores.
    pub(crate) scores: usize,
    /// Bytes of the block that brings characters to one form.
    pub(crate) charsmap: usize,
    /// Places in a text.
    pub(crate) positions: usize,
    /// Pieces of a text that are read.
    pub(crate) longest: usize,
    pub(crate) pooling: Pooling,
    /// Text before a question.
    pub(crate) question: String,
    /// Text before another text.
    pub(crate) text: String,
    pub(crate) splitting: Splitting,
    /// Numbers of the pieces that begin and end a text, and of the one for an unknown word.
    pub(crate) begin: u32,
    pub(crate) end: u32,
    pub(crate) unknown: u32,
    pub(crate) epsilon: f32,
    /// Cosine up to which texts may have nothing to do with each other.
    pub(crate) floor: i32,
}

/// A place of blocks of one length.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blocks {
    start: u64,
    /// With its sum.
    pub(crate) length: usize,
}

impl Blocks {
    /// Blocks from a place, of a length without their sums.
    pub(crate) fn at(start: u64, length: usize) -> Self {
        let length = length + WORD;
        Self { start, length }
    }

    /// Place of a block.
    pub(crate) fn place(&self, nth: usize) -> u64 {
        self.start + (nth as u64) * (self.length as u64)
    }
}

/// The places of all blocks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Places {
    pub(crate) vocabulary: Blocks,
    pub(crate) scores: Blocks,
    pub(crate) charsmap: Blocks,
    /// Scale and shift of the first normalization.
    pub(crate) norm: Blocks,
    /// A row for each piece: its scale, and a byte for each number.
    pub(crate) pieces: Blocks,
    /// A row for each place in a text.
    pub(crate) positions: Blocks,
    pub(crate) layers: Blocks,
    /// Length of the file.
    pub(crate) end: u64,
}

impl Shape {
    /// Holds every number against its limit, as it may be of a hostile file.
    pub(crate) fn check(&self) -> Result<(), Error> {
        for (what, number, limit) in [
            ("dimensions", self.dimensions, 2048),
            ("heads", self.heads, 64),
            ("layers", self.layers, 48),
            ("inner", self.inner, WIDEST),
            ("pieces", self.pieces, 1 << 20),
            ("vocabulary", self.vocabulary, 1 << 26),
            ("positions", self.positions, 8192),
            ("longest", self.longest, 512),
        ] {
            if number > limit {
                return Err(Error::TooLarge {
                    what,
                    number,
                    limit,
                });
            }
            if number == 0 {
                return Err(Error::Form(format!("{what} is 0")));
            }
        }
        if let Splitting::Scores(unigram) = &self.splitting {
            unigram.check()?;
        }
        for (what, number, limit) in [
            ("scores", self.scores, WORD << 20),
            ("charsmap", self.charsmap, 1 << 24),
        ] {
            if number > limit {
                return Err(Error::TooLarge {
                    what,
                    number,
                    limit,
                });
            }
        }
        if !self.dimensions.is_multiple_of(self.heads) {
            return Err(Error::Form(
                "its heads do not divide its dimensions".to_owned(),
            ));
        }
        let specials = [self.begin, self.end, self.unknown];
        let is_known = |number: u32| usize::try_from(number).is_ok_and(|it| it < self.pieces);
        let fits = self.longest > 2 && self.longest <= self.positions;
        if !fits || !specials.into_iter().all(is_known) || !(0.0..1.0).contains(&self.epsilon) {
            return Err(Error::File("its head is wrong"));
        }
        Ok(())
    }

    /// Sizes of the six matrices of a layer: outputs, and inputs.
    pub(crate) fn matrices(&self) -> [(usize, usize); 6] {
        let (width, inner) = (self.dimensions, self.inner);
        let square = (width, width);
        [
            square,
            square,
            square,
            square,
            (inner, width),
            (width, inner),
        ]
    }

    /// The places of the blocks, after a head of this length.
    pub(crate) fn places(&self, head: usize) -> Places {
        let row = self.dimensions * WORD;
        let matrices = self.matrices().into_iter();
        let matrix = |(out, width)| woven_length(out, width) + 2 * WORD * out;
        let matrices: usize = matrices.map(matrix).sum();
        let mut end = (LINE.len() + WORD + head + WORD) as u64;
        let mut next = |count: usize, length: usize| {
            let blocks = Blocks::at(end, length);
            end = blocks.place(count);
            blocks
        };
        Places {
            vocabulary: next(1, self.vocabulary),
            scores: next(1, self.scores),
            charsmap: next(1, self.charsmap),
            norm: next(1, 2 * row),
            pieces: next(self.pieces, WORD + self.dimensions),
            positions: next(self.positions, row),
            layers: next(self.layers, matrices + 4 * row),
            end,
        }
    }
}
