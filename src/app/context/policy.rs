//! What a pack says of the policy, from the documents and settings that judge tool calls.

use crate::app::project::index;
use crate::app::project::policy::policy;
use crate::app::workspace::settings::{table, team_policy_paths};
use crate::app::workspace::{Error, Workspace, sanitize};
use crate::domain::context::fence::origin;
use crate::domain::context::pack::Item;
use crate::domain::project::policy::Row;
use crate::domain::project::{Compact, ProjectIndex};
use crate::store::View;

/// The policy as an item, from the work tree and the settings, or from what is tracked alone where a
/// revision is asked for.
pub(crate) fn item(workspace: &Workspace, view: &View) -> Result<Item, Error> {
    let (project, place) = if let Some(revision) = view.revision() {
        let mut project = index::load_committed(workspace)?;
        project.index = of_team(workspace, revision, project.index)?;
        (project, "HEAD")
    } else {
        let mut project = index::load(workspace)?;
        project.index = effective(workspace, project.index)?;
        (project, "work-tree")
    };
    let compact = Compact {
        focus: &project.index.focus_top_level_dirs,
        ignored: &project.index.ignored_top_level_dirs,
        blocked: &project.index.blocked_top_level_dirs,
        commands: &project.profile.commands,
    };
    let guard = workspace.guard()?;
    Ok(Item {
        origin: origin(&[("policy", place)]),
        brief: sanitize::whole(guard, &compact.brief()).into_string(),
        full: Some(sanitize::whole(guard, &compact.text()).into_string()),
        ..Item::default()
    })
}

/// The lists of an index, with what the settings add to them.
fn effective(workspace: &Workspace, mut index: ProjectIndex) -> Result<ProjectIndex, Error> {
    // Without searches: what the index says of them is here already.
    let policy = policy(workspace, false)?;
    for block in policy.blocks() {
        add(&mut index.blocked_top_level_dirs, block.pattern);
    }
    add_all(&mut index.ignored_top_level_dirs, policy.ignored());
    add_all(&mut index.focus_top_level_dirs, policy.focused());
    Ok(index)
}

/// The lists of an index, with what the team's settings in a revision add to them.
fn of_team(
    workspace: &Workspace,
    revision: &str,
    mut index: ProjectIndex,
) -> Result<ProjectIndex, Error> {
    for (names, setting) in [
        (&mut index.blocked_top_level_dirs, &table::POLICY_BLOCK),
        (&mut index.ignored_top_level_dirs, &table::POLICY_IGNORE),
        (&mut index.focus_top_level_dirs, &table::POLICY_FOCUS),
    ] {
        for pattern in team_policy_paths(workspace, revision, setting)? {
            add(names, pattern.as_str());
        }
    }
    Ok(index)
}

fn add_all(names: &mut Vec<String>, rows: &[Row]) {
    for row in rows {
        add(names, &row.shown);
    }
}

fn add(names: &mut Vec<String>, name: &str) {
    if !names.iter().any(|known| known == name) {
        names.push(name.to_owned());
    }
}
