//! A change of tracked memory in the making. It holds the new text of each file until all are known
//! to be right; then it writes everything in one step, or nothing.
//!
//! Pages that a command names are taken up here first: as texts, on top of which the command makes
//! its own change.

use crate::records::adopt::Adopted;
use crate::records::{adoption, lookup, source};
use crate::workspace::{Error, Workspace};
use git_memory_guard::Clean;
use git_memory_model::kind::Kind;
use git_memory_model::record::{Record, RecordId, reading};
use git_memory_store::write::Change;
use git_memory_store::{Lock, Memory, View};
use git_memory_text::path::RepoPath;

/// A planned change of tracked memory. Its lock keeps other writers out.
pub struct PlannedChange<'a> {
    workspace: &'a Workspace,
    lock: Lock,
    /// The records as they will be once the pages are taken up.
    pub(crate) memory: Memory,
    changes: Vec<Change>,
    adopted: Vec<Adopted>,
    /// The files of records by the names that were given for them: their ids may be others by now.
    named: Vec<(String, RepoPath)>,
}

impl<'a> PlannedChange<'a> {
    /// Begins a change, in which nothing is changed yet.
    ///
    /// # Errors
    /// [`Error::NoMemory`], or where memory cannot be read or locked.
    pub(crate) fn begin(workspace: &'a Workspace) -> Result<Self, Error> {
        // The lock comes first: what is read under it stays so until the change is written.
        let lock = workspace.lock()?;
        Ok(Self {
            memory: workspace.memory(&View::WorkTree)?,
            workspace,
            lock,
            changes: Vec::new(),
            adopted: Vec::new(),
            named: Vec::new(),
        })
    }

