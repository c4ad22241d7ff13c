//! Ties between records and code or commits, from git: freshness of records, and the records that a
//! change is about.
//!
//! [`Grounds`] judges records one by one; [`change::WholeChange`] is a change as a question about all.

#![warn(clippy::disallowed_methods)]

pub mod altered;
pub mod change;
pub mod citing;
pub mod ground;
pub mod renames;
mod specs;
pub mod touched;

pub use ground::{Grounds, Subject};
