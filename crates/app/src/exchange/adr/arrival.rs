//! A decision that was read, and is not a record yet.

use git_memory_import::adr::{Adr, Dated};
use git_memory_import::links::Links;
use git_memory_model::record::draft::Draft;
use git_memory_text::path::RepoPath;

/// A file on its way to become a record, or to change one.
pub(crate) struct Arrival {
    /// What it is called in answers.
    pub(crate) shown: String,
    /// Where it comes from.
    pub(crate) origin: String,
    /// Whether it is in this work tree.
    pub(crate) is_here: bool,
    pub(crate) adr: Adr,
    /// The links of its body.
    pub(crate) links: Links,
    pub(crate) created: Dated,
    pub(crate) draft: Draft,
    /// The path of the record.
    pub(crate) path: RepoPath,
    /// What there is to say of it.
    pub(crate) notes: Vec<String>,
    /// What it said when the record was made, where there is one.
    pub(crate) before: Option<Draft>,
}
