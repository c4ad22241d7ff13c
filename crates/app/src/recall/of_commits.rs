//! Records in the commits that changed a location: those that their messages name, and
//! those that they added.

use std::collections::HashMap;

use crate::workspace::{Error, Workspace};
use git_memory_git::ObjectId;
use git_memory_model::evidence::{Citation, citations};
use git_memory_model::record::{Record, reading};
use git_memory_store::Memory;

/// Records that some commits lead to.
pub(crate) struct OfCommits {
    /// Names in their messages, the newest commit first; a message names at most some dozens.
    named: Vec<(Citation, ObjectId)>,
    /// The ids of the records that they added, each with the newest commit that did. One commit may
    /// have brought all that memory has.
    added: HashMap<String, ObjectId>,
}

impl OfCommits {
    /// Looks at commits that are given from the newest on; `memory` is that of the view.
    pub(crate) fn of(
        workspace: &Workspace,
        memory: &Memory,
        commits: &[ObjectId],
    ) -> Result<Self, Error> {
        let mut named = Vec::new();
        for &commit in commits {
            let message = workspace.store().history().commit(commit)?.message;
            let citations = citations(&message).into_iter();
            named.extend(citations.map(|citation| (citation, commit)));
        }
        Ok(Self {
            named,
            added: added(workspace, memory, commits)?,
        })
    }

    /// The newest commit that names a record.
    pub(crate) fn naming(&self, record: &Record) -> Option<ObjectId> {
        let mut named = self.named.iter();
        let (_, commit) = named.find(|(citation, _)| citation.names(record))?;
        Some(*commit)
    }

    /// The newest commit that added a record. A decision is often committed together with the code
    /// that follows it.
    pub(crate) fn adding(&self, record: &Record) -> Option<ObjectId> {
        self.added.get(record.header.id.as_str()).copied()
    }
}

fn added(
    workspace: &Workspace,
    memory: &Memory,
    commits: &[ObjectId],
) -> Result<HashMap<String, ObjectId>, Error> {
    let store = workspace.store();
    let mut added = HashMap::new();
    for commit in store.history().changes_to_memory(commits)? {
        for file in &commit.files {
            // A record that was only edited in a commit may be about anything else.
            let (None, Some(blob)) = (file.before, file.after) else {
                continue;
            };
            let id = match store.objects().blob(blob) {
                Ok(content) => match reading::read(&content).header {
                    Some(header) => header.id.to_string(),
                    None => continue,
                },
                // A partial clone lacks the record's earlier text, but has the current one.
                Err(error) if error.is_missing() => match id_at(memory, &file.path) {
                    Some(id) => id,
                    None => continue,
                },
                Err(error) => return Err(error.into()),
            };
            added.entry(id).or_insert(commit.id);
        }
    }
    Ok(added)
}

/// The id of the record whose file has this path.
fn id_at(memory: &Memory, path: &[u8]) -> Option<String> {
    let records = &memory.records;
    let nth = records.binary_search_by(|record| record.path.as_str().as_bytes().cmp(path));
    Some(records[nth.ok()?].header.id.to_string())
}
