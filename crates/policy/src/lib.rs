//! TODO policy

#![warn(clippy::disallowed_methods)]

pub mod apply_patch;
pub mod attributes;
pub mod map;
pub mod project;
pub mod shell;
