//! Next steps after an error of a use case, from any room.
//!
//! Every variant has an arm, so that a new error needs a decision about its advice.

use std::io::ErrorKind;

use super::{Double, Error, RecipientsFault};
use git_memory_git as git;
use git_memory_model::layout::SUMMARY;
use git_memory_model::private::entry::is_id;
use git_memory_store as store;
use git_memory_store::embeddings::Fault;
use git_memory_text::advice::Advice;
use git_memory_text::path::{RepoPath, last};

const READERS: &str = "everyone who can read that remote can then read the entries and the notes \
                       on commits";
const ELSEWHERE: &str = "change it in its own repository, or decide otherwise here: supersede it, \
                         and say why";
const WAIT: Advice = Advice::by_hand("nothing was written; try again when it is done");

impl Error {
    /// The ways out, the most useful first.
    #[must_use]
    pub fn advice(&self) -> Vec<Advice> {
        match self {
            Self::Git(error) => of_git(error),
            Self::Store(error) => of_store(error),
            Self::NoMemory | Self::NotSetUp => vec![Advice::Init],
            Self::NoStaging => vec![Advice::SuggestForCommit],
            Self::NotCheckedOut(_) => vec![Advice::RestoreMemory],
            Self::Reserved { .. } => by_hand("choose another title or scope"),
            Self::SourceCode { folder, .. } => vec![
                Advice::in_words(format!(
                    "a filter and hooks would look for secrets in every file below {folder}/"
                )),
                Advice::InitElsewhere,
                Advice::InitAnyway,
            ],
            Self::UnknownRecord(name) => of_unknown(name),
            Self::UnreadableRecord { .. } => vec![Advice::Check],
            Self::PrivateRecord(id) => vec![Advice::Publish { id: id.to_string() }],
            Self::OfParent(_) => by_hand(ELSEWHERE),
            Self::TrackedRecord(_) => by_hand("change that one, or choose another id"),
            Self::KnownRecord { .. } => vec![Advice::Update],
            Self::Superseded { .. } | Self::Published { .. } => by_hand("go on with that one"),
            Self::BadId { given, .. } => vec![Advice::KeepAlias {
                name: given.clone(),
            }],
            Self::Ambiguous { .. } => vec![Advice::Narrow],
            Self::SameId(double) => vec![of_same_id(double)],
            Self::UnknownTopic(_) => vec![Advice::ListTopics],
            Self::Unpatchable { .. } => {
                by_hand("write the key as 'key: value' on one line, or change it by hand")
            }
            Self::InConflict { .. } => vec![Advice::ResolveConflict],
            // Allowing comes last: most findings are real.
            Self::Secret { fingerprints, .. } => secret(fingerprints),
            Self::Linked { .. } => vec![Advice::ArchiveInstead],
            Self::NothingNamed => vec![Advice::SelectRecords],
            Self::NoId(_) => vec![Advice::Adopt],
            Self::Outside(_) => by_hand("to make records of such documents, import them"),
            Self::ReadInPlace { root, team, .. } => {
                vec![of_read_in_place(root, team.as_deref())]
            }
            Self::NoPlace { hand, .. } => vec![Advice::in_words(hand.clone())],
            Self::NoDocuments(_) => {
                by_hand("name a folder that has some; a path begins at the current folder")
            }
            Self::NoPage(_) => by_hand("pages are Markdown files below memory/ without an id"),
            Self::WrongKind { id, .. } => vec![Advice::SetStatus { id: id.to_string() }],
            Self::OddBlock(_) => by_hand(
                "remove the marks '<!-- git-memory rules: … -->' by hand, with what is left of the \
                 block between them",
            ),
            Self::UnknownHook(_) => vec![
                Advice::by_hand("git's hooks call this command"),
                Advice::ShowHooks,
            ],
            Self::NotATitle(name) => vec![of_title(name)],
            Self::FixedKey { advice, .. } => advice.iter().cloned().collect(),
            Self::NothingReadable { remedy, .. } => by_hand(remedy),
            Self::InMemory { .. } => {
                by_hand("name a folder outside of memory, such as one beside the work tree")
            }
            Self::InGit(_) => by_hand("name a folder outside of it"),
            Self::NoDocument(_) => vec![Advice::ExportDocument],
            Self::NoMemories(_) => by_hand(
                "give the JSON that mem0's 'get_all' answers: a list of memories, or an object \
                 that has it as 'results'",
            ),
            Self::NoPrivate => vec![Advice::EnablePrivate],
            Self::EntryTooLarge { .. } => vec![Advice::ShortenEntry],
            Self::UnknownEntry(_) | Self::NoFollowUp(_) => vec![Advice::ListEntries],
            Self::NoRemote => vec![Advice::NameRemote, Advice::by_hand(READERS)],
            Self::NotEncrypted { fault, .. } => vec![of_recipients(fault)],
            Self::AlwaysBehind { .. } => vec![Advice::Retry],
            Self::NoHome => by_hand("set HOME, or XDG_DATA_HOME to a folder of your own"),
            Self::NoUserHome => by_hand("set HOME"),
            Self::AgentFile { .. } => vec![
                Advice::by_hand("no file was changed; correct this one, or change it by hand"),
                Advice::PrintAgentSetup,
            ],
            Self::AgentEntry { .. } => vec![
                Advice::by_hand(
                    "no file was changed; remove that entry, or write there what git-memory would",
                ),
                Advice::PrintAgentSetup,
            ],
            Self::NoTitle => by_hand("give a TITLE, or write it in git's editor with --edit"),
            Self::UnknownUserFile(_) => vec![Advice::ListUserFiles],
            Self::Model { .. } => vec![Advice::AddModel],
            Self::Embeddings { source, .. } => of_server(source),
            Self::UnknownModel(_) => vec![Advice::ListModels],
            Self::UnknownVersion { .. } => vec![Advice::ListVersions],
            Self::UnknownChain(_) => vec![Advice::ListPrivateBranches],
            Self::Setting { .. } => vec![Advice::ReadSettings],
            Self::UnknownFinding(_) => vec![Advice::ListSecrets],
            Self::NoExcerpt(_)
            | Self::OutsideRepository(_)
            | Self::NoRandomness(_)
            | Self::BadValue(_)
            | Self::Broken(_)
            | Self::Input { .. }
            | Self::Archive(_) => Vec::new(),
        }
    }
}

