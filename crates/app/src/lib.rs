//! A project's memory as a library: one use case a verb. Nothing here prints or parses arguments;
//! every door calls the same functions.
//!
//! Other programs begin with [`get_repo_memory`]: [`RepoMemory`] is their door, and its questions and
//! answers are named at the root of this crate.
//!
//! [`workspace`] is where a use case begins: the repository, its store, the clock and fresh ids.
//! A use case returns data; [`crate::wire`] gives it the JSON shapes that all doors speak.

#![warn(clippy::disallowed_methods)]

pub mod advice;
pub mod agents;
pub mod call;
pub mod care;
pub mod context;
mod embedder;
pub mod everywhere;
pub mod exchange;
pub mod hooks;
pub mod map;
pub mod memory;
pub mod models;
pub mod parents;
pub mod pr;
pub mod private;
pub mod project;
pub mod recall;
pub mod records;
pub mod secrets;
pub mod served;
pub mod session;
mod uncommitted;
pub mod user;
pub mod user_text;
pub mod verbs;
pub mod verify;
pub mod versions;
pub mod wire;

pub use context::{ContextQuestion, Pack};
pub use git_memory_evidence as evidence;
pub use git_memory_git::Environment;
pub use git_memory_guard::Clean;
pub use git_memory_model::kind::Kind;
pub use git_memory_model::private::entry::Label;
pub use git_memory_model::private::summary::Summary;
pub use git_memory_store::{
    Expunged, Forgetting, KEPT, Kept, Leftover, Logged, Memory, Scope, View,
};
pub use git_memory_text::advice::{Advice, Wording};
pub use git_memory_workspace as workspace;
pub use memory::{RepoMemory, get_repo_memory};
pub use private::summary::{Appended, Filter as SummaryFilter};
pub use project::policy::WholePolicy;
pub use project::{Access, Verdict};
pub use recall::{Answer, Hit, Origin, RecallQuestion};
pub use records::add::Written;
pub use records::clear::{ClearRequest, Cleared};
pub use records::put::Put;
pub use records::record_question::RecordQuestion;
pub use records::topic::Topic;
pub use records::writer::Writer;
pub use workspace::{Error, Invocation};

/// The page of this crate, whose program is compiled as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
