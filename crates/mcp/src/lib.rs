//! The door of agents, over the Model Context Protocol (modelcontextprotocol.io, revisions 2024-11-05
//! to 2026-07-28) on standard input and output.
//!
//! `server` answers the protocol, `tools` is the table of tools, `resources` and `prompts`
//! are what a client may show to people. Each request opens the repository anew
//! (`Repositories`), on a thread of its own, so that it sees one snapshot of what is there then.

#![warn(clippy::disallowed_methods)]

mod answer;
mod arguments;
mod asking;
mod client;
mod host;
mod http;
mod lines;
mod message;
mod plain;
mod prompts;
mod resources;
mod schema;
mod serve;
mod server;
mod tools;
mod watch;

pub use host::{Host, HostCall, Own, Place, Refused, hosted};
pub use serve::{over_http, serve};
