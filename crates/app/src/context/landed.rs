//! Records that landed on the branch's base and cover the changed files, for packs and briefings.

use crate::records::incoming::{Incoming, Landed, incoming};
use crate::workspace::{Error, Workspace, sanitize};
use git_memory_model::context::fence::origin;
use git_memory_model::context::pack::{Item, ItemOrder};

/// Maximum number of records: more only show that the branch is old.
const MOST: usize = 5;
/// The longest text of one, in characters.
const TEXT: usize = 300;

/// Items of a pack, in the order of [`incoming`].
pub(crate) fn landed_items(workspace: &Workspace) -> Result<Vec<Item>, Error> {
    let Some(incoming) = incoming(workspace, None)? else {
        return Ok(Vec::new());
    };
    let mut items = Vec::new();
    for (nth, landed) in incoming.landed.iter().take(MOST).enumerate() {
        items.push(item(workspace, &incoming.base, landed, nth)?);
    }
    Ok(items)
}

fn item(workspace: &Workspace, base: &str, landed: &Landed, nth: usize) -> Result<Item, Error> {
    let header = &landed.record.header;
    let parts = [
        ("id", header.id.as_str()),
        ("change", landed.what.name()),
        ("on", base),
    ];
    let text = sanitize::title_line(
        workspace.guard()?,
        &header.title,
        &header.abstract_line,
        TEXT,
    );
    Ok(Item {
        origin: origin(&parts),
        order: ItemOrder::nth(nth),
        brief: text.into_string(),
        ..Item::default()
    })
}

/// A line for each record, for a page that hands work over.
pub(crate) fn landed_lines(workspace: &Workspace) -> Result<Vec<String>, Error> {
    let Some(Incoming { base, landed, .. }) = incoming(workspace, None)? else {
        return Ok(Vec::new());
    };
    let mut lines = Vec::new();
    for landed in landed.iter().take(MOST) {
        let header = &landed.record.header;
        let (id, title, what) = (&header.id, &header.title, landed.what.name());
        lines.push(format!(
            "landed on {base} ({what}): {id} {}",
            title.as_str()
        ));
    }
    Ok(lines)
}
