//! The bearings of a page: the project, the branch and commit that it is of, and the records that
//! need a look.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use git_memory_app::View;
use git_memory_app::recall::review::{Review, review};
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
    /// The records to review, where they are known.
    pub(super) reviewed: Option<Arc<Reviewed>>,
}

/// The records to review in one state of memory and code.
pub(crate) struct Reviewed {
    pub(super) review: Review,
    /// The word for each.
    words: HashMap<Name, Word>,
}

impl Reviewed {
    /// Looks for the records to review in a view.
    ///
    /// # Errors
    /// Where memory or its history cannot be read.
    pub(crate) fn of(workspace: &Workspace, view: &View) -> Result<Self, Error> {
        let review = review(workspace, view)?;
        let word = |is_changed| if is_changed { CHANGED } else { DUE };
        let words = review.suspects.iter();
        let words = words.map(|it| (it.record.header.id.clone(), word(!it.named.is_empty())));
        Ok(Self {
            words: words.collect(),
            review,
        })
    }
}

/// The last review of a server, with the state that it was made in. A review takes ten to a hundred
/// times as long as a page: only its own page waits for it, and the others show what that found.
#[derive(Default)]
pub(crate) struct KeptReview {
    last: Mutex<Option<(String, Arc<Reviewed>)>>,
    /// Held while a review is made: who asks for the same one waits for it.
    making: Mutex<()>,
}

impl KeptReview {
    /// The review of a state, if it is the last one.
    pub(crate) fn of(&self, state: &str) -> Option<Arc<Reviewed>> {
        let last = locked(&self.last);
        let (_, reviewed) = last.as_ref().filter(|(of, _)| of == state)?;
        Some(Arc::clone(reviewed))
    }

    /// True if no review was made yet.
    pub(crate) fn is_empty(&self) -> bool {
        locked(&self.last).is_none()
    }

    /// The review of a state: the last one, or what `make` returns.
    ///
    /// # Errors
    /// What `make` returns.
    pub(crate) fn made(
        &self,
        state: &str,
        make: impl FnOnce() -> Result<Reviewed, Error>,
    ) -> Result<Arc<Reviewed>, Error> {
        let _making = locked(&self.making);
        if let Some(known) = self.of(state) {
            return Ok(known);
        }
        let reviewed = Arc::new(make()?);
        *locked(&self.last) = Some((state.to_owned(), Arc::clone(&reviewed)));
        Ok(reviewed)
    }
}

fn locked<T>(kept: &Mutex<T>) -> MutexGuard<'_, T> {
    // A request that panicked left nothing half-done under it.
    kept.lock().unwrap_or_else(PoisonError::into_inner)
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
            reviewed: None,
        })
    }

    /// Bearings with the records to review.
    pub(crate) fn with(self, reviewed: Option<Arc<Reviewed>>) -> Self {
        Self { reviewed, ..self }
    }

    /// Number of records to review, where it is known.
    pub(super) fn count(&self) -> Option<usize> {
        self.reviewed.as_ref().map(|it| it.words.len())
    }

    /// The word for a record that is to be reviewed.
    pub(super) fn word(&self, id: &Name) -> Option<Word> {
        self.reviewed.as_ref()?.words.get(id).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_review_of_a_state_is_made_once() {
        let kept = KeptReview::default();
        let mut made = Vec::new();
        for state in ["one", "one", "two"] {
            let review = || {
                made.push(state);
                Ok(Reviewed {
                    review: Review::default(),
                    words: HashMap::new(),
                })
            };
            kept.made(state, review).unwrap();
        }
        assert_eq!(made, ["one", "two"]);
        assert!(kept.of("one").is_none() && kept.of("two").is_some());
    }
}
