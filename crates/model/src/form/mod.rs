//! Reads decision documents of other origin: their header, their sections, and their contents.
//! Records that are read in their own folders and imports use it, so that both read the same.
//!
//! [`told`] is the reader of a document. The parts: [`front`] and `front_matter` (foreign front
//! matter, kept as written), [`markdown`] (lines and headings), [`fields`] and `tables` (headers), [`source`] (the
//! three together), `vocabulary` (names that people give to the parts), [`title`], [`description`],
//! [`status`] with its words, [`tags`], `source_days`, [`reference`](mod@reference) (mentions of other
//! decisions), [`supersession`] (which of them replaces which), [`links`] (both ends of each),
//! [`targets`] (the records that they mean), [`series`] (a document's number), [`refusal`] (other
//! files beside decisions), and [`in_place`] (changing one value of a document).

pub mod description;
pub mod fields;
pub mod format;
pub mod front;
pub mod front_matter;
pub mod in_place;
pub mod links;
pub mod markdown;
pub mod reference;
pub mod refusal;
pub mod series;
pub mod source;
mod source_days;
pub mod status;
mod status_words;
pub mod supersession;
mod tables;
pub mod tags;
pub mod targets;
pub mod title;
pub mod told;
pub mod vocabulary;
