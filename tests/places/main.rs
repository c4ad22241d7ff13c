//! Every command in every kind of repository.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../common/mod.rs"]
mod common;

mod commands;
mod matrix;
mod named;
mod sites;
