//! AsciiDoc in, Markdown out: as much as design documents use of it. The header (attributes,
//! revision line, a table) becomes a list of `- Key: value` or stays a table, titles become `#`
//! headings, links and blocks become Markdown's.
//!
//! `blocks` goes through the lines, `inline` reads the inside of a line.

mod blocks;
mod inline;

pub(crate) use blocks::to_markdown;
