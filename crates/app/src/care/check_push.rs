//! Check of the memory that a push sends. It catches commits whose hook was skipped or never ran
//! (in a rebase, a cherry-pick, another program), before other people get them.

use crate::care::check::{check_by, sort};
use crate::care::check_range::brought;
use crate::secrets::{id_of, push_lines};
use crate::workspace::{Error, Workspace};
use git_memory_git::ObjectId;
use git_memory_model::record::check::Finding;
use git_memory_model::record::{Code, Severity};
use git_memory_store::View;

const BRANCHES: &str = "refs/heads/";

/// The errors that the branches of a push to `remote` would bring there, sorted by path, line and
/// column. Secrets are left out: another check searches every commit of the push. `lines` are
/// git's: local ref, its id, remote ref, its id (githooks(5)).
///
/// # Errors
/// Where git or memory cannot be read; the push has to stop then.
pub fn check_push(workspace: &Workspace, remote: &str, lines: &str) -> Result<Vec<Finding>, Error> {
    let mut errors = Vec::new();
    for pushed in push_lines(lines) {
        // A tag may well be one of long ago.
        if !pushed.remote_name.starts_with(BRANCHES) {
            continue;
        }
        let Some(new) = id_of(pushed.new) else {
            // It is deleted.
            continue;
        };
        for finding in branch(workspace, remote, new, pushed.old)? {
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
    let history = workspace.store().history();
    // The branch as it is there; a new branch comes from where the others are.
    for known in [old, &format!("refs/remotes/{remote}/HEAD")] {
        // One that is not here was never fetched: git refuses the push, or nothing is known of it.
        if let Ok(base) = history.merge_base(known, &new.to_string()) {
            return brought(workspace, None, base, new);
        }
    }
    check_by(workspace, None, &View::Revision(new.to_string()))
}

/// Settings that cannot be read stop what is written to memory, and nothing else.
fn is_stopped(finding: &Finding) -> bool {
    finding.severity() == Severity::Error && finding.fault.code != Code::BadSetting
}
