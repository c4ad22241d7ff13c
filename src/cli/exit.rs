//! Errors as people and scripts meet them: `fatal:` and `hint:` in git's manner, and the exit
//! status.

use std::process::ExitCode;

use crate::app::workspace::Error;
use crate::{git, store};

/// So many candidates are shown of a name that fits several.
const CANDIDATES: usize = 20;

/// How a command ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// 0: done.
    Done,
    /// 1: the answer is no.
    No,
    /// 128: it could not be done.
    Failed,
    /// 129: wrong usage.
    Usage,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Done => 0,
            Exit::No => 1,
            Exit::Failed => 128,
            Exit::Usage => 129,
        })
    }
}

/// Why a command could not be done: a message, lines that belong to it, and the ways out.
#[derive(Debug)]
pub struct Failure {
    pub(super) message: String,
    pub(super) details: Vec<String>,
    pub(super) hints: Vec<String>,
    exit: Exit,
}

impl Failure {
    /// A failure with exit status 128.
    pub(super) fn fatal(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            details: Vec::new(),
            hints: Vec::new(),
            exit: Exit::Failed,
        }
    }

    /// A failure of usage that the argument parser cannot see, with exit status 129.
    pub(super) fn usage(message: impl Into<String>) -> Self {
        Self {
            exit: Exit::Usage,
            ..Self::fatal(message)
        }
    }

    /// The same with a way out.
    pub(super) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    pub(super) fn exit(&self) -> Exit {
        self.exit
    }
}

/// Prints what the argument parser has to say: help is an answer, everything else wrong usage.
pub(super) fn usage(error: &clap::Error) -> Exit {
    // A closed stdout or stderr leaves nobody to tell.
    let _ = error.print();
    if error.use_stderr() {
        Exit::Usage
    } else {
        Exit::Done
    }
}

impl<E: Into<Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        let error = error.into();
        let mut failure = Self::fatal(error.to_string());
        match &error {
            Error::Ambiguous { candidates, .. } => {
                failure.details = candidates.iter().take(CANDIDATES).cloned().collect();
                let left = candidates.len().saturating_sub(CANDIDATES);
                failure
                    .details
                    .extend((left > 0).then(|| format!("… and {left} more")));
            }
            Error::SecretsOnTheWay(report) => {
                failure.details = report.found.iter().map(super::scan::text).collect();
            }
            Error::Broken(findings) => {
                failure.details = findings
                    .iter()
                    .map(|found| {
                        let fault = &found.fault;
                        format!(
                            "{}:{}:{}: {}",
                            found.path, fault.line, fault.column, fault.message
                        )
                    })
                    .collect();
            }
            _ => {}
        }
        failure.hints = hints(&error).into_iter().map(str::to_owned).collect();
        failure
    }
}

/// The ways out of an error.
fn hints(error: &Error) -> Vec<&'static str> {
    match error {
        Error::Git(error) => git_hints(error),
        Error::Store(error) => store_hints(error),
        Error::NoMemory => vec!["run 'git memory init' first"],
        Error::NotCheckedOut => {
            vec!["'git sparse-checkout add memory', or 'git restore memory', brings it back"]
        }
        Error::UnknownRecord(_) => vec!["'git memory list' shows every record"],
        Error::Ambiguous { .. } => vec!["give more of the id, or the path"],
        Error::UnknownTopic(_) => vec!["'git memory topic list' shows every topic"],
        Error::Unpatchable { .. } => {
            vec!["write the key as 'key: value' on one line, or change it by hand"]
        }
        Error::Secret { .. } => vec![
            "leave the value out and name where it is kept instead",
            "if it was ever shared, have it replaced where it is used",
            "if it is no secret: 'git memory allow <fingerprint> --reason <text>' once 'git memory scan' names it",
        ],
        Error::Linked { .. } => {
            vec!["name both ends, or archive it: 'git memory clear' without --delete"]
        }
        Error::NothingNamed => {
            vec!["name records, or choose them with --kind, --tag, --scope …, or give --all"]
        }
        Error::WrongKind { .. } => {
            vec!["'git memory set <id> status=…' sets any status that its kind has"]
        }
        Error::OddBlock(_) => {
            vec![
                "take out the marks '<!-- git-memory rules: … -->' by hand, with what is left of the block between them",
            ]
        }
        Error::UnknownHook(_) => {
            vec!["this command is called by git's hooks; see 'git memory hooks status'"]
        }
        Error::FixedKey { .. }
        | Error::BadValue(_)
        | Error::Broken(_)
        | Error::Input { .. }
        | Error::Archive(_) => Vec::new(),
        Error::NoDocument(_) => {
            vec![
                "'git memory export' writes one; other programs give at least one of its lists (README, 'Export')",
            ]
        }
        Error::NoPrivate => {
            vec![
                "'git config --unset memory.private' (or 'private' in memory/config.yaml) turns it on",
            ]
        }
        Error::EntryTooLarge { .. } => {
            vec!["keep the long text in a file or a topic, and name it in --output"]
        }
        Error::UnknownEntry(_) => vec!["'git memory summary list' shows every entry"],
        Error::NoRemote => vec![
            "'git config memory.remote origin' names it, or 'git memory sync <remote>' this time",
            "everybody who can read that remote can read the private entries and the notes on commits then",
        ],
        Error::SecretsOnTheWay(_) => vec![
            "another program wrote them: take them out of the commits below refs/memory or refs/notes/memory",
            "'git memory scan --private' shows them; 'git memory allow' lets pass what is no secret",
        ],
        Error::AlwaysBehind { .. } => vec!["run it again"],
        Error::NoHome => vec!["set HOME, or XDG_DATA_HOME to a folder of your own"],
        Error::UnknownUserFile(_) => vec!["'git memory user list' shows every file"],
        Error::UnknownChain(_) => {
            vec!["'git for-each-ref refs/memory' shows the branches that have some"]
        }
        Error::Setting { .. } => vec!["README's reference lists every setting and its values"],
        Error::UnknownFinding(_) => {
            vec!["'git memory scan' shows findings with their fingerprints"]
        }
    }
}

