//! The repository map: which symbols each source file defines, and which of them are most used
//! from elsewhere.
//!
//! [`SymbolReader`] reads one file, by the grammar of its [`Language`]. [`Graph`] joins the files
//! of a tree by their uses of each other and ranks them; [`MapChoice`] writes as much as fits into
//! a budget. Everything is counted in whole numbers, so that it is the same on every machine.

mod choice;
mod graph;
mod language;
mod names;
mod naming;
mod page;
mod paths;
mod rank;
mod reader;
mod roles;
mod symbols;
#[cfg(test)]
mod tests;

pub use choice::{ChosenFile, ChosenSymbol};
pub use graph::{Focus, Graph};
pub use language::Language;
pub use names::is_distinctive;
pub use page::{FileDecisions, MapChoice, MapPage};
pub use paths::{is_foreign_folder, is_generated, is_sample_folder};
pub use reader::SymbolReader;
pub use symbols::{Definition, MapFile, SymbolKind, Symbols, Unread, UsedName, name_hash};
