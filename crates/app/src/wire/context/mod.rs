//! Answers that are made for prompts and tools: `context`, `briefing`, `get-context`.

mod pack;
mod retrieval;

pub use pack::{BriefingAnswer, PackAnswer};
pub use retrieval::RetrievalAnswer;
