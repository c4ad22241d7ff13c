//! Merging memory with the real git: by the driver that `init` sets up, in all of git's ways of
//! merging; against a model; and reports of merges that mixed records up.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::panic, reason = "a test fails by panicking")]

#[path = "../common/mod.rs"]
mod common;

mod mixed_up;
mod model;
mod operations;
mod records;
mod setting_up;
mod sides;
