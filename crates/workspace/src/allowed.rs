//! Allowed secrets in answers: readers see them, too. Caches contain texts that were redacted by
//! the guard's rules only, so a redacted text is read again if the team has allowed any secret.

use super::{Error, Workspace};
use git_memory_guard::Guard;
use git_memory_model::private::Entry;
use git_memory_model::private::note::Note;
use git_memory_model::record::Code;
use git_memory_store::{Logged, Memory};

impl Workspace {
    /// The guard, where it lets pass what its rules would not.
    pub(crate) fn lenient_guard(&self) -> Result<Option<&Guard>, Error> {
        let guard = self.guard()?;
        Ok((!guard.admits_by_rules()).then_some(guard))
    }

    /// Records with what is allowed in them.
    pub fn with_allowed(&self, mut memory: Memory) -> Result<Memory, Error> {
        let mut findings = memory.findings.iter();
        let is_redacted = findings.any(|finding| finding.fault.code == Code::Secret);
        if is_redacted && let Some(guard) = self.lenient_guard()? {
            self.store().read_again(&mut memory, guard)?;
        }
        Ok(memory)
    }

    /// An entry of the private log with what is allowed in it.
    pub fn entry_with_allowed(&self, mut logged: Logged) -> Result<Logged, Error> {
        if logged.entry.is_redacted()
            && let Some(guard) = self.lenient_guard()?
        {
            let commit = &logged.commit;
            logged.entry = Entry::parse_by(guard, &commit.message, commit.parents.len());
        }
        Ok(logged)
    }

    /// The note that a line holds, with what is allowed in it.
    pub fn note_with_allowed(&self, line: &str) -> Result<Note, Error> {
        let note = Note::read(line);
        if note.is_redacted()
            && let Some(guard) = self.lenient_guard()?
        {
            return Ok(Note::read_by(guard, line));
        }
        Ok(note)
    }
}
