//! Secrets: scanning for them ([`scan`](mod@scan)), stopping them before they leave this clone
//! ([`refs`]), and marking false positives ([`allow`](mod@allow)).

pub mod allow;
mod refs;
pub mod scan;

pub use refs::{leaving, pushed, transaction};