    /// Begins a change, and takes up the pages that it names.
    ///
    /// # Errors
    /// As [`Self::take_up_named`].
    pub(crate) fn naming<'n>(
        workspace: &'a Workspace,
        own: impl IntoIterator<Item = &'n str>,
        linked: impl IntoIterator<Item = &'n str>,
    ) -> Result<Self, Error> {
        let mut change = Self::begin(workspace)?;
        change.take_up_named(own, linked)?;
        Ok(change)
    }

    /// Adopts the pages among these names: the records to change, and the records to link to. It
    /// skips unknown names: the caller reports them. A document outside of memory stays what it
    /// is: its path names it.
    ///
    /// # Errors
    /// [`Error::Unpatchable`] where a page cannot be a record, or [`Error::Ambiguous`].
    pub(crate) fn take_up_named<'n>(
        &mut self,
        own: impl IntoIterator<Item = &'n str>,
        linked: impl IntoIterator<Item = &'n str>,
    ) -> Result<(), Error> {
        self.take_up_as(own.into_iter().map(|name| (name, None)), linked)
    }

    /// Adopts these pages as [`Self::take_up_named`] does; a record to change becomes one of the
    /// given kind, or keeps its kind.
    ///
    /// # Errors
    /// As for [`Self::take_up_named`].
    pub(crate) fn take_up_as<'n>(
        &mut self,
        own: impl IntoIterator<Item = (&'n str, Option<Kind>)>,
        linked: impl IntoIterator<Item = &'n str>,
    ) -> Result<(), Error> {
        let mut pages: Vec<(RepoPath, Kind)> = Vec::new();
        let linked = linked.into_iter().map(|name| (name, None));
        for (name, kind) in own.into_iter().chain(linked) {
            let record = match lookup::find(self.workspace, &self.memory, name) {
                Ok(record) => record,
                Err(Error::UnknownRecord(_)) => continue,
                Err(error) => return Err(error),
            };
            if record.is_document() {
                continue;
            }
            self.named.push((name.to_owned(), record.path.clone()));
            let kind = match (kind, record.id().and_then(RecordId::kind)) {
                // The record is of the kind already, whatever folder it is in.
                (Some(kind), own) if own == Some(kind) => None,
                (Some(kind), _) => Some(kind),
                (None, _) => adoption::kind_to_take(record),
            };
            if let Some(kind) = kind
                && !pages.iter().any(|(path, _)| *path == record.path)
            {
                pages.push((record.path.clone(), kind));
            }
        }
        self.plan(&pages)
    }

    /// Takes up the pages at these paths; what is a record already stays as it is.
    ///
    /// # Errors
    /// [`Error::Unpatchable`] where one cannot be a record.
    pub(crate) fn take_up(&mut self, paths: &[RepoPath]) -> Result<(), Error> {
        // Most commands name no page.
        if paths.is_empty() {
            return Ok(());
        }
        let mut pages = Vec::new();
        for record in &self.memory.records {
            if record.is_page() && paths.contains(&record.path) {
                pages.push((record.path.clone(), record.place.kind_of_page()));
            }
        }
        self.plan(&pages)
    }

    /// Makes records of the given kinds of the files at these paths.
    fn plan(&mut self, pages: &[(RepoPath, Kind)]) -> Result<(), Error> {
        let mut records = Vec::new();
        for (path, kind) in pages {
            let found = self.memory.records.iter().find(|it| it.path == *path);
            records.extend(found.map(|record| (record, *kind)));
        }
        if records.is_empty() {
            return Ok(());
        }
        let planned = adoption::plan(self.workspace, &self.memory, records)?;
        if let Some(left) = planned.report.skipped.into_iter().next() {
            return Err(Error::Unpatchable {
                path: left.path.to_string(),
                why: left.why,
            });
        }
        for change in &planned.changes {
            self.read_again(change);
        }
        self.changes.extend(planned.changes);
        self.adopted.extend(planned.report.adopted);
        Ok(())
    }

    /// Updates a record in memory to its new text.
    fn read_again(&mut self, change: &Change) {
        let Some(text) = change.text() else { return };
        let records = self.memory.records.to_mut();
        let found = records.binary_search_by(|record| record.path.cmp(change.path()));
        // A text that was admitted has a header.
        if let (Ok(nth), Some(header)) = (found, reading::read_clean(text.as_bytes()).header) {
            records[nth].header = header;
        }
    }

    /// The lock that keeps other writers out.
    pub(crate) fn lock(&self) -> &Lock {
        &self.lock
    }

    /// The record that a name means.
    pub(crate) fn find(&self, name: &str) -> Result<&Record, Error> {
        let found = source::find_linkable(self.workspace, &self.memory, name);
        match (found, self.named.iter().find(|(given, _)| given == name)) {
            // The name was a prefix of the id that the record had.
            (Err(Error::UnknownRecord(_)), Some((_, path))) => {
                source::find_linkable(self.workspace, &self.memory, path.as_str())
            }
            (found, _) => found,
        }
    }

    /// Returns the content of a file, with the changes so far.
    pub fn read(&self, path: &RepoPath) -> Result<Vec<u8>, Error> {
        match self.changes.iter().find(|change| change.path() == path) {
            Some(Change::Create(_, text) | Change::Replace(_, _, text)) => {
                Ok(text.as_bytes().to_vec())
            }
            Some(Change::Remove(..)) | None => self.workspace.read(path),
        }
    }

    /// A new file.
    pub(crate) fn create(&mut self, path: RepoPath, text: Clean) {
        self.changes.push(Change::Create(path, text));
    }

    /// Another text for the file from which `read` was read; at another path, the file moves.
    pub(crate) fn replace(&mut self, file: &RepoPath, read: Vec<u8>, to: RepoPath, text: Clean) {
        let before = self.take_back(file, read);
        if to == *file {
            self.changes.push(Change::Replace(to, before, text));
        } else {
            // One change of two files: git sees a move, and no moment has the record twice or not
            // at all.
            self.changes.push(Change::Create(to, text));
            self.changes.push(Change::Remove(file.clone(), before));
        }
    }

    /// The bytes that a file has on the disk; what was to become of it so far is dropped.
    fn take_back(&mut self, file: &RepoPath, read: Vec<u8>) -> Vec<u8> {
        let found = self.changes.iter().position(|change| change.path() == file);
        match found.map(|nth| self.changes.remove(nth)) {
            Some(Change::Replace(_, before, _)) => before,
            _ => read,
        }
    }

    /// Makes the change; its files go into git's index where `is_staged`. Gives the pages that were
    /// taken up.
    ///
    /// # Errors
    /// Where it cannot be made; then nothing was changed.
    pub fn write(self, is_staged: bool) -> Result<Vec<Adopted>, Error> {
        self.workspace
            .change(&self.lock, &self.changes, is_staged)?;
        Ok(self.adopted)
    }
}
