//! Filling a pack: which item goes in next, and in which form.

use std::collections::HashMap;

use super::item::{Item, ItemOrder};
use super::section::{Left, Section, Source, first_line, last_line};
use super::{HEAD, SectionQueue};
use git_memory_text::budget::Size;

/// Most that user memory may take, in hundredths of everything.
const USER_SHARE: usize = 50;
/// Most that all requested items may take, in hundredths of the project's room.
// Not all: an agent that asks about one file still needs the decisions that apply everywhere.
const ASKED_SHARE: usize = 60;
// Size that a text needs to tell the decision, beside its abstract.
const FEW_CHARS: Option<usize> = Some(1200);
const FEW_LINES: Option<usize> = Some(24);
const FEW_TOKENS: Option<usize> = Some(320);
// Least size of the policy, up to this many hundredths of the room.
const POLICY_CHARS: Option<usize> = Some(600);
const POLICY_LINES: Option<usize> = Some(12);
const POLICY_TOKENS: Option<usize> = Some(180);
const POLICY_SHARE: usize = 25;
// Number of items without room after which a section is given up for the time being, and in the
// end. A shorter item may come later, but each try reads a record.
const TRIES: usize = 3;
const WAITING: usize = 12;

/// Items that were taken from a queue.
#[derive(Default)]
struct Taken {
    /// The number of the next item.
    next: usize,
    /// Items that found no room yet, with their numbers.
    waiting: Vec<(usize, Item)>,
    placed: Vec<Placed>,
}

impl Taken {
    /// The part of its queue that is not in.
    fn left_of(&self, queue: SectionQueue) -> Left {
        let past = self.placed.iter().filter(|placed| placed.is_past).count();
        let current = self.placed.len() - past;
        Left {
            section: queue.section,
            // Saturating: a queue may promise less than it gives.
            current: queue.current.saturating_sub(current),
            past: queue.past.saturating_sub(past),
        }
    }
}

/// An item that was put in.
struct Placed {
    nth: usize,
    order: ItemOrder,
    text: String,
    is_cut: bool,
    is_past: bool,
    /// Set for an item in short form, whose text may grow if there is room in the end.
    short: Option<Item>,
    /// True if its text is a line of the section's list.
    is_line: bool,
}

impl Placed {
    /// Its place among those that were asked for, the first ones of their queue; the same for all
    /// others.
    fn rank(&self, asked: usize) -> usize {
        if self.nth < asked {
            self.nth
        } else {
            usize::MAX
        }
    }
}

pub(super) struct Filling<'a, E> {
    queues: &'a [SectionQueue],
    /// The queues in the order of the pack.
    order: Vec<usize>,
    fetch: &'a mut dyn FnMut(usize, usize) -> Result<Option<Item>, E>,
    taken: Vec<Taken>,
    room: Size,
    /// The texts that are in, with the first word of the origin of each.
    seen: HashMap<String, String>,
}

impl<'a, E> Filling<'a, E> {
    pub(super) fn new(
        queues: &'a [SectionQueue],
        order: Vec<usize>,
        fetch: &'a mut dyn FnMut(usize, usize) -> Result<Option<Item>, E>,
        room: Size,
    ) -> Self {
        let mut taken = Vec::new();
        taken.resize_with(queues.len(), Taken::default);
        Self {
            queues,
            order,
            fetch,
            taken,
            room,
            seen: HashMap::new(),
        }
    }

