//! Foreign text in, what it says out: one reader a format. Nothing here makes a record or an id, or
//! looks at a folder: the use case `app::import` hands in file names and texts, and turns what
//! comes back into records.
//!
//! [`adr`] reads one decision record. Its parts: `rst` and `asciidoc` (other markup, as Markdown),
//! `front_matter` (foreign YAML, kept as written), `markdown` and `plain` (lines, headings, what
//! they say), `fields` and `tables` (headers), `source` (the three together), `vocabulary` (what
//! people call the parts), `title`, `description`, `status` and `dates`, `reference` (mentions of
//! other decisions) and `supersession` (which of them replaces which). `series` (its number, and
//! what is numbered). [`links`] makes the links of a text that moves lead where they led.

pub mod adr;
pub mod agents;
mod asciidoc;
pub mod dates;
pub mod declared;
mod description;
mod fields;
mod format;
mod front_matter;
pub mod links;
mod markdown;
mod pattern;
mod plain;
mod reference;
pub mod refusal;
mod rst;
mod series;
mod source;
mod source_days;
pub mod status;
mod status_words;
mod supersession;
mod tables;
mod title;
mod vocabulary;
pub mod workspace_tree;
