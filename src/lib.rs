//! git-memory keeps a project's memory inside git itself.
//!
//! Floors, each using the ones below it and never one above or beside it (`tests/architecture.rs`
//! holds them to that):
//!
//! - [`cli`]: the command line, the door. Arguments in, text, JSON and an exit status out.
//! - [`app`]: one use case a verb. No printing, no argument parsing.
//! - [`store`]: the only room that keeps anything: files of the work tree, caches, locks.
//! - [`git`]: the only room that speaks git.
//! - [`domain`]: what memory is. Pure: no files, no git, no clock, no environment, no network.

#![forbid(unsafe_code)]
#![warn(clippy::disallowed_methods)]

pub mod app;
pub mod cli;
pub mod domain;
pub mod git;
pub mod store;
pub mod wire;
