//! The state of the screen, and its changes: a key or an answer goes in, the next state and what is
//! to be done comes out. Nothing here asks a repository or knows a terminal.

use super::asker::{Answer, Question};
use super::item::{Item, Text};

/// A person's act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Letter(char),
    Backspace,
    /// Takes the last word away.
    EraseWord,
    /// Takes all words away.
    EraseAll,
    Up,
    Down,
    PageUp,
    PageDown,
    Home,
    End,
    Tab,
    Enter,
    Back,
    Edit,
    Refresh,
    Quit,
}

/// The next step besides drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Ask(Question),
    /// Open the record with this id in an editor.
    Edit(String),
    Quit,
}

/// The part of the screen to which keys go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Focus {
    #[default]
    List,
    Record,
    /// The record has the full width.
    Whole,
}

/// The state of the screen.
#[derive(Debug, Default)]
pub(super) struct Model {
    pub(super) words: String,
    pub(super) items: Vec<Item>,
    pub(super) selected: usize,
    pub(super) focus: Focus,
    pub(super) record: Option<Result<Text, String>>,
    /// The first line of the record that is seen.
    pub(super) scroll: usize,
    /// Why there is no list.
    pub(super) failure: Option<String>,
    /// Said in place of the help line until the next key.
    pub(super) note: Option<String>,
    /// True if the keys are explained in place of list and record, until the next key.
    pub(super) shows_keys: bool,
    /// True if the list is not yet that of the words.
    pub(super) is_waiting: bool,
    /// True if the list that is waited for is the same one, asked for anew.
    is_same: bool,
    /// How many records, and how many lines of one, were drawn last, and how many lines it has.
    pub(super) seen: Seen,
}

/// How many records and lines a drawing had room for, of how many lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Seen {
    pub(super) items: usize,
    pub(super) lines: usize,
    pub(super) all_lines: usize,
}

impl Model {
    /// The first question.
    pub(super) fn begin(&mut self) -> Step {
        self.find()
    }

    fn find(&mut self) -> Step {
        self.is_waiting = true;
        Step::Ask(Question::Find(self.words.clone()))
    }

    /// The record that is selected.
    pub(super) fn item(&self) -> Option<&Item> {
        self.items.get(self.selected)
    }

    /// Does what a key asks for.
    pub(super) fn press(&mut self, key: Key) -> Option<Step> {
        self.note = None;
        if std::mem::take(&mut self.shows_keys) && key != Key::Quit {
            return None;
        }
        match key {
            // A question may have one, but none begins with it.
            Key::Letter('?') if self.words.is_empty() => {
                self.shows_keys = true;
                None
            }
            Key::Quit => Some(Step::Quit),
            Key::Refresh => Some(self.find()),
            Key::Edit => self.item().map(|item| Step::Edit(item.id.clone())),
            Key::Back => self.back(),
            Key::Enter => {
                self.focus = Focus::Whole;
                None
            }
            Key::Tab => {
                self.focus = match self.focus {
                    Focus::List => Focus::Record,
                    Focus::Record | Focus::Whole => Focus::List,
                };
                None
            }
            Key::Letter(letter) => {
                // Typed words are shown: nothing of them may steer the terminal either.
                if letter.is_control() {
                    return None;
                }
                self.change(|words| words.push(letter))
            }
            Key::Backspace => self.change(|words| {
                words.pop();
            }),
            Key::EraseWord => self.change(|words| {
                let kept = words.trim_end();
                let kept = kept.rfind(char::is_whitespace).map_or(0, |at| at + 1);
                words.truncate(kept);
            }),
            Key::EraseAll => self.change(String::clear),
            Key::Up | Key::Down | Key::PageUp | Key::PageDown | Key::Home | Key::End => {
                self.go(key)
            }
        }
    }

    fn back(&mut self) -> Option<Step> {
        if self.focus != Focus::List {
            self.focus = Focus::List;
            return None;
        }
        if self.words.is_empty() {
            return Some(Step::Quit);
        }
        self.change(String::clear)
    }

