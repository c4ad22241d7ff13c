//! The records that apply to some files or answer a question, and nothing else: `context --only`,
//! and the text that hooks of agents add unasked.

use crate::context::commits::{history, reasons};
use crate::context::parent_items::governing_parents;
use crate::context::records::{GoverningItem, GoverningName, IsNews, RecordSource, Records};
use crate::context::request::ContextQuestion;
use crate::recall::{Sources, ratings, with_index};
use crate::workspace::{Error, Workspace};
use git_memory_guard::Clean;
use git_memory_model::context::pack::{Item, fill_only};
use git_memory_store::View;
use git_memory_text::budget::Size;

/// Maximum number of records that govern something: more is everything.
pub(crate) const GOVERNING: usize = 8;
/// For how many records of no use here there is room.
const OTHERS: usize = 0;

/// Number of records of a memory that has just begun: only there do hooks look for commits.
const FEW: u64 = 20;

/// Records that apply to the current task.
#[derive(Clone, Debug, Default)]
pub struct Governing {
    /// The Markdown; empty if no record applies, or there is no room.
    pub text: Clean,
    /// The records and commits in it.
    pub told: Vec<GoverningName>,
}

/// Returns the records of the work tree that apply to a request, and only what `is_news`; where a
/// memory has hardly begun, commits that give a reason.
pub fn governing(
    workspace: &Workspace,
    request: &ContextQuestion,
    is_news: &IsNews,
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
            is_prompt: true,
            parents: Sources::of_parents(workspace, index)?,
        };
        let records = Records::choose(workspace, source, request)?;
        let mut items = records.governing(GOVERNING, &request.paths, is_news)?;
        let is_begun = records.sources.totals().documents >= FEW;
        if records.choice.asked.is_empty()
            && !is_begun
            && !request.query.is_empty()
            && !request.is_without_history
        {
            items = reasons(index, request, &records)?;
            items.retain(|it| is_news(&it.name.id, &[]));
        }
        items.extend(governing_parents(workspace, &request.paths, is_news)?);
        self::told(workspace, most, items)
    })
}

/// Returns the text of chosen items that fits.
pub(crate) fn told(
    workspace: &Workspace,
    most: Size,
    chosen: Vec<GoverningItem>,
) -> Result<Governing, Error> {
    let (mut told, mut items): (Vec<GoverningName>, Vec<Item>) = (Vec::new(), Vec::new());
    for GoverningItem { name, item } in chosen {
        told.push(name);
        items.push(item);
    }
    let mut room = most;
    loop {
        let (text, count) = fill_only(room, &items);
        let text = workspace.guard()?.redact(&text);
        if most.holds(Size::of(&text)) {
            told.truncate(count);
            return Ok(Governing { text, told });
        }
        // Two items may form a secret together, whose markers take room, as in a whole pack.
        room = room.share(75);
    }
}
