//! The command line, by the real binary against real repositories: one file a verb.

#[path = "../common/mod.rs"]
mod common;

mod add;
