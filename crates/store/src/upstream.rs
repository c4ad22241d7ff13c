//! What was fetched of parents: for each a ref to one commit of ours, with the files of its memory
//! and nothing else, so that it is read as memory at any revision.
//!
//! The message of that commit says which commit of the parent it has, and in which folders.

use std::fmt::Write as _;
use std::str::FromStr;

use crate::tracked::{is_private, marked};
use crate::{Error, Store};
use git_memory_git::{
    Durability, EntryKind, Held, ImportedCommit, Moved, ObjectId, Repo, TreeEntry, Upstream,
};
use git_memory_model::layout::{Part, part};
use git_memory_model::roots::{Root, Roots};
use git_memory_model::subscription::{ParentName, UPSTREAM};
use git_memory_text::attributes::ATTRIBUTES;
use git_memory_text::limits;
use git_memory_text::path::{MemoryFolder, RepoPath};

/// The lines of a message.
const COMMIT: &str = "Upstream-Commit: ";
const MEMORY: &str = "Upstream-Memory: ";
const ROOT: &str = "Upstream-Root: ";

/// A parent's commit, whose files can be taken.
pub struct FetchedParent<'a> {
    repo: &'a Repo,
    upstream: Upstream,
    commit: ObjectId,
    folder: MemoryFolder,
}

/// Number of files that were kept of a parent, and what was left out.
#[derive(Clone, Debug, Default)]
pub struct KeptFiles {
    /// Number of files.
    pub files: usize,
    /// Number of files that are larger than a record may be.
    pub large: usize,
    /// Number of files beyond the most that are kept.
    pub beyond: usize,
    /// True if the server sent all files of the commit.
    pub is_whole: bool,
}

/// What is kept of a parent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptParent {
    /// Our commit.
    pub tip: ObjectId,
    /// The parent's commit, in its own format.
    pub commit: String,
    /// Its folder of memory.
    pub memory: MemoryFolder,
    /// The folders that are read beside it.
    pub roots: Vec<Root>,
}

impl<'a> Store<'a> {
    /// The commit that a revision of a parent names; `None` if it names none.
    pub fn commit_of_parent(&self, url: &str, revision: &str) -> Result<Option<ObjectId>, Error> {
        Ok(self.repo().commit_of_remote(url, revision)?)
    }

    /// Fetches what a commit of a parent has, except for the contents of its files if possible.
    pub fn fetch_parent(&self, url: &str, commit: ObjectId) -> Result<FetchedParent<'a>, Error> {
        let mut fetched = FetchedParent {
            repo: self.repo(),
            upstream: self.repo().upstream(url, commit)?,
            commit,
            folder: MemoryFolder::default(),
        };
        if let Some(attributes) = fetched.text(ATTRIBUTES)? {
            fetched.folder = marked::named(attributes.as_bytes())?;
        }
        Ok(fetched)
    }

    /// True if `new` follows `old` in a parent's history; false if the old commit is not there any
    /// more.
    pub fn parent_follows(&self, url: &str, old: ObjectId, new: ObjectId) -> Result<bool, Error> {
        Ok(self.repo().upstream_follows(url, old, new)?)
    }

    /// The refs of parents, by name.
    pub fn parents(&self) -> Result<Vec<(ParentName, ObjectId)>, Error> {
        let mut found = Vec::new();
        for (name, tip) in self.repo().references(UPSTREAM)? {
            found.extend(ParentName::of_ref(&name).map(|name| (name, tip)));
        }
        Ok(found)
    }

    /// What is kept at a ref of a parent; `None` if it is not a commit of ours.
    pub fn kept_parent(&self, tip: ObjectId) -> Result<Option<KeptParent>, Error> {
        let commit = self.repo().commit(tip)?;
        let (mut id, mut memory, mut roots) = (None, None, Vec::new());
        for line in commit.message.lines() {
            if let Some(commit) = line.strip_prefix(COMMIT) {
                id = Some(commit.to_owned());
            } else if let Some(folder) = line.strip_prefix(MEMORY) {
                memory = folder.parse().ok();
            } else if let Some(root) = line.strip_prefix(ROOT) {
                roots.extend(Root::from_str(root).ok());
            }
        }
        Ok(match (id, memory) {
            (Some(commit), Some(memory)) => Some(KeptParent {
                tip,
                commit,
                memory,
                roots,
            }),
            _ => None,
        })
    }

    /// The files that are kept of a parent, with the paths that they have here
    /// (`org:memory/decisions/…`).
    pub fn parent_files(
        &self,
        name: &ParentName,
        kept: &KeptParent,
    ) -> Result<Vec<TreeEntry>, Error> {
        let mut files = self.repo().held_files(kept.tip, kept.memory.as_str())?;
        for root in &kept.roots {
            files.extend(self.repo().held_files(kept.tip, root.folder())?);
        }
        for file in &mut files {
            let prefix = name.with("").into_bytes();
            file.path = [prefix, std::mem::take(&mut file.path)].concat();
        }
        Ok(files)
    }

    /// Deletes the refs of a parent, and of its own parents.
    pub fn forget_parent(&self, name: &ParentName) -> Result<(), Error> {
        for (known, tip) in self.parents()? {
            if known.first() == name.as_str() {
                self.forget(&known, tip)?;
            }
        }
        Ok(())
    }

    /// Deletes the ref of one parent, if it has this value.
    pub fn forget(&self, name: &ParentName, tip: ObjectId) -> Result<(), Error> {
        let ref_name = name.ref_name();
        let repo = self.repo();
        match repo.move_reference(&ref_name, Some(tip), None, Durability::Lazy)? {
            Moved::Done => Ok(()),
            Moved::Contended => Err(Error::Contended { name: ref_name }),
        }
    }
}

