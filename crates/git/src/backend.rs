//! The questions that both back ends answer.

use super::held::TakeHeld;
use super::{Error, ObjectId, Settings};
use git_memory_text::limits;

/// Kind of an entry of a tree or of the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// A regular file, executable or not.
    File,
    /// A symbolic link.
    Link,
    /// A submodule.
    Submodule,
    /// A folder that is not read, as it lies within too many others.
    TooDeep,
}

/// True if a folder of a tree lies within too many others to be read: no work tree goes so deep, but
/// a tree that was made to overflow the stack does.
pub(crate) fn is_too_deep(folder: &[u8]) -> bool {
    folder.split(|byte| *byte == b'/').count() > limits::TREE_DEPTH
}

impl EntryKind {
    /// The kind by a mode of git's.
    pub(crate) fn of_mode(mode: u32) -> Self {
        match mode & 0o170_000 {
            0o120_000 => Self::Link,
            0o160_000 => Self::Submodule,
            _ => Self::File,
        }
    }
}

/// One file below a folder, in a tree or in the index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeEntry {
    /// The path from the top of the work tree, as git's bytes.
    pub path: Vec<u8>,
    /// Kind of the entry.
    pub kind: EntryKind,
    /// The id of its blob (of the commit, for a submodule).
    pub id: ObjectId,
}

/// Position of HEAD.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The branch's short name; `None` if HEAD is detached.
    pub branch: Option<String>,
    /// The commit; `None` if the branch is not born yet.
    pub commit: Option<ObjectId>,
}

/// Result of moving a ref.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moved {
    /// The ref has the new value.
    Done,
    /// Another process holds or has moved the ref: nothing was changed, and trying again may help.
    Contended,
}

/// A line of a reflog: a ref was moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefLine {
    /// The new commit.
    pub new: ObjectId,
    /// When, in seconds since 1970.
    pub time: i64,
    /// The action, in git's words.
    pub message: String,
}

/// The short name of a branch by that of its ref; the name of any other ref stays unchanged.
pub(crate) fn branch_of(name: &str) -> &str {
    match name.strip_prefix("refs/heads/") {
        Some(branch) => branch,
        None => name,
    }
}

/// Kind of an object that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ObjectKind {
    Blob,
    Commit,
    Tree,
}

/// A file to be put into a tree: its path and its blob; `None` takes it out.
pub type TreeEdit = (String, Option<ObjectId>);

/// Reading and writing objects; the part that differs between repositories that libgit2 can open
/// and those that it cannot.
pub(crate) trait Backend: Send {
    /// Name of the back end for people.
    fn name(&self) -> &'static str;

    /// Position of HEAD.
    fn head(&self) -> Result<Head, Error>;

    /// The commit or tree that a revision names.
    fn resolve(&self, revision: &str) -> Result<ObjectId, Error>;

    /// The id of a folder's tree in a commit or tree; `None` if there is no such folder.
    fn folder(&self, treeish: ObjectId, folder: &str) -> Result<Option<ObjectId>, Error>;

    /// The id of a file's blob in a commit or tree; `None` if there is no such file.
    fn file(&self, treeish: ObjectId, path: &str) -> Result<Option<ObjectId>, Error>;

    /// Every file below a folder in a commit or tree, sorted by path; none if there is no such
    /// folder.
    fn tree(&self, treeish: ObjectId, folder: &str) -> Result<Vec<TreeEntry>, Error>;

    /// Every merged (stage 0) file below a folder in the index that is in effect.
    fn index(&self, folder: &str) -> Result<Vec<TreeEntry>, Error>;

    /// Reads blobs of at most `limit` bytes, in order; `each` gets the position in `ids`, and the
    /// content.
    fn held(&self, ids: &[ObjectId], limit: u64, each: &mut TakeHeld<'_>) -> Result<(), Error>;

    /// A back end for this repository that syncs everything to the disk before it reports a write
    /// as done.
    fn synced(&self) -> Result<Box<dyn Backend>, Error>;

    /// git's settings, if they can be read without asking the program.
    fn settings(&self) -> Option<Settings>;

    /// Stores an object.
    fn write(&self, kind: ObjectKind, content: &[u8]) -> Result<ObjectId, Error>;

    /// Stores the tree that `edits` make of a tree (of the empty one without a base).
    fn write_tree(&self, base: Option<ObjectId>, edits: &[TreeEdit]) -> Result<ObjectId, Error>;

    /// The bytes of a commit.
    fn raw_commit(&self, id: ObjectId) -> Result<Vec<u8>, Error>;

    /// The bytes of a tree.
    fn raw_tree(&self, id: ObjectId) -> Result<Vec<u8>, Error>;

    /// True if an object is in this clone.
    fn has_object(&self, id: ObjectId) -> Result<bool, Error>;

    /// The object that a ref points to; `None` if there is no such ref.
    fn reference(&self, name: &str) -> Result<Option<ObjectId>, Error>;

    /// The refs below a folder of refs (`refs/memory/`), sorted by name.
    fn references(&self, prefix: &str) -> Result<Vec<(String, ObjectId)>, Error>;

    /// Moves a ref from `old` (`None`: it must not be there) to `new` (`None`: it is deleted), or
    /// does nothing.
    fn move_reference(
        &self,
        name: &str,
        old: Option<ObjectId>,
        new: Option<ObjectId>,
    ) -> Result<Moved, Error>;

    /// The reflog of a ref, newest line first; empty if there is none.
    fn reflog(&self, name: &str) -> Result<Vec<RefLine>, Error>;

    /// The commits that `from` reaches and `not` does not, in no particular order.
    fn between(&self, from: ObjectId, not: &[ObjectId]) -> Result<Vec<ObjectId>, Error>;

    /// True if `of` reaches `ancestor`, or is it. Fails if one of them is missing.
    fn is_ancestor(&self, ancestor: ObjectId, of: ObjectId) -> Result<bool, Error>;
}
