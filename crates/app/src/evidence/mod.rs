//! Ties between records and code or commits, from git: freshness of records, and the records that a
//! change is about.

pub mod change;
pub(crate) mod citing;
pub mod ground;
pub(crate) mod renames;
mod specs;
pub mod touched;

pub use ground::{Grounds, Subject};
