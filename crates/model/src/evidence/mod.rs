//! Ties between records and the rest of the repository, beside their own words: the commits and
//! source files that name a record which they follow, and what such ties weigh.

pub mod applying;
mod citation;
mod comments;
mod example;
pub mod following;
pub mod ground;
pub mod impact;
pub mod message_file;
pub mod names;
pub mod naming;
mod reason;
pub mod same_code;
pub mod source_citation;
pub mod trailer;
mod trailer_block;
pub mod web;

pub use citation::{Citation, citations, shortened, without_citations};
pub use reason::Reason;
