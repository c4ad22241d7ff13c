//! Private memory: what was done, step by step, as commits on a chain a branch.
//!
//! Pure: [`chain`] names the refs, [`message`] is the form of a commit's message, [`entry`] what it
//! says, [`summary`] makes new ones. What is computed from entries: [`runs`] (the state several
//! workers share), [`latest`] (a bounded text for the next step), [`compaction`] (one entry for
//! many). [`note`] is what is written on commits, [`fetching`] what the fetch list of a remote does to
//! all of these refs. The promises are in docs/contract.md, section
//! 5.

pub mod chain;
pub mod compaction;
pub mod entry;
pub mod fetching;
pub mod latest;
pub mod message;
pub mod note;
pub mod runs;
pub mod summary;

pub use chain::Chain;
pub use entry::{Entry, EntryKind, Status};
