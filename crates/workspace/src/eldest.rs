//! The search for the file that had an id first, of several that have it.

use std::collections::HashMap;

use super::{Double, Error, Workspace};
use git_memory_git::ObjectId;
use git_memory_model::record::{Record, RecordId, reading};
use git_memory_store::View;
use git_memory_text::limits;
use git_memory_text::path::RepoPath;

impl Workspace {
    /// Finds the record among several files with one id: the one that had it first. The commits on
    /// HEAD's own line decide, as these came one after the other whatever their days are; an
    /// uncommitted file came last. Files of one commit are ordered by path.
    pub fn double(&self, id: &RecordId, mut files: Vec<RepoPath>) -> Result<Double, Error> {
        files.sort_unstable();
        let known = |double: &&Double| double.id == *id && double.files == files;
        if let Some(double) = self.doubles.borrow().iter().find(known) {
            return Ok(double.clone());
        }
        let eldest = Eldest {
            workspace: self,
            id,
            blobs: HashMap::new(),
        };
        let left = eldest.of(&files)?;
        let double = Double {
            id: id.clone(),
            record: files[left.first().copied().unwrap_or_default()].clone(),
            is_known: left.len() == 1,
            files,
        };
        self.doubles.borrow_mut().push(double.clone());
        Ok(double)
    }

    /// The ids among those of an answer that several files have.
    #[must_use]
    pub fn doubles(&self) -> Vec<Double> {
        self.doubles.borrow().clone()
    }

    /// Looks for the ids of some records that other files of the same memory have, too.
    pub fn look_for_doubles<'r>(
        &self,
        memory: &'r [Record],
        shown: impl IntoIterator<Item = &'r Record>,
    ) -> Result<Vec<Double>, Error> {
        let mut files: HashMap<&RecordId, Vec<&RepoPath>> = HashMap::new();
        for record in memory {
            if let Some(id) = record.id() {
                files.entry(id).or_default().push(&record.path);
            }
        }
        files.retain(|_, files| files.len() > 1);
        let mut doubles = Vec::new();
        if files.is_empty() {
            return Ok(doubles);
        }
        for id in shown.into_iter().filter_map(Record::id) {
            if let Some(files) = files.remove(id) {
                doubles.push(self.double(id, files.into_iter().cloned().collect())?);
            }
        }
        Ok(doubles)
    }
}

/// The search for the file that had an id first.
struct Eldest<'a> {
    workspace: &'a Workspace,
    id: &'a RecordId,
    /// True if a blob has the id.
    blobs: HashMap<ObjectId, bool>,
}

impl Eldest<'_> {
    /// The files that have had the id for longest, by their places in `files`.
    fn of(mut self, files: &[RepoPath]) -> Result<Vec<usize>, Error> {
        let history = self.workspace.store().history();
        let mut left: Vec<(usize, RepoPath)> = files.iter().cloned().enumerate().collect();
        let line = match history.head_commit()? {
            Some(head) => history.first_parents(head, limits::LINE_COMMITS)?,
            None => Vec::new(),
        };
        for commit in line {
            let before = match self.had(commit, &left) {
                // A partial clone does not know.
                Err(Error::Store(error)) if error.is_missing() => break,
                before => before?,
            };
            if before.is_empty() {
                break;
            }
            left = before;
            if left.len() == 1 {
                break;
            }
        }
        Ok(left.into_iter().map(|(nth, _)| nth).collect())
    }

    /// Files, of some, that had the id at a commit already, each as it was called there.
    fn had(
        &mut self,
        commit: ObjectId,
        files: &[(usize, RepoPath)],
    ) -> Result<Vec<(usize, RepoPath)>, Error> {
        let (mut had, mut lacking) = (Vec::new(), Vec::new());
        for (nth, path) in files {
            if self.has(commit, path)? {
                had.push((*nth, path.clone()));
            } else {
                lacking.push(*nth);
            }
        }
        if lacking.is_empty() {
            return Ok(had);
        }
        // A file that was moved since lies elsewhere.
        let view = View::Revision(commit.to_string());
        let memory = self.workspace.store().memory(&view)?;
        let records = memory.records.iter();
        let moved = records.filter(|it| {
            it.header.id.is(self.id) && !files.iter().any(|(_, path)| *path == it.path)
        });
        had.extend(lacking.into_iter().zip(moved.map(|it| it.path.clone())));
        had.sort_unstable();
        Ok(had)
    }

    fn has(&mut self, commit: ObjectId, path: &RepoPath) -> Result<bool, Error> {
        let objects = self.workspace.store().objects();
        let Some(blob) = objects.file(commit, path.as_str())? else {
            return Ok(false);
        };
        if let Some(known) = self.blobs.get(&blob) {
            return Ok(*known);
        }
        let header = reading::read(&objects.blob(blob)?).header;
        let has_id = header.is_some_and(|header| header.id.is(self.id));
        self.blobs.insert(blob, has_id);
        Ok(has_id)
    }
}
