//! Agents: which of them are used here ([`find`]), which of their files git-memory belongs into
//! ([`places`]), and putting it in and out ([`setup`]).

mod find;
mod places;
mod report;
mod setup;

pub use find::program;
pub use git_memory_store::{LateHook, late_sentence};
pub use places::Scope;
pub(crate) use places::own_folders;
pub use report::{AgentReport, Change, Done, FileReport, State};
pub use setup::{
    AgentUse, Wish, in_use, install, late_hooks, planned, status, unconnected, uninstall,
};
