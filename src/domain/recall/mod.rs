//! Finding the right record: an index of terms under object ids, and the ranking of what a view
//! contains of it.
//!
//! [`Document`] is what the index keeps of one text, [`Segment`] many of them in immutable bytes,
//! which [`Builder`] makes. [`Part`] says which documents a checkout has: frequencies are counted
//! inside of it, so the same view ranks the same whatever else the index has. [`Query`] reads a
//! question, [`search()`] ranks.

mod attributes;
mod builder;
mod card;
mod closeness;
mod codec;
pub mod dates;
mod document;
mod expand;
mod facts;
pub mod feedback;
mod field;
mod found;
mod lookup;
mod merge;
mod query;
mod scoring;
mod search;
mod segment;
mod similarity;
mod snippet;
mod spelling;
mod stream;
#[cfg(test)]
mod tests;
mod view;
mod writer;

pub use attributes::{AttributeValue, holders, values};
pub use builder::{Builder, name};
pub use codec::Damaged;
pub(crate) use document::exact;
pub use document::{Document, Source};
pub use expand::{Replaced, Sought};
pub use facts::{Attribute, Facts};
pub use field::Field;
pub use found::{FieldTerms, Found, Ranked};
pub use lookup::{DocumentRef, NearTerm, holding, near};
pub use merge::merge;
pub use query::Query;
pub use scoring::{Factor, Nearness, Neutral, Pinned, Rank, Scoring, Ties};
pub use search::search;
pub use segment::{Bytes, Segment};
pub use similarity::{likeness, telling};
pub use snippet::{Snippet, as_written, snippet};
pub use view::{Members, Part, Totals};
