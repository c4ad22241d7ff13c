//! Prepares memory for prompts: texts made safe to pass on, and packs of them under a hard budget.
//!
//! [`sanitize`] takes out invisible parts, [`fence`] puts marks with its origin around the rest,
//! [`pack`] chooses the items that fit, [`retrieval`] is one structured answer for a tool,
//! [`briefing`] a page to hand work over.

pub mod briefing;
pub mod fence;
pub mod pack;
pub mod page;
pub mod retrieval;
pub mod sanitize;
