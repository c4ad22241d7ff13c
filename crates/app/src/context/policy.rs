//! The policy in a pack, from the documents and settings that judge tool calls.

use crate::project::index;
use crate::project::policy::{of_team, policy};
use crate::workspace::{Error, Workspace, sanitize};
use git_memory_model::context::fence::origin;
use git_memory_model::context::pack::Item;
use git_memory_policy::project::policy::{Access, Place, Policy, Row, Touch};
use git_memory_policy::project::{ALWAYS_BLOCKED, Compact, ProjectIndex};
use git_memory_store::View;

/// The policy as an item: from the work tree and the settings, or only from tracked files if the
/// request names a revision; at the start of a session in two lines, `None` if there is nothing to say.
pub(crate) fn item(
    workspace: &Workspace,
    view: &View,
    is_start: bool,
) -> Result<Option<Item>, Error> {
    let (mut project, place) = if let Some(revision) = view.revision() {
        let mut project = index::load_committed(workspace)?;
        let policy = of_team(workspace, revision)?;
        project.index = effective(&policy, project.index);
        (project, "HEAD")
    } else {
        let mut project = index::load(workspace)?;
        // The policy has the index's rows for searches already.
        project.index = effective(&policy(workspace)?, project.index);
        (project, "work-tree")
    };
    if is_start {
        // Every tool knows git's folder, and nobody has to be kept from what is not there.
        let map = &project.map;
        let blocked = &mut project.index.blocked_top_level_dirs;
        blocked.retain(|name| {
            !ALWAYS_BLOCKED.contains(&&**name) || name != ".git" && map.find(name).is_some()
        });
    }
    let compact = Compact {
        focus: &project.index.focus_top_level_dirs,
        ignored: &project.index.ignored_top_level_dirs,
        blocked: &project.index.blocked_top_level_dirs,
        commands: &project.profile.commands,
    };
    let guard = workspace.guard()?;
    let text = if is_start {
        compact.brief()
    } else {
        compact.text()
    };
    Ok((!text.is_empty()).then(|| Item {
        origin: origin(&[("policy", place)]),
        full: Some(sanitize::whole(guard, &text).into_string()),
        ..Item::default()
    }))
}

/// The lists of an index, with what the settings make of them.
fn effective(policy: &Policy, mut index: ProjectIndex) -> ProjectIndex {
    let blocks = policy.blocks().into_iter();
    index.blocked_top_level_dirs = blocks.map(|block| block.pattern.to_owned()).collect();
    // A folder in focus is never left out.
    let focused = policy.focused();
    let is_focus = |name: &String| focused.iter().any(|row| row.shown == *name);
    index.ignored_top_level_dirs.retain(|name| !is_focus(name));
    add_all(&mut index.ignored_top_level_dirs, policy.ignored());
    // A folder that searches leave out is not in focus.
    index.focus_top_level_dirs.retain(|name| {
        let place = Place::Inside(name.clone());
        let search = Touch::of_files(Access::Search);
        policy.judge(&place, search).is_none() && policy.left_out(name).is_none()
    });
    add_all(&mut index.focus_top_level_dirs, policy.focused());
    index
}

fn add_all<'a>(names: &mut Vec<String>, rows: impl IntoIterator<Item = &'a Row>) {
    for row in rows {
        add(names, &row.shown);
    }
}

fn add(names: &mut Vec<String>, name: &str) {
    if !names.iter().any(|known| known == name) {
        names.push(name.to_owned());
    }
}