fn git_hints(error: &git::Error) -> Vec<&'static str> {
    match error {
        git::Error::NoRepository(_) => {
            vec!["run 'git init' here, or name a repository with -C <path>"]
        }
        git::Error::Bare(_) => vec!["read a revision with --rev <rev>, or work in a clone"],
        git::Error::UnknownRevision(_) => vec!["'git log --oneline --all' shows commits to name"],
        git::Error::Unborn(_) => {
            vec!["commit what is here first; without --rev, commands read the work tree"]
        }
        git::Error::Symbolic(_) | git::Error::NoCommit(_) => {
            vec![
                "another program wrote it: look at it with 'git show-ref', and take it away with 'git update-ref --no-deref -d'",
            ]
        }
        git::Error::NoGit(_) => vec!["install git, or put it on PATH"],
        git::Error::Failed { message, .. } if message.contains(".lock") => {
            vec!["another git process is at work here; try again when it is done"]
        }
        git::Error::Failed { message, .. }
            if message.contains("identity unknown") || message.contains("ident name") =>
        {
            vec![
                "tell git who you are: git config --global user.name '…', git config --global user.email '…'",
            ]
        }
        git::Error::Failed { message, .. } if message.contains("dubious ownership") => {
            vec!["if you trust its owner: git config --global --add safe.directory <its path>"]
        }
        _ => Vec::new(),
    }
}

fn store_hints(error: &store::Error) -> Vec<&'static str> {
    match error {
        store::Error::Git(error) => git_hints(error),
        store::Error::Damaged(_) => {
            vec![
                "remove 'memory/recall' in the git folder: it holds nothing that cannot be made again",
            ]
        }
        store::Error::NotAFolder(_) => {
            vec!["git-memory needs a folder of that name; move the file away first"]
        }
        store::Error::Link(_) => vec!["replace the link by a real folder or file first"],
        store::Error::Exists(_) | store::Error::Changed(_) => {
            vec!["look at the file, and run the command again"]
        }
        store::Error::StaleLock { .. } => vec![
            "nothing was written; where no git process is at work here, 'git memory doctor --fix' removes it \
             once it is 60 s old",
        ],
        store::Error::Contended { .. } => vec!["nothing was written; try again when it is done"],
        store::Error::Locked { .. } => vec!["try again when it is done"],
        store::Error::NoLock { .. } => {
            vec!["keep the git folder on a file system that has advisory locks"]
        }
        store::Error::Write { source, .. } => match source.kind() {
            std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded => {
                vec!["free some space, and run the command again; nothing was changed"]
            }
            std::io::ErrorKind::ReadOnlyFilesystem | std::io::ErrorKind::PermissionDenied => {
                vec!["nothing was changed; make the folder writable, or work in another clone"]
            }
            _ => vec!["nothing was changed"],
        },
        store::Error::HookFile { .. } => {
            vec!["'git memory hooks status' shows which hook files are in effect"]
        }
        store::Error::Quarantine => vec!["write it in the post-receive hook"],
        store::Error::LongName(_) => vec!["give the branch a shorter name: git branch -m <name>"],
        store::Error::Read { .. } | store::Error::Odd { .. } => Vec::new(),
    }
}
