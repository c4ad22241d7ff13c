//! Records: one Markdown file with YAML front matter each.
//!
//! [`front_matter`] takes a file apart, [`patch`] writes values and changes single keys,
//! [`reading`] reads what every answer needs from one file, [`draft`] makes a new file,
//! [`page`] what a file without an id of ours says, [`body`] changes what follows the front matter,
//! [`lacks`] says which parts a record lacks.
//! [`merge`](mod@merge) joins two versions, with [`marks`] where people decide; [`conflict`] takes
//! apart what a merge left, [`check`] finds what is wrong between several records, and
//! [`successors`] which of them took the place of the same one.

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
mod typed;
mod version;
pub mod working_text;

pub use fault::{Code, Fault, Severity};
pub use header::Header;
pub use id::RecordId;
pub use name::Name;
pub use page::Page;
pub use placed::Record;
pub use reading::Reading;
