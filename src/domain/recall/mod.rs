//! Finding the right record: an index of terms under object ids, and the ranking of what a view
//! holds of it.
//!
//! [`document`] is what the index keeps of one text, [`segment`] many of them in immutable bytes,
//! [`writer`] makes those. [`view`] says which documents a checkout holds: frequencies are counted
//! inside of it, so the same view ranks the same whatever else the index has. [`query`] reads a
//! question, [`search`] ranks.

mod codec;
pub mod dates;
mod document;
mod expand;
pub mod feedback;
mod query;
mod search;
mod segment;
mod similarity;
mod snippet;
mod stream;
#[cfg(test)]
mod tests;
mod view;
mod writer;

pub use codec::Damaged;
pub use document::{Attribute, Document, Facts, Field, Source, Standing};
pub use expand::{Sought, holding, near};
pub use query::Query;
pub use search::{Bias, Factor, Found, Rank, Ranked, Unbiased, holders, search, values};
pub use segment::{Bytes, Segment};
pub use similarity::{likeness, telling};
pub use snippet::{Snippet, snippet};
pub use view::{Members, Part, Totals};
pub use writer::{Builder, merge, name};
