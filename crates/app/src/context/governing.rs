//! The records that apply to some files or answer a question, and nothing else: `context --only`,
//! and the text that hooks of agents add unasked.

use crate::context::commits::history;
use crate::context::records::{GoverningItem, RecordSource, Records};
use crate::context::request::ContextQuestion;
use crate::recall::{ratings, with_index};
use crate::workspace::{Error, Workspace};
use git_memory_guard::Clean;
use git_memory_model::context::pack::{Item, fill_only};
use git_memory_store::View;
use git_memory_text::budget::Size;

/// Maximum number of records that govern something: more is everything.
const GOVERNING: usize = 8;
/// For how many records of no use here there is room.
const OTHERS: usize = 0;

/// Records that apply to the current task.
#[derive(Clone, Debug, Default)]
pub struct Governing {
    /// The Markdown; empty if no record applies, or there is no room.
    pub text: Clean,
    /// The records in it: ids, and paths of pages.
    pub ids: Vec<String>,
}

/// Returns the records of the work tree that apply to a request, without those in `told`.
pub fn governing(
    workspace: &Workspace,
    request: &ContextQuestion,
    told: &[String],
) -> Result<Governing, Error> {
    let (store, view) = (workspace.store(), View::WorkTree);
    let listing = store.listing(&view)?;
    let feedback = ratings::heeded(workspace, None)?;
    let most = Size::at_most(request.max_chars, request.max_lines, request.max_tokens);
    let silent = |_: usize, _: usize| {};
    with_index(workspace, None, &silent, |index| {
        let source = RecordSource {
            view: &view,
            tracked: store.indexed_listing(index, &view, listing.clone())?,
            feedback: feedback.clone(),
            user: Vec::new(),
            usual: index.usual(),
            most: OTHERS,
            history: history(workspace, index, None, request)?,
        };
        let records = Records::choose(workspace, source, request)?;
        self::told(workspace, most, &records, told)
    })
}

/// Returns the chosen records that apply, without those in `told`.
pub(crate) fn told(
    workspace: &Workspace,
    most: Size,
    records: &Records,
    told: &[String],
) -> Result<Governing, Error> {
    let (mut ids, mut items): (Vec<String>, Vec<Item>) = (Vec::new(), Vec::new());
    for GoverningItem { id, item } in records.governing(GOVERNING, told)? {
        ids.push(id);
        items.push(item);
    }
    let mut room = most;
    loop {
        let text = workspace.guard()?.redact(&fill_only(room, &items));
        if most.holds(Size::of(&text)) {
            let mut origins = items.iter().map(|item| item.origin.as_str());
            ids.retain(|_| origins.next().is_some_and(|origin| text.contains(origin)));
            return Ok(Governing { text, ids });
        }
        // Two items may form a secret together, whose markers take room, as in a whole pack.
        room = room.share(75);
    }
}
