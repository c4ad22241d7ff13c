//! Programs that manage a repository's hooks, and write hook files of their own: what stands in a
//! hook file of theirs is gone with their next run, so our calls belong into their configuration.
//! Text in, text out.
//!
//! `manager` is the table of them, `entry` what a configuration has to say, `patch` puts it in
//! and takes it out by lines, so that comments stay.

mod entry;
mod manager;
mod patch;
mod yaml_lines;

pub use entry::{Call, calls};
pub use manager::Manager;
pub use patch::{Unfit, with_call, without_calls};

#[cfg(test)]
mod tests;
