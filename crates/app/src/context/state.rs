//! Name of the current state of memory: a watcher sees each change by the name.

use serde::Serialize;

use super::digest::digest;
use crate::workspace::{Error, Workspace};

#[derive(Serialize)]
struct State<'a> {
    files: &'a str,
    branch: Option<String>,
    /// The tip identifies the whole chain, so no entry has to be read.
    work_log: Option<String>,
}

/// A name for the memory of the work tree, with its branch, commit, and private memory. It changes
/// after every change of a record, a commit, a switch of branches, or a private entry of an agent.
/// Later reads of the work tree return the state at this time.
pub fn state(workspace: &Workspace) -> Result<String, Error> {
    let listing = workspace.look()?;
    let private = workspace.private()?;
    let tip = private.tip(&private.current()?)?;
    let state = State {
        files: &listing.name(),
        branch: workspace.store().history().head()?.branch,
        work_log: tip.map(|id| id.to_string()),
    };
    digest(workspace, "state", &state)
}

/// Returns the state and, after a space, a name for the tracked files of the work tree and for the
/// work logs of all branches: for readers that show more than the memory of this one.
pub fn state_with_code(workspace: &Workspace) -> Result<String, Error> {
    let memory = state(workspace)?;
    let code = workspace.store().name_of_tracked()?;
    let logs = match workspace.private()?.fold_state()? {
        Some(state) => format!("{state:x}"),
        None => String::new(),
    };
    Ok(format!("{memory} {code}-{logs}"))
}

/// Returns the state with the code of an earlier one, or of none: git looks at all files of the work
/// tree for its name. A reader that has it learns of later code by the next name.
pub fn state_with_earlier_code(
    workspace: &Workspace,
    earlier: Option<&str>,
) -> Result<String, Error> {
    let memory = state(workspace)?;
    let code = earlier.and_then(|earlier| earlier.split_once(' '));
    Ok(format!("{memory} {}", code.map_or("", |(_, code)| code)))
}
