//! git-memory keeps a project's memory inside git itself.
//!
//! Floors, each using the ones below it and never one above or beside it (`tests/architecture`
//! holds them to that):
//!
//! - [`cli`]: the command line, a door. Arguments in; text or JSON, and an exit status, out.
//! - [`wire`]: what all doors speak: the JSON of answers and questions, and advice.
//! - [`app`]: one use case a verb, in families of rooms. No printing, no files, no processes.
//! - [`store`]: the only room that keeps anything: files of the work tree, caches, locks, chains.
//! - [`git`]: the only room that speaks git.
//! - [`domain`]: what memory is. Pure: no files, no git, no clock, no environment, no threads.
//!
//! A program that uses the library begins with [`app::workspace::Workspace::open`]; `examples/`
//! shows how.

#![forbid(unsafe_code)]
#![warn(clippy::disallowed_methods)]

pub mod app;
pub mod cli;
pub mod domain;
pub mod git;
pub mod store;
pub mod wire;
