//! Memory for prompts: packs (`context`), one structured answer for tools (`get-context`), a page
//! to hand work over (`briefing`), and rule files (`rules`).
//!
//! [`materials`] gathers a pack's parts that are not records, [`choice`] chooses the records,
//! [`records`] reads them. A pack that was made from the same things before comes from the cache.
//! [`retrieval`] makes the structured answer.

mod agent_files;
mod begin;
mod branch_files;
pub mod briefing;
mod choice;
mod commits;
pub(crate) mod digest;
mod documents;
mod faults;
mod gist;
mod governing;
mod landed;
mod materials;
mod pack;
mod parent_items;
mod piece_grounds;
mod policy;
mod records;
mod request;
pub mod retrieval;
mod rule_changes;
pub(crate) mod rule_files;
mod rule_links;
mod rule_places;
mod rule_targets;
pub mod rules;
mod source_map;
pub mod state;
mod steps;

pub use agent_files::{agent_files, build_all};
pub use faults::fault_line;
pub(crate) use governing::governing;
pub use pack::{Pack, pack};
pub(crate) use records::GoverningName;
pub use request::ContextQuestion;
pub use retrieval::{RetrievalRequest, WorkspaceQuestion, retrieve, workspace_named};
pub use state::{state, state_with_code, state_with_earlier_code};
