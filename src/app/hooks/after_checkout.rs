//! post-checkout, post-merge, post-rewrite: this work tree's state is brought up to date, early and
//! without a word.

use crate::app::private::settle::settle;
use crate::app::workspace::{Error, Workspace};
use crate::domain::path::MEMORY;
use crate::git::ObjectId;

/// Brings the derived files and caches to what git has just put into the work tree. `arguments` are
/// git's own; for post-checkout they say whether memory can have changed at all (githooks(5)).
///
/// # Errors
/// Where something cannot be read or written; the caller goes on.
pub fn follow(workspace: &Workspace, name: &str, arguments: &[String]) -> Result<(), Error> {
    let private = follow_private(workspace, name, arguments);
    follow_tracked(workspace, name, arguments).and(private)
}

/// Begins the chain of a new branch, and joins those of branches that were merged into this one.
fn follow_private(workspace: &Workspace, name: &str, arguments: &[String]) -> Result<(), Error> {
    let is_of_files = name == "post-checkout" && arguments.get(2).is_none_or(|flag| flag != "1");
    if !is_of_files && name != "post-rewrite" && workspace.repo.head()?.branch.is_some() {
        settle(workspace)?;
    }
    Ok(())
}

fn follow_tracked(workspace: &Workspace, name: &str, arguments: &[String]) -> Result<(), Error> {
    if name == "post-checkout" {
        match switched(workspace, arguments) {
            Some((before, after)) if before == after => return Ok(()),
            Some((Some(before), Some(after)))
                if workspace.store().switch_derived(before, after) =>
            {
                return Ok(());
            }
            _ => {}
        }
    }
    workspace.store().refresh()?;
    Ok(())
}

/// The memory trees before and after a switch of branches (old commit, new commit, `1`); `None` for
/// any other checkout.
fn switched(
    workspace: &Workspace,
    arguments: &[String],
) -> Option<(Option<ObjectId>, Option<ObjectId>)> {
    let [old, new, flag] = arguments else {
        return None;
    };
    let memory = |commit: &str| workspace.repo.folder(commit.parse().ok()?, MEMORY).ok();
    (flag == "1").then_some(())?;
    Some((memory(old)?, memory(new)?))
}
