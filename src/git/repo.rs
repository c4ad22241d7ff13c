//! The repository that a command works in: where its folders are, and everything that is asked of
//! git.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};

use super::backend::{Backend, Entry, Head, ObjectKind};
use super::command::Git;
use super::libgit2::Libgit2;
use super::program::{self, Program};
use super::{Durability, Environment, Error, ObjectFormat, ObjectId, Settings};
use crate::domain::secrets::Clean;

/// An open repository.
pub struct Repo {
    environment: Environment,
    backend: Box<dyn Backend>,
    /// The same, but synced; made when it is first asked for.
    synced: OnceCell<Box<dyn Backend>>,
    work_tree: Option<PathBuf>,
    git_dir: PathBuf,
    common_dir: PathBuf,
    format: ObjectFormat,
    settings: OnceCell<Settings>,
    head: OnceCell<Head>,
}

impl Repo {
    /// Opens the repository around the folder of the environment, or the one that `GIT_DIR` and
    /// its friends name.
    ///
    /// # Errors
    /// [`Error::NoRepository`], or what libgit2 and git say where neither can open it.
    pub fn open(environment: &Environment) -> Result<Self, Error> {
        // git does not hash what it reads either; fsck does.
        git2::opts::strict_hash_verification(false);
        match environment.open() {
            Ok(repository) => Ok(Self::with_libgit2(environment, repository)),
            // Whatever libgit2 stumbles over, git is asked: it knows more formats, and its message
            // is the better one.
            Err(_) => Self::with_program(environment),
        }
    }

    fn with_libgit2(environment: &Environment, repository: git2::Repository) -> Self {
        let format = match repository.object_format() {
            git2::ObjectFormat::Sha256 => ObjectFormat::Sha256,
            git2::ObjectFormat::Sha1 => ObjectFormat::Sha1,
        };
        Self {
            environment: environment.clone(),
            work_tree: repository.workdir().map(trimmed),
            git_dir: trimmed(repository.path()),
            common_dir: trimmed(repository.commondir()),
            format,
            settings: OnceCell::new(),
            head: OnceCell::new(),
            synced: OnceCell::new(),
            backend: Box::new(Libgit2::new(repository, environment.clone())),
        }
    }

    fn with_program(environment: &Environment) -> Result<Self, Error> {
        let ask = |args: &[&str]| {
            let args = ["rev-parse"].iter().chain(args);
            Git::new(environment, environment.folder(), args).line()
        };
        let folders = ask(&[
            "--path-format=absolute",
            "--git-dir",
            "--git-common-dir",
            "--show-object-format",
        ]);
        let folders = folders.map_err(|error| match error {
            Error::Failed { message, .. } if message.starts_with("not a git repository") => {
                Error::NoRepository(PathBuf::from(".git"))
            }
            other => other,
        })?;
        let mut lines = folders.lines();
        let mut next = || lines.next().ok_or_else(|| Error::unexpected("rev-parse"));
        let (git_dir, common_dir, format) =
            (PathBuf::from(next()?), PathBuf::from(next()?), next()?);
        let format = if format == "sha256" {
            ObjectFormat::Sha256
        } else {
            ObjectFormat::Sha1
        };
        let work_tree = ask(&["--show-toplevel"]).ok().map(PathBuf::from);
        let folder = work_tree.clone().unwrap_or_else(|| git_dir.clone());
        let backend = Box::new(Program::new(folder, environment.clone()));
        Ok(Self {
            environment: environment.clone(),
            backend,
            synced: OnceCell::new(),
            work_tree,
            git_dir,
            common_dir,
            format,
            settings: OnceCell::new(),
            head: OnceCell::new(),
        })
    }

    /// The top of the work tree.
    ///
    /// # Errors
    /// [`Error::Bare`] in a bare repository.
    pub fn work_tree(&self) -> Result<&Path, Error> {
        self.work_tree
            .as_deref()
            .ok_or_else(|| Error::Bare(self.git_dir.clone()))
    }

    /// The git folder of this work tree (`.git`, or `.git/worktrees/<name>`).
    #[must_use]
    pub fn git_dir(&self) -> &Path {
        &self.git_dir
    }

    /// The git folder that all work trees share.
    #[must_use]
    pub fn common_dir(&self) -> &Path {
        &self.common_dir
    }

    /// The working folder and the variables that it was opened with.
    #[must_use]
    pub fn environment(&self) -> &Environment {
        &self.environment
    }

    /// The hash function of the repository's object ids.
    #[must_use]
    pub fn format(&self) -> ObjectFormat {
        self.format
    }

