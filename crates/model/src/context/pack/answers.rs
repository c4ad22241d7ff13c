//! The texts that were asked for, in a room: each is named before any is told at length; then the
//! first is told whole if it fits, the next ones from the rest, and what is left over in the end
//! goes back to the first that is not whole.
//!
//! For any room, the same texts are named in the same order, and more room only adds to them.

use super::item::{Extent, Form, Item};
use super::section::Section;
use git_memory_text::budget::Size;

/// The hundredths of the room in which each text after the first has to be named.
const NAMED: usize = 50;
/// The hundredths of the rest that the first text gets, and each of the next ones, if it is longer.
const FIRST: usize = 75;
const NEXT: usize = 50;

/// A text that was asked for.
pub(super) struct Answer {
    pub(super) item: Item,
    pub(super) form: Form,
}

/// Texts that were asked for, and the room that they leave.
pub(super) struct Answers {
    pub(super) told: Vec<Answer>,
    pub(super) room: Size,
}

impl Answers {
    /// Takes as many of some texts as there is room for, the best first.
    ///
    /// # Errors
    /// The error of `next`.
    pub(super) fn of<E>(
        room: Size,
        next: &mut dyn FnMut() -> Result<Option<Item>, E>,
    ) -> Result<Self, E> {
        let list = room.measure(&Section::Answers.lines(""));
        let mut answers = Self {
            told: Vec::new(),
            room: room.without(list),
        };
        let mut named = list;
        while let Some(item) = next()? {
            let Some(form) = item.line() else {
                continue;
            };
            named = named + room.measure(&form.text);
            let limit = if answers.told.is_empty() {
                room
            } else {
                room.share(NAMED)
            };
            if !limit.holds(named) {
                break;
            }
            answers.room = room.without(named);
            answers.told.push(Answer { item, form });
        }
        if answers.told.is_empty() {
            answers.room = room;
            return Ok(answers);
        }
        answers.tell();
        // A list without lines is no list.
        if answers.told.iter().all(|answer| !answer.form.is_line) {
            answers.room = answers.room + list;
        }
        answers.lengthen(Size::default());
        Ok(answers)
    }

    /// Tells the texts, each in its share.
    fn tell(&mut self) {
        let count = self.told.len();
        for nth in 0..count {
            let is_whole = nth == 0 && self.tell_in(nth, self.room, Extent::Whole);
            if !is_whole {
                let share = match nth {
                    _ if nth + 1 == count => 100,
                    0 => FIRST,
                    _ => NEXT,
                };
                self.tell_in(nth, self.room.share(share), Extent::Cut);
            }
        }
    }

    /// Gives what is left, and `more`, to the first texts that are not whole.
    pub(super) fn lengthen(&mut self, more: Size) {
        self.room = self.room + more;
        for nth in 0..self.told.len() {
            self.tell_in(nth, self.room, Extent::Cut);
        }
    }

    /// Tells one text in so much more room, if it becomes longer than it is and has at least this
    /// extent; false if not.
    fn tell_in(&mut self, nth: usize, more: Size, least: Extent) -> bool {
        let Answer { item, form } = &mut self.told[nth];
        if form.extent == Extent::Whole {
            return false;
        }
        let before = more.measure(&form.text);
        let Some(piece) = item.piece(more + before) else {
            return false;
        };
        let is_longer = form.is_line || piece.body.len() > form.body.len();
        if !is_longer || (least == Extent::Whole && piece.extent != Extent::Whole) {
            return false;
        }
        self.room = (self.room + before).without(self.room.measure(&piece.text));
        *form = piece;
        true
    }

    /// Tells all of the first text, if it has room, and returns what is left of that; `None` if it
    /// has none, or is whole.
    pub(super) fn finish_first(&mut self, room: Size) -> Option<Size> {
        self.room = room;
        let is_told = !self.told.is_empty() && self.tell_in(0, room, Extent::Whole);
        is_told.then_some(self.room)
    }

    /// True if a text is not whole.
    pub(super) fn is_short(&self) -> bool {
        let mut told = self.told.iter();
        told.any(|answer| answer.form.extent != Extent::Whole)
    }

    /// True if a text is cut.
    pub(super) fn is_cut(&self) -> bool {
        self.told
            .iter()
            .any(|answer| answer.form.extent == Extent::Cut)
    }

    /// The texts at length, then a list of the others.
    pub(super) fn text(&self) -> String {
        let (mut text, mut lines) = (String::new(), String::new());
        for Answer { form, .. } in &self.told {
            let to = if form.is_line { &mut lines } else { &mut text };
            to.push_str(&form.text);
        }
        if !lines.is_empty() {
            text.push_str(&Section::Answers.lines(lines.trim_end_matches('\n')));
        }
        text
    }
}
