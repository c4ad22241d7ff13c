//! The hub, with a real PostgreSQL and real repositories.
#![cfg(unix)]
#![allow(
    clippy::panic,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test fails by panicking, and one that takes long says what it did"
)]

#[path = "../../../../tests/common/packages.rs"]
#[allow(dead_code, reason = "it has more than is wanted here")]
mod packages;
#[path = "../../../../tests/common/tiny_model.rs"]
mod tiny_model;

mod answers;
mod common;
mod faults;
mod filling;
mod gate;
mod hosts;
mod logs;
mod many;
mod meaning;
mod nearest;
mod related;
mod runs;
mod tls;
mod tools;
