//! Private memory: the work log of a branch, its notes on commits, and how both travel.

pub mod compact;
pub mod fetching;
pub mod fold;
pub mod follow_ups;
pub mod forget;
pub mod gc;
pub mod notes;
mod readers;
pub(crate) mod redaction;
mod run_log;
pub mod runs;
mod sealed_chains;
pub mod settle;
pub(crate) mod shared_refs;
pub mod summary;
pub mod sync;
mod synced;
