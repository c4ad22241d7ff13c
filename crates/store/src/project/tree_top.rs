//! A commit's tree, as the project index looks at it: the same on every machine.

use std::collections::HashMap;

use super::place::{Known, Listed, ListedKind, Place};
use git_memory_git::{EntryKind, ObjectId, Repo};
use git_memory_policy::project::members::named_by;
use git_memory_policy::project::{Content, Contents};
use git_memory_text::limits;

/// The tree of a commit.
pub(crate) struct TreeTop<'a> {
    repo: &'a Repo,
    /// The trees of folders, by their paths; that of the top under the empty one.
    trees: HashMap<String, ObjectId>,
    files: HashMap<String, TreeFile>,
    listed: HashMap<String, Listed>,
    pub(crate) contents: Contents,
}

struct TreeFile {
    id: ObjectId,
    is_link: bool,
}

impl<'a> TreeTop<'a> {
    pub(crate) fn new(repo: &'a Repo, tree: ObjectId) -> Self {
        Self {
            repo,
            trees: HashMap::from([(String::new(), tree)]),
            files: HashMap::new(),
            listed: HashMap::new(),
            contents: Contents::new(),
        }
    }
}

impl Place for TreeTop<'_> {
    fn list(&mut self, folder: &str) -> Result<Listed, String> {
        if let Some(listed) = self.listed.get(folder) {
            return Ok(listed.clone());
        }
        let mut listed = Listed::default();
        let Some(tree) = self.trees.get(folder) else {
            return Ok(listed);
        };
        let names = self.repo.tree_names(*tree);
        let names = names.map_err(|error| format!("cannot be read: {error}"))?;
        for entry in names.iter() {
            let name = String::from_utf8_lossy(entry.name).into_owned();
            let path = if folder.is_empty() {
                name.clone()
            } else {
                format!("{folder}/{name}")
            };
            let kind = match entry.kind {
                None | Some(EntryKind::TooDeep) => ListedKind::Folder,
                Some(EntryKind::File) => ListedKind::File,
                Some(EntryKind::Link) => ListedKind::Link,
                Some(EntryKind::Submodule) => ListedKind::Submodule,
            };
            match kind {
                ListedKind::Folder => drop(self.trees.insert(path, entry.id)),
                ListedKind::File | ListedKind::Link => {
                    let file = TreeFile {
                        id: entry.id,
                        is_link: kind == ListedKind::Link,
                    };
                    self.files.insert(path, file);
                }
                ListedKind::Submodule | ListedKind::Other => {}
            }
            listed.take_up(folder, name, kind);
        }
        listed.names.sort_unstable();
        self.listed.insert(folder.to_owned(), listed.clone());
        Ok(listed)
    }

    fn file(&mut self, path: &str) -> Result<Known, String> {
        let Some(file) = self.files.get(path) else {
            return Err("is not a regular file, and is not read".to_owned());
        };
        if file.is_link {
            return Err("is a symbolic link, and is not read".to_owned());
        }
        let bytes = match self.repo.blob(file.id) {
            Ok(bytes) => bytes,
            Err(error) => return Ok(Known::unreadable(format!("cannot be read: {error}"))),
        };
        if bytes.len() as u64 > limits::RECORD_BYTES {
            return Ok(Known::unreadable("is larger than 1 MiB, and is not read"));
        }
        let known = Known {
            content: Content::Blob(file.id.to_string()),
            members: named_by(path, &bytes),
        };
        self.contents.insert(path.to_owned(), bytes);
        Ok(known)
    }

    fn tracked(&mut self) -> Result<Vec<String>, String> {
        let mut names: Vec<String> = Vec::new();
        for entry in self.list("")?.names {
            names.push(entry.name);
        }
        Ok(names)
    }

    fn is_committed(&mut self, _: &str) -> Result<bool, String> {
        Ok(true)
    }

    fn ignored(&mut self, _: &[String]) -> Result<HashMap<String, String>, String> {
        // git ignores nothing that is committed.
        Ok(HashMap::new())
    }
}
