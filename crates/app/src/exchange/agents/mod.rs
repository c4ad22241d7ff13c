//! Importing what agents' programs keep of a project: each file becomes a rule or a record, with
//! all of its text.
//!
//! `given` finds the files, `import` finds the new ones, `settle` writes the results. `mentioned`
//! finds the files that a text includes, `known` the results of earlier imports; `record` and
//! `rule` make the texts, in which `links` lead to the other imported files.

mod given;
mod import;
mod known;
mod links;
mod mentioned;
mod record;
mod rule;
mod settle;

pub(crate) use given::files;
pub use import::{AgentImport, agents};
