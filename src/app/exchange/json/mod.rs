//! Importing a document: its [`files`] as they are, then the [`entries`] of its lists as new
//! records.

mod document;
mod draft;
mod entries;
mod files;
mod import;

pub use document::{JsonImport, json};
