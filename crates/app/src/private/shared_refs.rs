//! The refs that a sync keeps the same on both sides, and where what was fetched of them is kept.

use std::collections::{BTreeMap, BTreeSet};

use sha2::{Digest, Sha256};

use crate::workspace::{Error, Workspace};
use git_memory_git::ObjectId;
use git_memory_model::identity::normalise_remote;
use git_memory_model::private::Chain;
use git_memory_model::private::chain::{NOTES, RECIPIENTS, REFS, remote_folder};
use git_memory_text::hex;

/// A ref that is kept the same here and there.
pub(crate) struct Shared {
    /// The chain; none for the notes.
    pub(crate) chain: Option<Chain>,
    /// Its name, here and on the remote.
    pub(crate) name: String,
    /// Ref of ours that keeps the remote's value from the last fetch.
    pub(crate) tracking: String,
    /// Ref of ours that keeps it with encrypted entries; none for the notes.
    pub(crate) sealed: Option<String>,
}

/// The refs that both sides have to share: the notes, every chain that is here, and those of
/// the remote whose branch is here. Of a remote with a thousand chains, nothing else is needed.
pub(crate) fn shared_refs(
    workspace: &Workspace,
    remote: &str,
    notes_only: bool,
    theirs: &BTreeMap<String, ObjectId>,
) -> Result<Vec<Shared>, Error> {
    let key = key(workspace, remote)?;
    let mut shared = vec![Shared {
        chain: None,
        name: NOTES.to_owned(),
        tracking: format!("{}notes", remote_folder(&key)),
        sealed: None,
    }];
    if notes_only {
        return Ok(shared);
    }
    let private = workspace.private()?;
    let mut here = BTreeSet::new();
    for branch in workspace.store().history().branches()? {
        here.insert(branch.name);
    }
    let mut chains = BTreeSet::new();
    for (chain, _) in private.chains()? {
        chains.insert(chain);
    }
    let current = private.current()?;
    for name in theirs.keys() {
        if !name.starts_with(REFS) {
            continue;
        }
        let Some(chain) = Chain::of_ref(name) else {
            continue;
        };
        let is_here = chain.branch().is_some_and(|branch| here.contains(branch));
        if is_here || chain == current {
            chains.insert(chain);
        }
    }
    for chain in chains {
        shared.push(Shared {
            name: chain.ref_name(),
            tracking: chain.remote_ref_name(&key),
            sealed: Some(chain.sealed_ref_name(&key)),
            chain: Some(chain),
        });
    }
    Ok(shared)
}

/// The ref that keeps the file with those who can read what was sent to a remote.
pub(crate) fn recipients_ref(workspace: &Workspace, remote: &str) -> Result<String, Error> {
    let key = key(workspace, remote)?;
    Ok(format!("{}{RECIPIENTS}", remote_folder(&key)))
}

/// The name under which a remote's refs are kept: its own, or for a URL a hash of it, as a URL
/// may hold a password.
fn key(workspace: &Workspace, remote: &str) -> Result<String, Error> {
    if workspace.store().remote(remote).is_named()? {
        return Ok(remote.to_owned());
    }
    let digest = Sha256::digest(normalise_remote(remote).as_bytes());
    Ok(format!("url-{}", hex(&digest[..8])))
}
