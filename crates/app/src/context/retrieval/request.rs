//! What a structured answer is asked for.

use crate::records::list::Filter;
use git_memory_model::scope::Scope;
use git_memory_store::View;

/// What is asked for.
#[derive(Clone, Debug)]
pub struct RetrievalRequest {
    /// Where memory is read.
    pub view: View,
    /// The scope.
    pub scope: Scope,
    /// `overview`, kinds, and folders, by their names.
    pub topics: Vec<String>,
    /// Whether what everybody gets is wanted.
    pub has_defaults: bool,
    /// Only records that fit; where no status is named, only current ones.
    pub filter: Filter,
}
