//! The branch to compare a branch with: its upstream, or the default branch.

use crate::workspace::{Error, Workspace};
use git_memory_git::{self as git, ObjectId};
use git_memory_store as store;

/// Folder of remote-tracking branches.
const REMOTES: &str = "refs/remotes/";
/// Folder of branches.
const BRANCHES: &str = "refs/heads/";
/// Usual names of default branches, if neither remote nor settings name it.
const USUAL: [&str; 2] = ["main", "master"];
/// Remote to use if no other one is set.
const ORIGIN: &str = "origin";
/// Name of this repository itself as the remote of a branch.
const HERE: &str = ".";

/// A branch, as git names it in short, and its newest commit.
pub(crate) struct Base {
    pub(crate) name: String,
    pub(crate) tip: ObjectId,
}

/// The branch that the current one is to be merged into: its upstream, or the default branch if the
/// branch is pushed to its upstream. `None` without either.
pub(crate) fn own_base(workspace: &Workspace) -> Result<Option<Base>, Error> {
    let store = workspace.store();
    let branch = store.history().head()?.branch;
    let git = store.configuration().settings()?;
    let (mut upstream, mut remote) = (None, ORIGIN);
    if let Some(branch) = &branch {
        let merge = git.get(&format!("branch.{branch}.merge"));
        if let Some(name) = git.get(&format!("branch.{branch}.remote")) {
            remote = name;
        }
        upstream = merge.and_then(|name| name.strip_prefix(BRANCHES));
    }
    // One of the same name is where the branch itself is pushed to.
    if let Some(name) = upstream.filter(|name| Some(*name) != branch.as_deref())
        && let Some(base) = found(workspace, &full_name(remote, name))?
    {
        return Ok(Some(base));
    }
    default_of(workspace, remote, branch.as_deref())
}

/// The branch that everything is merged into at last: that of the remote, where there is one.
pub(crate) fn default_branch(workspace: &Workspace) -> Result<Option<Base>, Error> {
    default_of(workspace, ORIGIN, None)
}

/// The default branch of a remote, or else of this repository; never `but`, one of its own
/// branches.
pub(crate) fn default_of(
    workspace: &Workspace,
    remote: &str,
    but: Option<&str>,
) -> Result<Option<Base>, Error> {
    let git = workspace.store().configuration().settings()?;
    let usual: Vec<&str> = git
        .get("init.defaultbranch")
        .into_iter()
        .chain(USUAL)
        .collect();
    for remote in [remote, ORIGIN].into_iter().filter(|name| *name != HERE) {
        if let Some(full) = named_by(workspace, remote, &usual)? {
            return found(workspace, &full);
        }
    }
    for name in usual {
        if let Some(base) = found(workspace, &full_name(ORIGIN, name))? {
            return Ok(Some(base));
        }
        if Some(name) != but
            && let Some(base) = found(workspace, &full_name(HERE, name))?
        {
            return Ok(Some(base));
        }
    }
    Ok(None)
}

/// The branch of this full name, where there is one.
fn found(workspace: &Workspace, full: &str) -> Result<Option<Base>, Error> {
    let tip = workspace.store().history().tip_of(full)?;
    let short = full.strip_prefix(REMOTES).or(full.strip_prefix(BRANCHES));
    let name = short.unwrap_or(full).to_owned();
    Ok(tip.map(|tip| Base { name, tip }))
}

/// The branch that a remote calls its own, where a clone has kept which one that is.
fn named_by(workspace: &Workspace, remote: &str, usual: &[&str]) -> Result<Option<String>, Error> {
    let history = workspace.store().history();
    let head = format!("{REMOTES}{remote}/HEAD");
    let tip = match history.resolve(&head) {
        Ok(tip) => tip,
        // Most remotes that were added by hand have none.
        Err(store::Error::Git(git::Error::UnknownRevision(_))) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    // Its usual names cost nothing to look at.
    for name in usual {
        let full = full_name(remote, name);
        if history.tip_of(&full)? == Some(tip) {
            return Ok(Some(full));
        }
    }
    let mut branches = history.remote_branches()?;
    branches.retain(|branch| branch.tip == tip && branch.name.starts_with(&format!("{remote}/")));
    Ok(branches
        .first()
        .map(|branch| format!("{REMOTES}{}", branch.name)))
}

/// The ref of a remote's branch, or of a branch of this repository.
fn full_name(remote: &str, branch: &str) -> String {
    if remote == HERE {
        format!("{BRANCHES}{branch}")
    } else {
        format!("{REMOTES}{remote}/{branch}")
    }
}
