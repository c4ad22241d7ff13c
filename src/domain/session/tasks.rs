//! What is to be done in a session, as its agent keeps it.

use super::event::{Act, Task, TaskState};

/// The most tasks that are known at once.
const MOST: usize = 200;

/// A task that is known.
#[derive(Clone, Debug)]
struct Known {
    id: String,
    text: String,
    state: TaskState,
    /// Whether somebody was told that it is open.
    is_told: bool,
}

/// The tasks of a session.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tasks {
    known: Vec<Known>,
    /// How many were added one by one: each is called by its number.
    added: usize,
    /// Whether anything changed since it was told.
    is_news: bool,
}

impl Tasks {
    /// Heeds a call.
    pub(crate) fn heed(&mut self, act: &Act) {
        match act {
            Act::Plans(tasks) => self.replace(tasks),
            Act::Adds(text) => {
                self.added += 1;
                let id = self.added.to_string();
                self.push(&id, text, TaskState::Open);
            }
            Act::Updates(tasks) => {
                for task in tasks {
                    self.update(task);
                }
            }
            Act::Changes(_) | Act::Runs(_) => {}
        }
    }

    fn replace(&mut self, tasks: &[Task]) {
        let before = std::mem::take(&mut self.known);
        for task in tasks {
            let state = task.state.unwrap_or(TaskState::Open);
            self.push(&task.id, &task.text, state);
        }
        for mut old in before {
            let same = self.known.iter_mut().find(|known| known.text == old.text);
            if let Some(known) = same {
                known.is_told = old.is_told;
            } else if old.is_told && self.known.len() < MOST {
                // Whoever was told of it should hear that it is over.
                old.state = TaskState::Dropped;
                self.known.push(old);
            }
        }
    }

    fn update(&mut self, task: &Task) {
        match self.known.iter_mut().find(|known| known.id == task.id) {
            Some(known) => {
                if let Some(state) = task.state {
                    self.is_news |= known.state != state;
                    known.state = state;
                }
                if !task.text.is_empty() {
                    known.text.clone_from(&task.text);
                }
            }
            None => self.push(&task.id, &task.text, task.state.unwrap_or(TaskState::Open)),
        }
    }

    fn push(&mut self, id: &str, text: &str, state: TaskState) {
        if !text.trim().is_empty() && self.known.len() < MOST {
            self.is_news = true;
            self.known.push(Known {
                id: id.to_owned(),
                text: text.to_owned(),
                state,
                is_told: false,
            });
        }
    }

    /// Everything up to here was told.
    pub(crate) fn mark(&mut self) {
        self.known.retain(|known| known.state == TaskState::Open);
        for known in &mut self.known {
            known.is_told = true;
        }
        self.is_news = false;
    }

    /// Whether anything is to be told.
    pub(crate) fn is_news(&self) -> bool {
        self.is_news && self.known.iter().any(Known::is_worth_telling)
    }

    /// What is open, and what was told and is open no more.
    pub(crate) fn told(&self) -> impl Iterator<Item = (&str, bool)> {
        let worth = self.known.iter().filter(|known| known.is_worth_telling());
        worth.map(|known| (known.text.as_str(), known.state == TaskState::Open))
    }
}

impl Known {
    fn is_worth_telling(&self) -> bool {
        match self.state {
            // What was told before and is open still needs no second word.
            TaskState::Open => !self.is_told,
            TaskState::Done | TaskState::Dropped => self.is_told,
        }
    }
}
