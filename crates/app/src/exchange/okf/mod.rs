//! Bundles of the Open Knowledge Format: in as pages and records, out again with the same bytes.

mod bundle;
mod claims;
mod import;

pub use bundle::{Bundle, bundle};
pub use import::{OkfImport, okf};
