//! Steps of the private log for packs and briefings: what each did, what came of it, and what it
//! left to do.

use crate::app::workspace::sanitize;
use crate::domain::context::fence::origin;
use crate::domain::context::pack::{Item, ItemOrder};
use crate::domain::private::Entry;
use crate::domain::private::compaction::{FollowUp, open_follow_ups};
use crate::domain::private::summary::{FOLLOW_UP, OUTPUTS};
use crate::domain::secrets::{Clean, Guard};
use crate::domain::text::first_paragraph;
use crate::store::Logged;

/// The longest brief text of a step, in characters.
const BRIEF: usize = 300;
/// The maximum number of follow-ups and of outputs of a step, the newest: a compaction may have
/// hundreds.
const ITEMS: usize = 8;

/// Steps as items of a pack, in the same order, the newest first.
pub(crate) fn step_items(guard: &Guard, steps: &[Logged]) -> Vec<Item> {
    let open = open_of(steps);
    let mut items = Vec::new();
    for (age, logged) in steps.iter().enumerate() {
        items.push(step(guard, logged, &open, age));
    }
    items
}

/// The follow-ups of some steps, the newest first, that are still open.
pub(crate) fn open_of(steps: &[Logged]) -> Vec<String> {
    let oldest_first: Vec<&Entry> = steps.iter().rev().map(|logged| &logged.entry).collect();
    open_follow_ups(&oldest_first)
}

/// The follow-ups of a step that are among those that are open.
pub(crate) fn open_in(entry: &Entry, open: &[String]) -> Vec<String> {
    let mut own = Vec::new();
    for item in entry.items(FOLLOW_UP) {
        let text = FollowUp::read(&item).text.to_owned();
        if open.contains(&text) && !own.contains(&text) {
            own.push(text);
        }
    }
    own
}

/// A step of the private log; its age is the number of newer ones.
fn step(guard: &Guard, logged: &Logged, open: &[String], age: usize) -> Item {
    let entry = &logged.entry;
    let (id, age_text) = (logged.id(), age.to_string());
    let mut parts = vec![("step", id.as_str())];
    if let Some(status) = entry.status {
        parts.push(("status", status.name()));
    }
    parts.push(("age", &age_text));
    let brief = step_line(guard, entry, BRIEF).into_string();
    // What is open comes first: it is what the next step needs, and what room is left is for the
    // rest.
    let lists = [
        (FOLLOW_UP, open_in(entry, open)),
        (OUTPUTS, entry.items(OUTPUTS)),
    ];
    let mut full = brief.clone();
    for (heading, items) in &lists {
        push_list(&mut full, guard, heading, items);
    }
    let has_lists = full.len() > brief.len();
    Item {
        origin: origin(&parts),
        order: ItemOrder::nth(age),
        brief,
        // Two items may make something like a secret together.
        full: has_lists.then(|| guard.redact(&full).into_string()),
        ..Item::default()
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
    // Not of the lists: they are told by themselves, and no text twice.
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
