//! Blobs and trees as git keeps them: what a revision's files hold, what the index holds, what a
//! set of revisions reaches.

use std::sync::Arc;

use crate::{Error, Store};
use git_memory_git::{
    BlobAt, Durability, EntryKind, Message, ObjectId, PathFilter, Reach, Repo, TreeChange,
    TreeEntry, Trees,
};
use git_memory_guard::Clean;
use git_memory_text::limits;

/// The objects of a repository.
#[derive(Clone, Copy)]
pub struct Objects<'a> {
    repo: &'a Repo,
    store: Store<'a>,
    /// The trees that were read before.
    trees: &'a Trees,
}

impl<'a> Store<'a> {
    /// The objects of this repository.
    #[must_use]
    pub fn objects(self) -> Objects<'a> {
        Objects {
            repo: self.repo(),
            store: self,
            trees: self.loaded().trees(),
        }
    }

    /// The content of a file of this name in a commit's memory, which each request of a server asks
    /// for; `None` where that holds no such file.
    pub fn committed(
        self,
        commit: ObjectId,
        name: &'static str,
    ) -> Result<Arc<Option<Vec<u8>>>, Error> {
        let find = || self.committed_file(commit, name);
        self.loaded().last((commit, name), find)
    }

    /// The blob and the content of a file of this name in a commit's memory; `None` only where that has
    /// nothing of this name. What is no regular file, or too large, counts as an empty one.
    pub fn committed_list(
        self,
        commit: ObjectId,
        name: &str,
    ) -> Result<Option<(ObjectId, Vec<u8>)>, Error> {
        let folder = self.folder_of(commit)?;
        let Some(tree) = self.repo().folder(commit, folder.as_str())? else {
            return Ok(None);
        };
        let names = self.repo().tree_names(tree)?;
        let Some(found) = names.iter().find(|it| it.name == name.as_bytes()) else {
            return Ok(None);
        };
        let content = match found.kind {
            Some(EntryKind::File) => self.blob_at_most(limits::LIST_BYTES, found.id)?,
            _ => None,
        };
        Ok(Some((found.id, content.unwrap_or_default())))
    }

    /// The content of a file of this name in the memory of a commit or tree; `None` where it holds no
    /// such file, or one that is not read.
    pub fn committed_file(self, treeish: ObjectId, name: &str) -> Result<Option<Vec<u8>>, Error> {
        let path = self.folder_of(treeish)?.join(name);
        match self.repo().file(treeish, &path)? {
            Some(blob) => self.blob_at_most(limits::LIST_BYTES, blob),
            None => Ok(None),
        }
    }
}

impl Objects<'_> {
    /// The content of a blob.
    ///
    /// # Errors
    /// Where it is not there.
    pub fn blob(self, id: ObjectId) -> Result<Vec<u8>, Error> {
        Ok(self.repo.blob(id)?)
    }

    /// Reads blobs, in order; `each` gets the position in `ids` and the content.
    ///
    /// # Errors
    /// Where one of them is not there.
    pub fn blobs(self, ids: &[ObjectId], each: impl FnMut(usize, &[u8])) -> Result<(), Error> {
        Ok(self.repo.blobs(ids, each)?)
    }

    /// The id of a file's blob in a commit or tree; `None` where it holds no such file.
    pub fn file(self, treeish: ObjectId, path: &str) -> Result<Option<ObjectId>, Error> {
        Ok(self.repo.file(treeish, path)?)
    }

    /// The content of a file in a commit or tree; `None` where it holds no such file.
    pub fn file_content(self, treeish: ObjectId, path: &str) -> Result<Option<Vec<u8>>, Error> {
        match self.repo.file(treeish, path)? {
            Some(blob) => Ok(Some(self.repo.blob(blob)?)),
            None => Ok(None),
        }
    }

    /// Returns the names that a commit or tree has at the top, as a file, a folder or a submodule.
    pub fn at_top<'n>(self, treeish: ObjectId, names: &[&'n str]) -> Result<Vec<&'n str>, Error> {
        let tree = if self.repo.has_commit(treeish)? {
            self.repo.commit(treeish)?.tree
        } else {
            treeish
        };
        let there = self.repo.tree_names(tree)?;
        let is_there = |name: &&&str| there.iter().any(|it| it.name == name.as_bytes());
        Ok(names.iter().filter(is_there).copied().collect())
    }

    /// The id of the tree of memory in a commit or tree; `None` where it holds no such folder.
    pub fn memory_tree(self, treeish: ObjectId) -> Result<Option<ObjectId>, Error> {
        let folder = self.store.folder_of(treeish)?;
        Ok(self.repo.folder(treeish, folder.as_str())?)
    }

    /// Everything of memory in a commit or tree, sorted by path.
    pub fn memory_files(self, treeish: ObjectId) -> Result<Vec<TreeEntry>, Error> {
        let folder = self.store.folder_of(treeish)?;
        Ok(self.repo.held_files(treeish, folder.as_str())?)
    }

    /// The paths of all files of a commit or tree, sorted as git does.
    pub fn paths(self, treeish: ObjectId) -> Result<Vec<String>, Error> {
        Ok(self.repo.files_of(treeish)?)
    }

    /// The files that two trees do not have in common, at most `limit`, in no particular order.
    pub fn tree_changes(
        self,
        pair: (ObjectId, ObjectId),
        filter: &dyn PathFilter,
        limit: usize,
    ) -> Result<Vec<TreeChange>, Error> {
        Ok(self.trees.changes(self.repo, pair, filter, limit)?)
    }

    /// The files of a tree, at most `limit`, in no particular order.
    pub fn tree_files(
        self,
        tree: ObjectId,
        filter: &dyn PathFilter,
        limit: usize,
    ) -> Result<Vec<TreeChange>, Error> {
        Ok(self.trees.files(self.repo, tree, filter, limit)?)
    }

    /// The id that a content has as a blob; nothing is stored.
    pub fn id_of_bytes(self, content: &[u8]) -> Result<ObjectId, Error> {
        Ok(ObjectId::of_blob(self.repo.format(), content)?)
    }

    /// The id that a text has as a blob; nothing is stored.
    pub fn id_of(self, text: &Clean) -> Result<ObjectId, Error> {
        Ok(self.repo.blob_id(text)?)
    }

    /// True if a content is a blob of this repository, whatever refers to it.
    pub fn has_blob(self, content: &[u8]) -> Result<bool, Error> {
        Ok(self.repo.has_blob(content)?)
    }

    /// True if there is an object with this id.
    pub fn has(self, id: ObjectId) -> Result<bool, Error> {
        Ok(self.repo.has_object(id)?)
    }

    /// Stores a text as a blob, without waiting for the disk.
    pub fn write(self, text: &Clean) -> Result<ObjectId, Error> {
        Ok(self.repo.write_blob(text, Durability::Lazy)?)
    }

    /// Every blob that a set of revisions reaches, once, in git's order.
    pub fn blobs_reached(self, reach: &Reach) -> Result<Vec<BlobAt>, Error> {
        Ok(self.repo.blobs_reached(reach)?)
    }

    /// The messages of every commit that is reached, newest first.
    pub fn messages_reached(self, reach: &Reach) -> Result<Vec<Message>, Error> {
        Ok(self.repo.messages_reached(reach)?)
    }
}
