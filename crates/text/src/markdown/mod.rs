//! Markdown (`CommonMark` 0.31), read by the library: the [`Outline`] of a text, and its
//! [`words`](words()) without their marks.

mod outline;
mod words;

pub use outline::{Heading, Link, Outline, Part, links, parts, section};
pub use words::{Before, Words, words};
