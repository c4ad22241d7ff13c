//! Floor 4: one use case a verb. Nothing here prints or parses arguments; every door calls the same functions.
//!
//! [`Desk`] is where a use case begins: the repository, its store, the clock and fresh ids. What a use case returns is
//! data; [`wire`] gives it the JSON shapes that all doors speak.

pub mod add;
pub mod allow;
pub mod briefing;
pub mod check;
pub mod clear;
pub mod compact;
pub mod context;
pub mod diff;
pub mod doctor;
pub mod edit;
pub mod error;
pub mod export;
pub mod feedback;
pub mod fold;
pub mod gc;
pub mod hooks;
pub mod identity;
pub mod import;
pub mod init;
pub mod list;
pub mod log;
pub mod notes;
pub mod private_record;
pub mod recall;
pub mod refresh;
pub mod review;
pub mod rules;
pub mod scan;
pub mod settings;
pub mod show;
pub mod summary;
pub mod supersede;
pub mod sync;
pub mod topic;
pub mod user;
pub mod why;
pub mod wire;

mod desk;
mod guard;
mod join;
mod lookup;
mod passing;
mod private;

pub use desk::Desk;
pub use error::Error;
pub use lookup::{Tier, find};
