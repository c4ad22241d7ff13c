//! Reasons for which a model cannot be used.

use std::io;

/// A fault of a model, of what it is made of, or of reading it.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The weights are no ONNX file that can be read.
    #[error("the weights are damaged: {0}")]
    Damaged(&'static str),
    /// The weights are not those of a BERT encoder, or in a form that is not known.
    #[error("the weights are not of a known form: {0}")]
    Form(String),
    /// The words are not those of a BERT encoder.
    #[error("the tokenizer is not of a known form: {0}")]
    Tokens(String),
    /// A number is beyond what is read.
    #[error("the model is too large: {what} {number}, limit {limit}")]
    TooLarge {
        /// The noun of the number.
        what: &'static str,
        /// The number.
        number: usize,
        /// The limit.
        limit: usize,
    },
    /// The model's own file is not whole.
    #[error("the model file is damaged: {0}")]
    File(&'static str),
    /// It cannot be read.
    #[error("the model file cannot be read: {0}")]
    Read(#[from] io::Error),
}
