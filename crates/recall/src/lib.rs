//! Finds the right record: an index of terms under object ids, and the ranking of the documents of
//! a view. Pure: bytes of the index come from the caller ([`Bytes`]).
//!
//! [`Document`] is the index entry of one text, [`Segment`] many of them in immutable bytes, which
//! [`Builder`] makes. [`Part`] holds the documents of a checkout: frequencies are counted inside of
//! it, so the same view ranks the same whatever else the index has. [`Query`] reads a question,
//! [`search()`] ranks: [`Feature`] lists the parts of a score.

#![warn(clippy::disallowed_methods)]

mod attributes;
mod builder;
mod candidates;
mod card;
mod closeness;
mod codec;
mod confidence;
pub mod contest;
pub mod dates;
mod document;
mod expand;
mod facts;
mod feature;
pub mod feedback;
mod field;
mod found;
mod judging;
mod lexicon;
mod lookup;
mod meaning;
mod merge;
mod neighbours;
mod order;
mod preference;
mod query;
mod search;
mod segment;
mod similarity;
mod snippet;
mod spelling;
mod stream;
mod telling;
#[cfg(test)]
mod tests;
mod view;
mod weights;
mod words;
mod writer;

pub use attributes::{AttributeValue, Values, holders, values, values_among, values_where};
pub use builder::{Builder, name};
pub use codec::Damaged;
pub use confidence::Confidence;
pub use document::{Document, Source, exact};
pub use expand::{Replaced, Sought};
pub use facts::{Attribute, Facts};
pub use feature::{Feature, Features, Points};
pub use field::Field;
pub use found::{FieldTerms, Found, Ranked};
pub use git_memory_text::Language;
pub use lexicon::Lexicon;
pub use lookup::{DocumentRef, NearTerm, holding, may_have_title, near};
pub use meaning::Meaning;
pub use merge::merge;
pub use order::Rank;
pub use preference::{Evidence, Neutral, Pinned, Preference, Share, Tie};
pub use query::Query;
pub use search::search;
pub use segment::{Bytes, Segment};
pub use similarity::{Terms, WordPoints, likeness, share_of_titles, telling};
pub use snippet::{Snippet, as_written, snippet};
pub use view::{Members, Part, Totals};
pub use weights::{BadWeights, Weights};
pub use words::rarity;
