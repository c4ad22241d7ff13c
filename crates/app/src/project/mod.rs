//! Structure of the repository ([`index`]), the policy for tools in it ([`policy`](mod@policy)),
//! and its judgement on tool calls ([`tool_call`]).

pub mod check;
mod holder;
mod holders;
pub mod index;
mod judge;
pub mod policy;
pub mod tool_call;
mod tools;
mod verdict;
mod wanted;

pub use git_memory_policy::project::policy::{Access, Denial, Note, Policy, Row};
pub use judge::{Judge, Touched};
pub use tool_call::{Edited, Judgement, ToolCall};
pub use tools::BadCall;
pub use verdict::Verdict;
pub use wanted::Wanted;
