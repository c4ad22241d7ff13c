//! Filling a pack: which item goes in next, and in which form.

use std::collections::HashMap;

use super::answers::Answers;
use super::item::{Extent, Form, Item, ItemOrder};
use super::section::{Left, Section, Source, first_line, last_line};
use super::{SectionQueue, head, is_counted};
use git_memory_text::budget::Size;

/// Most that user memory may take, in hundredths of everything.
const USER_SHARE: usize = 50;
/// Most that records of parents may take, likewise.
const PARENTS_SHARE: usize = 15;
/// Most that answers may take, in hundredths of the project's room.
// Not all: an agent that asks about one file still needs the decisions that apply everywhere.
const ASKED_SHARE: usize = 60;
// Size that answers get in any case: less than a few of them is no answer.
const FEW_CHARS: Option<usize> = Some(2400);
const FEW_LINES: Option<usize> = Some(36);
const FEW_TOKENS: Option<usize> = Some(600);
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
    /// The answers, if the section has them.
    answers: Option<Answers>,
}

impl Taken {
    /// The part of its queue that is not in.
    fn left_of(&self, queue: SectionQueue) -> Left {
        let answers = self
            .answers
            .as_ref()
            .map_or(0, |answers| answers.told.len());
        Left {
            section: queue.section,
            // Saturating: a queue may promise less than it gives.
            count: queue.current.saturating_sub(self.placed.len() + answers),
        }
    }

    fn is_empty(&self) -> bool {
        self.placed.is_empty() && self.answers.as_ref().is_none_or(|it| it.told.is_empty())
    }

    fn is_cut(&self) -> bool {
        let is_cut = |placed: &Placed| placed.form.extent == Extent::Cut;
        self.placed.iter().any(is_cut) || self.answers.as_ref().is_some_and(Answers::is_cut)
    }

    /// True if a text is cut, or may be if it gets longer.
    fn is_short(&self) -> bool {
        let mut placed = self.placed.iter();
        placed.any(|placed| placed.short.is_some() || placed.form.extent == Extent::Cut)
            || self.answers.as_ref().is_some_and(Answers::is_short)
    }

    fn has_lines(&self) -> bool {
        self.placed.iter().any(|placed| placed.form.is_line)
    }
}

/// An item that was put in.
struct Placed {
    order: ItemOrder,
    form: Form,
    /// Set for an item in short form, whose text may grow if there is room in the end.
    short: Option<Item>,
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
        let (mut asked, mut parents) = (None, None);
        let (mut user, mut map, mut project) = (Vec::new(), Vec::new(), Vec::new());
        for &nth in &self.order {
            match self.queues[nth].section {
                Section::Answers => asked = Some(nth),
                Section::User => user.push(nth),
                Section::Parents => parents = Some(nth),
                Section::Map => map.push(nth),
                _ => project.push(nth),
            }
        }
        if let Some(nth) = asked {
            self.put_answers(nth)?;
        }
        for nth in user {
            self.put_all(nth, &mut self.room.share(USER_SHARE))?;
        }
        if let Some(nth) = parents {
            self.put_all(nth, &mut self.room.share(PARENTS_SHARE))?;
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
        for &nth in &project {
            self.put_all(nth, &mut self.share_of(nth, whole))?;
        }
        // Room that one section leaves goes to the others.
        for &nth in &project {
            self.put_all(nth, &mut Size::at_most(None, None, None))?;
        }
        if let Some(nth) = parents {
            self.put_all(nth, &mut Size::at_most(None, None, None))?;
        }
        self.lengthen();
        Ok(())
    }

    /// Puts in what was asked for, the best first.
    fn put_answers(&mut self, nth: usize) -> Result<(), E> {
        let few = Size::at_most(FEW_CHARS, FEW_LINES, FEW_TOKENS);
        let room = self.room.share(ASKED_SHARE).max(few.min(self.room));
        let heading = self.heading(nth);
        let answers = Answers::of(room.without(heading), &mut || {
            Ok(self.take(nth)?.map(|(_, item)| item))
        })?;
        if answers.told.is_empty() {
            return Ok(());
        }
        let used = room.without(answers.room);
        self.room = self.room.without(used);
        for answer in &answers.told {
            self.see(answer.item.name(), &answer.form);
        }
        self.taken[nth].answers = Some(Answers {
            room: Size::default(),
            ..answers
        });
        Ok(())
    }

    /// Remembers a text that is in.
    fn see(&mut self, name: &str, form: &Form) {
        self.seen
            .entry(form.body.clone())
            .or_insert_with(|| name.to_owned());
    }

