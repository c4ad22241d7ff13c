//! Records: one Markdown file with YAML front matter each.
//!
//! [`front_matter`] takes a file apart, [`patch`] writes values and changes single keys,
//! [`header`] reads what every answer needs from one file, [`draft`] makes a new file,
//! [`merge`](mod@merge) joins two versions, and [`check`] finds what is wrong between several
//! records.

pub mod check;
pub mod draft;
pub mod fault;
pub mod front_matter;
pub mod header;
mod hidden;
pub mod id;
pub mod merge;
pub mod patch;
mod placed;
#[cfg(test)]
pub mod sample;

pub use fault::{Code, Fault, Severity};
pub use header::{Header, Reading};
pub use id::RecordId;
pub use placed::Record;
