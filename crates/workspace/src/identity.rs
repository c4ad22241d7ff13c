//! Identity of this repository: the same in every clone, and that of this work tree and branch.

use super::{Error, Workspace, settings};
use git_memory_model::identity::{Digest, Facts, Identity};

/// The identity of the repository as it is checked out here.
pub fn identity(workspace: &Workspace) -> Result<Identity, Error> {
    let mut facts = facts(workspace)?;
    // With a remote the root commit does not count, and finding it walks all of history.
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

/// Only the repository's hash: it needs no walk through its history.
pub fn repo_hash(workspace: &Workspace) -> Result<Digest, Error> {
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
    // The order is docs/contract.md's (section 6): every clone has to choose the same one.
    let chosen = named
        .as_deref()
        .or_else(|| upstream.filter(|name| remotes.contains(name)))
        .or_else(|| remotes.contains(&"origin").then_some("origin"))
        .or(only);
    // Like git, which takes a name without a remote for a URL.
    let remote = chosen.map(|name| match git.get(&format!("remote.{name}.url")) {
        Some(url) => url.to_owned(),
        None => name.to_owned(),
    });
    Ok(Facts {
        root: store.root().as_os_str().as_encoded_bytes().to_vec(),
        remote,
        branch: match head.branch {
            Some(branch) => branch,
            // The contract's name for a detached HEAD: all of them share one hash.
            None => "HEAD".to_owned(),
        },
        root_commit: None,
    })
}

/// Returns a name for a session that has none.
#[must_use]
pub fn session_word(workspace: &Workspace) -> String {
    format!("mcp-{}", workspace.random_word(12))
}
