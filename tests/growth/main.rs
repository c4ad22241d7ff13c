//! Twice the input is twice the work: no reader and no merge is worse than n log n, whatever its
//! input consists of. The test reads processor time, so `.ci/run` calls it with `--ignored`.
#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]
#![allow(
    clippy::print_stdout,
    reason = "a test that takes a minute says what it did"
)]

#[path = "../common/mod.rs"]
mod common;
mod cost;
mod made;
mod readers;
mod reports;
