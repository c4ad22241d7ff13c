//! post-checkout, post-merge, post-rewrite: this work tree's state is brought up to date, early and
//! without a word.

use crate::private::settle::settle;
use crate::project;
use crate::session::warm;
use crate::workspace::{Error, Workspace};
use git_memory_git::ObjectId;

/// The memory trees before and after a switch of branches; `None` where a commit has no memory.
struct Switched {
    before: Option<ObjectId>,
    after: Option<ObjectId>,
}

/// Updates the derived files and caches after git has changed the work tree. `arguments` are git's
/// own; for post-checkout they show if memory can have changed at all (githooks(5)). Returns the
/// result of [`settle`].
///
/// # Errors
/// Where something cannot be read or written; the caller goes on.
pub fn follow(
    workspace: &Workspace,
    name: &str,
    arguments: &[String],
) -> Result<Option<String>, Error> {
    // Neither of them waits for the other's luck.
    let tracked = follow_tracked(workspace, name, arguments);
    let set_aside = follow_private(workspace, name, arguments)?;
    warm(workspace, name)?;
    tracked.and(Ok(set_aside))
}

/// Makes the project index, so that the next tool call finds it made; in a new clone or work tree
/// begins to read the rest, for which git does not wait.
fn warm(workspace: &Workspace, name: &str) -> Result<(), Error> {
    // Same condition as below.
    if workspace.store().is_set_up()? {
        project::index::load(workspace)?;
        if name == "post-checkout" {
            warm::start_ahead(workspace)?;
        }
    }
    Ok(())
}

/// Begins the chain of a new branch, and joins those of branches that were merged into this one.
fn follow_private(
    workspace: &Workspace,
    name: &str,
    arguments: &[String],
) -> Result<Option<String>, Error> {
    // A checkout of single files moves no branch, and after a rewrite nothing was merged.
    let is_of_files = name == "post-checkout" && !is_switch(arguments);
    if is_of_files || name == "post-rewrite" {
        return Ok(None);
    }
    match workspace.store().history().head()?.branch {
        Some(_) => settle(workspace),
        None => Ok(None),
    }
}

fn is_switch(arguments: &[String]) -> bool {
    arguments.get(2).is_some_and(|flag| flag == "1")
}

fn follow_tracked(workspace: &Workspace, name: &str, arguments: &[String]) -> Result<(), Error> {
    let store = workspace.store();
    // Not even a cache is made in a repository that only shares its folder of hooks with us.
    if !store.is_set_up()? {
        return Ok(());
    }
    if name == "post-checkout"
        && let Some(switched) = switched(workspace, arguments)?
    {
        if switched.before == switched.after {
            return Ok(());
        }
        if let (Some(before), Some(after)) = (switched.before, switched.after)
            && store.switch_derived(before, after)?
        {
            return Ok(());
        }
    }
    store.refresh()?;
    Ok(())
}

/// Returns the effect of a switch of branches (old commit, new commit, `1`) on memory; `None` for
/// any other checkout.
fn switched(workspace: &Workspace, arguments: &[String]) -> Result<Option<Switched>, Error> {
    let [old, new, _] = arguments else {
        return Ok(None);
    };
    if !is_switch(arguments) {
        return Ok(None);
    }
    Ok(Some(Switched {
        before: memory_of(workspace, old)?,
        after: memory_of(workspace, new)?,
    }))
}

/// The memory tree of a commit that git names; none of the zeros that it gives in a new clone.
fn memory_of(workspace: &Workspace, commit: &str) -> Result<Option<ObjectId>, Error> {
    let commit: ObjectId = commit.parse()?;
    if commit.is_zero() {
        return Ok(None);
    }
    Ok(workspace.store().objects().memory_tree(commit)?)
}