    /// git's settings for this repository, from every source that git reads.
    ///
    /// # Errors
    /// Where git cannot read its settings.
    pub fn settings(&self) -> Result<&Settings, Error> {
        if let Some(settings) = self.settings.get() {
            return Ok(settings);
        }
        let read = match self.backend.settings() {
            Some(settings) => settings,
            None => Settings::parse(&self.git(["config", "-z", "--list"]).run()?),
        };
        Ok(self.settings.get_or_init(|| read))
    }

    /// Where HEAD stands, or stood when it was first asked for: a command sees one state of it.
    ///
    /// # Errors
    /// Where HEAD cannot be read.
    pub fn head(&self) -> Result<Head, Error> {
        if let Some(head) = self.head.get() {
            return Ok(head.clone());
        }
        let head = self.backend.head()?;
        Ok(self.head.get_or_init(|| head).clone())
    }

    /// The commit or tree that a revision names.
    ///
    /// # Errors
    /// [`Error::UnknownRevision`], or [`Error::Unborn`] for HEAD before the first commit.
    pub fn resolve(&self, revision: &str) -> Result<ObjectId, Error> {
        self.backend
            .resolve(revision)
            .map_err(|error| match self.backend.head() {
                Ok(Head {
                    branch: Some(branch),
                    commit: None,
                }) if revision == "HEAD" => Error::Unborn(branch),
                _ => error,
            })
    }

    /// The tree id of a folder in a commit or tree.
    ///
    /// # Errors
    /// Where an object cannot be read.
    pub fn folder(&self, treeish: ObjectId, folder: &str) -> Result<Option<ObjectId>, Error> {
        self.backend.folder(treeish, folder)
    }

    /// The id of a file's blob in a commit or tree.
    ///
    /// # Errors
    /// Where an object cannot be read.
    pub fn file(&self, treeish: ObjectId, path: &str) -> Result<Option<ObjectId>, Error> {
        self.backend.file(treeish, path)
    }

    /// The files below a folder in a commit or tree, sorted by path.
    ///
    /// # Errors
    /// Where an object cannot be read.
    pub fn tree(&self, treeish: ObjectId, folder: &str) -> Result<Vec<Entry>, Error> {
        self.backend.tree(treeish, folder)
    }

    /// The merged files below a folder in the index that is in effect (`GIT_INDEX_FILE` counts).
    ///
    /// # Errors
    /// Where neither libgit2 nor git can read the index.
    pub fn index(&self, folder: &str) -> Result<Vec<Entry>, Error> {
        // Sparse and split indexes open, but libgit2 does not read them.
        self.backend
            .index(folder)
            .or_else(|_| program::index(&self.environment, self.base(), None, folder))
    }

    /// The same for another index file.
    ///
    /// # Errors
    /// Where git cannot read that index.
    pub fn index_in(&self, index_file: &Path, folder: &str) -> Result<Vec<Entry>, Error> {
        program::index(&self.environment, self.base(), Some(index_file), folder)
    }

    /// Reads blobs, in order.
    ///
    /// # Errors
    /// Where one of them is not there.
    pub fn blobs(&self, ids: &[ObjectId], mut each: impl FnMut(usize, &[u8])) -> Result<(), Error> {
        self.backend.blobs(ids, &mut each)
    }

    /// Reads one blob.
    ///
    /// # Errors
    /// Where it is not there.
    pub fn blob(&self, id: ObjectId) -> Result<Vec<u8>, Error> {
        let mut content = Vec::new();
        self.backend
            .blobs(&[id], &mut |_, bytes| content = bytes.to_vec())?;
        Ok(content)
    }

    /// The id that a text has as a blob; nothing is stored.
    ///
    /// # Errors
    /// Where libgit2 cannot hash.
    pub fn blob_id(&self, text: &Clean) -> Result<ObjectId, Error> {
        ObjectId::of_blob(self.format, text.as_str().as_bytes())
    }

    /// Stores a text as a blob.
    ///
    /// # Errors
    /// Where the object database cannot be written.
    pub fn write_blob(&self, text: &Clean, durability: Durability) -> Result<ObjectId, Error> {
        self.writer(durability)?
            .write(ObjectKind::Blob, text.as_str().as_bytes())
    }

    /// The ids of the commits without parents that HEAD reaches, sorted.
    ///
    /// # Errors
    /// Where git cannot walk the history.
    pub fn root_commits(&self) -> Result<BTreeSet<String>, Error> {
        let lines = self.git(["rev-list", "--max-parents=0", "HEAD"]).line()?;
        Ok(lines.lines().map(str::to_owned).collect())
    }

