//! A decision that was read, and is not a record yet.

use git_memory_import::adr::{Adr, Dated};
use git_memory_import::links::Links;
use git_memory_model::record::draft::Draft;
use git_memory_text::path::RepoPath;

/// A file on its way to become a record, or to change one.
pub(crate) struct Arrival {
    /// Name of the file in answers.
    pub(crate) shown: String,
    /// Origin of the file, as the record names it.
    pub(crate) origin: String,
    /// True if the file is in this work tree.
    pub(crate) is_here: bool,
    pub(crate) adr: Adr,
    /// The links of its body.
    pub(crate) links: Links,
    pub(crate) created: Dated,
    pub(crate) draft: Draft,
    /// The path of the record.
    pub(crate) path: RepoPath,
    /// Notes on the file for the report.
    pub(crate) notes: Vec<String>,
    /// The record as it was made from the file's earlier text, if that is known.
    pub(crate) before: Option<Draft>,
}