    /// Gives answers that are not whole, cut texts, and steps in short form their whole text, as far
    /// as there is room left.
    fn lengthen(&mut self) {
        for taken in &mut self.taken {
            if let Some(answers) = &mut taken.answers {
                answers.lengthen(self.room);
                self.room = std::mem::take(&mut answers.room);
            }
            for placed in &mut taken.placed {
                let Some(item) = &placed.short else {
                    continue;
                };
                let before = self.room.measure(&placed.form.text);
                let room = self.room + before;
                if let Some(form) = item.piece(room)
                    && form.body.len() > placed.form.body.len()
                {
                    self.room = room.without(self.room.measure(&form.text));
                    placed.form = form;
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
        let section = self.queues[nth].section;
        for text in item.texts() {
            if let Some(other) = self.seen.get(text) {
                // Still named: a reader must not take it for left out.
                (item.brief, item.full) = (format!("The same text as {other}."), None);
                break;
            }
        }
        let heading = self.heading(nth);
        let room = limit.min(self.room).without(heading);
        let Some((form, frame)) = self.form(nth, &item, room) else {
            self.taken[nth].waiting.push((number, item));
            return false;
        };
        let size = heading + frame + self.room.measure(&form.text);
        (*limit, self.room) = (limit.without(size), self.room.without(size));
        // One line of a record is enough where it was not asked for.
        let is_short = match section {
            Section::Recent => form.extent != Extent::Whole,
            _ => form.extent == Extent::Cut,
        };
        if !section.is_list() {
            self.see(item.name(), &form);
        }
        self.taken[nth].placed.push(Placed {
            order: item.order.clone(),
            short: is_short.then_some(item),
            form,
        });
        true
    }

    /// As much of an item as there is room for, and the size of the list that its line begins.
    fn form(&self, nth: usize, item: &Item, room: Size) -> Option<(Form, Size)> {
        if let Some(piece) = item.piece(room) {
            return Some((piece, Size::default()));
        }
        let line = item.line()?;
        let frame = if self.taken[nth].has_lines() {
            Size::default()
        } else {
            room.measure(&self.queues[nth].section.lines(""))
        };
        let has_room = room.holds(frame + room.measure(&line.text));
        has_room.then_some((line, frame))
    }

    /// The size of a section's heading if nothing is below it yet, with the empty line after the
    /// section.
    fn heading(&self, nth: usize) -> Size {
        if self.taken[nth].is_empty() {
            let heading = self.queues[nth].section.heading();
            self.room.measure(&heading) + self.room.measure("\n")
        } else {
            Size::default()
        }
    }

    /// The text. `kept` is the room that is kept free for the last line, and `is_empty` is true if
    /// the project's memory holds nothing.
    pub(super) fn text(mut self, source: Source, kept: Size, is_empty: bool) -> String {
        // The last line is rarely as long as it could be; longer texts may be cut, too.
        let spare = self.room + kept;
        let longest = spare.measure(&self.last_line(source, Taken::is_short));
        self.room = spare.without(longest);
        self.lengthen();
        let mut last = self.last_line(source, Taken::is_cut);
        // The first answer as a whole is worth more than the number of the others.
        if let Some(room) = self.finish_first(longest) {
            last = self.last_line(source, Taken::is_cut);
            if !room.holds(room.measure(&last)) {
                last.clear();
            }
        }
        let mut text = head(self.queues);
        for &nth in &self.order {
            let section = self.queues[nth].section;
            let taken = &mut self.taken[nth];
            if taken.is_empty() {
                continue;
            }
            text.push_str(&section.heading());
            if let Some(answers) = &taken.answers {
                text.push_str(&answers.text());
            }
            // In an order that puts new ones last.
            taken.placed.sort_by(|a, b| a.order.cmp(&b.order));
            let mut lines = String::new();
            for Placed { form, .. } in &taken.placed {
                let to = if form.is_line { &mut lines } else { &mut text };
                to.push_str(&form.text);
            }
            if !lines.is_empty() {
                text.push_str(&section.lines(lines.trim_end_matches('\n')));
            }
            text.push('\n');
        }
        if last.is_empty() && is_empty {
            return text + &first_line(source);
        }
        if last.is_empty() {
            text.truncate(text.trim_end().len() + 1);
            // The sentence before the texts says nothing of its own.
            let is_bare = self.taken.iter().all(Taken::is_empty);
            return if is_bare { String::new() } else { text };
        }
        text + &last
    }

    /// Tells all of the first answer if it fits into so much more room; returns what is left.
    fn finish_first(&mut self, more: Size) -> Option<Size> {
        let room = self.room + more;
        let mut taken = self.taken.iter_mut();
        let answers = taken.find_map(|taken| taken.answers.as_mut());
        answers?.finish_first(room)
    }

    /// The last line for what is in; `is_cut` finds the sections with cut texts.
    fn last_line(&self, source: Source, is_cut: fn(&Taken) -> bool) -> String {
        let (mut left, mut cut) = (Vec::new(), Vec::new());
        for &nth in &self.order {
            let queue = self.queues[nth];
            if is_counted(self.queues, queue) {
                left.push(self.taken[nth].left_of(queue));
            }
            if is_cut(&self.taken[nth]) {
                cut.push(queue.section);
            }
        }
        last_line(&left, &cut, source)
    }
}
