//! Every command in every kind of repository, and many repositories in one process.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../common/mod.rs"]
mod common;

mod commands;
mod invocations;
mod matrix;
mod named;
mod sites;
