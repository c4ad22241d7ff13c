//! Derived files: records in, text out. The same records give the same bytes on every machine.

mod impressions;
mod index_page;

pub use impressions::impressions;
pub use index_page::index_page;

use super::layout::{IMPRESSIONS, INDEX};
use super::record::Record;
use super::secrets::Clean;

/// So many records are worth a thread.
const WORTH_A_THREAD: usize = 1000;

/// Both derived files as (path from the top of the work tree, text), in the order of
/// [`super::layout::DERIVED`].
#[must_use]
pub fn all(records: &[Record]) -> [(&'static str, Clean); 2] {
    // The two pages share nothing but their input, and each costs milliseconds for ten thousand
    // records.
    let (impressions, index) = if records.len() < WORTH_A_THREAD {
        (impressions(records), index_page(records))
    } else {
        std::thread::scope(|scope| {
            let index = scope.spawn(|| index_page(records));
            let impressions = impressions(records);
            // A thread that panicked has said why; its work is done again here.
            (
                impressions,
                index.join().unwrap_or_else(|_| index_page(records)),
            )
        })
    };
    [(IMPRESSIONS, impressions), (INDEX, index)]
}
