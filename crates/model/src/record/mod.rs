//! Records: one Markdown file with YAML front matter each.
//!
//! [`front_matter`] splits a file, [`patch`] writes values and changes single keys, [`reading`]
//! reads the fields of one file that every answer needs, [`draft`] makes a new file, [`page`] reads
//! a file without an id of ours, [`body`] changes the text after the front matter, [`lacks`] finds
//! missing parts of a record. [`merge`](mod@merge) joins two versions, with [`marks`] for people to
//! decide; [`conflict`] reads the marks of a merge, [`check`] finds faults between several records,
//! [`ties`] gives pages their links, and [`successors`] finds records that replaced the same one.

pub mod adopt;
pub mod blocks;
pub mod body;
pub mod check;
pub mod conflict;
pub mod draft;
pub mod excerpt;
mod extent;
pub mod fault;
pub mod front_matter;
pub mod header;
pub mod hidden;
pub mod id;
pub mod instructions;
pub mod lacks;
pub mod marks;
pub mod merge;
pub mod more;
mod name;
pub mod number;
pub mod page;
pub mod patch;
mod placed;
pub mod reading;
#[cfg(test)]
pub mod sample;
pub mod sections;
pub mod successors;
pub mod template;
pub mod ties;
mod typed;
mod version;
pub mod working_text;

pub use fault::{Code, Fault, Severity};
pub use header::Header;
pub use id::RecordId;
pub use name::Name;
pub use page::Page;
pub use placed::Record;
pub use reading::{FileReading, Reading};
