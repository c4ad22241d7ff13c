//! Vectors of sentences, by a small BERT encoder that runs on the processor: texts that say the
//! same in other words have vectors that point the same way.
//!
//! [`convert()`] makes a model file of the files that models are passed on in. [`Model`] reads it,
//! only the parts that a text needs, and makes [`Vector`]s. Pure: bytes come from a [`Source`].

#![warn(clippy::disallowed_methods)]

mod attention;
mod charsmap;
mod convert;
mod error;
mod functions;
mod kernel;
mod known;
mod model;
mod onnx;
mod served;
mod shape;
mod splitting;
mod strangers;
#[cfg(test)]
mod tests;
mod tokenizer;
mod unigram;
#[cfg(test)]
mod unigram_tests;
mod vector;
mod vocabulary;
mod wordpiece;

pub use convert::{Files, convert};
pub use error::Error;
pub use known::{KNOWN, Known};
pub use model::{Model, Source, TEXTS, passage};
pub use served::prefixes;
pub use shape::Pooling;
pub use strangers::{STRANGERS, floor_of};
pub use vector::Vector;

/// Version of vectors: a hash of the sources that make them.
pub const VERSION: &str = env!("GIT_MEMORY_VECTORS");
