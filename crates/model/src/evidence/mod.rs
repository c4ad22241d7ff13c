//! Ties between records and the rest of the repository, beside their own words: the commits that
//! name a record which they follow.

mod citation;
pub mod following;
pub mod ground;
pub mod message_file;
pub mod same_code;
pub mod trailer;
mod trailer_block;

pub use citation::{Citation, citations, shortened, without_citations};
