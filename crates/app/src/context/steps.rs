//! Steps of the private log for packs and briefings: what each did, what came of it, and what it
//! left to do.

use crate::private::follow_ups::OpenStep;
use crate::workspace::sanitize;
use git_memory_guard::{Clean, Guard};
use git_memory_model::context::fence::origin;
use git_memory_model::context::pack::{Item, ItemOrder};
use git_memory_model::private::summary::{FOLLOW_UP, OUTPUTS};
use git_memory_model::private::{Entry, Status};
use git_memory_text::first_paragraph;

/// The longest brief text of a step, in characters.
const BRIEF: usize = 300;
/// The maximum number of follow-ups and of outputs of a step, the newest: a compaction may have
/// hundreds.
const ITEMS: usize = 8;

/// Steps as items of a pack: what is open comes first, however old it is, then the newest.
pub(crate) fn step_items(guard: &Guard, mut steps: Vec<OpenStep>) -> Vec<Item> {
    steps.sort_by_key(|step| step.open.is_empty());
    let mut items = Vec::new();
    for (nth, given) in steps.iter().enumerate() {
        items.push(step(guard, given, nth));
    }
    items
}

/// A step of the private log.
fn step(guard: &Guard, given: &OpenStep, nth: usize) -> Item {
    let OpenStep { logged, open, .. } = given;
    let entry = &logged.entry;
    let id = logged.id();
    let mut parts = vec![("step", id.as_str())];
    // Most steps went well.
    if let Some(status) = entry.status.filter(|status| *status != Status::Ok) {
        parts.push(("status", status.name()));
    }
    let brief = step_line(guard, entry, BRIEF).into_string();
    let outputs = entry.items(OUTPUTS);
    // Open items come first: the next step needs them, and the outputs get the remaining room.
    let lists = [(FOLLOW_UP, open.as_slice()), (OUTPUTS, outputs.as_slice())];
    let mut full = brief.clone();
    for (heading, items) in &lists {
        push_list(&mut full, guard, heading, items);
    }
    let has_lists = full.len() > brief.len();
    Item {
        origin: origin(&parts),
        order: ItemOrder::nth(nth),
        brief,
        // Two items may make something like a secret together.
        full: has_lists.then(|| guard.redact(&full).into_string()),
    }
}

/// Adds a list to the text of a step, where it has anything.
fn push_list(text: &mut String, guard: &Guard, heading: &str, items: &[String]) {
    if items.is_empty() {
        return;
    }
    text.extend(["\n", heading, ":"]);
    let left = items.len().saturating_sub(ITEMS);
    if left > 0 {
        text.extend(["\n- … and ", &left.to_string(), " before"]);
    }
    for item in &items[left..] {
        text.extend(["\n- ", &sanitize::line(guard, item, BRIEF)]);
    }
}

/// A step on one line of at most `most` characters: its title, and what happened.
pub(crate) fn step_line(guard: &Guard, entry: &Entry, most: usize) -> Clean {
    // Only the text before the lists: they are separate parts, and no text appears twice.
    let before = match entry.body.find(&format!("## {OUTPUTS}")) {
        Some(at) => &entry.body[..at],
        None => &entry.body,
    };
    let before = match before.find(&format!("## {FOLLOW_UP}")) {
        Some(at) => &before[..at],
        None => before,
    };
    sanitize::title_line(guard, &entry.title, &first_paragraph(before), most)
}
