//! Opening the index of recall.

use crate::workspace::{Error, Workspace, settings};
use git_memory_store as store;
use git_memory_store::index::Index;

/// Does `work` with the index of this repository; where that is damaged, it is made anew, once.
/// `progress` is called with how many of how many new texts were read.
///
/// # Errors
/// A language setting without a stemmer, or what `work` returns.
pub(crate) fn with_index<T>(
    workspace: &Workspace,
    revision: Option<&str>,
    progress: &dyn Fn(usize, usize),
    work: impl Fn(&Index) -> Result<T, Error>,
) -> Result<T, Error> {
    let language = settings::language(workspace, revision)?;
    let index = workspace.store().index(language, progress);
    match work(&index) {
        // The index can be made again from the objects, so damage costs time and nothing else.
        Err(Error::Store(store::Error::Damaged(_))) => {
            index.discard();
            work(&index)
        }
        done => done,
    }
}