fn of_recipients(fault: &RecipientsFault) -> Advice {
    match fault {
        RecipientsFault::Unmerged => Advice::by_hand(
            "bring the file to that branch, and fetch it: only there it decides who can read",
        ),
        RecipientsFault::Gone { noted } => Advice::in_words(format!(
            "restore the file; to send work logs unencrypted from now on, delete the ref {noted}"
        )),
        RecipientsFault::Nobody => {
            Advice::by_hand("write a line for each person: a name, and an age or SSH public key")
        }
    }
}

fn of_server(fault: &Fault) -> Vec<Advice> {
    match fault {
        Fault::Changed { .. } => vec![Advice::Index],
        Fault::Remote(_) => by_hand(
            "set memory.embeddingsRemote to true in your own settings of git: questions and \
             records are then sent to that machine, unencrypted",
        ),
        Fault::NoConnection(_) | Fault::Slow(_) | Fault::Ended => by_hand(
            "start that server, or correct memory.embeddings in your own settings of git; without \
             it, search goes by words",
        ),
        _ => by_hand(
            "memory.embeddings is the address before '/embeddings'; memory.embeddingsModel is the \
             name of the model, where the server has several",
        ),
    }
}

fn by_hand(text: &'static str) -> Vec<Advice> {
    vec![Advice::by_hand(text)]
}

/// The way to replace a record by one that was named where a title belongs.
fn of_title(name: &str) -> Advice {
    let quote = if name.contains(' ') { "'" } else { "" };
    Advice::in_words(format!("use --by {quote}{name}{quote}"))
}

fn of_read_in_place(root: &str, team: Option<&str>) -> Advice {
    let from = match team {
        Some(file) => format!("'{root}' from 'roots' in {file}"),
        None => format!("'{root}' from 'memory.roots' in your own settings"),
    };
    Advice::in_words(format!(
        "to replace the folder by records, remove {from}, and import it again"
    ))
}

fn of_same_id(double: &Double) -> Advice {
    let files: Vec<&str> = double.files.iter().map(RepoPath::as_str).collect();
    let files = files.join(" or ");
    Advice::in_words(format!(
        "give the path of the file, {files}; or first give one of them another id"
    ))
}

/// Files of rules, which search finds as well.
const RULES: [&str; 4] = [
    "AGENTS.md",
    "CLAUDE.md",
    "GEMINI.md",
    "copilot-instructions.md",
];

/// True for a name that git reads as a commit, and that no record has.
fn is_revision(name: &str) -> bool {
    let begin = name.split(['~', '^', '@']).next();
    begin == Some("HEAD") && !name.contains(' ')
}

fn of_unknown(record: &str) -> Vec<Advice> {
    if last(record) == SUMMARY {
        by_hand("it is an empty template: edit the file")
    } else if RULES.contains(&last(record)) {
        by_hand("it is a file of rules, not a record: open the file itself")
    } else if record.contains("..") && !record.contains('/') {
        by_hand("it is a range of commits: 'diff' takes one")
    } else if is_revision(record) {
        vec![
            Advice::in_words(format!("for a revision, use --rev: --rev {record}")),
            Advice::list_records(),
        ]
    } else if is_id(record) {
        vec![Advice::ListEntries]
    } else if record.contains(' ') || record.chars().all(char::is_alphabetic) {
        // A title or a word of one, or a number that no record has.
        vec![Advice::Recall, Advice::list_records()]
    } else {
        vec![Advice::list_records()]
    }
}

