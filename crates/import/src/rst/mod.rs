//! reStructuredText in, Markdown out: as much as design documents use of it. The header (fields,
//! mail headers, a table) becomes a list of `- Key: value`, titles become `#` headings, links and
//! literals become Markdown's. No word of the text is lost but comments, which no reader saw.
//!
//! `blocks` and `lines` go through the lines, `directive` reads `.. name::`, `inline` the inside of
//! a line, `table` reads tables, `targets` the targets of links.

mod blocks;
mod directive;
mod inline;
mod lines;
mod table;
mod targets;

pub(crate) use blocks::to_markdown;
pub(crate) use directive::fence;
pub(crate) use table::markdown as table_markdown;
