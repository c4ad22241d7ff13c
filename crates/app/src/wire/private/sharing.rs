//! Answers about private memory on the move: joined, shared, and left by deleted branches.

use schemars::JsonSchema;
use serde::Serialize;

use crate::private::fold::Folded;
use crate::private::forget::Forgotten;
use crate::private::gc::Choice;
use crate::private::sync::{Encryption, KeyHere, Large, Moved, Synced};
use crate::wire::care::RemoteItem;
use crate::wire::text::Text;
use git_memory_model::private::Chain;
use git_memory_store::{Expunged, Leftover};

/// The answer of `fold`.
#[derive(Serialize, JsonSchema)]
pub struct FoldAnswer<'a> {
    /// The branches whose chains were joined.
    pub folded: Vec<FoldedItem<'a>>,
}

/// One branch of `fold`.
#[derive(Serialize, JsonSchema)]
pub struct FoldedItem<'a> {
    branch: &'a str,
    commit: Text<'a>,
    entries: usize,
}

impl<'a> From<&'a Folded> for FoldedItem<'a> {
    fn from(folded: &'a Folded) -> Self {
        Self {
            branch: &folded.branch,
            commit: Text(&folded.commit),
            entries: folded.entries,
        }
    }
}

/// The answer of `sync`.
#[derive(Serialize, JsonSchema)]
pub struct SyncAnswer<'a> {
    #[serde(flatten)]
    first: Option<SyncedItem<'a>>,
    /// The exchange with the hub, if work logs were exchanged with both.
    hub: Option<SyncedItem<'a>>,
}

/// The exchange with one remote.
#[derive(Serialize, JsonSchema)]
struct SyncedItem<'a> {
    remote: &'a str,
    dry_run: bool,
    moved: Vec<MovedItem<'a>>,
    odd: &'a [String],
    too_large: Vec<LargeItem<'a>>,
    /// The refs that were not pushed, as they hold what looks like a secret.
    held: Vec<&'a str>,
    /// The remotes whose fetch lists would have touched private memory, and leave it out now.
    guarded: Vec<RemoteItem>,
    encryption: EncryptionItem<'a>,
}

/// Encryption of the entries.
#[derive(Serialize, JsonSchema)]
struct EncryptionItem<'a> {
    /// The people who can read what is sent; empty if nothing is encrypted.
    readers: &'a [String],
    /// The new people: they could not read what the last sync sent.
    added: &'a [String],
    /// The people who could, and cannot any more.
    removed: &'a [String],
    /// True if the private key here is that of a reader.
    is_reader: bool,
    /// The entries that could not be read here.
    unread: Vec<UnreadItem<'a>>,
    /// The refs that were not pushed, as they would not be encrypted.
    plain: &'a [String],
}

impl<'a> From<&'a Encryption> for EncryptionItem<'a> {
    fn from(encryption: &'a Encryption) -> Self {
        let unread = encryption.unread.iter().map(|(entry, reason)| UnreadItem {
            entry,
            reason: Text(reason),
        });
        Self {
            readers: &encryption.readers,
            added: &encryption.added,
            removed: &encryption.removed,
            is_reader: encryption.key == KeyHere::Reads,
            unread: unread.collect(),
            plain: &encryption.plain,
        }
    }
}

/// An entry that could not be read here.
#[derive(Serialize, JsonSchema)]
struct UnreadItem<'a> {
    /// Its id; without one, that of its commit.
    entry: &'a str,
    reason: Text<'a>,
}

/// Something that is too large to be shared.
#[derive(Serialize, JsonSchema)]
struct LargeItem<'a> {
    /// The branch; `null` for a note on a commit.
    branch: Option<&'a str>,
    entry: Option<&'a str>,
    bytes: u64,
    is_ours: bool,
}

impl<'a> From<&'a Large> for LargeItem<'a> {
    fn from(large: &'a Large) -> Self {
        Self {
            branch: large.chain.as_ref().and_then(Chain::branch),
            entry: large.entry.as_deref(),
            bytes: large.bytes,
            is_ours: large.is_ours,
        }
    }
}

