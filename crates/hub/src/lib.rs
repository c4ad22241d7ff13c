//! The hub: the memory of many repositories in one PostgreSQL.
//!
//! It fetches memory from each repository ([`fill`]), keeps every version of every record in rows,
//! and answers readers by their tokens ([`serve`]). It changes no repository, and what it holds of
//! them can be filled again at any time.

#![warn(clippy::disallowed_methods)]

pub mod answers;
mod asked;
pub mod backup;
pub mod counted;
pub mod database;
pub mod error;
pub mod fill;
mod gate;
mod hub;
pub mod left_out;
mod locked;
pub mod logs;
mod looking;
pub mod meaning;
mod measures;
pub mod private_server;
pub mod readers;
mod reading;
mod related;
mod reply;
mod runs;
pub mod search;
pub mod serve;
mod states;
mod tls;
mod tools;
mod webhook;

pub use error::Error;
