//! The policy: which paths a tool may read, write and search, and why not.
//!
//! [`forms`] says what a typed path may mean, the store where that leads ([`Place`]), and
//! [`Policy`] judges it; globs are judged by what they are aimed at. What of a shell's command line
//! is a path is in [`domain::shell`](crate::shell).

mod access;
mod denial;
mod folding;
mod forms;
mod git_names;
mod glob;
mod pattern;
mod place;
mod reach;
mod row;
mod rules;

pub use access::{Access, Touch};
pub use denial::{Denial, Note, Rule, of_outside, of_rules};
pub use folding::Folding;
pub use forms::{Form, Home, TOP, TooLong, forms};
pub use git_names::is_gits;
pub use glob::{TooMany, alternatives, is_glob, of_search};
pub use pattern::{BadPattern, Pattern};
pub use place::Place;
pub use row::Row;
pub use rules::{Blocks, COMMITTED_LOGS, Named, OpenLog, Policy, Sources};
