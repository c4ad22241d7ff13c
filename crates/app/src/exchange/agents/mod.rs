//! Importing what agents' programs keep of a project: each file becomes a rule or a record, with
//! all of its text.
//!
//! `given` finds the files, `import` tells which are new, `settle` writes what they become.
//! `mentioned` finds those that a text takes in, `known` what earlier imports made, `record` and
//! `rule` make the texts, in which `links` lead to what else was imported.

mod given;
mod import;
mod known;
mod links;
mod mentioned;
mod record;
mod rule;
mod settle;

pub use import::{AgentImport, agents};
