//! The policy: the paths that a tool may read, write and search, and the reasons for denials.
//!
//! [`forms`] lists the meanings of a typed path, the store follows them to a [`Place`], and
//! [`Policy`] judges it; globs are judged by the places that they are aimed at.
//! [`shell`](crate::shell) finds the paths in a command line.

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
pub use denial::{Denial, Note, Rule, of_check, of_outside, of_rules};
pub use folding::Folding;
pub use forms::{Form, Home, TOP, TooLong, forms};
pub use git_names::is_gits;
pub use glob::of_search;
pub use pattern::{BadPattern, Pattern};
pub use place::Place;
pub use row::Row;
pub use rules::{Blocks, COMMITTED_LOGS, Named, OpenLog, Policy, Sources};
