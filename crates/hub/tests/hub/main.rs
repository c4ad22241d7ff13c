//! The hub, with a real PostgreSQL and real repositories.
#![cfg(unix)]
#![allow(
    clippy::panic,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test fails by panicking, and one that takes long says what it did"
)]

mod answers;
mod common;
mod faults;
mod filling;
mod gate;
mod hosts;
mod logs;
mod many;
mod related;
mod runs;
mod tls;
mod tools;
