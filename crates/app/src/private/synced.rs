//! What `sync` is asked for, and what it says that it did.

use crate::private::fetching::Remote;
use crate::secrets::REF_NAME;
use crate::workspace::{Found, Report};
use git_memory_model::private::Chain;
use git_memory_text::advice::Advice;

/// What shall be brought where.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The remote's name or URL; `memory.remote` where none is given.
    pub remote: Option<String>,
    /// Only say what would be done.
    pub dry_run: bool,
    /// Only the notes on commits.
    pub notes_only: bool,
}

/// What `sync` did with one chain, or with the notes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moved {
    /// The branch; none for the notes.
    pub chain: Option<Chain>,
    /// How many commits came.
    pub received: usize,
    /// How many commits went.
    pub sent: usize,
    /// In a dry run, that both sides have something that the other has not, as far as is known
    /// without fetching.
    pub is_unknown: bool,
}

/// What `sync` did.
#[derive(Clone, Debug)]
pub struct Synced {
    /// The remote, without credentials.
    pub remote: String,
    /// Whatever was moved, or would be.
    pub moved: Vec<Moved>,
    /// The remote's refs that hold no commit: they were left alone.
    pub odd: Vec<String>,
    /// What is too large to be taken or brought anywhere.
    pub large: Vec<Large>,
    /// Refs of ours that were not pushed.
    pub held: Vec<HeldBack>,
    /// The remotes whose fetch lists would have touched private memory, and leave it out now.
    pub guarded: Vec<Remote>,
}

/// Something that is larger than what git-memory writes, and was left where it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Large {
    /// The branch; none for the notes.
    pub chain: Option<Chain>,
    /// The entry's id; none for the notes.
    pub entry: Option<String>,
    /// How many bytes it has.
    pub bytes: u64,
    /// Whether it is here; else the remote has it.
    pub is_ours: bool,
}

/// A ref of ours that was not pushed, as it would carry what looks like a secret.
#[derive(Clone, Debug)]
pub struct HeldBack {
    /// Its name.
    pub name: String,
    /// What was found, and where.
    pub report: Report,
}

impl HeldBack {
    /// How it can be pushed all the same.
    #[must_use]
    pub fn advice(&self) -> Vec<Advice> {
        let is_name = |found: &Found| found.path == REF_NAME;
        let mut advice = Vec::new();
        if self.report.found.iter().any(is_name) {
            advice.push(Advice::by_hand(
                "its name is the secret: rename the branch; its work log moves along",
            ));
        }
        if !self.report.found.iter().all(is_name) {
            advice.push(Advice::by_hand(
                "another program wrote it, or it is part of an author's name: take it out of the \
                 commits below refs/memory or refs/notes/memory",
            ));
            advice.push(Advice::ScanPrivate);
        }
        advice
    }
}
