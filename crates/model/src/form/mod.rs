//! The form of a decision document that no program of ours wrote: its header, its sections, and what
//! they say. Records that are read in place and imports read it here, so that both read the same.
//!
//! [`declared`] is what the head of a document says of itself. The parts: `front_matter` (foreign
//! YAML, kept as written), [`markdown`] (lines and headings), [`fields`] and `tables` (headers),
//! [`source`] (the three together), `vocabulary` (names that people give to the parts), [`title`],
//! `description`, [`status`] with its words, `source_days`, [`reference`] (mentions of other
//! decisions), `supersession` (which of them replaces which), [`series`] (a document's number), and
//! [`refusal`] (files beside decisions that are none).

pub mod declared;
mod description;
pub mod fields;
pub mod format;
pub mod front_matter;
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
