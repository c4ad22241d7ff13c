//! Redaction of each entry of the work log before an object of it is written: removes secrets,
//! holds size limits.

use crate::workspace::{Error, Workspace, identity, settings};
use git_memory_git::ObjectId;
use git_memory_guard::{Clean, clean};
use git_memory_model::private::entry::key;
use git_memory_model::private::{EntryKind, message};
use git_memory_model::record::RecordId;
use git_memory_store::NewEntry;
use git_memory_text as text;
use git_memory_text::limits;

/// A private text in the making: each part goes by the guard, and what was taken out is remembered.
pub(crate) struct Redaction<'a> {
    workspace: &'a Workspace,
    taken: Vec<String>,
}

impl<'a> Redaction<'a> {
    /// Begins one, where private memory may be written.
    ///
    /// # Errors
    /// [`Error::NoPrivate`], or a setting that means nothing.
    pub(crate) fn begin(workspace: &'a Workspace) -> Result<Self, Error> {
        // This error explains more than the refusal below.
        workspace.settings()?.must_protect()?;
        if settings::allows_private(workspace)? {
            Ok(Self {
                workspace,
                taken: Vec::new(),
            })
        } else {
            Err(Error::NoPrivate)
        }
    }

    /// A part of the text: plain, as a secret may be hidden by what a terminal does not show, and
    /// without its secrets.
    ///
    /// # Errors
    /// Where the guard's settings mean nothing.
    pub(crate) fn part(&mut self, raw: &str) -> Result<Clean, Error> {
        let guard = self.workspace.writing_guard()?;
        let plain = text::plain(raw);
        for found in guard.scan(&plain) {
            let line = format!("{} ({})", found.rule, found.class.name());
            self.taken.push(line);
        }
        Ok(guard.redact(&plain))
    }

    /// Rule and class of each removed secret, never a value.
    pub(crate) fn taken(self) -> Vec<String> {
        self.taken
    }

    /// The entry whose commit has this message and an empty tree.
    ///
    /// # Errors
    /// [`Error::EntryTooLarge`].
    pub fn entry(
        &self,
        title: &Clean,
        body: &Clean,
        trailers: &[(&'static str, Clean)],
    ) -> Result<NewEntry, Error> {
        let message = message::assemble(title, body, trailers);
        fits(message.len())?;
        Ok(NewEntry {
            message,
            files: Vec::new(),
            time: self.workspace.now(),
        })
    }
}

/// The trailers that every entry has.
pub(crate) fn trailers(
    workspace: &Workspace,
    id: &RecordId,
    kind: EntryKind,
) -> Result<Vec<(&'static str, Clean)>, Error> {
    let mut trailers = vec![(key::ID, clean(id)), (key::KIND, clean(&kind))];
    // Chains travel by sync: an entry names the clone and the commit at which it was written.
    trailers.push((key::REPO, clean(&identity::repo_hash(workspace)?)));
    if let Some(head) = workspace.store().history().head_commit()? {
        trailers.push((key::HEAD, clean(&head)));
    }
    Ok(trailers)
}

/// Holds one entry to its size.
///
/// # Errors
/// [`Error::EntryTooLarge`].
pub(crate) fn fits(bytes: usize) -> Result<(), Error> {
    if bytes > limits::ENTRY_BYTES {
        Err(Error::EntryTooLarge { bytes })
    } else {
        Ok(())
    }
}

/// A number that is another one for another state of a ref: what fixed seeds are mixed with.
pub(crate) fn state_of(tip: Option<ObjectId>) -> u64 {
    match tip {
        Some(tip) => u64::from(crc32fast::hash(tip.as_bytes())),
        None => 0,
    }
}
