//! The question for a structured answer.

use serde::Serialize;

use crate::records::list::Filter;
use git_memory_model::scope::Scope;
use git_memory_store::View;

/// The question for a structured answer.
#[derive(Clone, Debug, Serialize)]
pub struct RetrievalRequest {
    /// The view of memory to read.
    pub view: View,
    /// The workspace that is named, which is the first part of the scope.
    pub workspace: Option<String>,
    /// The scope.
    pub scope: Scope,
    /// `overview`, kinds, and folders, by their names.
    pub topics: Vec<String>,
    /// True if the answer has the default topics.
    pub has_defaults: bool,
    /// Only records that fit; where no status is named, only current ones.
    pub filter: Filter,
}
