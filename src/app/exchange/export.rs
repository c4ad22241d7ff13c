//! Passing memory on: every file of tracked memory that people write, and what its records say.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::app::records::show::guarded;
use crate::app::workspace::{Error, Workspace, identity};
use crate::domain::exchange::archive;
use crate::domain::path::RepoPath;
use crate::domain::record::Record;
use crate::domain::secrets::Clean;
use crate::store::{TreeFile, View};

/// Memory as it may leave the repository: what the guard takes for a secret is taken out.
#[derive(Debug)]
pub struct Exported {
    /// What names this repository.
    pub repo_hash: String,
    /// The files' texts by their paths.
    pub files: BTreeMap<RepoPath, Clean>,
    /// The records among them, sorted by path.
    pub records: Vec<Record>,
    /// The files out of which something was taken.
    pub redacted: Vec<RepoPath>,
    /// What else lies below `memory/`, and why it is left out.
    pub left_out: Vec<(String, &'static str)>,
}

/// The memory of a view. The same memory gives the same answer.
///
/// # Errors
/// Where there is no memory in the work tree, or it cannot be read.
pub fn export(workspace: &Workspace, view: &View) -> Result<Exported, Error> {
    if *view == View::WorkTree {
        workspace.must_have_memory()?;
    }
    let guard = workspace.guard()?;
    let mut exported = Exported {
        repo_hash: identity::repo_hash(workspace)?.to_string(),
        files: BTreeMap::new(),
        records: workspace.memory(view)?.records,
        redacted: Vec::new(),
        left_out: Vec::new(),
    };
    for held in workspace.store().files(view)? {
        match held {
            TreeFile::Text(path, _) if guard.redact(path.as_str()).as_str() != path.as_str() => {
                exported.left_out.push((
                    guard.redact(path.as_str()).into_string(),
                    "its name looks like a secret",
                ));
            }
            TreeFile::Text(path, text) => {
                let clean = guard.redact(&text);
                exported
                    .redacted
                    .extend((clean.as_str() != text).then(|| path.clone()));
                exported.files.insert(path, clean);
            }
            TreeFile::Unreadable(path, why) => exported.left_out.push((path, why)),
        }
    }
    exported
        .records
        .retain(|record| exported.files.contains_key(&record.path));
    exported
        .records
        .iter_mut()
        .for_each(|record| record.header = Arc::new(guarded(guard, &record.header)));
    Ok(exported)
}

impl Exported {
    /// The text of a record's file.
    #[must_use]
    pub fn text(&self, record: &Record) -> &str {
        self.files.get(&record.path).map_or("", |text| text)
    }

    /// The files as a tar archive.
    ///
    /// # Errors
    /// [`Error::Archive`].
    pub fn archive(&self) -> Result<Vec<u8>, Error> {
        archive::tar(
            self.files
                .iter()
                .map(|(path, text)| (path.as_str(), text.as_str())),
        )
        .map_err(Error::Archive)
    }
}
