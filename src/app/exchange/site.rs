//! The folder of a site.

use std::path::Path;

use crate::app::workspace::{Error, Workspace};
use crate::store::SiteFolder;

/// Opens a folder, which is relative to the working folder, for the files of a site.
///
/// # Errors
/// Where the folder is somebody's own, or cannot be read.
pub fn folder(workspace: &Workspace, folder: &Path) -> Result<SiteFolder, Error> {
    Ok(SiteFolder::open(workspace.invocation().path(folder))?)
}
