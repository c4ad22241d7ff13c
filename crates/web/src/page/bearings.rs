//! The bearings of a page: the project, the branch and commit that it is of, and the records that
//! need a look.

use std::collections::HashMap;

use git_memory_app::View;
use git_memory_app::recall::review::review;
use git_memory_app::workspace::{Error, Workspace};
use git_memory_model::record::Name;

/// Number of digits of a commit's id that pages show.
const SHORT: usize = 7;

/// The project, branch and commit of a page, and the records to review.
pub(crate) struct Bearings {
    /// The name of the repository's folder.
    pub(super) project: String,
    /// The current branch, where the page is of its commit.
    pub(super) branch: Option<String>,
    /// The first digits of the commit's id; `None` before the first commit, and for a tree.
    pub(super) commit: Option<String>,
    /// The records to review, each with the word for it; `None` on the server, whose pages are
    /// there sooner than that: their script asks for them.
    to_review: Option<HashMap<Name, Word>>,
}

/// A word about a record that is not as most are: its name in the pages' style, and its text.
pub(super) type Word = (&'static str, &'static str);

/// The word for a record of which the code that it names has changed.
pub(super) const CHANGED: Word = ("changed", "changed since");
/// The word for a record that may be out of date for another reason.
const DUE: Word = ("review", "to review");

impl Bearings {
    /// The bearings of the pages of a revision, or of the work tree.
    ///
    /// # Errors
    /// An unknown revision, or where HEAD cannot be read.
    pub(crate) fn of(workspace: &Workspace, revision: Option<&str>) -> Result<Self, Error> {
        let history = workspace.store().history();
        let head = history.head()?;
        let commit = history.commit_at(revision)?;
        Ok(Self {
            project: workspace.project(),
            branch: head.branch.filter(|_| commit == head.commit),
            commit: commit.map(|commit| commit.to_string().chars().take(SHORT).collect()),
            to_review: None,
        })
    }

    /// Bearings with the records to review.
    ///
    /// # Errors
    /// Where memory or its history cannot be read.
    pub(crate) fn reviewed(self, workspace: &Workspace, view: &View) -> Result<Self, Error> {
        let suspects = review(workspace, view)?.suspects.into_iter();
        let word = |is_changed| if is_changed { CHANGED } else { DUE };
        let suspects = suspects.map(|it| (it.record.header.id.clone(), word(!it.named.is_empty())));
        Ok(Self {
            to_review: Some(suspects.collect()),
            ..self
        })
    }

    /// Number of records to review, where it is known.
    pub(super) fn count(&self) -> Option<usize> {
        self.to_review.as_ref().map(HashMap::len)
    }

    /// The word for a record that is to be reviewed.
    pub(super) fn word(&self, id: &Name) -> Option<Word> {
        self.to_review.as_ref()?.get(id).copied()
    }
}
