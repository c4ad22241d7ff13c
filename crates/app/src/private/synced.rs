//! Question and answer of `sync`.

use std::collections::BTreeMap;

use crate::private::fetching::Remote;
use crate::secrets::REF_NAME;
use crate::workspace::{Found, Report};
use git_memory_model::private::Chain;
pub use git_memory_seal::Unread;
use git_memory_text::advice::Advice;

/// The question: the remote, and the refs to exchange.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The remote's name or URL; `memory.remote` where none is given.
    pub remote: Option<String>,
    /// The remote at whose default branch the readers are named; `remote` where none is given.
    pub base: Option<String>,
    /// Report the changes without making them.
    pub dry_run: bool,
    /// Only the notes on commits.
    pub notes_only: bool,
    /// Encrypt everything on the remote again, for those who can read now.
    pub reencrypt: bool,
}

/// Result of `sync` for one chain, or for the notes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moved {
    /// The branch; none for the notes.
    pub chain: Option<Chain>,
    /// Number of commits that came.
    pub received: usize,
    /// Number of commits that went.
    pub sent: usize,
    /// In a dry run, that both sides have something that the other has not, as far as is known
    /// without fetching.
    pub is_unknown: bool,
}

/// Result of `sync`.
#[derive(Clone, Debug)]
pub struct Synced {
    /// The remote, without credentials.
    pub remote: String,
    /// Whatever was moved, or would be.
    pub moved: Vec<Moved>,
    /// The remote's refs without a commit: they stay unchanged.
    pub odd: Vec<String>,
    /// True if git could not read a chain, which a fault names: it was neither sent nor taken.
    pub has_unread: bool,
    /// Entries that are too large to exchange.
    pub large: Vec<Large>,
    /// Refs of ours that were not pushed.
    pub held: Vec<HeldBack>,
    /// The remotes whose fetch lists would have touched private memory, and leave it out now.
    pub guarded: Vec<Remote>,
    /// Who can read what was sent, and what could not be read here.
    pub encryption: Encryption,
}

/// Encryption of what `sync` exchanges.
#[derive(Clone, Debug, Default)]
pub struct Encryption {
    /// Names of the people who can read what is sent; empty if nothing is encrypted.
    pub readers: Vec<String>,
    /// True if nothing was encrypted for this remote before.
    pub is_first: bool,
    /// True if nothing was encrypted for this remote before, and it has entries.
    pub has_plain: bool,
    /// The new people: they could not read what the last sync sent.
    pub added: Vec<String>,
    /// The people who could, and cannot any more.
    pub removed: Vec<String>,
    /// Number and fault of each line of `memory/recipients` that names no person.
    pub faults: Vec<(usize, &'static str)>,
    /// The private key here.
    pub key: KeyHere,
    /// True if something encrypted was sent.
    pub has_sent: bool,
    /// Entries that could not be read here, by id.
    pub unread: BTreeMap<String, Unread>,
    /// Refs of ours that were not pushed: the remote's are encrypted, and no reader is known here.
    pub plain: Vec<String>,
    /// Number of work logs of the remote whose branches are not here: they are not encrypted again.
    pub left: usize,
}

/// The private key of this machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum KeyHere {
    /// It is that of a reader.
    Reads,
    /// It is another one, or there is none.
    #[default]
    Other,
    /// It cannot be used, for this reason.
    Unusable(String),
}

impl Encryption {
    /// True if everything was exchanged, as far as the key here can tell.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.plain.is_empty() && self.unread.values().all(|it| *it == Unread::NoKey)
    }
}

/// Something that is larger than what git-memory writes, and was left where it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Large {
    /// The branch; none for the notes.
    pub chain: Option<Chain>,
    /// The entry's id; none for the notes.
    pub entry: Option<String>,
    /// Its number of bytes.
    pub bytes: u64,
    /// True if the entry is here, false if it is on the remote.
    pub is_ours: bool,
    /// True if it is too large with its files, to be encrypted.
    pub with_files: bool,
}

/// A ref of ours that was not pushed, as it would carry what looks like a secret.
#[derive(Clone, Debug)]
pub struct HeldBack {
    /// Its name.
    pub name: String,
    /// The findings and their places.
    pub report: Report,
}

impl HeldBack {
    /// Advice on how to push it in spite of that.
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
