//! The history of a folder: which commits changed which files, newest first.

use super::{Error, ObjectId, Repo};

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

/// Begins each commit in git's answer; a path of git's never holds it, as it holds a NUL.
const COMMIT_MARK: &[u8] = b"\x01commit\x01";

impl Repo {
    /// The commits from `revision` back that changed something below `folder`, newest first. Renames are not followed:
    /// a moved file is removed and added with the same blob.
    ///
    /// # Errors
    /// [`Error::UnknownRevision`], or where git cannot walk the history.
    pub fn history(&self, revision: &str, folder: &str) -> Result<Vec<CommitChanges>, Error> {
        let start = self.resolve(revision)?.to_string();
        let format = "--format=%x01commit%x01%H%x01%an%x01%aI%x01%s";
        let pathspec = format!(":(top,literal){folder}");
        let args = ["log", "-z", "--raw", "--no-abbrev", "--no-renames", "--no-show-signature", format, &start, "--"];
        let output = self.git(args.into_iter().chain([pathspec.as_str()])).run()?;
        let mut commits: Vec<CommitChanges> = Vec::new();
        let mut words = output.split(|&byte| byte == 0);
        while let Some(word) = words.next() {
            let word = word.strip_prefix(b"\n").unwrap_or(word);
            if let Some(commit) = word.strip_prefix(COMMIT_MARK) {
                commits.push(commit_line(commit)?);
            } else if let (Some(meta), Some(commit)) = (word.strip_prefix(b":"), commits.last_mut()) {
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
    pub fn merge_base(&self, one: &str, other: &str) -> Result<String, Error> {
        let (one, other) = (self.resolve(one)?.to_string(), self.resolve(other)?.to_string());
        self.git(["merge-base", &one, &other]).line()
    }
}

fn commit_line(line: &[u8]) -> Result<CommitChanges, Error> {
    let line = String::from_utf8_lossy(line);
    let mut parts = line.splitn(4, '\u{1}');
    let mut next = || parts.next().ok_or_else(|| Error::unexpected("log"));
    let (id, author, date, subject) = (next()?.parse()?, next()?, next()?, next()?);
    let subject = subject.trim_end().to_owned();
    Ok(CommitChanges { id, author: author.to_owned(), date: date.to_owned(), subject, files: Vec::new() })
}

/// Reads `<mode> <mode> <id> <id> <status>` of git's raw format.
fn file_change(meta: &[u8], path: &[u8]) -> Result<FileChange, Error> {
    let meta = String::from_utf8_lossy(meta);
    let ids: Vec<&str> = meta.split(' ').collect();
    let id = |at: usize| -> Result<Option<ObjectId>, Error> {
        let id: ObjectId = ids.get(at).ok_or_else(|| Error::unexpected("log"))?.parse()?;
        Ok((!id.is_zero()).then_some(id))
    };
    Ok(FileChange { path: path.to_vec(), before: id(2)?, after: id(3)? })
}
