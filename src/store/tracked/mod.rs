//! Tracked memory: the files below `memory/`, in the work tree, in the index and at any revision.

mod ages;
mod derived;
mod files;
mod memory;
mod readings;
mod snapshot;
mod text_file;
mod work_tree;
pub mod write;

pub use ages::{Age, Ages};
pub use derived::{derived_texts, freshness};
pub use files::TreeFile;
pub(crate) use memory::Loaded;
pub use memory::{Memory, Seen, Store};
pub use snapshot::{Snapshot, View};
pub use text_file::TextFile;
pub(crate) use text_file::{is_nothing, regular, text_file};
