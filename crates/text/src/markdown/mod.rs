//! Markdown (`CommonMark` 0.31), read by the library: the [`Outline`] of a text, and its
//! [`words`](words()) without their marks, and the [`ends`](ends()) after which it may be cut.

mod ends;
mod outline;
mod words;

pub use ends::ends;
pub use outline::{Heading, Link, Outline, Part, links, parts, section};
pub use words::{Before, Words, words};
