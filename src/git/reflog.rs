//! What git remembers of its refs' moves, and of an operation that is under way.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use super::reflog_words::{begins, renamed_from};
use super::{Error, RefLine, Repo, program};

/// HEAD of a work tree: where it is, and where it was.
#[derive(Clone, Debug)]
pub struct HeadLog {
    /// The branch that it is on; `None` where it is detached.
    pub branch: Option<String>,
    /// Its reflog, newest line first.
    pub lines: Vec<RefLine>,
}

/// The lock file of a ref: git makes it for the time of a move.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RefLock {
    /// The file.
    pub path: PathBuf,
    /// Since when it is there.
    pub age: Duration,
}

impl Repo {
    /// The reflog of a ref (`refs/heads/main`, or this work tree's `HEAD`), newest line first;
    /// empty where there is none.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub fn reflog(&self, name: &str) -> Result<Vec<RefLine>, Error> {
        self.backend().reflog(name)
    }

    /// HEAD in every work tree, this one's first.
    ///
    /// # Errors
    /// Where one cannot be read.
    pub fn heads(&self) -> Result<Vec<HeadLog>, Error> {
        let mut heads = vec![HeadLog {
            branch: self.head()?.branch,
            lines: self.reflog("HEAD")?,
        }];
        let is_linked = self.git_dir() != self.common_dir();
        let mut others = Vec::new();
        others.extend(is_linked.then(|| "main-worktree/HEAD".to_owned()));
        for entry in fs::read_dir(self.common_dir().join("worktrees"))
            .into_iter()
            .flatten()
            .flatten()
        {
            if entry.path() != self.git_dir() {
                others.extend(
                    entry
                        .file_name()
                        .to_str()
                        .map(|name| format!("worktrees/{name}/HEAD")),
                );
            }
        }
        for name in others {
            let branch = self.git(["symbolic-ref", "-q", &name]).line().ok();
            let branch =
                branch.and_then(|name| name.strip_prefix("refs/heads/").map(str::to_owned));
            let args = program::REFLOG.into_iter().chain([name.as_str(), "--"]);
            heads.push(HeadLog {
                branch,
                lines: program::reflog(self.git(args))?,
            });
        }
        Ok(heads)
    }

    /// What tells a branch from every other that had its name or will have it: the name, the commit
    /// and the second of its making, by the oldest line of its reflog and the lines of its
    /// renamings. `None` where that line is gone.
    ///
    /// # Errors
    /// Where the reflog cannot be read.
    pub fn branch_birth(&self, branch: &str) -> Result<Option<String>, Error> {
        let name = format!("refs/heads/{branch}");
        if self.common_dir().join("reftable").is_dir() {
            let lines = self.reflog(&name)?;
            let renamed = lines
                .iter()
                .rev()
                .find_map(|line| renamed_from(&line.message));
            let begin = lines.last().filter(|line| begins(&line.message));
            return Ok(begin
                .map(|line| format!("{} {} {}", renamed.unwrap_or(branch), line.new, line.time)));
        }
        // The first line is enough, and some reflogs are long.
        let Ok(log) = fs::read(self.common_dir().join("logs").join(&name)) else {
            return Ok(None);
        };
        let log = String::from_utf8_lossy(&log);
        let Some((head, _)) = log.lines().next().and_then(|line| line.split_once('\t')) else {
            return Ok(None);
        };
        let words: Vec<&str> = head.split(' ').collect();
        let [old, new, .., time, _] = words[..] else {
            return Ok(None);
        };
        if old.bytes().any(|digit| digit != b'0') {
            return Ok(None);
        }
        let renamed = log
            .find("\tBranch: renamed ")
            .and_then(|at| renamed_from(log[at + 1..].lines().next()?));
        Ok(Some(format!("{} {new} {time}", renamed.unwrap_or(branch))))
    }

    /// Whether git is receiving objects just now that it may throw away: what a hook stores then
    /// goes with them (git-receive-pack(1), "quarantine environment").
    #[must_use]
    pub fn is_quarantined(&self) -> bool {
        self.environment().variable("GIT_QUARANTINE_PATH").is_some()
    }

    /// The branch that is being rebased in this work tree, while HEAD is detached for it.
    #[must_use]
    pub fn rebased_branch(&self) -> Option<String> {
        let name = ["rebase-merge", "rebase-apply"].iter().find_map(|folder| {
            fs::read_to_string(self.git_dir().join(folder).join("head-name")).ok()
        })?;
        name.trim_end()
            .strip_prefix("refs/heads/")
            .map(str::to_owned)
    }

    /// The lock file of a ref, where there is one, and since when: git makes it for the time of a
    /// move, and a process that is killed leaves it behind.
    #[must_use]
    pub fn ref_lock(&self, name: &str) -> Option<RefLock> {
        let reftable = self.common_dir().join("reftable");
        let file = if reftable.is_dir() {
            reftable.join("tables.list.lock")
        } else {
            self.common_dir().join(format!("{name}.lock"))
        };
        RefLock::at(file)
    }

    /// The lock files of refs below a folder of refs (`refs/memory`), and since when they are
    /// there.
    #[must_use]
    pub fn ref_locks(&self, folder: &str) -> Vec<RefLock> {
        let mut found = Vec::new();
        let mut folders = vec![self.common_dir().join(folder)];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                let path = entry.path();
                if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                    folders.push(path);
                } else if path.extension().is_some_and(|end| end == "lock") {
                    found.extend(RefLock::at(path));
                }
            }
        }
        found
    }
}

impl RefLock {
    #[expect(
        clippy::disallowed_methods,
        reason = "compared with the time of a file, which the system sets"
    )]
    fn at(path: PathBuf) -> Option<Self> {
        // One that cannot be looked at is gone already.
        let meta = fs::symlink_metadata(&path).ok()?;
        let modified = meta.modified().ok()?;
        let age = match SystemTime::now().duration_since(modified) {
            Ok(age) => age,
            // A time to come is as far from now: the clock was set back.
            Err(error) => error.duration(),
        };
        Some(Self { path, age })
    }
}
