//! Coding agents and hook managers, one row each. Pure: their files and calls come in as texts.
//!
//! [`agent`] has a file for each agent, and their table; [`agent_setup`] puts our entries into their
//! configuration and takes them out again, [`session`] reads what their transcripts tell;
//! [`hook_manager`] and [`hook_file`] do the same for those who own a repository's hooks.

#![warn(clippy::disallowed_methods)]

pub mod agent;
pub mod agent_setup;
pub mod hook_file;
pub mod hook_manager;
pub mod session;
