//! git-memory keeps a project's memory inside git itself.
//!
//! A program that uses the library opens a [`Searcher`] and reads what [`wire`] and [`domain`]
//! describe; `examples/` shows how. Inside, floors use the ones below them and never one above or
//! beside (`tests/architecture` holds them to that):
//!
//! - `cli`: the command line, a door. Arguments in; text or JSON, and an exit status, out.
//! - `mcp`: the door of agents, an MCP server.
//! - `web`: a local server, the door of browsers and other programs.
//! - `tui`: the door of people who look through memory on a terminal.
//! - `searcher`: the library's door.
//! - `page`: what people see in a browser, made of the answers.
//! - [`wire`]: what all doors speak: the JSON of answers and questions, and advice.
//! - `app`: one use case a verb, in families of rooms. No printing, no files, no processes.
//! - `store`: the only room that keeps anything: files of the work tree, caches, locks, chains.
//! - `git`: the only room that speaks git.
//! - [`domain`]: what memory is. Pure: no files, no git, no clock, no environment, no threads.

#![forbid(unsafe_code)]
#![warn(clippy::disallowed_methods)]

// The program and the tests of its table of commands use it; it promises nothing to others.
pub mod domain;

pub use app::recall::{Answer, Hit, Origin};
pub use app::workspace::{Error, Invocation};
pub use git::Environment;
pub use searcher::Searcher;
