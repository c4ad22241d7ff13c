//! Promises of the program while it is killed, refused by the system, met by damaged caches and odd
//! clocks, and run by a hundred processes at once. These tests take minutes: `.ci/run` calls them
//! with `--ignored`.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]
#![allow(
    clippy::print_stdout,
    reason = "a test that takes minutes says what it did"
)]

#[path = "../common/mod.rs"]
mod common;

mod agents;
mod caches;
mod calls;
mod cases;
mod clocks;
mod many;
mod simulator;
mod trace;
mod whole;