fn of_git(error: &git::Error) -> Vec<Advice> {
    match error {
        git::Error::NoRepository(_) => vec![Advice::InitRepository],
        git::Error::Bare(_) => vec![Advice::ReadRevision],
        git::Error::UnknownRevision(_) => vec![Advice::ListCommits],
        git::Error::Unborn(_) => vec![Advice::CommitFirst],
        git::Error::Symbolic(_) | git::Error::NoCommit(_) => vec![Advice::InspectRef],
        git::Error::NoGit(_) => by_hand("install git, or put it on PATH"),
        git::Error::NoTemporaryFolder { .. } => {
            by_hand("make room there, or set TMPDIR to a folder that can be written")
        }
        git::Error::Missing(_) => vec![Advice::FetchMissing],
        git::Error::Unwritable { .. } => {
            by_hand("nothing was changed; free some space, or make the git folder writable")
        }
        locked if locked.is_locked() => {
            by_hand("another git process is at work here; try again when it is done")
        }
        git::Error::Failed { message, .. } => of_failure(message),
        git::Error::Folder { .. }
        | git::Error::Read { .. }
        | git::Error::NoSibling(_)
        | git::Error::NoShell(_)
        | git::Error::Unrelated { .. }
        | git::Error::Libgit2 { .. }
        | git::Error::Unexpected { .. } => Vec::new(),
    }
}

/// git has no codes for its failures, only words.
fn of_failure(message: &str) -> Vec<Advice> {
    if message.contains("identity unknown") || message.contains("ident name") {
        vec![Advice::SetIdentity]
    } else if message.contains("dubious ownership") {
        vec![Advice::TrustOwner]
    } else if message.contains("does not appear to be a git repository") {
        by_hand("'git remote -v' lists the remotes of this repository")
    } else {
        Vec::new()
    }
}

fn of_store(error: &store::Error) -> Vec<Advice> {
    match error {
        store::Error::Git(error) => of_git(error),
        store::Error::Seal(_) => by_hand("correct the keys in memory/recipients"),
        store::Error::Damaged(_) => {
            by_hand("remove 'memory/recall' in the git folder: it is a cache")
        }
        store::Error::Marker(_) => by_hand("correct the line, or remove it"),
        store::Error::Roots(_) => vec![Advice::ReadSettings],
        store::Error::NotAFolder(_) => {
            by_hand("git-memory needs a folder of that name; move the file away first")
        }
        store::Error::LeadsOut(_) => vec![
            Advice::by_hand(
                "no file was changed; change the link's target by hand, or put a file in its place",
            ),
            Advice::PrintAgentSetup,
        ],
        store::Error::NotASite(_) => by_hand("name a new folder, or an empty one"),
        store::Error::Link(_) => by_hand("replace the link by a real folder or file first"),
        store::Error::Exists(_) | store::Error::Changed(_) => vec![Advice::ReadAgain],
        store::Error::StaleLock { .. } => vec![Advice::RemoveStaleLock],
        store::Error::Contended { .. } => vec![WAIT],
        store::Error::Unfinished { journal, .. } => {
            let journal = journal.display();
            let text = format!(
                "fix that and try again, or remove '{journal}' to give up the \
                                change"
            );
            vec![Advice::ByHand { text: text.into() }]
        }
        store::Error::Locked { .. } => by_hand("try again when it is done"),
        store::Error::NoLock { .. } => {
            by_hand("keep the git folder on a file system that has advisory locks")
        }
        // Writes are journalled, so a failed one left no traces; people ask that first.
        store::Error::Write { source, .. } => by_hand(match source.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
                "free some space, and run the command again; nothing was changed"
            }
            ErrorKind::ReadOnlyFilesystem | ErrorKind::PermissionDenied => {
                "nothing was changed; make the folder writable"
            }
            _ => "nothing was changed",
        }),
        store::Error::HookFile { .. } => vec![Advice::ShowHooks],
        store::Error::Quarantine => by_hand("write it in the post-receive hook"),
        store::Error::LongName(_) => vec![Advice::RenameBranch],
        store::Error::Read { .. } | store::Error::Unreadable { .. } => Vec::new(),
    }
}

/// Maximum number of fingerprints in an advice; the others follow after these.
const FINGERPRINTS: usize = 3;

fn secret(fingerprints: &[String]) -> Vec<Advice> {
    let mut advice = vec![
        Advice::by_hand("leave the value out, and name the place where it is kept"),
        Advice::RotateCredentials,
    ];
    for fingerprint in fingerprints.iter().take(FINGERPRINTS) {
        let fingerprint = Some(fingerprint.clone());
        advice.push(Advice::AllowSecret { fingerprint });
    }
    if fingerprints.is_empty() {
        advice.push(Advice::AllowSecret { fingerprint: None });
    }
    advice
}
