//! The library's own door: the memory of one repository, for a program that asks it questions.
//!
//! `examples/` shows it at work. Like every door it goes through the use cases and speaks what
//! [`wire`](crate::wire) speaks.

use crate::View;
use crate::private::settle::settle;
use crate::recall::{self, Answer};
use crate::wire::ask::RecallQuestion;
use crate::workspace::{Error, Invocation, Workspace};
use git_memory_model::record::Record;

/// An open repository with its memory. It may go to any thread.
///
/// It answers as the repository is at each question, but keeps the settings and the secrets of
/// this machine that it read first: a server makes one for each request with [`Searcher::again`].
pub struct Searcher {
    workspace: Workspace,
}

impl Searcher {
    /// Opens the repository around an invocation's folder.
    pub fn open(invocation: &Invocation) -> Result<Self, Error> {
        Ok(Self {
            workspace: Workspace::open(invocation)?,
        })
    }

    /// Opens a repository for the next request: what was read of the same one is shared, settings
    /// and secrets are read anew.
    ///
    /// # Errors
    /// Those of [`Searcher::open`].
    pub fn again(&self, invocation: &Invocation) -> Result<Self, Error> {
        Ok(Self {
            workspace: self.workspace.next(invocation)?,
        })
    }

    /// Answers a question from memory, the best hit first. No text of the answer has a secret.
    ///
    /// # Errors
    /// A question that cannot be asked, an unknown revision, or memory that cannot be read.
    pub fn recall(&self, question: RecallQuestion) -> Result<Answer, Error> {
        let question = question.request()?;
        if question.is_private {
            settle(&self.workspace)?;
        }
        // The index is brought up to date without telling how far it is.
        recall::recall(&self.workspace, &question, &|_read, _of| {})
    }

    /// The records of a revision, or else of the work tree, sorted by path; current or not, as
    /// they were written.
    ///
    /// # Errors
    /// An unknown revision, or memory that cannot be read.
    pub fn records(&self, revision: Option<&str>) -> Result<Vec<Record>, Error> {
        let view = match revision {
            Some(revision) => View::Revision(revision.to_owned()),
            None => View::WorkTree,
        };
        Ok(self.workspace.memory(&view)?.records.into_vec())
    }
}
