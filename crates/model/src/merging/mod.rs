//! Merges the files of memory when git asks for it: texts in, a text out. `file` chooses the way;
//! files that are made of many records, or have one line for each thing, are merged by the things
//! (`keyed`).

mod feedback;
mod file;
mod impressions;
mod index_page;
mod keyed;
mod texts;

pub use feedback::with_lines;
pub use file::{limit, merge};
pub use texts::Texts;
