//! YAML: `reading` it without letting it grow, and writing a [`document`] that every reader takes
//! for the same.

mod document;
mod reading;

pub use document::document;
pub(crate) use reading::read;
