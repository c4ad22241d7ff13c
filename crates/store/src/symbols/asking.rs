//! The side that has sources and asks for their symbols.

use std::io;

use super::exchange::{ANSWER, COMMAND, GREETING, receive, send};
use crate::Error;
use git_memory_git::{self as git, Ends, Environment, Sibling, was_killed};
use git_memory_policy::map::{Language, SOURCE_LIMIT, Symbols, Unread};

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

/// Result of a question.
enum Reply {
    Symbols(Symbols),
    /// The source ended the process.
    Ended,
    /// The user or the system ended it.
    Killed,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(environment: &'a Environment) -> Self {
        Self {
            environment,
            process: None,
        }
    }

    /// The symbols of a source; `None` where it was not read this time: where the user or the
    /// system ended the process that reads, or this one is a program that uses the library.
    ///
    /// # Errors
    /// Where no process can be started, or it is another program by now.
    pub(crate) fn read(
        &mut self,
        language: &Language,
        source: &[u8],
    ) -> Result<Option<Symbols>, Error> {
        if source.len() > SOURCE_LIMIT {
            return Ok(Some(unread(Unread::TooLarge)));
        }
        loop {
            let process = match self.process.take() {
                Some(process) => Some(process),
                None => Process::start(self.environment)?,
            };
            let Some(mut process) = process else {
                return Ok(None);
            };
            let was_used = process.is_used;
            match process.ask(language, source) {
                Reply::Symbols(symbols) => {
                    process.is_used = true;
                    self.process = Some(process);
                    return Ok(Some(symbols));
                }
                // Sources that were read before may have left too little: only one that ends a new
                // process has itself to blame, so that it is the same on every machine.
                Reply::Ended if was_used => {}
                Reply::Ended => return Ok(Some(unread(Unread::TooHard))),
                Reply::Killed => return Ok(None),
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

    /// Asks for the symbols of a source, and waits for them.
    fn ask(&mut self, language: &Language, source: &[u8]) -> Reply {
        if let Ok(Some(symbols)) = self.exchanged(language, source) {
            return Reply::Symbols(symbols);
        }
        match self.sibling.end() {
            Ok(status) if !was_killed(status) => Reply::Ended,
            _ => Reply::Killed,
        }
    }

    fn exchanged(&mut self, language: &Language, source: &[u8]) -> io::Result<Option<Symbols>> {
        let Ends { input, output } = self.sibling.ends()?;
        send(input, &[language.name.as_bytes(), b"\0", source])?;
        let Some(answer) = receive(output, ANSWER)? else {
            return Ok(None);
        };
        postcard::from_bytes(&answer)
            .map(Some)
            .map_err(io::Error::other)
    }
}
