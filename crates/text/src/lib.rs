//! Texts, paths, dates, YAML and Markdown: values that are independent of memory.
//!
//! Pure: nothing here reads files, the clock or the environment, and no other crate of the
//! workspace is used. [`tokens()`] is the one tokenizer, [`Language`] gives stems and stop words,
//! [`visible`](mod@visible) shows the hidden parts of a text, [`three_way`] merges texts line by
//! line, [`advice`] is the data of the next step that a door offers.

#![warn(clippy::disallowed_methods)]

pub mod advice;
pub mod attributes;
pub mod budget;
mod cause;
pub mod date;
pub mod dates;
pub mod difference;
mod fold;
pub mod glob;
mod hex;
mod irregular;
mod language;
pub mod limits;
pub mod markdown;
mod parts;
pub mod path;
pub mod pathspec;
pub mod pattern;
mod percent;
pub mod plain;
pub mod portable;
mod prose;
pub mod renames;
pub mod source_code;
mod stop_words;
mod surrogates;
pub mod three_way;
mod tokens;
pub mod visible;
pub mod yaml;

pub use cause::cause;
pub use fold::is_same_line;
pub use hex::hex;
pub use language::{Language, Sample, Telling};
pub use percent::{RESERVED, percent_decoded, percent_encoded_path};
pub use prose::{ABSTRACT_LENGTH, counted, first_paragraph, floor, keywords, one_line, slug};
pub use surrogates::without_halves;
pub use tokens::{Shape, Token, tokens};
pub use visible::{
    first_hidden, has_right_to_left, hidden, is_bidirectional, is_direction_mark,
    is_harmless_alone, is_hidden, plain, visible, visible_line,
};
