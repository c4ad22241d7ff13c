//! The history of a folder: which commits changed which files, newest first.

use chrono::DateTime;

use super::{Error, ObjectId, Repo};
use crate::domain::date::Date;

/// A file's change in a commit, against its first parent.
#[derive(Clone, Debug)]
pub struct FileChange {
    /// From the top of the work tree, as git's bytes.
    pub path: Vec<u8>,
    /// The blob before; `None` where the file was added.
    pub before: Option<ObjectId>,
    /// The blob after; `None` where the file was removed.
    pub after: Option<ObjectId>,
}

/// A commit, with what it changed below the folder.
#[derive(Clone, Debug)]
pub struct CommitChanges {
    /// Its id.
    pub id: ObjectId,
    /// Its author's name.
    pub author: String,
    /// When it was written, RFC 3339.
    pub date: String,
    /// The first line of its message.
    pub subject: String,
    /// What it changed.
    pub files: Vec<FileChange>,
}

/// What a commit changed, and when.
#[derive(Clone, Debug)]
pub struct DayChanges {
    /// The committer's day, in UTC.
    pub day: Date,
    /// The paths, from the top of the work tree.
    pub paths: Vec<String>,
}

/// A commit in one line.
#[derive(Clone, Debug)]
pub struct CommitLine {
    /// Its id.
    pub id: ObjectId,
    /// The committer's day in their own time zone, `2026-11-20`.
    pub day: String,
    /// The first line of its message.
    pub subject: String,
}

/// Begins each commit in git's answer; a path of git's never holds it, as it holds a NUL.
const COMMIT_MARK: &[u8] = b"\x01commit\x01";

/// Whatever `i18n.logOutputEncoding` says.
const ENCODING: &str = "--encoding=UTF-8";

impl Repo {
    /// The commits from `revision` back that changed something below `folder`, newest first.
    /// Renames are not followed: a moved file is removed and added with the same blob.
    ///
    /// # Errors
    /// [`Error::UnknownRevision`], or where git cannot walk the history.
    pub fn history(&self, revision: &str, folder: &str) -> Result<Vec<CommitChanges>, Error> {
        self.changes(&[&self.resolve(revision)?.to_string()], folder)
    }

    /// What some commits themselves changed below `folder`; those that changed nothing there are
    /// left out.
    ///
    /// # Errors
    /// Where git cannot read them.
    pub fn changes_of(
        &self,
        commits: &[ObjectId],
        folder: &str,
    ) -> Result<Vec<CommitChanges>, Error> {
        if commits.is_empty() {
            return Ok(Vec::new());
        }
        let names: Vec<String> = commits.iter().map(ToString::to_string).collect();
        let mut selectors = vec!["--no-walk=unsorted"];
        selectors.extend(names.iter().map(String::as_str));
        self.changes(&selectors, folder)
    }

    /// The commits that changed a file last, newest first, at most `most`; where a line is named
    /// (from 1), the one that wrote it. A line that is not committed yet has none.
    ///
    /// # Errors
    /// Where git does not know the file, or it has no such line.
    pub fn last_changes(
        &self,
        path: &str,
        line: Option<u32>,
        most: usize,
    ) -> Result<Vec<ObjectId>, Error> {
        let pathspec = format!(":(top,literal){path}");
        let most = most.to_string();
        let lines = match line {
            // At the top of the work tree a path is one from there; blame knows no pathspecs.
            Some(line) => {
                let answer = self
                    .git([
                        "blame",
                        "--porcelain",
                        "-L",
                        &format!("{line},{line}"),
                        "--",
                        path,
                    ])
                    .line()?;
                answer
                    .split_whitespace()
                    .next()
                    .unwrap_or_default()
                    .to_owned()
            }
            None => self
                .git([
                    "log",
                    "-n",
                    &most,
                    "--no-show-signature",
                    "--format=%H",
                    "HEAD",
                    "--",
                    &pathspec,
                ])
                .line()?,
        };
        let ids: Result<Vec<ObjectId>, Error> = lines.lines().map(str::parse).collect();
        Ok(ids?.into_iter().filter(|id| !id.is_zero()).collect())
    }

