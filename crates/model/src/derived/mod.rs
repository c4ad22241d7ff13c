//! Derived files: records in, text out. Equal records give equal bytes on every machine.

mod as_source;
mod impressions;
mod index_page;
mod ours;

pub use as_source::as_source;
pub use impressions::impressions;
pub use index_page::index_page;
pub use ours::{is_ours, is_set_up};
