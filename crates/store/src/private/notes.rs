//! Notes on commits: what their ref holds, and how it changes.

use std::collections::BTreeSet;

use super::chains::Private;
use crate::{Error, Lock, Store};
use git_memory_git::{self as git, NewCommit, NotesTree, ObjectId, TreeEdit};
use git_memory_guard::Clean;
use git_memory_model::private::chain::NOTES;

/// A commit with its new note; `None` takes the note away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteChange {
    /// The commit.
    pub commit: ObjectId,
    /// All that is noted of it from now on.
    pub note: Option<Clean>,
}

/// Message and time of one change of notes.
#[derive(Clone, Debug)]
pub struct NotesMessage {
    /// The message of its commit.
    pub text: Clean,
    /// When it is made, in seconds since 1970.
    pub time: i64,
}

/// The note of one commit where two histories of notes parted, and on both sides since; empty where
/// there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteSides {
    /// The note at the commit where they parted.
    pub base: String,
    /// Ours.
    pub ours: String,
    /// Theirs.
    pub theirs: String,
}

impl Store<'_> {
    /// The notes of this clone; `None` where there are none.
    pub fn notes(&self) -> Result<Option<NotesTree>, Error> {
        let repo = self.repo();
        let Some(tip) = repo.tip(NOTES)? else {
            return Ok(None);
        };
        Ok(Some(repo.notes(tip)?))
    }

    /// The newest commit of the notes' ref.
    pub fn notes_tip(&self) -> Result<Option<ObjectId>, Error> {
        Ok(self.repo().tip(NOTES)?)
    }

    /// The whole note of a commit; empty where it has none.
    pub fn note_text(&self, tree: &NotesTree, commit: ObjectId) -> Result<String, Error> {
        text(self.repo(), tree, commit)
    }
}

fn text(repo: &git::Repo, tree: &NotesTree, commit: ObjectId) -> Result<String, Error> {
    match tree.note(commit) {
        Some(blob) => Ok(String::from_utf8_lossy(&repo.blob(blob)?).into_owned()),
        None => Ok(String::new()),
    }
}

impl Private<'_> {
    /// Changes the notes, whatever other processes do meanwhile: `wanted` may be asked again for
    /// newer ones. Says whether there was anything to change.
    ///
    /// # Errors
    /// What `wanted` returns, or where notes cannot be read or written.
    pub fn change_notes<E: From<Error>>(
        &self,
        lock: &Lock,
        message: &NotesMessage,
        wanted: impl Fn(&NotesTree) -> Result<Vec<NoteChange>, E>,
    ) -> Result<bool, E> {
        let moved = self.advance(lock, NOTES, |tip| -> Result<_, E> {
            let notes = self.notes_at(tip)?;
            let mut edits = Vec::new();
            for change in wanted(&notes)? {
                edits.push(self.note_edit(&notes, change)?);
            }
            if edits.is_empty() {
                return Ok(None);
            }
            let parents: Vec<ObjectId> = tip.into_iter().collect();
            Ok(Some(self.write_notes(parents, &edits, message)?))
        })?;
        Ok(moved.is_some())
    }

    /// Makes our notes hold what was fetched, too; `merge` makes one note of both sides' where they
    /// differ.
    ///
    /// # Errors
    /// What `merge` returns, or where notes cannot be read or written.
    pub fn join_notes<E: From<Error>>(
        &self,
        lock: &Lock,
        fetched: ObjectId,
        message: &NotesMessage,
        merge: impl Fn(&NoteSides) -> Result<Option<Clean>, E>,
    ) -> Result<(), E> {
        self.advance(lock, NOTES, |tip| -> Result<_, E> {
            // Nothing of ours could be lost.
            let Some(ours) = tip else {
                return Ok(Some(fetched));
            };
            if self.reaches(ours, fetched)? {
                return Ok(None);
            }
            if self.reaches(fetched, ours)? {
                return Ok(Some(fetched));
            }
            let edits = self.joined_notes(ours, fetched, &merge)?;
            // Ours first: the new tree is made from the first parent's.
            let parents = vec![ours, fetched];
            Ok(Some(self.write_notes(parents, &edits, message)?))
        })?;
        Ok(())
    }

    fn joined_notes<E: From<Error>>(
        &self,
        ours: ObjectId,
        fetched: ObjectId,
        merge: &impl Fn(&NoteSides) -> Result<Option<Clean>, E>,
    ) -> Result<Vec<TreeEdit>, E> {
        let base = self
            .repo
            .common_ancestor(ours, fetched)
            .map_err(Error::from)?;
        let base = self.notes_at(base)?;
        let own = self.notes_at(Some(ours))?;
        let theirs = self.notes_at(Some(fetched))?;
        let commits: BTreeSet<ObjectId> = theirs.annotated().chain(base.annotated()).collect();
        let mut edits = Vec::new();
        for commit in commits {
            let (before, one, other) = (base.note(commit), own.note(commit), theirs.note(commit));
            // Only they can have changed what is to be changed here.
            if one == other || before == other {
                continue;
            }
            let note = merge(&NoteSides {
                base: text(self.repo, &base, commit)?,
                ours: text(self.repo, &own, commit)?,
                theirs: text(self.repo, &theirs, commit)?,
            })?;
            if note.is_some() || one.is_some() {
                edits.push(self.note_edit(&own, NoteChange { commit, note })?);
            }
        }
        Ok(edits)
    }

    /// The notes that a commit of their ref holds; none where there is no commit.
    fn notes_at(&self, tip: Option<ObjectId>) -> Result<NotesTree, Error> {
        match tip {
            Some(tip) => Ok(self.repo.notes(tip)?),
            None => Ok(NotesTree::default()),
        }
    }

    fn note_edit(&self, notes: &NotesTree, change: NoteChange) -> Result<TreeEdit, Error> {
        let blob = match change.note {
            Some(note) => Some(self.blob(&note)?),
            None => None,
        };
        Ok(notes.edit(change.commit, blob))
    }

    /// Stores a commit of notes: the tree of its first parent with these edits.
    fn write_notes(
        &self,
        parents: Vec<ObjectId>,
        edits: &[TreeEdit],
        message: &NotesMessage,
    ) -> Result<ObjectId, Error> {
        // Edited, not made anew: a notes ref may hold what we do not read.
        let base = match parents.first() {
            Some(parent) => Some(self.repo.commit(*parent)?.tree),
            None => None,
        };
        self.write(&NewCommit {
            tree: self.edited(base, edits)?,
            parents,
            time: message.time,
            message: &message.text,
        })
    }

    fn reaches(&self, of: ObjectId, ancestor: ObjectId) -> Result<bool, Error> {
        Ok(self.repo.is_ancestor(ancestor, of)?)
    }
}
