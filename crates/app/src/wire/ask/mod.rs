//! Questions: what a door may ask, as JSON or made of flags, and the one place where each becomes
//! the use case's request. A key that no question has is an error, never ignored.
//!
//! Paths in questions are relative to the top of the work tree, with `/` between their parts.

mod agent_hook;
mod context;
mod read;
mod recall;
mod records;
mod summary;
mod workspace;
mod write;

pub use agent_hook::{AgentEvent, AgentForm, AgentInput};
pub use context::{ContextQuestion, RetrievalQuestion};
pub use git_memory_agents::agent::Agent;
pub use read::{ReadQuestion, ReadRequest};
pub use recall::{AnswerForm, RecallQuestion, TierName};
pub(crate) use recall::{kinds, trust};
pub use records::RecordQuestion;
pub use summary::{SummaryQuestion, step_status};
pub use workspace::WorkspaceQuestion;
pub use write::{By, WriteQuestion, WriteRequest};

/// The lists of paths in questions: an item of them may hold commas.
pub const OF_PATHS: [&str; 3] = ["for", "near", "paths"];