    pub(super) fn fill(&mut self) -> Result<(), E> {
        let (mut user, mut map, mut project) = (Vec::new(), Vec::new(), Vec::new());
        for &nth in &self.order {
            match self.queues[nth].section {
                Section::User => user.push(nth),
                Section::Map => map.push(nth),
                _ => project.push(nth),
            }
        }
        for nth in user {
            self.put_all(nth, &mut self.room.share(USER_SHARE))?;
        }
        let whole = self.room;
        for &nth in &project {
            // Short, and needed for reading everything else.
            if matches!(self.queues[nth].section, Section::Summary | Section::Policy) {
                self.put_all(nth, &mut self.share_of(nth, whole))?;
            }
        }
        let before = self.room;
        for nth in map {
            // It was made for its share.
            self.put_all(nth, &mut self.room.clone())?;
        }
        // The others share the rest.
        let whole = whole.without(before.without(self.room));
        self.put_asked(&project, whole.share(ASKED_SHARE))?;
        for &nth in &project {
            // Requested items are part of their section's share.
            let mut taken = Size::default();
            for placed in &self.taken[nth].placed {
                taken = taken + whole.measure(&placed.text);
            }
            self.put_all(nth, &mut self.share_of(nth, whole).without(taken))?;
        }
        // Room that one section leaves goes to the others.
        for &nth in &project {
            self.put_all(nth, &mut Size::at_most(None, None, None))?;
        }
        self.lengthen();
        Ok(())
    }

    /// Gives items in short form their whole text, as far as there is room left.
    fn lengthen(&mut self) {
        for taken in &mut self.taken {
            for placed in &mut taken.placed {
                let Some(item) = placed.short.take() else {
                    continue;
                };
                let before = self.room.measure(&placed.text);
                let room = self.room + before;
                if let Some(form) = item.form(room)
                    && form.text.len() > placed.text.len()
                {
                    self.room = room.without(self.room.measure(&form.text));
                    placed.is_cut = form.is_cut;
                    placed.text = form.text;
                }
            }
        }
    }

    /// The own room of a section.
    fn share_of(&self, nth: usize, whole: Size) -> Size {
        let section = self.queues[nth].section;
        let share = whole.share(section.share());
        if section != Section::Policy {
            return share;
        }
        // A small pack has the policy, too: it is short, and the reader of the rest acts by it.
        let least = Size::at_most(POLICY_CHARS, POLICY_LINES, POLICY_TOKENS);
        share.max(least.min(whole.share(POLICY_SHARE)))
    }

    /// Puts in requested items.
    fn put_asked(&mut self, project: &[usize], mut room: Size) -> Result<(), E> {
        let mut turns = 0;
        for &nth in project {
            turns = turns.max(self.queues[nth].asked);
        }
        // In turn, the best of each section first: the answers of one kind would fill all of it.
        for turn in 0..turns {
            for &nth in project {
                if turn >= self.queues[nth].asked {
                    continue;
                }
                // A long text leaves as much again for those after it, if it has room to tell the
                // decision.
                let least = room.min(Size::at_most(FEW_CHARS, FEW_LINES, FEW_TOKENS));
                let before = room.share(50).max(least);
                let mut half = before;
                if let Some((number, item)) = self.take(nth)? {
                    self.put(nth, number, item, &mut half);
                    room = room.without(before.without(half));
                }
            }
        }
        Ok(())
    }

    /// Puts in items with room: those that wait, then the next ones, until some found none.
    fn put_all(&mut self, nth: usize, limit: &mut Size) -> Result<(), E> {
        for (number, item) in std::mem::take(&mut self.taken[nth].waiting) {
            self.put(nth, number, item, limit);
        }
        let mut misses = 0;
        while misses < TRIES {
            let Some((number, item)) = self.take(nth)? else {
                break;
            };
            misses += usize::from(!self.put(nth, number, item, limit));
        }
        Ok(())
    }

    /// The next item of a queue, with its number.
    fn take(&mut self, nth: usize) -> Result<Option<(usize, Item)>, E> {
        while self.taken[nth].next < self.queues[nth].count
            && self.taken[nth].waiting.len() < WAITING
        {
            let number = self.taken[nth].next;
            self.taken[nth].next += 1;
            // One that is gone counts as left out: it was there when the rest was listed.
            if let Some(item) = (self.fetch)(nth, number)? {
                return Ok(Some((number, item)));
            }
        }
        Ok(None)
    }

