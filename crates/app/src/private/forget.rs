//! Forgetting a private entry: an entry after it hides it from every read, on every branch of this
//! clone and, with the next sync, elsewhere. No chain is rewritten.

use std::collections::BTreeSet;

use crate::private::redaction::{Redaction, state_of, trailers};
use crate::private::summary;
use crate::workspace::{Error, Workspace};
use git_memory_git::ObjectId;
use git_memory_guard::{Clean, redact};
use git_memory_model::private::entry::key;
use git_memory_model::private::{Chain, EntryKind};
use git_memory_store::{Expunged, Private, RawEntry};

/// The forgotten entry, and the places that still have its text.
#[derive(Clone, Debug)]
pub struct Forgotten {
    /// The entry's id.
    pub id: String,
    /// Kind of the entry.
    pub kind: EntryKind,
    /// The compactions that retold it, which are forgotten with it.
    pub compactions: Vec<String>,
    /// The chains in which it is hidden now.
    pub chains: Vec<Chain>,
    /// The refs of remotes that held it when they were synced.
    pub remotes: Vec<String>,
}

/// Hides the entry of the current chain that a name means: an id, a unique prefix of it, or a
/// commit. All versions of a private record are one entry.
///
/// # Errors
/// [`Error::NoPrivate`], [`Error::UnknownEntry`], [`Error::Ambiguous`], or where it cannot be
/// written; then it may be hidden in some chains, and can be forgotten again.
pub fn forget(workspace: &Workspace, name: &str) -> Result<Forgotten, Error> {
    let found = summary::find(workspace, name)?;
    let id = found.id();
    let private = workspace.private()?;
    // A chain that only reads what it was made from gets a ref: it needs an entry of its own.
    let current = private.current()?;
    private.begin(&current)?;
    let mut forgotten = Forgotten {
        kind: found.entry.kind,
        compactions: Vec::new(),
        chains: Vec::new(),
        remotes: Vec::new(),
        id,
    };
    let lock = private.lock()?;
    let mut chains = private.chains()?;
    // The current one last: where another one fails, the entry can be named once more.
    chains.sort_by_key(|(chain, _)| *chain == current);
    for (chain, tip) in chains {
        let hidden = private.forgotten(&[tip])?;
        let mut ids = holders(workspace, &private, &forgotten.id, tip)?;
        ids.retain(|id| !hidden.contains(id));
        if ids.is_empty() {
            continue;
        }
        let redaction = Redaction::begin(workspace)?;
        let title = redact(&format!("Forget {}", forgotten.id));
        let own = workspace.new_entry_id(&title, state_of(Some(tip)));
        let mut trailers = trailers(workspace, &own, EntryKind::Forgetting)?;
        for id in &ids {
            trailers.push((key::FORGETS, redact(id)));
        }
        let entry = redaction.entry(&title, &Clean::default(), &trailers)?;
        private.append(&lock, &private.begin(&chain)?, &entry)?;
        ids.remove(&forgotten.id);
        forgotten.compactions.extend(ids);
        forgotten.chains.push(chain);
    }
    forgotten.chains.sort();
    forgotten.compactions.sort();
    forgotten.compactions.dedup();
    for (name, tip) in private.remote_chains()? {
        let entries = private.raw_entries(tip)?;
        if entries.iter().any(|entry| entry.id == forgotten.id) {
            forgotten.remotes.push(name);
        }
    }
    Ok(forgotten)
}

/// The ids of the entries of a chain that contain an entry's text: its own, and those of the
/// compactions that repeat it.
fn holders(
    workspace: &Workspace,
    private: &Private,
    id: &str,
    tip: ObjectId,
) -> Result<BTreeSet<String>, Error> {
    let mut ids = BTreeSet::new();
    let entries = private.raw_entries(tip)?;
    let own: Vec<&RawEntry> = entries.iter().filter(|entry| entry.id == id).collect();
    if own.is_empty() {
        return Ok(ids);
    }
    ids.insert(id.to_owned());
    let history = workspace.store().history();
    for other in &entries {
        // Each compaction repeats the entries of only one run.
        if other.entry.kind != EntryKind::Compaction || other.entry.run != own[0].entry.run {
            continue;
        }
        for hex in &other.entry.compacts {
            // Any program may write trailers: an invalid id names no commit.
            let Ok(covered) = hex.parse() else { continue };
            for entry in &own {
                if history.is_ancestor(entry.commit, covered)? {
                    ids.insert(other.id.clone());
                }
            }
        }
    }
    Ok(ids)
}

/// Takes everything that was forgotten out of this clone: its commits and objects, and what was
/// made from them.
///
/// # Errors
/// Where git or a file fails; what was not done then is done by the next call.
pub fn expunge(workspace: &Workspace) -> Result<Expunged, Error> {
    let private = workspace.private()?;
    let lock = private.lock()?;
    Ok(private.expunge(&lock)?)
}