    /// What the commits that HEAD reaches changed after a day, newest first: the committer's day
    /// (UTC), and the paths, from the top of the work tree. Merges are left out: what they
    /// bring was changed by others.
    ///
    /// # Errors
    /// Where git cannot walk the history.
    pub fn changes_since(&self, day: Date) -> Result<Vec<DayChanges>, Error> {
        // A commit may have an older clock than those before it; the walk goes on behind it.
        let since = format!("--since-as-filter={day}T23:59:59Z");
        let args = [
            "log",
            "-z",
            "--no-merges",
            "--name-only",
            "--no-renames",
            "--no-show-signature",
            &since,
        ];
        let output = self
            .git(
                args.into_iter()
                    .chain(["--format=%x01commit%x01%ct", "HEAD", "--"]),
            )
            .run()?;
        let mut commits: Vec<DayChanges> = Vec::new();
        for word in output.split(|byte| *byte == 0) {
            let word = word.strip_prefix(b"\n").unwrap_or(word);
            if let Some(time) = word.strip_prefix(COMMIT_MARK) {
                let seconds = std::str::from_utf8(time)
                    .ok()
                    .and_then(|time| time.trim().parse().ok());
                let moment = seconds.and_then(|seconds| DateTime::from_timestamp(seconds, 0));
                commits.push(DayChanges {
                    day: Date::of(moment.ok_or_else(|| Error::unexpected("log"))?),
                    paths: Vec::new(),
                });
            } else if let (Some(commit), false) = (commits.last_mut(), word.is_empty()) {
                commit
                    .paths
                    .push(String::from_utf8_lossy(word).into_owned());
            }
        }
        Ok(commits)
    }

    /// The last commits that HEAD reaches, at most `most`, newest first, without merges: id, the
    /// committer's day in their own time zone, subject.
    ///
    /// # Errors
    /// Where git cannot walk the history.
    pub fn last_commits(&self, most: usize) -> Result<Vec<CommitLine>, Error> {
        if most == 0 || self.head()?.commit.is_none() {
            return Ok(Vec::new());
        }
        let most = most.to_string();
        let args = [
            "log",
            "-z",
            "-n",
            &most,
            "--no-merges",
            "--no-show-signature",
            ENCODING,
        ];
        let output = self
            .git(args.into_iter().chain(["--format=%H%x01%cs%x01%s", "HEAD"]))
            .run()?;
        let commit = |line: &[u8]| {
            let line = String::from_utf8_lossy(line);
            let mut parts = line.splitn(3, '\u{1}');
            let mut next = || parts.next().ok_or_else(|| Error::unexpected("log"));
            Ok(CommitLine {
                id: next()?.parse()?,
                day: next()?.to_owned(),
                subject: next()?.to_owned(),
            })
        };
        output
            .split(|byte| *byte == 0)
            .filter(|line| !line.is_empty())
            .map(commit)
            .collect()
    }

    /// The paths of files that differ from HEAD or are not tracked, as git's status names them,
    /// from the top of the work tree.
    ///
    /// # Errors
    /// Where git cannot compare them.
    pub fn changed_files(&self) -> Result<Vec<String>, Error> {
        let output = self
            .git([
                "--no-optional-locks",
                "status",
                "--porcelain",
                "-z",
                "--no-renames",
            ])
            .run()?;
        let names = output
            .split(|byte| *byte == 0)
            .filter_map(|line| line.get(3..))
            .filter(|name| !name.is_empty());
        Ok(names
            .map(|name| String::from_utf8_lossy(name).into_owned())
            .collect())
    }

    /// The paths of all tracked files, from the top of the work tree, sorted as git does.
    ///
    /// # Errors
    /// Where git cannot read the index.
    pub fn tracked_files(&self) -> Result<Vec<String>, Error> {
        let files = self.git(["ls-files", "-z"]).run()?;
        let names = files
            .split(|byte| *byte == 0)
            .filter(|name| !name.is_empty());
        Ok(names
            .map(|name| String::from_utf8_lossy(name).into_owned())
            .collect())
    }

    /// How many tracked files have this name, in whatever folder.
    ///
    /// # Errors
    /// Where git cannot read the index.
    pub fn files_named(&self, name: &str) -> Result<usize, Error> {
        let escaped: String = name
            .chars()
            .flat_map(|c| [(!c.is_alphanumeric()).then_some('\\'), Some(c)])
            .flatten()
            .collect();
        let files = self
            .git(["ls-files", "-z", "--", &format!(":(top,glob)**/{escaped}")])
            .run()?;
        Ok(files
            .split(|byte| *byte == 0)
            .filter(|name| !name.is_empty())
            .count())
    }

