//! The work log of the current branch: what the steps of a run did.

use super::RepoMemory;
use crate::private::summary::{Appended, Filter, label, list};
use crate::private::{compact, follow_ups};
use crate::workspace::Error;
use git_memory_guard::Clean;
use git_memory_model::private::summary::Summary;
use git_memory_store::Logged;

impl RepoMemory {
    /// Appends what a step did, in Markdown. Secrets are taken out; the answer names their rules.
    ///
    /// `run` and `step` are 1 to 100 printable characters each.
    ///
    /// # Errors
    /// [`Error::BadValue`] for another `run` or `step`, [`Error::NoPrivate`] without a branch that
    /// has a work log, [`Error::EntryTooLarge`], or a log that cannot be written.
    pub fn append_summary(&self, run: &str, step: &str, text: &str) -> Result<Appended, Error> {
        self.append_step(Summary {
            happened: Some(text.to_owned()),
            ..Summary::new(label(run)?, label(step)?)
        })
    }

    /// Appends a step with all that it can say: its status, its outputs, the follow-ups that it
    /// leaves and closes.
    ///
    /// # Errors
    /// As for [`append_summary`](Self::append_summary); [`Error::NoFollowUp`] and
    /// [`Error::Ambiguous`] for a follow-up to close.
    pub fn append_step(&self, mut step: Summary) -> Result<Appended, Error> {
        if let (None, Some(writer)) = (&step.agent, &self.writer) {
            step.agent = Some(label(&writer.agent)?);
        }
        self.settled(|workspace| follow_ups::append(workspace, step))
    }

    /// The entries of the work log that a filter wants, newest first. Secrets that the rules know
    /// are taken out of `entry`; `commit` is as git has it.
    ///
    /// # Errors
    /// [`Error::NoPrivate`], or a log that cannot be read.
    pub fn summaries(&self, filter: &Filter) -> Result<Vec<Logged>, Error> {
        self.settled(|workspace| list(workspace, filter))
    }

    /// The newest `most` steps as one Markdown text of at most `max_chars` characters, newest first.
    /// A compaction stands for the steps that it covers.
    ///
    /// # Errors
    /// As for [`summaries`](Self::summaries).
    pub fn latest_summaries(&self, most: usize, max_chars: usize) -> Result<Clean, Error> {
        self.settled(|workspace| {
            let text = compact::latest(workspace, most, max_chars)?;
            Ok(workspace.guard()?.redact(&text))
        })
    }
}
