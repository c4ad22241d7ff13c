//! What a pack says of the policy, from the documents that judge tool calls.

use crate::app::project::index;
use crate::app::workspace::{Error, Workspace, sanitize};
use crate::domain::context::fence::origin;
use crate::domain::context::pack::Item;
use crate::domain::project::Compact;
use crate::store::View;

/// The policy as an item, from the work tree, or from what is tracked where a revision is asked
/// for.
pub(crate) fn item(workspace: &Workspace, view: &View) -> Result<Item, Error> {
    let (project, place) = if *view == View::WorkTree {
        (index::load(workspace)?, "work-tree")
    } else {
        (index::load_committed(workspace)?, "HEAD")
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
