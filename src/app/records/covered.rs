//! Which files a record is about now: what its pathspecs cover.

use crate::app::records::source;
use crate::app::workspace::{Error, Workspace};
use crate::domain::pathspec::Coverage;
use crate::domain::secrets::Clean;
use crate::store::View;

/// The files that a record is about.
#[derive(Clone, Debug)]
pub struct Covered {
    /// The record's id.
    pub id: String,
    /// Its title.
    pub title: Clean,
    /// Its pathspecs, as they are written.
    pub specs: Vec<Clean>,
    /// The tracked files that these cover, sorted by path.
    pub files: Vec<String>,
}

/// The files that the record is about which `name` names in a view, or privately where the view is
/// the work tree.
///
/// # Errors
/// As for [`source::find`], and where git cannot list its files.
pub fn covered(workspace: &Workspace, view: &View, name: &str) -> Result<Covered, Error> {
    let header = source::find(workspace, view.clone(), name)?.record.header;
    let store = workspace.store();
    let mut files = match view.revision() {
        _ if header.paths.is_empty() => Vec::new(),
        None => store.staging().tracked_files()?,
        Some(revision) => {
            let commit = store.history().resolve(revision)?;
            store.objects().paths(commit)?
        }
    };
    let coverage = Coverage::of(header.paths.iter().map(Clean::as_str));
    files.retain(|path| coverage.covers(path));
    Ok(Covered {
        id: header.id.to_string(),
        title: header.title.clone(),
        specs: header.paths.clone(),
        files,
    })
}
