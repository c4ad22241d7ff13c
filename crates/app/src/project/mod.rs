//! What the repository is made of ([`index`]), what of it a tool may touch
//! ([`policy`](mod@policy)), and calls of tools that this judges ([`tool_call`]).

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
pub use tool_call::{Judgement, ToolCall};
pub use tools::BadCall;
pub use verdict::Verdict;
pub use wanted::Wanted;
