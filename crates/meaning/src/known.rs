//! The table of known models: how each wants to be asked. Other BERT encoders work, too, as their
//! own files say.

use super::shape::Pooling;

/// A model that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// Its name, as its makers write it.
    pub name: &'static str,
    /// SHA-256 of files with its weights.
    pub sums: &'static [&'static str],
    /// Length of its vectors.
    pub dimensions: usize,
    /// Its layers.
    pub layers: usize,
    /// The pieces that its vectors are made of.
    pub pooling: Pooling,
    /// Text before a question.
    pub question: &'static str,
    /// Text before another text.
    pub text: &'static str,
    /// Pieces of a text that are read.
    pub longest: usize,
    /// Licence of its weights.
    pub licence: &'static str,
}

/// Every known model.
pub static KNOWN: [Known; 3] = [
    Known {
        name: "all-MiniLM-L6-v2",
        sums: &["8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"],
        dimensions: 384,
        layers: 6,
        pooling: Pooling::Mean,
        question: "",
        text: "",
        longest: 256,
        licence: "Apache-2.0",
    },
    Known {
        name: "bge-small-en-v1.5",
        sums: &["6c9c6101a956d62dfb5e7190c538226c0c5bb9cb27b651234b6df063ee7dbfe4"],
        dimensions: 384,
        layers: 12,
        pooling: Pooling::First,
        question: "Represent this sentence for searching relevant passages: ",
        text: "",
        longest: 512,
        licence: "MIT",
    },
    Known {
        name: "multilingual-e5-small",
        // Made in several forms, each with a sum of its own: known by its name.
        sums: &[],
        dimensions: 384,
        layers: 12,
        pooling: Pooling::Mean,
        question: "query: ",
        text: "passage: ",
        longest: 512,
        licence: "MIT",
    },
];

impl Known {
    /// The known model of a name, or with a sum of its weights.
    pub fn of(name: &str, sum: &str) -> Option<&'static Self> {
        let by_sum = KNOWN.iter().find(|known| known.sums.contains(&sum));
        by_sum.or_else(|| {
            KNOWN
                .iter()
                .find(|known| known.name.eq_ignore_ascii_case(name))
        })
    }
}
