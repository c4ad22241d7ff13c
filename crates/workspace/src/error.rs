//! Errors of use cases. The doors choose hint and exit status by the variant.

use std::path::PathBuf;

use super::Double;
use git_memory_agents::agent_setup::Unfit;
use git_memory_git as git;
use git_memory_guard::Refusal;
use git_memory_model::record::check::Finding;
use git_memory_model::record::conflict::Sides;
use git_memory_model::record::excerpt::NoExcerpt;
use git_memory_model::record::{Name, RecordId};
use git_memory_recall::Damaged;
use git_memory_store as store;
use git_memory_text::advice::Advice;
use git_memory_text::cause;
use git_memory_text::path::{BadPath, MemoryFolder, RepoPath};

/// An error of a use case.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// git could not answer.
    #[error(transparent)]
    Git(#[from] git::Error),
    /// Memory could not be read or written.
    #[error(transparent)]
    Store(#[from] store::Error),
    /// A bare repository, where what is staged is asked about.
    #[error("nothing can be staged in a bare repository")]
    NoStaging,
    /// The folder `memory` to write into is missing.
    #[error("this repository has no memory yet")]
    NoMemory,
    /// The folder of memory is in the index, but not in the work tree: a sparse checkout, or a
    /// deleted folder.
    #[error("{0}/ is tracked here, but not checked out")]
    NotCheckedOut(MemoryFolder),
    /// A folder with the name of memory's that holds source code.
    #[error("{folder}/ holds source code, and was not set up: nothing was changed")]
    SourceCode {
        /// The folder.
        folder: MemoryFolder,
        /// The files of source code.
        files: Vec<String>,
        /// The files that would be written.
        would: Vec<RepoPath>,
    },
    /// A new file whose path holds a name that some system cannot hold.
    #[error("'{path}' cannot be made on Windows: '{part}' {}", .why.trim_start_matches("it "))]
    Reserved {
        /// The path.
        path: RepoPath,
        /// The name in it.
        part: String,
        /// The fault, as a sentence that begins with `it`.
        why: &'static str,
    },
    /// A path that is not in the repository.
    #[error("'{}' is outside of this repository", .0.display())]
    OutsideRepository(PathBuf),
    /// A name that fits no record.
    #[error("no record '{0}'")]
    UnknownRecord(String),
    /// A record whose file is there, and cannot be read as one.
    #[error("'{name}' cannot be read: {}", first(.findings))]
    UnreadableRecord {
        /// The name by which it was requested.
        name: String,
        /// Faults of its file.
        findings: Vec<Finding>,
    },
    /// A private record where only a tracked one can be.
    #[error("{0} is a private record, where a tracked one is needed")]
    PrivateRecord(RecordId),
    /// A record of a parent where one of this repository is needed.
    #[error("'{0}' is a record of a parent, which is only read here")]
    OfParent(String),
    /// The id of a tracked record where a private one is meant.
    #[error("{0} is a tracked record, where a private one is needed")]
    TrackedRecord(RecordId),
    /// A new record with the id of one that is there and says something else.
    #[error("{id} exists already, with another text ({path})")]
    KnownRecord {
        /// The id.
        id: RecordId,
        /// Path of the record.
        path: RepoPath,
    },
    /// A record that another one has replaced already.
    #[error("{id} is already superseded by {by}")]
    Superseded {
        /// The record.
        id: Name,
        /// The record that replaced it.
        by: Name,
    },
    /// A private entry of which a record was made already.
    #[error("{entry} was published already, as {id} ({path})")]
    Published {
        /// The entry.
        entry: String,
        /// The record.
        id: Name,
        /// Path of the record.
        path: RepoPath,
    },
    /// A text that cannot be the id of a new record.
    #[error("'{given}' cannot be the id of {kind}: that is '{prefix}-' and 6 to 40 of a-z, 0-9")]
    BadId {
        /// The text.
        given: String,
        /// The record's kind, with its article.
        kind: &'static str,
        /// Prefix of the kind's ids.
        prefix: &'static str,
    },
    /// A name that fits several records, each with its title or path.
    #[error("'{name}' names {} records", .candidates.len())]
    Ambiguous {
        /// The name.
        name: String,
        /// The records, one line each.
        candidates: Vec<String>,
    },
    /// An id that several files have, without a known first one.
    #[error("{}", .0.sentence())]
    SameId(Double),
    /// No topic of that name.
    #[error("no topic '{0}'")]
    UnknownTopic(String),
    /// A record without a title.
    #[error("the title is empty")]
    NoTitle,
    /// A value that a record cannot have.
    #[error("{0}")]
    BadValue(String),
    /// The name of a record where the title of a new one belongs.
    #[error("'{0}' is a record")]
    NotATitle(String),
    /// The text of a new or changed record would break a rule.
    #[error("the record would be broken: {}", first(.0))]
    Broken(Vec<Finding>),
    /// A key that cannot be set directly.
    #[error("'{key}' cannot be set: {why}")]
    FixedKey {
        /// The key.
        key: String,
        /// The reason, or the key to set instead.
        why: &'static str,
        /// Another way to the same result, if that is not setting a key.
        advice: Option<Advice>,
    },
    /// A change of one key that could not be made in place.
    #[error("{path}: {why}")]
    Unpatchable {
        /// The file.
        path: String,
        /// The reason.
        why: String,
    },
    /// A file that a merge left with two versions.
    #[error("'{path}' is {sides}")]
    InConflict {
        /// The file.
        path: RepoPath,
        /// Names of the two sides in its markers.
        sides: Sides,
    },
    /// A page where a record with an id is needed.
    #[error("'{0}' has no id yet")]
    NoId(RepoPath),
    /// A folder called `memory` in which no derived files are kept.
    #[error("'memory' was not set up by git-memory, so it has no derived files")]
    NotSetUp,
    /// A document that is read in its own folder, where only a file of memory can be changed so.
    #[error("'{0}' is outside of 'memory'; git-memory changes single values of it and its text")]
    Outside(RepoPath),
    /// A folder or document to import that a root reads already.
    #[error("'{path}' is read in place already: an import would make each of its records twice")]
    ReadInPlace {
        /// The path.
        path: String,
        /// The root, as the setting writes it.
        root: String,
        /// The path of the team's file, if that names it.
        team: Option<String>,
    },
    /// A document in whose form there is no place for a value.
    #[error("'{path}' has no place for it that git-memory understands; nothing was changed")]
    NoPlace {
        /// The document.
        path: RepoPath,
        /// The change to make by hand.
        hand: String,
    },
    /// A piece of a text that is not there.
    #[error(transparent)]
    NoExcerpt(#[from] NoExcerpt),
    /// A folder without a Markdown file.
    #[error("'{0}' holds no Markdown files")]
    NoDocuments(String),
    /// A path without a page at it or below it.
    #[error("no page without an id at '{0}'")]
    NoPage(String),
    /// A record whose kind has no status for this.
    #[error("{id} is {kind}, which cannot be {what}")]
    WrongKind {
        /// The record.
        id: Name,
        /// The record's kind, with its article: `an open loop`.
        kind: &'static str,
        /// The requested status.
        what: &'static str,
    },
    /// A text that holds something like a secret.
    #[error("{place}: {refusal}")]
    Secret {
        /// The file that would have held it.
        place: String,
        /// The guard's findings.
        refusal: Refusal,
        /// The fingerprints by which it can be allowed, as far as there are any.
        fingerprints: Vec<String>,
    },
    /// A file or folder given by the user that cannot be read.
    #[error("cannot read '{}': {}", .path.display(), cause(.source))]
    Input {
        /// The path.
        path: PathBuf,
        /// The reason.
        #[source]
        source: std::io::Error,
    },
    /// Files and folders to import or export, in which there is nothing that can be read.
    #[error("{what}")]
    NothingReadable {
        /// Description of the missing files and their place.
        what: String,
        /// Advice on what to name instead.
        remedy: &'static str,
    },
    /// A folder for copies of memory in which they would be read as memory themselves.
    #[error("'{}' is in '{root}', which is read as memory", .folder.display())]
    InMemory {
        /// The folder.
        folder: PathBuf,
        /// The folder of memory that it is in, from the top of the work tree.
        root: String,
    },
    /// A folder for files of others that is git's own.
    #[error("'{}' is in the folder of git", .0.display())]
    InGit(PathBuf),
    /// A text that is not a document of memory.
    #[error("not a git-memory export document: {0}")]
    NoDocument(String),
    /// A text that is not an answer of mem0.
    #[error("not an answer of mem0: {0}")]
    NoMemories(String),
    /// An archive that could not be made.
    #[error("cannot make an archive: {}", cause(.0))]
    Archive(#[source] std::io::Error),
    /// A record that cannot be deleted alone.
    #[error("cannot delete {id}: {by} supersedes it")]
    Linked {
        /// The record.
        id: RecordId,
        /// The other end.
        by: RecordId,
    },
    /// Nothing selected for a command that would change much.
    #[error("no records to clear were named")]
    NothingNamed,
    /// Private memory is off.
    #[error("memory.private is false: the work log is off")]
    NoPrivate,
    /// A private entry, or a note, that is too long.
    #[error("the entry has {bytes} bytes; the limit is 64 KiB (65536 bytes)")]
    EntryTooLarge {
        /// Number of bytes that it would have.
        bytes: usize,
    },
    /// A name that fits no entry of private memory.
    #[error("no entry '{0}' in the work log of this branch")]
    UnknownEntry(String),
    /// A name that fits no follow-up that is open.
    #[error("no open follow-up '{0}' on this branch")]
    NoFollowUp(String),
    /// `sync` without a remote.
    #[error("no remote to sync work logs with")]
    NoRemote,
    /// A remote to which nothing may go, as it is not certain who could read it.
    #[error("{file} {fault} '{revision}': nothing was synced")]
    NotEncrypted {
        /// The file with the people who can read.
        file: String,
        /// The revision that counts.
        revision: String,
        /// The reason.
        fault: RecipientsFault,
    },
    /// A remote that moved again before every push.
    #[error("'{remote}' kept changing before every push: fetched theirs, could not push ours")]
    AlwaysBehind {
        /// The remote, without credentials.
        remote: String,
    },
    /// An environment that names no home.
    #[error("there is no place for user memory: neither XDG_DATA_HOME nor HOME is set")]
    NoHome,
    /// A system without random numbers.
    #[error("the system has no random numbers: {0}")]
    NoRandomness(#[source] getrandom::Error),
    /// A file of user memory that is not there.
    #[error("user memory has no '{0}'")]
    UnknownUserFile(String),
    /// A sentence model, or files for one, that cannot be used.
    #[error("'{}' cannot be used as a model: {source}", .path.display())]
    Model {
        /// The file, the folder, or the name of the model.
        path: PathBuf,
        /// The reason.
        #[source]
        source: git_memory_meaning::Error,
    },
    /// A server of embeddings that the person has named, and that gives none.
    #[error("no embeddings from {address}: {source}")]
    Embeddings {
        /// Its address.
        address: store::embeddings::Address,
        /// The reason.
        #[source]
        source: store::embeddings::Fault,
    },
    /// A sentence model that is not there.
    #[error("no model '{0}'")]
    UnknownModel(String),
    /// A version of a topic, or of a file of user memory, that is not kept.
    #[error("no earlier text of '{file}' is kept{}", numbered(*.number))]
    UnknownVersion {
        /// The file.
        file: String,
        /// The version that was asked for.
        number: Option<u32>,
    },
    /// A branch without private memory.
    #[error("branch '{0}' has no work log")]
    UnknownChain(String),
    /// A setting that means nothing.
    #[error("{key}: {why}")]
    Setting {
        /// The setting, the variable or the file of settings.
        key: String,
        /// The reason.
        why: String,
    },
    /// A fingerprint that no finding has.
    #[error("no finding has the fingerprint '{0}'")]
    UnknownFinding(String),
    /// A file with damaged marks around our block.
    #[error("{0}: unbalanced git-memory markers")]
    OddBlock(RepoPath),
    /// A name that is not one of our hooks.
    #[error("no hook '{0}'")]
    UnknownHook(String),
    /// An environment that names no home, where the files of a user are looked for.
    #[error("there is no home to look in: HOME is not set")]
    NoUserHome,
    /// An agent's file that cannot be changed without breaking it.
    #[error("'{}' {why}", .path.display())]
    AgentFile {
        /// The path.
        path: PathBuf,
        /// The reason.
        why: Unfit,
    },
    /// An agent's file that has an entry of ours with other content.
    #[error("'{}' has another {label}: {there}", .path.display())]
    AgentEntry {
        /// The path.
        path: PathBuf,
        /// Name of the entry.
        label: String,
        /// Its content, on one line.
        there: String,
    },
}

/// A reason why it is not certain who can read the work log on a remote.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecipientsFault {
    /// The file is here only, and another revision counts.
    #[error("is here, and not yet at")]
    Unmerged,
    /// The last sync encrypted, and the file is gone.
    #[error("is gone from")]
    Gone {
        /// The ref that remembers the file.
        noted: String,
    },
    /// No line of the file names a person with a key.
    #[error("names no reader at")]
    Nobody,
}

/// Returns a refusal on one line of a report, with the fingerprints by which it can be allowed.
pub fn refused_line(refusal: &Refusal, fingerprints: &[String]) -> String {
    fingerprinted(&refusal.to_string().replace('\n', "; "), fingerprints)
}

/// A reason on one line, with the fingerprints of the secrets that it speaks of.
pub fn fingerprinted(reason: &str, fingerprints: &[String]) -> String {
    if fingerprints.is_empty() {
        return reason.to_owned();
    }
    format!("{reason}; fingerprint {}", fingerprints.join(", "))
}

impl Error {
    /// True if the error means that an object is not in this clone.
    pub fn is_missing(&self) -> bool {
        match self {
            Self::Git(error) => error.is_missing(),
            Self::Store(error) => error.is_missing(),
            _ => false,
        }
    }

    /// A secret found in what would become the file at `place`.
    pub fn secret(place: &RepoPath) -> impl FnOnce(Refusal) -> Self {
        let place = place.to_string();
        move |refusal| Self::Secret {
            place,
            refusal,
            fingerprints: Vec::new(),
        }
    }
}

impl From<BadPath> for Error {
    fn from(error: BadPath) -> Self {
        Self::BadValue(error.to_string())
    }
}

impl From<Damaged> for Error {
    fn from(damaged: Damaged) -> Self {
        store::Error::from(damaged).into()
    }
}

/// Returns the message of the first finding.
fn first(findings: &[Finding]) -> &str {
    match findings {
        [finding, ..] => &finding.fault.message,
        [] => "",
    }
}

fn numbered(number: Option<u32>) -> String {
    match number {
        Some(number) => format!(" as number {number}"),
        None => String::new(),
    }
}
