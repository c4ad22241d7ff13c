//! YAML: `reading` it without letting it grow, and writing a [`document`] that every reader takes
//! for the same.

mod document;
mod reading;
mod scalar;
mod written;

pub use document::document;
pub use reading::read;
pub use scalar::{flow, quoted, scalar};
pub use written::read_as_written;
