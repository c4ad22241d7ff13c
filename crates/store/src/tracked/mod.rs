//! Tracked memory: the files in its folder, in the work tree, in the index and at any revision.

mod derived;
mod files;
mod found;
mod indexed;
mod journal;
mod left_out;
mod listing;
pub(crate) mod marked;
mod memory;
mod paths;
mod readings;
mod records;
mod seen;
mod snapshot;
mod stat;
mod store;
mod target;
mod text_file;
mod work_tree;
pub mod write;

pub use derived::{Freshness, derived_texts, freshness};
pub use files::TreeFile;
pub use listing::Listing;
pub use memory::Memory;
pub(crate) use readings::Readings;
pub use snapshot::{ListedFiles, Snapshot, View};
pub(crate) use snapshot::{is_below, is_private, path_in};
pub(crate) use stat::{Stat, nanoseconds};
pub use store::Store;
pub use text_file::TextFile;
pub(crate) use text_file::{Plain, has_folder, is_nothing, plain, regular, text_file};
pub(crate) use work_tree::id_of;
