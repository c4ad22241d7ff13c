//! The command line. Arguments in; text or JSON on stdout, everything else on stderr, an
//! exit status out.
//!
//! [`commands`] is the table of commands. A command's file holds its arguments and says how the
//! use case's answer is shown; `output` is the only place that writes to the terminal, `screen`
//! knows what that can show, `style` the colors, `rendering` how Markdown looks; `exit` turns
//! errors into messages, hints and the exit status.

#![warn(clippy::disallowed_methods)]

mod absent;
mod anywhere;
mod args;
pub mod command_line;
pub mod commands;
mod comment;
mod completion;
mod conflict;
mod contest;
mod editor;
mod exit;
mod findings;
mod help;
mod hits;
mod input;
mod output;
mod program;
mod progress;
mod record_args;
mod rendering;
mod run;
mod sarif;
mod screen;
mod style;
mod workflow;
mod written;

pub use program::{Clock, McpDoor, Served, TuiDoor, WebDoor};
pub use run::{Process, run};
