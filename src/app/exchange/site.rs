//! Putting the files of a site where they are to be.

use std::path::Path;

use crate::app::workspace::{Error, Workspace};
use crate::store::write_site;

/// Writes the files of a site into a folder, which is relative to the working folder.
///
/// # Errors
/// Where the folder is somebody's own, or cannot be written.
pub fn write(
    workspace: &Workspace,
    folder: &Path,
    files: &[(String, String)],
) -> Result<(), Error> {
    let folder = workspace.invocation().path(folder);
    Ok(write_site(&folder, files)?)
}
