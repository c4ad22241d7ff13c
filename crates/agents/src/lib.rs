//! TODO agents

pub mod agent_setup;
pub mod agent;
pub mod session;
pub mod hook_manager;
pub mod hook_file;
