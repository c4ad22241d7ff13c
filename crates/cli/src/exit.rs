//! Errors as people and scripts meet them: `fatal:` and `hint:` in git's manner, and the exit
//! status.

use std::borrow::Cow;
use std::process::ExitCode;

use git_memory_app::advice::CLI;
use git_memory_app::wire::{ErrorAnswer, error_details};
use git_memory_app::workspace::Error;
use git_memory_text::advice::Advice;

/// How a command ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// 0: done.
    Done,
    /// 1: the answer is no.
    No,
    /// 2: an agent may not do what it asked for, where it takes that status for a denial.
    Refused,
    /// 125: there was nothing to look at; `git bisect run` skips such a commit.
    Skipped,
    /// 128: it could not be done.
    Failed,
    /// 129: wrong usage.
    Usage,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Done => 0,
            Exit::No => 1,
            Exit::Refused => 2,
            Exit::Skipped => 125,
            Exit::Failed => 128,
            Exit::Usage => 129,
        })
    }
}

/// The code of a failure that has none of its own.
const FAILED: &str = "failed";
/// The code of what the argument parser refuses, and of usage that it cannot see.
const USAGE: &str = "usage";

/// Why a command could not be done: a message, lines that belong to it, and the ways out.
#[derive(Debug)]
pub struct Failure {
    code: &'static str,
    pub(crate) message: String,
    pub(crate) details: Vec<String>,
    advice: Vec<Advice>,
    exit: Exit,
}

impl Failure {
    /// A failure with exit status 128.
    pub(crate) fn fatal(message: impl Into<String>) -> Self {
        Self {
            code: FAILED,
            message: message.into(),
            details: Vec::new(),
            advice: Vec::new(),
            exit: Exit::Failed,
        }
    }

    /// A failure of usage that the argument parser cannot see, with exit status 129.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self {
            code: USAGE,
            exit: Exit::Usage,
            ..Self::fatal(message)
        }
    }

    /// Sets a code of its own, for programs.
    pub(crate) fn code(self, code: &'static str) -> Self {
        Self { code, ..self }
    }

    /// Ends with the status of a commit that has nothing to look at.
    pub(crate) fn skipped(self) -> Self {
        Self {
            exit: Exit::Skipped,
            ..self
        }
    }

    /// Adds a way out, in this door's words.
    pub(crate) fn hint(mut self, hint: impl Into<Cow<'static, str>>) -> Self {
        self.advice.push(Advice::ByHand { text: hint.into() });
        self
    }

    /// The ways out, one line each.
    pub(crate) fn hints(&self) -> Vec<String> {
        self.advice.iter().map(CLI.sentence).collect()
    }

    /// The failure as the answer of a command that was asked for JSON.
    pub(crate) fn answer(&self) -> ErrorAnswer<'_> {
        ErrorAnswer::new(self.code, &self.message, &self.details, &self.advice, CLI)
    }

    pub(crate) fn exit(&self) -> Exit {
        self.exit
    }
}

/// Arguments that the parser refuses.
pub(crate) struct Unparsed<'a>(pub(crate) &'a clap::Error);

impl<E: Into<Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        let error = error.into();
        Self {
            code: error.code(),
            details: error_details(&error),
            advice: error.advice(),
            ..Self::fatal(error.to_string())
        }
    }
}
