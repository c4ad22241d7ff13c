//! A pack: the part of memory that fits into a hard budget, in an order that does not change.
//!
//! Each section offers its items, the most useful first. Answers come first, then every section
//! gets its share, and the rest of one goes to the others in their order. A pack never
//! exceeds the budget: each piece is measured before it is put in, and the room of the last line is
//! kept free from the beginning.

mod answers;
mod cut;
mod filling;
mod item;
mod only;
mod section;
#[cfg(test)]
mod tests;

pub use cut::cut;
pub use item::{Item, ItemOrder};
pub use only::fill_only;
pub use section::{Section, Source};

use crate::context::fence::NOTICE;
use filling::Filling;
use git_memory_text::budget::Size;
use section::{Left, first_line, last_line, shortest_line};

/// Heading of a pack that answers no question.
const TITLE: &str = "# Project memory\n\n";
/// Most that a map may take, in hundredths of everything; and in tokens, the size of a whole one.
const MAP_SHARE: usize = 25;
const MAP_TOKENS: usize = 1000;

/// The room of a map in a pack of at most this size, with its fence.
#[must_use]
pub fn map_room(most: Size) -> Size {
    let share = most.share(MAP_SHARE);
    share.min(Size::at_most(None, None, Some(MAP_TOKENS)))
}

/// Items that a section has to offer, and the number of all that it has.
#[derive(Clone, Copy, Debug, Default)]
pub struct SectionQueue {
    /// The section that its items go into.
    pub section: Section,
    /// Number of items, the most useful first.
    pub count: usize,
    /// Number of all, offered or not.
    pub current: usize,
}

impl SectionQueue {
    /// A queue of all that a section has.
    #[must_use]
    pub fn of_all(section: Section, count: usize) -> Self {
        Self {
            section,
            count,
            current: count,
        }
    }
}

/// True if one of some queues has answers.
fn has_answers(queues: &[SectionQueue]) -> bool {
    let is_answer = |queue: &SectionQueue| queue.section == Section::Answers && queue.count > 0;
    queues.iter().any(is_answer)
}

/// True if the last line counts what has no room of a queue: of a pack with answers, only these.
fn is_counted(queues: &[SectionQueue], queue: SectionQueue) -> bool {
    queue.section == Section::Answers || !has_answers(queues)
}

/// Text before the sections.
fn head(queues: &[SectionQueue]) -> String {
    let title = if has_answers(queues) { "" } else { TITLE };
    format!("{title}{NOTICE}")
}

/// Fills a pack of at most this size. `fetch` gives the nth item of the nth queue; `None` if it is
/// gone. Equal offers and equal wording give equal bytes.
///
/// # Errors
/// The error of `fetch`.
pub fn fill<E>(
    most: Size,
    queues: &[SectionQueue],
    source: Source,
    fetch: &mut dyn FnMut(usize, usize) -> Result<Option<Item>, E>,
) -> Result<String, E> {
    let mut order: Vec<usize> = (0..queues.len()).collect();
    order.retain(|nth| queues[*nth].count + queues[*nth].current > 0);
    order.sort_by_key(|nth| queues[*nth].section.place());
    if order.is_empty() {
        let line = first_line(source);
        let is_held = most.holds(most.measure(&line));
        return Ok(if is_held { line } else { String::new() });
    }
    let (mut all, mut sections) = (Vec::new(), Vec::new());
    for nth in &order {
        let queue = queues[*nth];
        if is_counted(queues, queue) {
            all.push(Left {
                section: queue.section,
                count: queue.current,
            });
        }
        sections.push(queue.section);
    }
    // The longest last line that there may be.
    let kept = most.measure(&last_line(&all, &sections, source));
    let mut frame = most.measure(&head(queues)) + kept;
    let is_empty = sections.iter().all(|section| !section.is_of_memory());
    if is_empty {
        frame = frame + most.measure(&first_line(source));
    }
    if !most.holds(frame) {
        for line in [last_line(&all, &[], source), shortest_line(source)] {
            if !line.is_empty() && most.holds(most.measure(&line)) {
                return Ok(line);
            }
        }
        // A budget is a promise: with no room for a line there is no line.
        return Ok(String::new());
    }
    let mut filling = Filling::new(queues, order, fetch, most.without(frame));
    filling.fill()?;
    Ok(filling.text(source, kept, is_empty))
}
