//! Merging the files of memory when git asks for it: texts in, a text out. `file` says
//! how a file is merged; what is made of many records, or has one line for each thing, goes by
//! what the lines are about (`keyed`).

mod feedback;
mod file;
mod impressions;
mod index_page;
mod keyed;
mod texts;

pub use feedback::with_lines;
pub use file::{limit, merge};
pub use texts::Texts;
