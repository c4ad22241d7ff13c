//! The stable names of errors, for programs: a message may be reworded, its code stays.

use super::Error;
use git_memory_git as git;
use git_memory_store as store;

impl Error {
    /// The error's code, in lower case with hyphens.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Git(error) => of_git(error),
            Self::Store(error) => of_store(error),
            Self::NoStaging => "bare-repository",
            Self::NoMemory => "no-memory",
            Self::NotCheckedOut(_) => "not-checked-out",
            Self::Reserved { .. } => "reserved-name",
            Self::SourceCode { .. } => "source-code",
            Self::UnknownRecord(_) => "unknown-record",
            Self::UnreadableRecord { .. } => "unreadable-record",
            Self::PrivateRecord(_) => "private-record",
            Self::OfParent(_) => "record-of-parent",
            Self::TrackedRecord(_) => "tracked-record",
            Self::KnownRecord { .. } => "known-record",
            Self::Superseded { .. } => "superseded-record",
            Self::Published { .. } => "already-published",
            Self::BadId { .. } => "bad-id",
            Self::Ambiguous { .. } | Self::SameId(_) => "ambiguous",
            Self::UnknownTopic(_) => "unknown-topic",
            Self::NoTitle | Self::BadValue(_) => "bad-value",
            Self::Broken(_) => "broken-record",
            Self::NotATitle(_) => "not-a-title",
            Self::FixedKey { .. } => "fixed-key",
            Self::Unpatchable { .. } | Self::NoPlace { .. } => "unpatchable",
            Self::InConflict { .. } => "in-conflict",
            Self::NotSetUp => "not-set-up",
            Self::NoId(_) => "no-id",
            Self::NoPage(_) => "no-page",
            Self::NoExcerpt(_) => "no-excerpt",
            Self::NoDocuments(_) => "no-documents",
            Self::Outside(_) | Self::ReadInPlace { .. } => "outside-memory",
            Self::OutsideRepository(_) => "outside-repository",
            Self::WrongKind { .. } => "wrong-kind",
            Self::Secret { .. } => "secret",
            Self::Input { .. } => "unreadable-input",
            Self::NothingReadable { .. } => "nothing-readable",
            Self::InMemory { .. } => "in-memory",
            Self::InGit(_) => "in-git",
            Self::NoDocument(_) | Self::NoMemories(_) => "not-a-document",
            Self::Archive(_) => "archive",
            Self::Linked { .. } => "linked-record",
            Self::NothingNamed => "nothing-named",
            Self::NoPrivate => "private-memory-off",
            Self::EntryTooLarge { .. } => "entry-too-large",
            Self::UnknownEntry(_) => "unknown-entry",
            Self::NoFollowUp(_) => "unknown-follow-up",
            Self::NoRemote => "no-remote",
            Self::AlwaysBehind { .. } => "remote-moved",
            Self::NoHome | Self::NoUserHome => "no-home",
            Self::NoRandomness(_) => "no-randomness",
            Self::Model { .. } => "bad-model",
            Self::Embeddings { .. } => "no-embeddings",
            Self::UnknownModel(_) => "unknown-model",
            Self::UnknownUserFile(_) => "unknown-user-file",
            Self::UnknownVersion { .. } => "unknown-version",
            Self::UnknownChain(_) => "unknown-branch",
            Self::Setting { .. } => "bad-setting",
            Self::UnknownFinding(_) => "unknown-finding",
            Self::OddBlock(_) => "unbalanced-markers",
            Self::UnknownHook(_) => "unknown-hook",
            Self::AgentFile { .. } => "agent-file",
            Self::AgentEntry { .. } => "other-agent-entry",
        }
    }
}

fn of_git(error: &git::Error) -> &'static str {
    match error {
        git::Error::Folder { .. } => "no-folder",
        git::Error::Read { .. } => "unreadable",
        git::Error::NoRepository(_) => "no-repository",
        git::Error::Bare(_) => "bare-repository",
        git::Error::UnknownRevision(_) => "unknown-revision",
        git::Error::Unborn(_) => "unborn-branch",
        git::Error::Symbolic(_) => "symbolic-ref",
        git::Error::NoCommit(_) => "not-a-commit",
        git::Error::Unrelated { .. } => "unrelated-histories",
        git::Error::NoTemporaryFolder { .. } => "no-temporary-folder",
        git::Error::NoGit(_) => "no-git",
        git::Error::NoSibling(_) => "no-sibling",
        git::Error::NoShell(_) => "no-shell",
        locked if locked.is_locked() => "repository-locked",
        git::Error::Failed { .. } => "git-failed",
        git::Error::Libgit2 { .. } => "git-unreadable",
        git::Error::Missing(_) => "missing-object",
        git::Error::Unwritable { .. } => "git-unwritable",
        git::Error::Unexpected { .. } => "git-unexpected",
    }
}

fn of_store(error: &store::Error) -> &'static str {
    match error {
        store::Error::Git(error) => of_git(error),
        store::Error::Read { .. } => "unreadable",
        store::Error::Write { .. } => "unwritable",
        store::Error::HookFile { .. } => "unwritable-hook",
        store::Error::Roots(_) | store::Error::Marker(_) => "bad-setting",
        store::Error::NotAFolder(_) => "not-a-folder",
        store::Error::NotASite(_) => "not-a-site",
        store::Error::Link(_) | store::Error::LeadsOut(_) => "symbolic-link",
        store::Error::Exists(_) => "already-exists",
        store::Error::Unreadable { .. } => "odd-file",
        store::Error::Changed(_) => "changed-meanwhile",
        store::Error::Damaged(_) => "damaged-index",
        store::Error::Unfinished { .. } => "unfinished-change",
        store::Error::Locked { .. } => "locked",
        store::Error::Contended { .. } => "contended-ref",
        store::Error::Quarantine => "quarantine",
        store::Error::LongName(_) => "branch-name-too-long",
        store::Error::StaleLock { .. } => "ref-locked",
        store::Error::NoLock { .. } => "no-locks",
    }
}
