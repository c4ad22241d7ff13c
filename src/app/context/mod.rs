//! Memory for prompts: packs (`context`), one structured answer for tools (`get-context`), a page
//! to hand work over (`briefing`), and rule files (`rules`).
//!
//! [`materials`] gathers what a pack is made from beside records, [`records`] chooses among those.
//! A pack that was made from the same things before is looked up. [`retrieve`](mod@retrieve) and
//! [`pages`] make the structured answer.

pub mod briefing;
mod choice;
mod covering;
mod digest;
mod faults;
mod gist;
mod materials;
mod pack;
mod pages;
mod records;
mod request;
mod retrieve;
mod rule_files;
mod rule_links;
pub mod rules;
mod topics;

pub use pack::{Pack, pack};
pub use request::PackRequest;
pub use retrieve::{RetrievalRequest, retrieve};
