//! The question, and the texts to search.

use crate::records::Tier;
use git_memory_model::kind::Kind;
use git_memory_model::trust::Trust;
use git_memory_store::View;

/// The tracked records to search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SearchScope {
    /// Records of the work tree.
    #[default]
    WorkTree,
    /// Records of a revision.
    Revision(String),
    /// Records of every branch, local and remote-tracking.
    AllBranches,
    /// Records of the work tree that a revision does not have, or has with another text.
    Since(String),
}

impl SearchScope {
    /// The revision whose records and settings count, where they are not those of the work tree.
    pub(crate) fn revision(&self) -> Option<&str> {
        match self {
            Self::Revision(revision) => Some(revision),
            Self::WorkTree | Self::AllBranches | Self::Since(_) => None,
        }
    }

    /// The view whose files and commits count.
    pub(crate) fn view(&self) -> View {
        View::at(self.revision())
    }
}

/// A question.
#[derive(Clone, Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each asks for something else"
)]
pub struct Question {
    /// The words, in any form.
    pub words: String,
    /// The maximum number of hits.
    pub most: usize,
    /// Records of one of these kinds; of any if empty.
    pub kinds: Vec<Kind>,
    /// With one of these statuses.
    pub statuses: Vec<String>,
    /// With all of these tags.
    pub tags: Vec<String>,
    /// In one of these scopes or below it.
    pub scopes: Vec<String>,
    /// The paths of the task, from the top of the work tree.
    pub near: Vec<String>,
    /// The tracked records.
    pub place: SearchScope,
    /// Private entries and the notes on commits, too.
    pub is_private: bool,
    /// User memory, too.
    pub is_user: bool,
    /// The messages of the commits that HEAD, or the revision, reaches, too.
    pub has_commits: bool,
    /// The part of each record to show instead of the piece that answers.
    pub tier: Option<Tier>,
    /// Only records that have come so far, by the commits that brought them.
    pub trust: Option<Trust>,
    /// True if only hits of high confidence are wanted.
    pub is_sure: bool,
    /// True if each number of a score is explained.
    pub is_explained: bool,
}
