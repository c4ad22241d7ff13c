//! Reads git's log, word by word: commits, and the files that they changed.

use super::answer::{self, Fields};
use super::backend::EntryKind;
use super::{Error, ObjectId};

/// A file's change in a commit, against its first parent.
#[derive(Clone, Debug)]
pub struct FileChange {
    /// From the top of the work tree, as git's bytes.
    pub path: Vec<u8>,
    /// The blob before; `None` if the file was added.
    pub before: Option<ObjectId>,
    /// The blob after; `None` if the file was removed.
    pub after: Option<ObjectId>,
    /// Its kind before and after: a link and a submodule are listed like files.
    pub kinds: [EntryKind; 2],
}

/// A commit, with its changes below the folder.
#[derive(Clone, Debug)]
pub struct CommitChanges {
    /// Its id.
    pub id: ObjectId,
    /// Its parents, in order.
    pub parents: Vec<ObjectId>,
    /// Its author's name.
    pub author: String,
    /// When it was written, RFC 3339.
    pub date: String,
    /// The first line of its message.
    pub subject: String,
    /// Files that the commit changed.
    pub files: Vec<FileChange>,
}

/// Begins each commit in git's answer. A path may begin so, too, but not in a list of `-z`: each
/// path follows its modes.
const COMMIT_MARK: &[u8] = b"\x01commit\x01";

/// Reads `git log -z --raw` word by word.
#[derive(Default)]
pub(crate) struct ChangesReader {
    /// The commit that is not whole yet.
    pub(crate) commit: Option<CommitChanges>,
    /// Text before the path of a change.
    meta: Option<Vec<u8>>,
}

impl ChangesReader {
    /// Takes a word; returns the finished commit when another one begins.
    pub(crate) fn word(&mut self, word: &[u8]) -> Result<Option<CommitChanges>, Error> {
        // A path may begin with anything.
        if let Some(meta) = self.meta.take() {
            let Some(commit) = &mut self.commit else {
                return Err(Error::unexpected("log"));
            };
            commit.files.push(file_change(&meta, word)?);
            return Ok(None);
        }
        let word = answer::without_line_feed(word);
        if let Some(line) = word.strip_prefix(COMMIT_MARK) {
            return Ok(self.commit.replace(commit_line(line)?));
        }
        self.meta = word.strip_prefix(b":").map(<[u8]>::to_vec);
        Ok(None)
    }
}

/// A commit of `git log -z --name-only`.
pub(crate) struct Named<'a> {
    /// Output of the format after the mark.
    pub(crate) head: &'a [u8],
    /// The paths that it changed.
    pub(crate) paths: Vec<String>,
}

/// The commits of an answer whose format begins with [`COMMIT_MARK`].
pub(crate) fn named(output: &[u8]) -> Vec<Named<'_>> {
    let mut commits: Vec<Named> = Vec::new();
    for word in output.split(|byte| *byte == 0) {
        let word = answer::without_line_feed(word);
        if let Some(head) = word.strip_prefix(COMMIT_MARK) {
            let paths = Vec::new();
            commits.push(Named { head, paths });
        } else if let Some(commit) = commits.last_mut()
            && !word.is_empty()
        {
            let path = String::from_utf8_lossy(word).into_owned();
            commit.paths.push(path);
        }
    }
    commits
}

fn commit_line(line: &[u8]) -> Result<CommitChanges, Error> {
    let line = String::from_utf8_lossy(line);
    let mut fields = Fields::of(&line, "log");
    Ok(CommitChanges {
        id: fields.next()?.parse()?,
        parents: ids(fields.next()?)?,
        author: fields.next()?.to_owned(),
        date: fields.next()?.to_owned(),
        subject: fields.rest()?.trim_end().to_owned(),
        files: Vec::new(),
    })
}

/// The ids of a line, with spaces between them.
fn ids(line: &str) -> Result<Vec<ObjectId>, Error> {
    line.split_whitespace().map(str::parse).collect()
}

/// Reads `<mode> <mode> <id> <id> <status>` of git's raw format.
fn file_change(meta: &[u8], path: &[u8]) -> Result<FileChange, Error> {
    let meta = String::from_utf8_lossy(meta);
    let words: Vec<&str> = meta.split(' ').collect();
    let [was, is, before, after, _] = words[..] else {
        return Err(Error::unexpected("log"));
    };
    Ok(FileChange {
        path: path.to_vec(),
        kinds: [kind_of(was)?, kind_of(is)?],
        before: id_or_none(before)?,
        after: id_or_none(after)?,
    })
}

/// The kind of file by git's mode, in octal digits.
fn kind_of(mode: &str) -> Result<EntryKind, Error> {
    match u32::from_str_radix(mode, 8) {
        Ok(mode) => Ok(EntryKind::of_mode(mode)),
        Err(_) => Err(Error::unexpected("log")),
    }
}

/// An id; all zeros stand for a missing file.
fn id_or_none(hex: &str) -> Result<Option<ObjectId>, Error> {
    let id: ObjectId = hex.parse()?;
    if id.is_zero() { Ok(None) } else { Ok(Some(id)) }
}
