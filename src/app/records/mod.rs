//! Records: writing, changing, finding and comparing them.

pub mod add;
pub mod clear;
pub mod diff;
pub mod edit;
pub mod list;
pub mod log;
mod lookup;
pub mod private_record;
pub mod show;
pub mod supersede;
pub mod topic;

pub use lookup::{Tier, find};
