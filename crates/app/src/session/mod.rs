//! Sessions of agents: answers in their course ([`govern`]), summaries at their end ([`end`],
//! [`transcripts`]), and reading ahead for both ([`warm`]).
//!
//! All of it happens unasked: nothing where `memory.auto` is off, nothing where the repository has
//! no memory, and no record twice in a session.

mod asked;
mod end;
pub mod govern;
mod named_files;
mod own_step;
mod patience;
mod start;
mod state;
mod summary;
pub mod transcripts;
pub mod warm;

pub use asked::Session;
pub use patience::Patience;
