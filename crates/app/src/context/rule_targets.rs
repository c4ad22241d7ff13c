//! The file to write where agents look for one: the file of that name, or, if that is a link to the
//! other file of agents beside it, the latter. No other link is written through: a link comes from
//! strangers as well as the rules do, and could lead to a file that is run.

use crate::workspace::{Error, Workspace};
use git_memory_model::rules::{AGENTS, CLAUDE, Finding, ScopeRules};
use git_memory_store::AtPath;
use git_memory_text::path::{folder, last};

/// Advice for a file that is a link.
const UNLINK: &str = "put a file in the place of the link, or let it lead to the AGENTS.md or \
                      CLAUDE.md beside it";

/// The file that is written for a name in the folder of a scope, from the top; else why none is.
pub(crate) fn target(
    workspace: &Workspace,
    of_scope: &ScopeRules,
    name: &str,
) -> Result<Result<String, Finding>, Error> {
    let path = if of_scope.scope.is_project() {
        name.to_owned()
    } else {
        format!("{}/{name}", of_scope.scope)
    };
    let files = workspace.store().work_files()?;
    if files.find(&path)? != AtPath::Link {
        return Ok(Ok(path));
    }
    if let Some(real) = files.resolved(&path)
        && folder(&real) == folder(&path)
        && [AGENTS, CLAUDE].contains(&last(&real))
    {
        return Ok(Ok(real));
    }
    let to = files.link_target(&path).unwrap_or_default();
    Ok(Err(Finding {
        message: format!(
            "it is a symbolic link to '{}', so no rules are written there",
            to.display()
        ),
        path,
        remedy: UNLINK,
    }))
}
