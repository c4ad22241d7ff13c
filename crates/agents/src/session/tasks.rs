//! Tasks of a session, as its agent keeps them.

use super::event::{Act, Task, TaskState};

/// The most tasks that are known at once.
const MOST: usize = 200;

/// A task that is known.
#[derive(Clone, Debug)]
struct Known {
    id: String,
    text: String,
    state: TaskState,
    /// True if a summary has told that the task is open.
    is_told: bool,
}

/// The tasks of a session.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tasks {
    known: Vec<Known>,
    /// How many were added one by one: each is called by its number.
    added: usize,
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
            Act::Changes(_) | Act::Runs(_) | Act::Records => {}
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
                // A reader who was told of it should hear that it is over.
                old.state = TaskState::Dropped;
                self.known.push(old);
            }
        }
    }

    fn update(&mut self, task: &Task) {
        match self.known.iter_mut().find(|known| known.id == task.id) {
            Some(known) => {
                if let Some(state) = task.state {
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
    }

    /// Open tasks that were not told yet.
    pub(crate) fn open(&self) -> impl Iterator<Item = &str> {
        self.in_state(|known| known.state == TaskState::Open && !known.is_told)
    }

    /// Tasks that are open no more.
    pub(crate) fn done(&self) -> impl Iterator<Item = &str> {
        self.in_state(|known| known.state != TaskState::Open)
    }

    fn in_state(&self, is_wanted: fn(&&Known) -> bool) -> impl Iterator<Item = &str> {
        let wanted = self.known.iter().filter(is_wanted);
        wanted.map(|known| known.text.as_str())
    }
}
