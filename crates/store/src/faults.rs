//! Parts of memory that cannot be read: a reader goes on with the rest, and the door that prints
//! its answer names what is missing.

use std::collections::BTreeSet;
use std::mem;
use std::sync::{Mutex, PoisonError};

use git_memory_git::{self as git, Absent, Held, ObjectId};
use git_memory_model::private::Chain;
use git_memory_text::limits;

/// The faults that were met so far, each once.
#[derive(Debug, Default)]
pub(crate) struct Faults(Mutex<BTreeSet<String>>);

impl Faults {
    /// Notes that a chain cannot be read from its end.
    pub(crate) fn note_chain(&self, chain: &Chain, error: &git::Error) {
        self.note(format!("the work log of '{chain}': {error}"));
    }

    /// Notes that something cannot be read that a chain holds.
    pub(crate) fn note_object(&self, error: &git::Error) {
        self.note(format!("work log: {error}"));
    }

    /// Notes that an id does not lead to a file that is read.
    pub(crate) fn note_file(&self, id: ObjectId, held: Held<'_>) {
        let why = match held {
            Held::Blob(_) => return,
            Held::TooLarge => "is too large",
            Held::Other => "is not a file",
            Held::Missing => "is not in this clone",
        };
        self.note(format!("git object {id} {why}, and is not read"));
    }

    /// Notes a part of history or of a tree that was passed over.
    pub(crate) fn note_absent(&self, absent: Absent) {
        match absent {
            Absent::Tree(id) => self.note_file(id, Held::Missing),
            Absent::Changes(commit) => self.note(format!(
                "a folder of commit {commit} or of its parent is not in this clone: what the \
                 commit changed is not read"
            )),
            Absent::TooDeep(id) => self.note(format!(
                "a folder lies within more than {} others: nothing below it is read (git object \
                 {id})",
                limits::TREE_DEPTH
            )),
        }
    }

    fn note(&self, what: String) {
        self.0
            .lock()
            // A thread that panicked has left texts that are whole.
            .unwrap_or_else(PoisonError::into_inner)
            .insert(what);
    }

    /// Takes all of them, sorted: each is told once.
    pub(crate) fn take(&self) -> Vec<String> {
        let mut noted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        mem::take(&mut *noted).into_iter().collect()
    }
}
