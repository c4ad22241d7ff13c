//! The index of recall, in the common git folder: segments under object ids, and views of them.
//! Disposable.
//!
//! Segments never change: they are written beside and renamed, so any number of processes write at
//! once and none waits. A document that two of them have is seen once. What is damaged, or of
//! another version, is thrown away and made again from the objects; where nothing can be written,
//! the index of a command lives in its memory.

mod bytes;
mod folder;
mod indexing;
mod making;
mod view;
mod view_file;

pub use bytes::SegmentBytes;
pub(crate) use bytes::read_exact_at;
pub use indexing::{Index, Progress};
pub use making::Object;
pub use view::{DocumentSource, IndexView, Twin};
