//! What of private memory cannot be read: a reader goes on with the rest, and whoever prints its
//! answer says what is missing.

use std::collections::BTreeSet;
use std::mem;
use std::sync::{Mutex, PoisonError};

use crate::domain::private::Chain;
use crate::git;

/// What was met so far, each once.
#[derive(Debug, Default)]
pub(crate) struct PrivateFaults(Mutex<BTreeSet<String>>);

impl PrivateFaults {
    /// Notes that a chain cannot be read from its end.
    pub(crate) fn note_chain(&self, chain: &Chain, error: &git::Error) {
        self.note(format!("private memory of '{chain}': {error}"));
    }

    /// Notes that something cannot be read that a chain holds.
    pub(crate) fn note_object(&self, error: &git::Error) {
        self.note(format!("private memory: {error}"));
    }

    fn note(&self, what: String) {
        self.0
            .lock()
            // Whoever panicked has left texts that are whole.
            .unwrap_or_else(PoisonError::into_inner)
            .insert(what);
    }

    /// Takes all of them, sorted: each is told once.
    pub(crate) fn take(&self) -> Vec<String> {
        let mut noted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        mem::take(&mut *noted).into_iter().collect()
    }
}