    /// The folder of the hook files that are in effect.
    ///
    /// # Errors
    /// Where git does not answer.
    pub fn hooks_folder(&self) -> Result<PathBuf, Error> {
        let answer = self.git(["rev-parse", "--git-path", "hooks"]).line()?;
        Ok(self.base().join(answer))
    }

    /// The value of one of git's own variables (`GIT_EDITOR`, `GIT_PAGER`), as `git var` gives it.
    ///
    /// # Errors
    /// Where git has none.
    pub fn variable(&self, name: &str) -> Result<String, Error> {
        self.git(["var", name]).line()
    }

    /// The value of an attribute for a path from the top, as gitattributes(5) decides it;
    /// `unspecified` where it has none.
    ///
    /// # Errors
    /// Where git does not answer.
    pub fn attribute(&self, name: &str, path: &str) -> Result<String, Error> {
        let answer = self.git(["check-attr", "-z", name, "--", path]).run()?;
        let value = answer
            .split(|byte| *byte == 0)
            .nth(2)
            .ok_or_else(|| Error::unexpected("check-attr"))?;
        Ok(String::from_utf8_lossy(value).into_owned())
    }

    /// Whether git ignores a path from the top, tracked or not.
    ///
    /// # Errors
    /// Where git does not answer.
    pub fn is_ignored(&self, path: &str) -> Result<bool, Error> {
        self.git(["check-ignore", "-q", "--no-index", "--", path])
            .says_yes()
    }

    /// Sets a setting of this repository.
    ///
    /// # Errors
    /// Where git cannot write its settings.
    pub fn configure(&self, key: &str, value: &str) -> Result<(), Error> {
        self.git(["config", "--local", "--replace-all", key, value])
            .run()
            .map(drop)
    }

    /// Adds a value to a setting of this repository that may have several.
    ///
    /// # Errors
    /// Where git cannot write its settings.
    pub fn add_value(&self, key: &str, value: &str) -> Result<(), Error> {
        self.git(["config", "--local", "--add", key, value])
            .run()
            .map(drop)
    }

    /// Removes one value of such a setting; the value is of letters and slashes.
    ///
    /// # Errors
    /// Where it is not there, or git cannot write its settings.
    pub fn remove_value(&self, key: &str, value: &str) -> Result<(), Error> {
        self.git([
            "config",
            "--local",
            "--unset-all",
            key,
            &format!("^{value}$"),
        ])
        .run()
        .map(drop)
    }

    /// Removes a section of this repository's settings.
    ///
    /// # Errors
    /// Where it is not there, or git cannot write its settings.
    pub fn remove_settings(&self, section: &str) -> Result<(), Error> {
        self.git(["config", "--local", "--remove-section", section])
            .run()
            .map(drop)
    }

    /// A path as the user gave it, relative to the working folder, as a slash path from the top of
    /// the work tree. `None` where it leads outside, or is not UTF-8.
    #[must_use]
    pub fn path_from_top(&self, given: &Path) -> Option<String> {
        let top = self.work_tree.as_deref()?;
        let mut parts: Vec<&OsStr> = Vec::new();
        let whole = self.environment.folder().join(given);
        for component in whole.components() {
            match component {
                Component::ParentDir => {
                    parts.pop();
                }
                Component::CurDir => {}
                other => parts.push(other.as_os_str()),
            }
        }
        let absolute: PathBuf = parts.iter().collect();
        let top_resolved = top.canonicalize().ok();
        let below = absolute
            .strip_prefix(top)
            .ok()
            .or_else(|| absolute.strip_prefix(top_resolved?).ok())?;
        let parts: Option<Vec<&str>> = below.iter().map(OsStr::to_str).collect();
        parts.map(|parts| parts.join("/"))
    }

    /// A call of `git` at the top of the work tree (in the git folder of a bare repository).
    pub(super) fn git<'a>(&self, args: impl IntoIterator<Item = &'a str>) -> Git {
        Git::new(&self.environment, self.base(), args)
    }

    /// The back end that writes as durably as is asked.
    pub(super) fn writer(&self, durability: Durability) -> Result<&dyn Backend, Error> {
        match (durability, self.synced.get()) {
            (Durability::Lazy, _) => Ok(self.backend()),
            (Durability::Synced, Some(synced)) => Ok(synced.as_ref()),
            (Durability::Synced, None) => {
                let synced = self.backend.synced()?;
                Ok(self.synced.get_or_init(|| synced).as_ref())
            }
        }
    }

    pub(super) fn backend(&self) -> &dyn Backend {
        self.backend.as_ref()
    }

    fn base(&self) -> &Path {
        self.work_tree.as_deref().unwrap_or(&self.git_dir)
    }
}

/// libgit2 ends folders with a slash.
fn trimmed(path: &Path) -> PathBuf {
    path.components().collect()
}
