//! What is kept of a session's events: as much as a summary may tell, however long the session is.

use std::collections::VecDeque;

use super::commands::Commands;
use super::event::{Act, Event};
use super::kept::kept;
use super::tasks::Tasks;
use crate::domain::agent::Agent;

/// The most calls of which a result is awaited.
const PENDING: usize = 256;
/// The most things asked that are kept after the first one, the newest.
const ASKED: usize = 8;
/// The most files that are kept by name.
const FILES: usize = 500;

/// The events of a session, in short.
#[derive(Clone, Debug, Default)]
pub struct Story {
    /// The agent, by the form of its lines.
    pub agent: Option<Agent>,
    /// Its id, where the transcript says it.
    pub session: Option<String>,
    /// The folder that the agent works in, where the transcript says it.
    pub folder: Option<String>,
    /// What was asked first.
    pub(crate) first: Option<String>,
    /// What was asked after that, the newest last.
    pub(crate) asked: VecDeque<String>,
    /// How many were forgotten between the first and the others.
    pub(crate) forgotten: usize,
    /// The files that were changed, each once, in order.
    pub(crate) files: Vec<String>,
    pub(crate) commands: Commands,
    pub(crate) tasks: Tasks,
    pending: VecDeque<(String, Act)>,
}

impl Story {
    /// Heeds an event.
    pub fn heed(&mut self, event: Event) {
        match event {
            Event::By(agent) => {
                self.agent.get_or_insert(agent);
            }
            Event::Named(id) => {
                self.session.get_or_insert(id);
            }
            Event::At(folder) => {
                self.folder.get_or_insert(folder);
            }
            Event::Asked(text) => self.ask(&text),
            Event::Called { id, act } => {
                // What a call says of tasks is so whatever comes of it, and a call without an id
                // is never heard of again.
                self.tasks.heed(&act);
                if id.is_empty() {
                    self.done(act);
                    return;
                }
                if self.pending.len() == PENDING {
                    self.pending.pop_front();
                }
                self.pending.push_back((id, act));
            }
            Event::Returned {
                id,
                has_failed,
                is_refused,
                output,
            } => {
                let Some(at) = self.pending.iter().position(|(known, _)| *known == id) else {
                    return;
                };
                let Some((_, act)) = self.pending.remove(at) else {
                    return;
                };
                match act {
                    _ if is_refused => {}
                    Act::Runs(command) => self.commands.heed(&command, &output, has_failed),
                    _ if has_failed => {}
                    act => self.done(act),
                }
            }
        }
    }

    fn ask(&mut self, text: &str) {
        let text = kept(text);
        if text.is_empty() {
            return;
        }
        if self.first.is_none() {
            self.first = Some(text);
            return;
        }
        if self.asked.len() == ASKED {
            self.asked.pop_front();
            self.forgotten += 1;
        }
        self.asked.push_back(text);
    }

    fn done(&mut self, act: Act) {
        let Act::Changes(files) = act else { return };
        for file in files {
            if self.files.len() < FILES && !self.files.contains(&file) {
                self.files.push(file);
            }
        }
    }

    /// Everything up to here was told: only what comes after it is news.
    pub fn mark(&mut self) {
        self.first = None;
        self.asked.clear();
        self.forgotten = 0;
        self.files.clear();
        self.commands.mark();
        self.tasks.mark();
    }

    /// The session is over: whatever is still awaited never says that it failed.
    pub fn end(&mut self) {
        for (_, act) in std::mem::take(&mut self.pending) {
            self.done(act);
        }
    }

    /// Whether there is anything to tell. That somebody asked something and nothing came of it is
    /// worth telling, too.
    #[must_use]
    pub fn is_news(&self) -> bool {
        self.first.is_some() || self.has_outcome()
    }

    /// Whether anything came of what was asked.
    #[must_use]
    pub fn has_outcome(&self) -> bool {
        !self.files.is_empty()
            || !self.commands.commits.is_empty()
            || !self.commands.mended.is_empty()
            || self.commands.failing().next().is_some()
            || self.tasks.is_news()
    }
}
