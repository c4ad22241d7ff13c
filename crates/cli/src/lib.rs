//! The command line. Arguments in; text or JSON on stdout, everything else on stderr, an
//! exit status out.
//!
//! [`commands`] is the table of commands. A command's file holds its arguments and says how the
//! use case's answer is shown; `output` is the only place that writes to the terminal, `screen`
//! knows what that can show, `style` the colors, `rendering` how Markdown looks; `exit` turns
//! errors into messages, hints and the exit status.

#![warn(clippy::disallowed_methods)]

mod absent;
mod add;
mod adopt;
mod agent_hook;
mod agents;
mod allow;
mod anywhere;
mod args;
mod backtest;
mod blame;
mod briefing;
mod browse;
mod check;
mod clear;
mod close;
pub mod command_line;
pub mod commands;
mod complete;
mod completion;
mod config;
mod conflict;
mod contest;
mod context;
mod count;
mod diff;
mod doctor;
mod edit;
mod editor;
mod exit;
mod export;
mod feedback;
mod filter;
mod findings;
mod fold;
mod forget;
mod gc;
mod get_context;
mod graph;
mod help;
mod hits;
mod hook;
mod hooks;
mod identity;
mod import;
mod import_adr;
mod import_agents;
mod import_report;
mod import_transcripts;
mod incoming;
mod init;
mod input;
mod install_man;
mod list;
mod list_format;
mod log;
mod map;
mod mcp;
mod merge_driver;
mod notes;
mod output;
mod policy;
mod program;
mod progress;
mod publish;
mod read_symbols;
mod recall;
mod record_args;
mod refresh;
mod related;
mod rendering;
mod review;
mod rules;
mod run;
mod runs;
mod sarif;
mod scan;
mod screen;
mod serve;
mod set;
mod show;
mod site;
mod status;
mod style;
mod suggest;
mod summary;
mod supersede;
mod sync;
mod topic;
mod user;
mod why;
mod written;

pub use git_memory_app::advice::CLI as WORDING;
pub use program::{Clock, McpDoor, Served, TuiDoor, WebDoor};
pub use run::{Process, run};
