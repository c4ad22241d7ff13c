//! Foreign text in, what it says out: one reader a format. Nothing here makes a record or an id, or
//! looks at a folder: the use case `app::import` hands in file names and texts, and turns what
//! comes back into records.
//!
//! [`adr`] reads one decision record. Its parts: `front_matter` (foreign YAML, kept as written),
//! `markdown` and `plain` (lines, headings, what they say), `fields` (`- Start Date: …` headers),
//! `source` (the three together), `title`, `status` (words and dates), `reference` (mentions of
//! other decisions) and `supersession` (which of them replaces which).

pub mod adr;
mod fields;
mod format;
mod front_matter;
mod markdown;
mod pattern;
mod plain;
mod reference;
mod source;
mod status;
mod supersession;
mod title;
pub mod workspace_tree;
