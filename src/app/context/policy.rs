//! What a pack says of the policy, from the documents and settings that judge tool calls.

use crate::app::project::index;
use crate::app::project::policy::policy;
use crate::app::workspace::settings::{table, team_policy_paths};
use crate::app::workspace::{Error, Workspace, sanitize};
use crate::domain::context::fence::origin;
use crate::domain::context::pack::Item;
use crate::domain::layout::CONFIG;
use crate::domain::project::policy::{Access, LOGS, Named, Place, Policy, Row, Sources};
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
        // Without searches: what the index says of them is here already.
        project.index = effective(&policy(workspace, false)?, project.index);
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

/// The lists of an index, with what the settings make of them.
fn effective(policy: &Policy, mut index: ProjectIndex) -> ProjectIndex {
    for block in policy.blocks() {
        add(&mut index.blocked_top_level_dirs, block.pattern);
    }
    add_all(&mut index.ignored_top_level_dirs, policy.ignored());
    // What they leave out of searches is none of the focus.
    index.focus_top_level_dirs.retain(|name| {
        let place = Place::Inside(name.clone());
        policy.judge(&place, Access::Search).is_none()
    });
    add_all(&mut index.focus_top_level_dirs, policy.focused());
    index
}

/// The lists of an index, with what the team's settings in a revision make of them.
fn of_team(
    workspace: &Workspace,
    revision: &str,
    index: ProjectIndex,
) -> Result<ProjectIndex, Error> {
    let named = |setting| -> Result<Vec<Named>, Error> {
        let patterns = team_policy_paths(workspace, revision, setting)?.into_iter();
        let source = CONFIG.to_owned();
        let named = patterns.map(|pattern| Named {
            pattern,
            source: source.clone(),
        });
        Ok(named.collect())
    };
    let is_tracked = |log: &&str| !index.blocked_top_level_dirs.iter().any(|name| name == log);
    let policy = Policy::new(Sources {
        block: named(&table::POLICY_BLOCK)?,
        ignore: named(&table::POLICY_IGNORE)?,
        focus: named(&table::POLICY_FOCUS)?,
        tracked: LOGS.into_iter().filter(is_tracked).collect(),
        ..Sources::default()
    });
    Ok(effective(&policy, index))
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
