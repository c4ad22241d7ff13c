//! Memory on its way out of a repository, or into one: an archive of its files, and one JSON
//! document.
//!
//! [`archive`] packs files, [`document`] reads a document as far as its lists. Of their entries,
//! [`passed`] is a file, and [`list`] reads those that become records: `shapes` has the forms of
//! other programs, [`foreign`] the fields that are left. Nothing here makes an id or looks at a
//! folder: that is the use cases' part, in `app::exchange`.

pub mod archive;
pub mod document;
pub mod foreign;
pub mod list;
pub mod passed;
mod shapes;

pub use document::{ListKey, MemoryDocument, memories};
pub use foreign::{Dated, Foreign};
pub use list::{LISTS, List, MEMORIES};
pub use passed::Passed;