    /// The commits of a branch's own line (first parents alone) from `tip` back, each with what it
    /// changed below `folder` against its first parent, newest first; also those that changed
    /// nothing there. Without those that `known` reaches, where it is given.
    ///
    /// # Errors
    /// Where git cannot walk the history.
    pub fn line(
        &self,
        tip: ObjectId,
        known: Option<ObjectId>,
        folder: &str,
    ) -> Result<Vec<CommitChanges>, Error> {
        let range = known.map_or_else(|| tip.to_string(), |known| format!("{known}..{tip}"));
        self.changes(&["--first-parent", "--sparse", "-m", &range], folder)
    }

    fn changes(&self, selectors: &[&str], folder: &str) -> Result<Vec<CommitChanges>, Error> {
        let format = "--format=%x01commit%x01%H%x01%an%x01%aI%x01%s";
        let pathspec = format!(":(top,literal){folder}");
        let mut args = vec![
            "log",
            "-z",
            "--raw",
            "--no-abbrev",
            "--no-renames",
            "--no-show-signature",
            ENCODING,
            format,
        ];
        args.extend(selectors);
        let output = self
            .git(args.into_iter().chain(["--", pathspec.as_str()]))
            .run()?;
        let mut commits: Vec<CommitChanges> = Vec::new();
        let mut words = output.split(|&byte| byte == 0);
        while let Some(word) = words.next() {
            let word = word.strip_prefix(b"\n").unwrap_or(word);
            if let Some(commit) = word.strip_prefix(COMMIT_MARK) {
                commits.push(commit_line(commit)?);
            } else if let (Some(meta), Some(commit)) = (word.strip_prefix(b":"), commits.last_mut())
            {
                let path = words.next().ok_or_else(|| Error::unexpected("log"))?;
                commit.files.push(file_change(meta, path)?);
            }
        }
        Ok(commits)
    }

    /// The commit at which two revisions parted.
    ///
    /// # Errors
    /// [`Error::UnknownRevision`], or where they have no commit in common.
    pub fn merge_base(&self, one: &str, other: &str) -> Result<ObjectId, Error> {
        let (from, to) = (self.resolve(one)?, self.resolve(other)?);
        self.common_ancestor(from, to)?
            .ok_or_else(|| Error::Unrelated {
                one: one.to_owned(),
                other: other.to_owned(),
            })
    }

    /// The best commit that two commits both reach; `None` where there is none.
    ///
    /// # Errors
    /// Where a commit cannot be read.
    pub fn common_ancestor(
        &self,
        one: ObjectId,
        other: ObjectId,
    ) -> Result<Option<ObjectId>, Error> {
        let (one, other) = (one.to_string(), other.to_string());
        // 1 says that there is none (git-merge-base(1)).
        match self.git(["merge-base", &one, &other]).line_or_no()? {
            Some(line) => Ok(Some(line.parse()?)),
            None => Ok(None),
        }
    }
}

fn commit_line(line: &[u8]) -> Result<CommitChanges, Error> {
    let line = String::from_utf8_lossy(line);
    let mut parts = line.splitn(4, '\u{1}');
    let mut next = || parts.next().ok_or_else(|| Error::unexpected("log"));
    let (id, author, date, subject) = (next()?.parse()?, next()?, next()?, next()?);
    let subject = subject.trim_end().to_owned();
    Ok(CommitChanges {
        id,
        author: author.to_owned(),
        date: date.to_owned(),
        subject,
        files: Vec::new(),
    })
}

/// Reads `<mode> <mode> <id> <id> <status>` of git's raw format.
fn file_change(meta: &[u8], path: &[u8]) -> Result<FileChange, Error> {
    let meta = String::from_utf8_lossy(meta);
    let ids: Vec<&str> = meta.split(' ').collect();
    let id = |at: usize| -> Result<Option<ObjectId>, Error> {
        let id: ObjectId = ids
            .get(at)
            .ok_or_else(|| Error::unexpected("log"))?
            .parse()?;
        Ok((!id.is_zero()).then_some(id))
    };
    Ok(FileChange {
        path: path.to_vec(),
        before: id(2)?,
        after: id(3)?,
    })
}
