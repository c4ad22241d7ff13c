//! Derived files: records in, text out. The same records give the same bytes on every machine.

mod impressions;
mod index_page;

pub use impressions::impressions;
pub use index_page::index_page;

use super::layout::{IMPRESSIONS, INDEX};
use super::record::Record;
use super::secrets::Clean;

/// Both derived files as (path from the top of the work tree, text), in the order of [`super::layout::DERIVED`].
#[must_use]
pub fn all(records: &[Record]) -> [(&'static str, Clean); 2] {
    // The two pages share nothing but their input, and each costs milliseconds for ten thousand records.
    [(IMPRESSIONS, impressions(records)), (INDEX, index_page(records))]
}