    /// Puts an item in if there is room; else it waits. A text that is in already is not repeated.
    fn put(&mut self, nth: usize, number: usize, mut item: Item, limit: &mut Size) -> bool {
        let SectionQueue { section, asked, .. } = self.queues[nth];
        if section.is_list() && number >= asked {
            return self.put_line(nth, number, item, limit);
        }
        for text in item.texts() {
            if let Some(other) = self.seen.get(text) {
                // Still named: a reader must not take it for left out.
                (item.brief, item.full) = (format!("The same text as {other}."), None);
                break;
            }
        }
        let heading = self.heading(nth);
        let Some(form) = item.form(limit.min(self.room).without(heading)) else {
            self.taken[nth].waiting.push((number, item));
            return false;
        };
        let is_short = form.is_cut || item.full.as_ref().is_some_and(|full| *full != form.body);
        let size = heading + self.room.measure(&form.text);
        (*limit, self.room) = (limit.without(size), self.room.without(size));
        // The first word of an origin is its id or path.
        let name = match item.origin.split_once(' ') {
            Some((name, _)) => name,
            None => &item.origin,
        };
        self.seen
            .entry(form.body)
            .or_insert_with(|| name.to_owned());
        self.taken[nth].placed.push(Placed {
            nth: number,
            order: item.order.clone(),
            text: form.text,
            is_cut: form.is_cut,
            is_past: item.is_past,
            is_line: false,
            short: (section == Section::Recent && is_short).then_some(item),
        });
        true
    }

    /// Puts an item in as a line of its section's list, if there is room; else it waits.
    fn put_line(&mut self, nth: usize, number: usize, item: Item, limit: &mut Size) -> bool {
        let section = self.queues[nth].section;
        let text = format!("{}\n", item.brief);
        let mut size = self.heading(nth) + self.room.measure(&text);
        if !self.taken[nth].placed.iter().any(|placed| placed.is_line) {
            size = size + self.room.measure(&section.lines(""));
        }
        if !limit.min(self.room).holds(size) {
            self.taken[nth].waiting.push((number, item));
            return false;
        }
        (*limit, self.room) = (limit.without(size), self.room.without(size));
        self.taken[nth].placed.push(Placed {
            nth: number,
            order: item.order,
            text,
            is_cut: false,
            is_past: item.is_past,
            is_line: true,
            short: None,
        });
        true
    }

    /// The size of a section's heading if nothing is below it yet, with the empty line after the
    /// section.
    fn heading(&self, nth: usize) -> Size {
        if self.taken[nth].placed.is_empty() {
            let heading = self.queues[nth].section.heading();
            self.room.measure(&heading) + self.room.measure("\n")
        } else {
            Size::default()
        }
    }

    /// `is_empty` is true if the project's memory holds nothing.
    pub(super) fn text(mut self, source: Source, is_empty: bool) -> String {
        let mut text = HEAD.to_owned();
        let (mut left, mut cut) = (Vec::new(), Vec::new());
        for &nth in &self.order {
            let queue = self.queues[nth];
            let SectionQueue { section, asked, .. } = queue;
            let taken = &mut self.taken[nth];
            left.push(taken.left_of(queue));
            let placed = &mut taken.placed;
            if placed.iter().any(|placed| placed.is_cut) {
                cut.push(section);
            }
            if placed.is_empty() {
                continue;
            }
            // Requested items come first, by their worth; the others in an order that puts new ones
            // last.
            placed.sort_by(|a, b| (a.rank(asked), &a.order).cmp(&(b.rank(asked), &b.order)));
            text.push_str(&section.heading());
            let mut lines = String::new();
            for placed in placed {
                let to = if placed.is_line {
                    &mut lines
                } else {
                    &mut text
                };
                to.push_str(&placed.text);
            }
            if !lines.is_empty() {
                text.push_str(&section.lines(lines.trim_end_matches('\n')));
            }
            text.push('\n');
        }
        let is_whole = cut.is_empty() && left.iter().all(|left| left.current + left.past == 0);
        if is_empty && is_whole {
            return text + &first_line(source);
        }
        text + &last_line(&left, &cut, source)
    }
}
