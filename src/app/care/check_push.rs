//! What a push brings of broken memory: a hook that was passed over at a commit, or never ran (in a
//! rebase, a cherry-pick, another program), is made up for before others have it.

use crate::app::care::check::{check_by, sort};
use crate::app::care::check_range::brought;
use crate::app::workspace::{Error, Workspace};
use crate::domain::record::check::Finding;
use crate::domain::record::{Code, Severity};
use crate::git::ObjectId;
use crate::store::View;

const BRANCHES: &str = "refs/heads/";

/// The errors that the branches of a push to `remote` would bring there, sorted by path, line and
/// column; secrets are not among them. `lines` are git's: local ref, its id, remote ref, its id
/// (githooks(5)).
///
/// # Errors
/// Where git or memory cannot be read; the push has to stop then.
pub fn check_push(workspace: &Workspace, remote: &str, lines: &str) -> Result<Vec<Finding>, Error> {
    let mut errors = Vec::new();
    for line in lines.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let [_, new, name, old] = words[..] else {
            continue;
        };
        // A tag may well be one of long ago.
        if !name.starts_with(BRANCHES) {
            continue;
        }
        let Some(new) = commit(new) else {
            // It is deleted.
            continue;
        };
        for finding in branch(workspace, remote, new, old)? {
            if is_stopped(&finding) && !errors.contains(&finding) {
                errors.push(finding);
            }
        }
    }
    sort(&mut errors);
    Ok(errors)
}

/// The findings of one branch that the remote does not have.
fn branch(
    workspace: &Workspace,
    remote: &str,
    new: ObjectId,
    old: &str,
) -> Result<Vec<Finding>, Error> {
    let guard = workspace.guard()?;
    let history = workspace.store().history();
    // The branch as it is there; a new branch comes from where the others are.
    for known in [old, &format!("refs/remotes/{remote}/HEAD")] {
        // One that is not here was never fetched: git refuses the push, or nothing is known of it.
        if let Ok(base) = history.merge_base(known, &new.to_string()) {
            return brought(workspace, guard, base, new);
        }
    }
    check_by(workspace, guard, &View::Revision(new.to_string()))
}

/// An id of a commit; `None` where git writes zeros.
fn commit(id: &str) -> Option<ObjectId> {
    let id: ObjectId = id.parse().ok()?;
    (!id.is_zero()).then_some(id)
}

/// Secrets are looked for in every commit of the push, and not in its last one alone; settings that
/// cannot be read stop what is written to memory, and nothing else.
fn is_stopped(finding: &Finding) -> bool {
    let is_of_records = !matches!(finding.fault.code, Code::Secret | Code::BadSetting);
    is_of_records && finding.severity() == Severity::Error
}
