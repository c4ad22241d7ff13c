//! Memory on its way out of a repository, or into one: an archive of its files, and one JSON
//! document.
//!
//! [`archive`] packs files, [`document`] reads the document as far as its lists, [`entry`] what one
//! entry of a list says. Nothing here makes an id or looks at a folder: that is the use cases'
//! part, `app::export` and `app::import`.

pub mod archive;
pub mod document;
pub mod entry;

pub use document::Document;
pub use entry::{Foreign, LISTS, List, Passed};