    /// Changes the words; another search begins at its best hit.
    fn change(&mut self, change: impl FnOnce(&mut String)) -> Option<Step> {
        self.focus = Focus::List;
        let before = self.words.clone();
        change(&mut self.words);
        if self.words == before {
            return None;
        }
        self.selected = 0;
        self.is_same = false;
        Some(self.find())
    }

    fn go(&mut self, key: Key) -> Option<Step> {
        if self.focus == Focus::List {
            let last = self.items.len().saturating_sub(1);
            let to = moved(self.selected, key, self.seen.items, last);
            if to == self.selected {
                return None;
            }
            self.selected = to;
            return self.read();
        }
        let last = self.seen.all_lines.saturating_sub(self.seen.lines);
        self.scroll = moved(self.scroll, key, self.seen.lines, last);
        None
    }

    /// Asks for the record that is selected.
    fn read(&mut self) -> Option<Step> {
        let id = self.item()?.id.clone();
        let is_shown = matches!(&self.record, Some(Ok(text)) if text.item.id == id);
        if !is_shown {
            self.record = None;
            self.scroll = 0;
        }
        Some(Step::Ask(Question::Read(id)))
    }

    /// Takes an answer; an answer to a question that was replaced meanwhile changes nothing.
    pub(super) fn take(&mut self, answer: Answer) -> Option<Step> {
        match answer {
            Answer::Found(words, found) if words == self.words => {
                self.is_waiting = false;
                let id = self.item().map(|item| item.id.clone());
                match found {
                    Ok(found) => {
                        self.failure = None;
                        if let Some(note) = found.note {
                            self.note = Some(note);
                        }
                        self.items = found.items;
                    }
                    Err(why) => {
                        self.failure = Some(why);
                        self.items.clear();
                    }
                }
                // Asked anew, the list may have it elsewhere; another search begins at the top.
                let last = self.items.len().saturating_sub(1);
                let same = self
                    .items
                    .iter()
                    .position(|item| Some(&item.id) == id.as_ref());
                self.selected = match same {
                    _ if !self.is_same => 0,
                    Some(at) => at,
                    None => self.selected.min(last),
                };
                self.is_same = true;
                if self.items.is_empty() {
                    self.record = None;
                }
                self.read()
            }
            Answer::Read(id, text) if self.item().is_some_and(|item| item.id == id) => {
                self.record = Some(text);
                None
            }
            Answer::Found(..) | Answer::Read(..) => None,
        }
    }
}

