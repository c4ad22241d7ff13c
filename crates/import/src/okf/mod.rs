//! The Open Knowledge Format, version 0.2
//! (<https://github.com/GoogleCloudPlatform/knowledge-catalog/blob/main/okf/SPEC.md>): the fields
//! that a document of a bundle needs, and our records in its words.
//!
//! Texts in, texts out: the callers know the files and their writers.

pub mod actor;
pub mod computed;
mod conform;
pub mod index;
pub mod nested;
pub mod status;
mod type_name;

pub use conform::{faults, is_reserved};
pub use type_name::{is_typed, type_of, with_type};

/// The version that is written and checked against.
pub const VERSION: &str = "0.2";
/// The key under which a bundle's `index.md` declares it.
pub const VERSION_KEY: &str = "okf_version";
