//! A local server for tools without MCP and for people with a browser, and the static site.
//!
//! `serve` is where it begins, `listen` accepts connections, `guests` says who of them makes way,
//! `gate` lets requests in, `routes` is the table of what may be asked, `openapi` its description.
//! Each request opens the repository anew (`Repositories`), on a thread of its own, so that it sees
//! one snapshot of what is there then.

#![warn(clippy::disallowed_methods)]

mod events;
mod gate;
mod guests;
mod handler;
mod listen;
mod openapi;
pub mod page;
mod pages;
mod parameters;
mod reply;
mod routes;
mod serve;

pub use gate::{bearer, mark_known, set_headers};
pub use listen::listen;
pub use serve::{Address, ending, repository, serve};

pub use crate::page::site;
