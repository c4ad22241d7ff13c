//! A project's memory as a library: one use case a verb. Nothing here prints or parses arguments;
//! every door calls the same functions.
//!
//! [`workspace`] is where a use case begins: the repository, its store, the clock and fresh ids.
//! What a use case returns is data; [`crate::wire`] gives it the JSON shapes that all doors speak.

#![warn(clippy::disallowed_methods)]

pub mod agents;
pub mod care;
pub mod context;
pub mod evidence;
pub mod exchange;
pub mod hooks;
pub mod map;
pub mod private;
pub mod project;
pub mod recall;
pub mod records;
pub mod searcher;
pub mod secrets;
pub mod served;
pub mod session;
pub mod user;
pub mod user_text;
pub mod wire;
pub mod workspace;

pub use git_memory_git::Environment;
pub use git_memory_store::{Expunged, Leftover, Logged, Memory, View};
pub use recall::{Answer, Hit, Origin};
pub use searcher::Searcher;
pub use workspace::{Error, Invocation};
