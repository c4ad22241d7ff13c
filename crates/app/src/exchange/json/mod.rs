//! Importing a document: its [`files`] as they are, then the [`entries`] of its lists as new
//! records, or as another text of those that are here already ([`update`]).

mod document;
mod draft;
mod entries;
mod files;
pub(crate) mod import;
mod update;

pub use document::{JsonImport, json, mem0};
