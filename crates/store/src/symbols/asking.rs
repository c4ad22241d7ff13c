//! The side that has sources and asks for their symbols.

use std::io;

use serde::de::DeserializeOwned;

use super::exchange::{ANSWER, CODE, COMMAND, GREETING, PATTERNS, SYMBOLS, receive, send};
use crate::Error;
use git_memory_git::{self as git, Ends, Environment, Sibling, was_killed};
use git_memory_policy::code::Lines;
use git_memory_policy::map::{Language, Symbols, Unread};
use git_memory_text::limits;

/// A reader of sources, one after the other. Each thread needs one of its own.
pub(crate) struct Reader<'a> {
    environment: &'a Environment,
    process: Option<Process>,
}

/// A process that reads sources.
struct Process {
    sibling: Sibling,
    /// True if it has read some already.
    is_used: bool,
}

/// Result of a question to a process.
enum Reply<T> {
    Answer(T),
    /// The source ended the process.
    Ended,
    /// The user or the system ended it.
    Killed,
}

/// Result of a question.
pub(crate) enum Outcome<T> {
    /// What was asked for.
    Answer(T),
    /// The source takes too long, or too much memory.
    TooHard,
    /// It was not read this time: the user or the system ended the process that reads, or this one is
    /// a program that uses the library.
    NotNow,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(environment: &'a Environment) -> Self {
        Self {
            environment,
            process: None,
        }
    }

    /// The symbols of a source; `None` where it was not read this time.
    ///
    /// # Errors
    /// Where no process can be started, or it is another program by now.
    pub(crate) fn read(
        &mut self,
        language: &Language,
        source: &[u8],
    ) -> Result<Option<Symbols>, Error> {
        if source.len() > limits::SOURCE_BYTES {
            return Ok(Some(unread(Unread::TooLarge)));
        }
        let question = [&[SYMBOLS], language.name.as_bytes(), b"\0", source];
        Ok(match self.ask(&question)? {
            Outcome::Answer(symbols) => Some(symbols),
            Outcome::TooHard => Some(unread(Unread::TooHard)),
            Outcome::NotNow => None,
        })
    }

    /// The matches of patterns in a source, in the order of the patterns.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub(crate) fn code(
        &mut self,
        language: &Language,
        patterns: &[String],
        source: &[u8],
    ) -> Result<Outcome<Vec<Lines>>, Error> {
        let mut all = Vec::with_capacity(patterns.len());
        for patterns in patterns.chunks(PATTERNS) {
            let Ok(asked) = postcard::to_stdvec(patterns) else {
                return Ok(Outcome::NotNow);
            };
            let question = [&[CODE], language.name.as_bytes(), b"\0", &asked, source];
            match self.ask::<Vec<Lines>>(&question)? {
                Outcome::Answer(lines) => all.extend(lines),
                other => return Ok(other),
            }
        }
        Ok(Outcome::Answer(all))
    }

    fn ask<T: DeserializeOwned>(&mut self, question: &[&[u8]]) -> Result<Outcome<T>, Error> {
        loop {
            let process = match self.process.take() {
                Some(process) => Some(process),
                None => Process::start(self.environment)?,
            };
            let Some(mut process) = process else {
                return Ok(Outcome::NotNow);
            };
            let was_used = process.is_used;
            match process.ask(question) {
                Reply::Answer(answer) => {
                    process.is_used = true;
                    self.process = Some(process);
                    return Ok(Outcome::Answer(answer));
                }
                // Sources that were read before may have left too little: only one that ends a new
                // process has itself to blame, so that it is the same on every machine.
                Reply::Ended if was_used => {}
                Reply::Ended => return Ok(Outcome::TooHard),
                Reply::Killed => return Ok(Outcome::NotNow),
            }
        }
    }
}

fn unread(why: Unread) -> Symbols {
    Symbols {
        unread: Some(why),
        ..Symbols::default()
    }
}

impl Process {
    /// Starts one; `None` where this process is another program.
    fn start(environment: &Environment) -> Result<Option<Self>, Error> {
        let Some(mut sibling) = Sibling::start(environment, COMMAND)? else {
            return Ok(None);
        };
        let greeting = sibling
            .ends()
            .and_then(|ends| receive(ends.output, GREETING.len()));
        match greeting {
            Ok(Some(greeting)) if greeting == GREETING.as_bytes() => {}
            Err(error) => return Err(git::Error::NoSibling(error).into()),
            Ok(_) => {
                let error = io::Error::other("another version has replaced it");
                return Err(git::Error::NoSibling(error).into());
            }
        }
        Ok(Some(Self {
            sibling,
            is_used: false,
        }))
    }

    /// Asks a question, and waits for the answer.
    fn ask<T: DeserializeOwned>(&mut self, question: &[&[u8]]) -> Reply<T> {
        if let Ok(Some(answer)) = self.exchanged(question) {
            return Reply::Answer(answer);
        }
        match self.sibling.end() {
            Ok(status) if !was_killed(status) => Reply::Ended,
            _ => Reply::Killed,
        }
    }

    fn exchanged<T: DeserializeOwned>(&mut self, question: &[&[u8]]) -> io::Result<Option<T>> {
        let Ends { input, output } = self.sibling.ends()?;
        send(input, question)?;
        let Some(answer) = receive(output, ANSWER)? else {
            return Ok(None);
        };
        postcard::from_bytes(&answer)
            .map(Some)
            .map_err(io::Error::other)
    }
}
