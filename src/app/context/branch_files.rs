//! The files that somebody is at: those that this branch and the work tree change.

use std::collections::BTreeSet;

use crate::app::context::request::PackRequest;
use crate::app::records::base::default_branch;
use crate::app::workspace::{Error, Workspace};
use crate::domain::path::{MEMORY, is_below};
use crate::store::View;

/// Maximum number of files: who changes more is at everything.
const FILES: usize = 50;

/// The request, for the files of the branch where it names nothing by itself.
///
/// # Errors
/// Where git cannot compare.
pub(crate) fn with_branch_files(
    workspace: &Workspace,
    view: &View,
    request: &PackRequest,
) -> Result<PackRequest, Error> {
    if !request.query.is_empty() || !request.paths.is_empty() {
        return Ok(request.clone());
    }
    let store = workspace.store();
    let mut files: BTreeSet<String> = BTreeSet::new();
    // A pack of what is committed is the same in every clone, whatever branches it has and whatever
    // is in its work tree.
    if *view == View::WorkTree {
        if let Some(base) = default_branch(workspace)? {
            files.extend(store.history().files_since(base.tip)?);
        }
        files.extend(store.staging().each_uncommitted_file()?);
    }
    let paths = files.into_iter().filter(|file| !is_below(file, MEMORY));
    Ok(PackRequest {
        paths: paths.take(FILES).collect(),
        is_of_branch: true,
        ..request.clone()
    })
}
