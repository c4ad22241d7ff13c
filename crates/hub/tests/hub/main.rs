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
mod filling;
mod gate;
mod logs;
mod many;
mod runs;
mod tls;
mod tools;