impl FetchedParent<'_> {
    /// Its folder of memory.
    #[must_use]
    pub fn folder(&self) -> &MemoryFolder {
        &self.folder
    }

    /// The text of a small file; `None` if there is no such file.
    pub fn text(&self, path: &str) -> Result<Option<String>, Error> {
        let Some(blob) = self.upstream.file(path)? else {
            return Ok(None);
        };
        let mut text = None;
        self.upstream
            .contents(&[blob], limits::LIST_BYTES, |_, held| {
                if let Held::Blob(content) = held {
                    text = Some(String::from_utf8_lossy(content).into_owned());
                }
            })?;
        Ok(text)
    }

    /// Keeps the records and pages of its memory and of some folders beside it, at the ref of a
    /// name.
    pub fn keep(&self, name: &ParentName, roots: Vec<Root>) -> Result<KeptFiles, Error> {
        let all = Roots::new(self.folder.clone(), roots);
        let mut entries = self.upstream.files(all.memory().as_str())?;
        for root in all.outermost() {
            entries.extend(self.upstream.files(root.folder())?);
        }
        let (mut paths, mut ids) = (Vec::new(), Vec::new());
        let mut kept = KeptFiles::default();
        for entry in entries {
            let Some(path) = record_path(&all, &entry) else {
                continue;
            };
            if paths.len() == limits::PARENT_FILES {
                kept.beyond += 1;
                continue;
            }
            paths.push(path);
            ids.push(entry.id);
        }
        kept.is_whole = !ids.is_empty() && self.upstream.has_all(&ids)?;
        let (mut files, mut bytes) = (Vec::with_capacity(ids.len()), 0);
        self.upstream
            .contents(&ids, limits::RECORD_BYTES, |nth, held| match held {
                Held::Blob(content) if bytes + content.len() <= limits::PARENT_BYTES => {
                    bytes += content.len();
                    files.push((paths[nth].to_string(), content.to_vec()));
                }
                Held::Blob(_) => kept.beyond += 1,
                _ => kept.large += 1,
            })?;
        kept.files = files.len();
        let id = self.commit;
        let mut message = format!(
            "Memory of {name} at {}\n\n{COMMIT}{id}\n{MEMORY}{}\n",
            id.short(),
            self.folder
        );
        for root in all.outermost() {
            // Writing into a text cannot fail.
            let _ = writeln!(message, "{ROOT}{root}");
        }
        self.repo.import(&ImportedCommit {
            ref_name: &name.ref_name(),
            time: self.upstream.time()?,
            message: &message,
            files: &files,
        })?;
        Ok(kept)
    }
}

/// The path of an entry that is a record or page, and nothing private.
fn record_path(roots: &Roots, entry: &TreeEntry) -> Option<RepoPath> {
    let path: RepoPath = std::str::from_utf8(&entry.path).ok()?.parse().ok()?;
    let is_open = entry.kind == EntryKind::File && !is_private(roots.memory(), path.as_str());
    let is_record = match part(roots.memory(), &path) {
        Part::Record => true,
        // Below a folder that is read in place.
        Part::Other => roots.place(&path).is_some(),
        _ => false,
    };
    (is_open && is_record).then_some(path)
}
