//! TODO policy

pub mod shell;
pub mod project;
pub mod apply_patch;
pub mod attributes;
pub mod map;
