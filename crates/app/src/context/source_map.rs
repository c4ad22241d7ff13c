//! The map of the source files in a pack.

use crate::context::request::ContextQuestion;
use crate::map::{self, MapRequest};
use crate::workspace::{Error, Workspace, sanitize};
use git_memory_model::context::fence::{fenced, origin};
use git_memory_model::context::pack::{Item, map_room};
use git_memory_store::View;
use git_memory_text::budget::Size;

/// The map as an item, for a pack of at most this size; `None` if there is nothing to show. A map
/// without room for any file has no text, so that the pack lists it as left out.
pub(crate) fn item(
    workspace: &Workspace,
    view: &View,
    request: &ContextQuestion,
    most: Size,
    progress: &dyn Fn(usize, usize),
) -> Result<Option<Item>, Error> {
    let place = if *view == View::WorkTree {
        "work-tree"
    } else {
        "HEAD"
    };
    let origin = origin(&[("map", place)]);
    let room = map_room(most);
    let map = map::make(
        workspace,
        &MapRequest {
            view: view.clone(),
            paths: request.paths.clone(),
            query: request.query.clone(),
            most: room.without(room.measure(&fenced(&origin, ""))),
            has_decisions: false,
        },
        progress,
    )?;
    if map.files.is_empty() {
        let left = Item {
            origin,
            ..Item::default()
        };
        return Ok((map.files_left > 0).then_some(left));
    }
    let text = sanitize::whole(workspace.guard()?, &map.text).into_string();
    Ok(Some(Item {
        origin,
        full: Some(text.trim_end().to_owned()),
        ..Item::default()
    }))
}
