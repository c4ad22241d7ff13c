//! What ties records to the rest of the repository, beside their own words: the commits that say
//! which record they follow.

mod citation;
pub mod following;

pub use citation::{Citation, citations};
