//! Reads decision documents of other origin: their header, their sections, and their contents.
//! Records that are read in their own folders and imports use it, so that both read the same.
//!
//! [`declared`] reads the head of a document. The parts: `front_matter` (foreign YAML, kept as
//! written), [`markdown`] (lines and headings), [`fields`] and `tables` (headers), [`source`] (the
//! three together), `vocabulary` (names that people give to the parts), [`title`], `description`,
//! [`status`] with its words, `source_days`, [`reference`](mod@reference) (mentions of other
//! decisions), `supersession` (which of them replaces which), [`series`] (a document's number),
//! [`refusal`] (other files beside decisions), and [`in_place`] (changing one value of a document).

pub mod declared;
mod description;
pub mod fields;
pub mod format;
pub mod front_matter;
pub mod in_place;
pub mod markdown;
pub mod reference;
pub mod refusal;
pub mod series;
pub mod source;
mod source_days;
pub mod status;
mod status_words;
mod supersession;
mod tables;
pub mod title;
pub mod vocabulary;