impl<'a> SyncAnswer<'a> {
    /// Returns the answer for entries that were moved, or would be, with each remote.
    #[must_use]
    pub fn new(synced: &'a [Synced], dry_run: bool) -> Self {
        let mut items = synced.iter().map(|synced| SyncedItem::new(synced, dry_run));
        Self {
            first: items.next(),
            hub: items.next(),
        }
    }
}

impl<'a> SyncedItem<'a> {
    fn new(synced: &'a Synced, dry_run: bool) -> Self {
        Self {
            remote: &synced.remote,
            dry_run,
            moved: synced.moved.iter().map(Into::into).collect(),
            odd: &synced.odd,
            too_large: synced.large.iter().map(Into::into).collect(),
            held: synced.held.iter().map(|held| held.name.as_str()).collect(),
            guarded: synced.guarded.iter().map(Into::into).collect(),
            encryption: (&synced.encryption).into(),
        }
    }
}

#[derive(Serialize, JsonSchema)]
struct MovedItem<'a> {
    /// `entries` or `notes`.
    what: &'a str,
    branch: Option<&'a str>,
    received: usize,
    sent: usize,
    is_unknown: bool,
}

impl<'a> From<&'a Moved> for MovedItem<'a> {
    fn from(moved: &'a Moved) -> Self {
        let (what, branch) = match &moved.chain {
            Some(chain) => ("entries", chain.branch()),
            None => ("notes", None),
        };
        Self {
            what,
            branch,
            received: moved.received,
            sent: moved.sent,
            is_unknown: moved.is_unknown,
        }
    }
}

/// The answer of `forget`.
#[derive(Serialize, JsonSchema)]
pub struct ForgetAnswer<'a> {
    id: &'a str,
    kind: &'a str,
    /// The compactions that retold it, and are forgotten with it.
    compactions: &'a [String],
    /// The branches in whose private memory it is hidden now; null for that of a detached HEAD.
    branches: Vec<Option<&'a str>>,
    /// The refs of remotes that held it when they were synced.
    remotes: &'a [String],
}

impl<'a> From<&'a Forgotten> for ForgetAnswer<'a> {
    fn from(forgotten: &'a Forgotten) -> Self {
        Self {
            id: &forgotten.id,
            kind: forgotten.kind.name(),
            compactions: &forgotten.compactions,
            branches: forgotten.chains.iter().map(Chain::branch).collect(),
            remotes: &forgotten.remotes,
        }
    }
}

/// The answer of `gc --expunge`.
#[derive(Serialize, JsonSchema)]
pub struct ExpungeAnswer<'a> {
    /// The ids of the entries that were taken out.
    expunged: &'a [String],
    /// The branches whose private memory was written anew; null for that of a detached HEAD.
    branches: Vec<Option<&'a str>>,
    /// Number of objects that were removed.
    removed: usize,
    /// The refs of remotes that held one of the entries when they were synced.
    remotes: &'a [String],
    /// The objects that another ref or a reflog reaches.
    reached: Vec<Text<'a>>,
    /// The objects in packs that are kept, or in another repository.
    left: Vec<Text<'a>>,
}

impl<'a> From<&'a Expunged> for ExpungeAnswer<'a> {
    fn from(expunged: &'a Expunged) -> Self {
        Self {
            expunged: &expunged.ids,
            branches: expunged.chains.iter().map(Chain::branch).collect(),
            removed: expunged.removed,
            remotes: &expunged.remotes,
            reached: Text::list(&expunged.reached),
            left: Text::list(&expunged.left),
        }
    }
}

/// The answer of `gc`.
#[derive(Serialize, JsonSchema)]
pub struct GcAnswer<'a> {
    /// Work logs of deleted branches.
    pub leftovers: Vec<LeftoverItem<'a>>,
}

/// One branch of `gc`.
#[derive(Serialize, JsonSchema)]
pub struct LeftoverItem<'a> {
    branch: Option<&'a str>,
    alone: usize,
    outcome: &'a str,
}

impl<'a> LeftoverItem<'a> {
    /// Returns the item for a leftover and its result.
    #[must_use]
    pub fn new(leftover: &'a Leftover, choice: Choice) -> Self {
        Self {
            branch: leftover.chain.branch(),
            alone: leftover.alone,
            outcome: choice.outcome(),
        }
    }
}
