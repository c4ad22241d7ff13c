//! The work log: steps as commits on a chain for each branch.
//!
//! Pure: [`chain`] names the refs, [`message`] is the form of a commit's message, [`entry`] its
//! contents, [`summary`] makes new ones. Computed from entries: [`runs`] (the state several workers
//! share), [`latest`] (a bounded text for the next step), [`compaction`] (one entry for many).
//! [`note`] reads and writes notes on commits, [`sealed`] tells what an encrypted entry shows,
//! [`fetching`] finds the effect of a remote's fetch list on all of these refs. The promises are in
//! docs/contract.md, section 5.

pub mod chain;
pub mod compaction;
pub mod entry;
pub mod fetching;
pub mod latest;
pub mod message;
pub mod note;
pub mod order;
pub mod runs;
pub mod sealed;
pub mod summary;

pub use chain::Chain;
pub use entry::{Entry, EntryKind, Status};
