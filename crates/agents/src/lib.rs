//! TODO agents

#![warn(clippy::disallowed_methods)]

pub mod agent;
pub mod agent_setup;
pub mod hook_file;
pub mod hook_manager;
pub mod session;
