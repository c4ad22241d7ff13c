//! Reads the moves of refs that git has logged, and those of an operation that is under way.

use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use super::reflog_words::{begins, renamed_from};
use super::{Error, RefLine, Repo, reflog_list};

/// HEAD of a work tree: its position, and earlier ones.
#[derive(Clone, Debug)]
pub struct HeadLog {
    /// The branch that it is on; `None` if it is detached.
    pub branch: Option<String>,
    /// Its reflog, newest line first.
    pub lines: Vec<RefLine>,
}

/// The lock file of a ref: git makes it for the time of a move.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RefLock {
    /// The file.
    pub path: PathBuf,
    /// Time since it was made.
    pub age: Duration,
}

impl Repo {
    /// The reflog of a ref (`refs/heads/main`, or this work tree's `HEAD`), newest line first;
    /// empty if there is none.
    pub fn reflog(&self, name: &str) -> Result<Vec<RefLine>, Error> {
        self.backend().reflog(name)
    }

    /// HEAD in every work tree, this one's first.
    pub fn heads(&self) -> Result<Vec<HeadLog>, Error> {
        let mut heads = vec![HeadLog {
            branch: self.head()?.branch,
            lines: self.reflog("HEAD")?,
        }];
        for name in self.other_heads()? {
            let target = self.git(["symbolic-ref", "-q", &name]).line_or_no()?;
            heads.push(HeadLog {
                branch: match &target {
                    Some(target) => target.strip_prefix("refs/heads/").map(str::to_owned),
                    None => None,
                },
                // libgit2 does not know the names of other work trees' refs.
                lines: reflog_list::list(self.environment(), self.base(), &name)?,
            });
        }
        Ok(heads)
    }

    /// The HEADs of the other work trees by the names that git has for them from here
    /// (git-worktree(1), "REFS"). Most repositories have no other work tree, so git is not asked.
    fn other_heads(&self) -> Result<Vec<String>, Error> {
        let mut heads = Vec::new();
        if self.git_dir() != self.common_dir() {
            heads.push("main-worktree/HEAD".to_owned());
        }
        let folder = self.common_dir().join("worktrees");
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(heads),
            Err(error) => return Err(Error::read(&folder)(error)),
        };
        for entry in entries {
            let entry = entry.map_err(Error::read(&folder))?;
            // git removes a work tree's folder file by file: without HEAD, it is being removed.
            if entry.path() == self.git_dir() || !entry.path().join("HEAD").exists() {
                continue;
            }
            // A folder whose name is not UTF-8 has no name by which git could be asked here.
            if let Some(name) = entry.file_name().to_str() {
                heads.push(format!("worktrees/{name}/HEAD"));
            }
        }
        Ok(heads)
    }

    /// Returns a text that tells a branch from every other one with its name, before or later: the
    /// name, the commit and the second of its making, by the oldest line of its reflog and the
    /// lines of its renamings. `None` if that line is gone.
    pub fn branch_birth(&self, branch: &str) -> Result<Option<String>, Error> {
        let name = format!("refs/heads/{branch}");
        if self.common_dir().join("reftable").is_dir() {
            let lines = self.reflog(&name)?;
            return Ok(birth_by_lines(&lines, branch));
        }
        // Neither back end: both would read and parse every line, and some reflogs are long.
        let file = self.common_dir().join("logs").join(&name);
        match fs::read(&file) {
            Ok(log) => Ok(birth_by_file(&String::from_utf8_lossy(&log), branch)),
            Err(error) if is_nothing(&error) => Ok(None),
            Err(error) => Err(Error::read(&file)(error)),
        }
    }

    /// True if git is receiving objects just now that it may discard: objects that a hook stores
    /// are discarded with them (git-receive-pack(1), "quarantine environment").
    #[must_use]
    pub fn is_quarantined(&self) -> bool {
        self.environment().variable("GIT_QUARANTINE_PATH").is_some()
    }

    /// The lock file of a ref, if there is one: git makes it for the time of a move, and a killed
    /// process leaves it.
    pub fn ref_lock(&self, name: &str) -> Result<Option<RefLock>, Error> {
        // One lock for all refs.
        let reftable = self.common_dir().join("reftable");
        let file = if reftable.is_dir() {
            reftable.join("tables.list.lock")
        } else {
            self.common_dir().join(format!("{name}.lock"))
        };
        RefLock::at(file)
    }
}

impl RefLock {
    /// The lock file at a path; `None` if there is none.
    #[expect(
        clippy::disallowed_methods,
        reason = "compared with the time of a file, which the system sets"
    )]
    pub fn at(path: PathBuf) -> Result<Option<Self>, Error> {
        let modified = match fs::symlink_metadata(&path).and_then(|meta| meta.modified()) {
            Ok(modified) => modified,
            Err(error) if is_nothing(&error) => return Ok(None),
            Err(error) => return Err(Error::read(&path)(error)),
        };
        let age = match SystemTime::now().duration_since(modified) {
            Ok(age) => age,
            // A time to come is as far from now: the clock was set back.
            Err(error) => error.duration(),
        };
        Ok(Some(Self { path, age }))
    }
}

/// True if a failure means that there is nothing at a path.
pub(crate) fn is_nothing(error: &std::io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

/// The answer of [`Repo::branch_birth`], from a whole reflog.
fn birth_by_lines(lines: &[RefLine], branch: &str) -> Option<String> {
    let oldest = lines.last()?;
    // The rest of an expired reflog begins in the middle.
    if !begins(&oldest.message) {
        return None;
    }
    let mut name = branch;
    for line in lines {
        // Oldest last: the first name that it had.
        if let Some(old) = renamed_from(&line.message) {
            name = old;
        }
    }
    Some(format!("{name} {} {}", oldest.new, oldest.time))
}

/// The answer of [`Repo::branch_birth`], from the text of a reflog's file, oldest line first:
/// `<old> <new> <name> <address> <seconds> <zone>\t<message>`.
fn birth_by_file(log: &str, branch: &str) -> Option<String> {
    let (head, _) = log.lines().next()?.split_once('\t')?;
    let words: Vec<&str> = head.split(' ').collect();
    let [old, new, .., time, _] = words[..] else {
        return None;
    };
    // All zeros in the line that made the branch. The rest of an expired reflog begins in the
    // middle.
    if old.contains(|digit| digit != '0') {
        return None;
    }
    let name = match log.find("\tBranch: renamed ") {
        Some(at) => match renamed_from(log[at + 1..].lines().next()?) {
            Some(old) => old,
            None => branch,
        },
        None => branch,
    };
    Some(format!("{name} {new} {time}"))
}