/// Returns the place to which a key leads, from a place among those up to the last one.
fn moved(at: usize, key: Key, page: usize, last: usize) -> usize {
    let page = page.max(1);
    let to = match key {
        Key::Up => at.saturating_sub(1),
        Key::Down => at + 1,
        Key::PageUp => at.saturating_sub(page),
        Key::PageDown => at + page,
        Key::Home => 0,
        Key::End => last,
        _ => at,
    };
    to.min(last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::item::Found;

    fn found(ids: &[&str]) -> Found {
        let mut found = Found::default();
        for id in ids {
            found.items.push(Item {
                id: (*id).to_owned(),
                ..Item::default()
            });
        }
        found
    }

    fn with(ids: &[&str]) -> Model {
        let mut model = Model::default();
        model.begin();
        model.take(Answer::Found(String::new(), Ok(found(ids))));
        model.seen = Seen {
            items: 2,
            lines: 5,
            all_lines: 12,
        };
        model
    }

    fn reads(id: &str) -> Step {
        Step::Ask(Question::Read(id.to_owned()))
    }

    fn finds(words: &str) -> Step {
        Step::Ask(Question::Find(words.to_owned()))
    }

    #[test]
    fn keys_go_through_the_list() {
        let mut model = with(&["a", "b", "c", "d"]);
        for (key, selected, step) in [
            (Key::Up, 0, None),
            (Key::Down, 1, Some(reads("b"))),
            (Key::PageDown, 3, Some(reads("d"))),
            (Key::Down, 3, None),
            (Key::Home, 0, Some(reads("a"))),
            (Key::End, 3, Some(reads("d"))),
            (Key::PageUp, 1, Some(reads("b"))),
            (Key::Edit, 1, Some(Step::Edit("b".to_owned()))),
            (Key::Quit, 1, Some(Step::Quit)),
        ] {
            assert_eq!(
                (model.press(key), model.selected),
                (step, selected),
                "{key:?}"
            );
        }
        let mut nothing = Model::default();
        for key in [Key::Down, Key::End, Key::PageDown, Key::Edit, Key::Enter] {
            assert_eq!(nothing.press(key), None, "{key:?}");
        }
    }

    #[test]
    fn keys_change_what_is_searched_for() {
        let mut model = with(&["a"]);
        for (key, words, step) in [
            (Key::Letter('x'), "x", Some(finds("x"))),
            (Key::Letter(' '), "x ", Some(finds("x "))),
            (Key::Letter('é'), "x é", Some(finds("x é"))),
            (Key::Letter('\u{1b}'), "x é", None),
            (Key::Backspace, "x ", Some(finds("x "))),
            (Key::EraseWord, "", Some(finds(""))),
            (Key::Backspace, "", None),
            (Key::Letter('y'), "y", Some(finds("y"))),
            (Key::EraseAll, "", Some(finds(""))),
            (Key::Letter('z'), "z", Some(finds("z"))),
            (Key::Back, "", Some(finds(""))),
            (Key::Back, "", Some(Step::Quit)),
        ] {
            assert_eq!((model.press(key), &*model.words), (step, words), "{key:?}");
        }
    }

    #[test]
    fn a_question_mark_explains_the_keys_until_the_next_one() {
        let mut model = with(&["a", "b"]);
        assert_eq!(model.press(Key::Letter('?')), None);
        assert!(model.shows_keys && model.words.is_empty());
        assert_eq!(model.press(Key::Down), None);
        assert!(!model.shows_keys && model.selected == 0);
        assert_eq!(model.press(Key::Letter('x')), Some(finds("x")));
        assert_eq!(model.press(Key::Letter('?')), Some(finds("x?")));
        assert!(!model.shows_keys);
    }

    #[test]
    fn a_record_is_scrolled_to_its_end_and_left_again() {
        let mut model = with(&["a", "b"]);
        for (key, focus, scroll) in [
            (Key::Tab, Focus::Record, 0),
            (Key::Down, Focus::Record, 1),
            (Key::PageDown, Focus::Record, 6),
            (Key::PageDown, Focus::Record, 7),
            (Key::Enter, Focus::Whole, 7),
            (Key::Home, Focus::Whole, 0),
            (Key::Back, Focus::List, 0),
            (Key::Tab, Focus::Record, 0),
            (Key::Tab, Focus::List, 0),
        ] {
            model.press(key);
            assert_eq!((model.focus, model.scroll), (focus, scroll), "{key:?}");
        }
    }

    #[test]
    fn answers_are_taken_where_they_are_waited_for() {
        let mut model = with(&["a", "b", "c"]);
        model.press(Key::Down);
        assert_eq!(model.press(Key::Refresh), Some(finds("")));
        assert!(model.is_waiting);
        // One more before it: the selection stays with the record.
        let again = Answer::Found(String::new(), Ok(found(&["new", "a", "b", "c"])));
        assert_eq!(model.take(again), Some(reads("b")));
        assert_eq!((model.selected, model.is_waiting), (2, false));
        model.press(Key::Letter('x'));
        assert_eq!(
            model.take(Answer::Found(String::new(), Ok(found(&["a"])))),
            None
        );
        assert_eq!(model.items.len(), 4);
        let failed = Answer::Found("x".to_owned(), Err("no repository".to_owned()));
        assert_eq!(model.take(failed), None);
        assert_eq!(model.failure.as_deref(), Some("no repository"));
        assert!(model.items.is_empty() && model.record.is_none());
    }
}
