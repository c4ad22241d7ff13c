//! The part of a session's events that is kept: as much as a summary may tell, however long the
//! session is.

use std::collections::VecDeque;

use super::call::{is_recording, records_in, written_by};
use super::commands::Commands;
use super::event::{Act, Event};
use super::kept::kept;
use super::tasks::Tasks;
use git_memory_text::path::MemoryFolder;

/// The most calls of which a result is awaited.
const PENDING: usize = 256;
/// The most things asked that are kept after the first one, the newest.
const ASKED: usize = 8;
/// The most files that are kept by name.
const FILES: usize = 500;

/// The events of a session, in short.
#[derive(Clone, Debug, Default)]
pub struct Story {
    /// The folder of memory of its project.
    pub memory: MemoryFolder,
    /// Name of the agent, by the form of its lines.
    pub agent: Option<&'static str>,
    /// Its id, where the transcript says it.
    pub session: Option<String>,
    /// The folder that the agent works in, where the transcript says it.
    pub folder: Option<String>,
    /// The time of its last line, in seconds since 1970, where lines have one.
    pub time: Option<i64>,
    /// True if a person asked for anything, whether it was told before or not.
    pub has_asked: bool,
    /// The first prompt.
    pub(crate) first: Option<String>,
    /// The prompts after the first, the newest last.
    pub(crate) asked: VecDeque<String>,
    /// How many were forgotten between the first and the others.
    pub(crate) forgotten: usize,
    /// The files that were changed, each once, in order.
    pub(crate) files: Vec<String>,
    pub(crate) commands: Commands,
    pub(crate) tasks: Tasks,
    /// The agent's last message.
    pub(crate) said: Option<String>,
    /// The last prompt, where nothing has happened since.
    just_asked: Option<String>,
    pending: VecDeque<(String, Act)>,
}

impl Story {
    /// Heeds an event.
    pub fn heed(&mut self, event: Event) {
        if matches!(
            event,
            Event::Said(_) | Event::Called { .. } | Event::Returned { .. }
        ) {
            self.just_asked = None;
        }
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
            Event::Dated(time) => self.time = Some(time),
            Event::Asked(text) => self.ask(text),
            Event::Said(text) => self.said = Some(kept(&text)),
            Event::Called { id, act } => self.call(id, act),
            Event::Returned {
                id,
                has_failed,
                is_refused,
                output,
            } => {
                let called = self.pending.iter().position(|(known, _)| *known == id);
                if let Some((_, act)) = called.and_then(|at| self.pending.remove(at))
                    && !is_refused
                {
                    self.returned(act, has_failed, &output);
                }
            }
        }
    }

    fn call(&mut self, id: String, act: Act) {
        // A call's word on tasks holds whatever comes of the call, and a call without an id is
        // never heard of again.
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

    fn returned(&mut self, act: Act, has_failed: bool, output: &str) {
        match act {
            Act::Runs(command) => {
                self.commands.heed(&command, output, has_failed);
                if !has_failed {
                    self.change(written_by(&command));
                    if is_recording(&command) {
                        self.change(records_in(&self.memory, output));
                    }
                }
            }
            _ if has_failed => {}
            Act::Records => self.change(records_in(&self.memory, output)),
            act => self.done(act),
        }
    }

    /// Some versions of an agent write a prompt in two forms, one after the other.
    fn ask(&mut self, asked: String) {
        let text = kept(&asked);
        if text.is_empty() || self.just_asked.as_ref() == Some(&asked) {
            return;
        }
        self.just_asked = Some(asked);
        self.has_asked = true;
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
        if let Act::Changes(files) = act {
            self.change(files);
        }
    }

    fn change(&mut self, files: Vec<String>) {
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
        self.said = None;
        self.commands.mark();
        self.tasks.mark();
    }

    /// The session is over: whatever is still awaited never says that it failed.
    pub fn end(&mut self) {
        for (_, act) in std::mem::take(&mut self.pending) {
            self.done(act);
        }
    }

    /// True if a follow-up of an earlier step may be done by now.
    #[must_use]
    pub fn may_close(&self) -> bool {
        self.commands.passed().next().is_some() || self.tasks.done().next().is_some()
    }
}
