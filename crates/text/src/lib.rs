//! How the program reads prose: slugs, keywords, abstracts.
//!
//! [`tokens`] is the one tokenizer, [`Language`] gives stems and stop words,
//! [`visible`](mod@visible) tells what a text hides from its reader, [`three_way`] merges texts line
//! by line.

pub mod markdown;
pub mod yaml;
pub mod path;
pub mod portable;
pub mod date;
pub mod budget;
pub mod advice;
pub mod source_code;
pub mod pathspec;
pub mod renames;
pub mod dates;
pub mod pattern;
pub mod plain;
mod cause;
mod fold;
mod hex;
mod irregular;
mod language;
mod parts;
mod percent;
mod prose;
mod stop_words;
mod surrogates;
pub mod three_way;
mod tokens;
pub mod visible;

pub use cause::cause;
pub use fold::is_same_line;
pub use hex::hex;
pub use language::{Language, Sample, Telling};
pub use percent::{RESERVED, percent_decoded, percent_encoded_path};
pub use prose::{ABSTRACT_LENGTH, counted, first_paragraph, floor, keywords, one_line, slug};
pub use surrogates::without_halves;
pub use tokens::{Shape, Token, tokens};
pub use visible::{
    first_hidden, hidden, is_bidirectional, is_harmless_alone, is_hidden, plain, visible,
    visible_line,
};
