//! Who this repository is: the same in every clone, and for this work tree and branch alone.

use super::{Error, Workspace, settings};
use crate::domain::identity::{Digest, Facts, Identity};

/// The identity of the repository as it is checked out here.
///
/// # Errors
/// Where git cannot be asked.
pub fn identity(workspace: &Workspace) -> Result<Identity, Error> {
    let mut facts = facts(workspace)?;
    if facts.remote.is_none() && workspace.store().history().head_commit()?.is_some() {
        // Every root takes part in the choice, so that the walk's order does not.
        facts.root_commit = workspace
            .store()
            .history()
            .root_commits()?
            .into_iter()
            .next();
    }
    Ok(Identity::of(&facts))
}

/// The repository's hash alone: without a walk through its history.
///
/// # Errors
/// Where git cannot be asked.
pub(crate) fn repo_hash(workspace: &Workspace) -> Result<Digest, Error> {
    Ok(Identity::of(&facts(workspace)?).repo_hash)
}

fn facts(workspace: &Workspace) -> Result<Facts, Error> {
    let store = workspace.store();
    let head = store.history().head()?;
    let git = store.configuration().settings()?;
    let remotes = git.subsections("remote", "url");
    let upstream = head
        .branch
        .as_ref()
        .and_then(|branch| git.get(&format!("branch.{branch}.remote")));
    let only = if let [only] = remotes.as_slice() {
        Some(*only)
    } else {
        None
    };
    let named = settings::identity_remote(workspace)?;
    let chosen = named
        .as_deref()
        .or_else(|| upstream.filter(|name| remotes.contains(name)))
        .or_else(|| remotes.contains(&"origin").then_some("origin"))
        .or(only);
    let remote = chosen.map(|name| {
        git.get(&format!("remote.{name}.url"))
            .unwrap_or(name)
            .to_owned()
    });
    Ok(Facts {
        root: store.root().as_os_str().as_encoded_bytes().to_vec(),
        remote,
        branch: head.branch.unwrap_or_else(|| "HEAD".to_owned()),
        root_commit: None,
    })
}
