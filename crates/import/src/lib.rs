//! Reads foreign texts, with one reader for each format. Nothing here makes a record or an id, or
//! looks at a folder: the use case `app::import` hands in file names and texts, and turns the
//! result into records.
//!
//! [`adr`] reads one decision record by [`form`](git_memory_model::form); `rst` and `asciidoc` turn
//! other markup into Markdown first. [`agents`] reads files of agents' programs, [`links`] keeps
//! the targets of the links of a text that moves, and [`workspace_tree`] reads a tree of topics.

#![warn(clippy::disallowed_methods)]

pub mod adr;
pub mod agents;
mod asciidoc;
pub mod exchange;
pub mod links;
pub mod okf;
mod rst;
pub mod workspace_tree;
