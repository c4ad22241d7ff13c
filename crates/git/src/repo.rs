//! The repository that a command works in: its folders, and all questions to git.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};

use super::backend::{Backend, Head, ObjectKind, TreeEntry};
use super::command::Git;
use super::held::{Absent, Held};
use super::libgit2::Libgit2;
use super::nearby::Nearby;
use super::program::Program;
use super::{Durability, Environment, Error, ObjectFormat, ObjectId, Settings, entries};
use git_memory_guard::Clean;

/// An open repository.
pub struct Repo {
    environment: Environment,
    backend: Box<dyn Backend>,
    /// The synced back end; made when it is first asked for, as most commands write nothing.
    synced: OnceCell<Box<dyn Backend>>,
    work_tree: Option<PathBuf>,
    git_dir: PathBuf,
    common_dir: PathBuf,
    format: ObjectFormat,
    settings: OnceCell<Settings>,
    head: OnceCell<Head>,
    /// The last answer about the newest commits.
    pub(crate) nearby: RefCell<Nearby>,
    /// Parts of history that were passed over.
    pub(super) absent: RefCell<BTreeSet<Absent>>,
}

impl Repo {
    /// Opens the repository around the folder of the environment, or the one that `GIT_DIR` and
    /// related variables name.
    ///
    /// # Errors
    /// [`Error::NoRepository`], or the error of libgit2 and git if neither can open it.
    pub fn open(environment: &Environment) -> Result<Self, Error> {
        // git does not hash objects that it reads either; fsck does.
        git2::opts::strict_hash_verification(false);
        match environment.open() {
            Ok(repository) => Ok(Self::with_libgit2(environment, repository)),
            // If libgit2 fails, git is asked: it knows more formats, and reports errors better.
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
            nearby: RefCell::default(),
            absent: RefCell::default(),
            synced: OnceCell::new(),
            backend: Box::new(Libgit2::new(repository, environment.clone())),
        }
    }

    fn with_program(environment: &Environment) -> Result<Self, Error> {
        // Bytes: a folder's name may be of any.
        let ask = |args: &[&str]| {
            let args = ["rev-parse"].iter().chain(args);
            Git::new(environment, environment.folder(), args).bytes()
        };
        let answer = match ask(&[
            "--path-format=absolute",
            "--git-dir",
            "--git-common-dir",
            "--show-object-format",
        ]) {
            Ok(answer) => answer,
            Err(Error::Failed { message, .. }) if message.starts_with("not a git repository") => {
                return Err(Error::NoRepository(PathBuf::from(".git")));
            }
            Err(error) => return Err(error),
        };
        let lines: Vec<&[u8]> = answer.split(|byte| *byte == b'\n').collect();
        let [git_dir, common_dir, format] = if let [git_dir, common_dir, format] = lines[..] {
            [git_dir, common_dir, format].map(<[u8]>::to_vec)
        } else {
            // A folder on the way has a line break in its name.
            let one = |what| ask(&["--path-format=absolute", what]);
            let [git_dir, common_dir] = ["--git-dir", "--git-common-dir"].map(one);
            [git_dir?, common_dir?, one("--show-object-format")?]
        };
        let (git_dir, common_dir) = (path_of(&git_dir), path_of(&common_dir));
        let format = if format == b"sha256" {
            ObjectFormat::Sha256
        } else {
            ObjectFormat::Sha1
        };
        let work_tree = match ask(&["--show-toplevel"]) {
            Ok(top) => Some(path_of(&top)),
            // The repository was found, so this only means that it is bare, or that we are in its
            // git folder.
            Err(Error::Failed { .. }) => None,
            Err(error) => return Err(error),
        };
        let folder = match &work_tree {
            Some(top) => top.clone(),
            None => git_dir.clone(),
        };
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
            nearby: RefCell::default(),
            absent: RefCell::default(),
        })
    }

    /// The top of the work tree.
    ///
    /// # Errors
    /// [`Error::Bare`] in a bare repository.
    pub fn work_tree(&self) -> Result<&Path, Error> {
        match &self.work_tree {
            Some(top) => Ok(top),
            None => Err(Error::Bare(self.git_dir.clone())),
        }
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

    /// Name of the back end that reads the repository: libgit2, or git if libgit2 cannot open it.
    #[must_use]
    pub fn reader(&self) -> &'static str {
        self.backend.name()
    }

    /// git's settings for this repository, from every source that git reads.
    pub fn settings(&self) -> Result<&Settings, Error> {
        // Asked once: a command sees one state of them, and asking the program costs a process.
        if let Some(settings) = self.settings.get() {
            return Ok(settings);
        }
        let read = match self.backend.settings() {
            Some(settings) => settings,
            None => Settings::parse(&self.git(["config", "-z", "--list"]).run()?),
        };
        Ok(self.settings.get_or_init(|| read))
    }

    /// Position of HEAD when it was first asked for: a command sees one state of it.
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
        if revision.contains('\0') {
            return Err(Error::UnknownRevision(revision.to_owned()));
        }
        let resolved = self.backend.resolve(revision);
        // To the back ends, HEAD without a commit is a revision like any other that is unknown.
        if let Err(Error::UnknownRevision(_)) = resolved
            && revision == "HEAD"
            && let Head {
                branch: Some(branch),
                commit: None,
            } = self.backend.head()?
        {
            return Err(Error::Unborn(branch));
        }
        resolved
    }

    /// The tree id of a folder in a commit or tree.
    pub fn folder(&self, treeish: ObjectId, folder: &str) -> Result<Option<ObjectId>, Error> {
        self.backend.folder(treeish, folder)
    }

    /// The id of a file's blob in a commit or tree.
    pub fn file(&self, treeish: ObjectId, path: &str) -> Result<Option<ObjectId>, Error> {
        self.backend.file(treeish, path)
    }

    /// The files below a folder in a commit or tree, sorted by path.
    pub fn tree(&self, treeish: ObjectId, folder: &str) -> Result<Vec<TreeEntry>, Error> {
        self.backend.tree(treeish, folder)
    }

    /// The merged files below a folder in the index that is in effect (`GIT_INDEX_FILE` counts).
    ///
    /// # Errors
    /// If neither libgit2 nor git can read the index.
    pub fn index(&self, folder: &str) -> Result<Vec<TreeEntry>, Error> {
        match self.backend.index(folder) {
            Ok(files) => Ok(files),
            // libgit2 opens repositories with a sparse or split index, but does not read these. git
            // reports other faults of the index.
            Err(_) => entries::of_index(&self.environment, self.base(), None, folder),
        }
    }

    /// The files below some folders that the index has, and a sparse checkout leaves out.
    pub fn not_checked_out(&self, folders: &[&str]) -> Result<Vec<TreeEntry>, Error> {
        entries::not_checked_out(&self.environment, self.base(), folders)
    }

    /// The names of all files that the index has, from the top, each with a NUL after it: one
    /// listing, without the blobs.
    pub fn names_in_index(&self) -> Result<Vec<u8>, Error> {
        entries::names_in_index(&self.environment, self.base())
    }

    /// The entries of another index file.
    pub fn index_in(&self, index_file: &Path, folder: &str) -> Result<Vec<TreeEntry>, Error> {
        entries::of_index(&self.environment, self.base(), Some(index_file), folder)
    }

    /// Reads blobs, in order.
    ///
    /// # Errors
    /// If one of them is not there.
    pub fn blobs(&self, ids: &[ObjectId], mut each: impl FnMut(usize, &[u8])) -> Result<(), Error> {
        let mut absent = None;
        self.backend
            .held(ids, u64::MAX, &mut |nth, held| match held {
                Held::Blob(content) => each(nth, content),
                Held::Other | Held::TooLarge | Held::Missing => absent = absent.or(Some(ids[nth])),
            })?;
        match absent {
            None => Ok(()),
            Some(id) => Err(Error::Missing(id.to_string())),
        }
    }

    /// Reads one blob.
    ///
    /// # Errors
    /// If it is not there.
    pub fn blob(&self, id: ObjectId) -> Result<Vec<u8>, Error> {
        let mut content = Vec::new();
        self.blobs(&[id], |_, bytes| content = bytes.to_vec())?;
        Ok(content)
    }

    /// Reads blobs of at most `limit` bytes, in order; `each` learns of an id without one, too. A
    /// history may name anything as a file, and a reader passes it over.
    ///
    /// # Errors
    /// In a partial clone, if a blob is missing that its remote has; if the object database cannot
    /// be read.
    pub fn held(
        &self,
        ids: &[ObjectId],
        limit: u64,
        mut each: impl FnMut(usize, Held<'_>),
    ) -> Result<(), Error> {
        let mut absent = None;
        self.backend.held(ids, limit, &mut |nth, held| {
            if held == Held::Missing {
                absent = absent.or(Some(ids[nth]));
            }
            each(nth, held);
        })?;
        match absent {
            Some(id) if self.is_partial()? => Err(Error::Missing(id.to_string())),
            _ => Ok(()),
        }
    }

    /// True if a remote has objects that this clone left out.
    pub(super) fn is_partial(&self) -> Result<bool, Error> {
        let settings = self.settings()?;
        let is_promised = settings.get("extensions.partialclone").is_some();
        Ok(is_promised || !settings.subsections("remote", "promisor").is_empty())
    }

    /// The id that a text has as a blob; nothing is stored.
    pub fn blob_id(&self, text: &Clean) -> Result<ObjectId, Error> {
        ObjectId::of_blob(self.format, text.as_str().as_bytes())
    }

    /// True if this repository has a blob with this content, whether or not anything refers to it.
    pub fn has_blob(&self, content: &[u8]) -> Result<bool, Error> {
        let id = ObjectId::of_blob(self.format, content)?;
        self.backend.has_object(id)
    }

    /// Stores a text as a blob.
    pub fn write_blob(&self, text: &Clean, durability: Durability) -> Result<ObjectId, Error> {
        self.writer(durability)?
            .write(ObjectKind::Blob, text.as_str().as_bytes())
    }

    /// True if there is an object with this id.
    pub fn has_object(&self, id: ObjectId) -> Result<bool, Error> {
        self.backend().has_object(id)
    }

    /// The ids of the commits without parents that HEAD reaches, sorted.
    pub fn root_commits(&self) -> Result<BTreeSet<String>, Error> {
        let lines = self.git(["rev-list", "--max-parents=0", "HEAD"]).line()?;
        Ok(lines.lines().map(str::to_owned).collect())
    }

    /// The top of the main work tree, if this one is linked to it; `None` if this one is the main
    /// one, or there is none.
    #[must_use]
    pub fn main_work_tree(&self) -> Option<PathBuf> {
        let folder = self.common_dir.parent()?;
        let is_beside = self.common_dir.file_name() == Some(OsStr::new(".git"));
        let is_other = self.work_tree.as_deref() != Some(folder);
        (is_beside && is_other).then(|| folder.to_owned())
    }

    /// A path as the user gave it, relative to the working folder, as a slash path from the top of
    /// the work tree. `None` if it leads outside, or is not UTF-8.
    #[must_use]
    pub fn path_from_top(&self, given: &Path) -> Option<String> {
        let top = self.work_tree.as_deref()?;
        let folder = self.environment.folder();
        match below_top(top, &folder.join(given)) {
            // As git does: a user outside of the named work tree gives paths from its top.
            None if given.is_relative() && below_top(top, folder).is_none() => {
                below_top(top, &top.join(given))
            }
            found => found,
        }
    }

    /// A call of `git` at the top of the work tree (in the git folder of a bare repository).
    pub(crate) fn git<'a>(&self, args: impl IntoIterator<Item = &'a str>) -> Git {
        Git::new(&self.environment, self.base(), args)
    }

    /// The back end that writes as durably as is asked.
    pub(crate) fn writer(&self, durability: Durability) -> Result<&dyn Backend, Error> {
        match (durability, self.synced.get()) {
            (Durability::Lazy, _) => Ok(self.backend()),
            (Durability::Synced, Some(synced)) => Ok(synced.as_ref()),
            (Durability::Synced, None) => {
                let synced = self.backend.synced()?;
                Ok(self.synced.get_or_init(|| synced).as_ref())
            }
        }
    }

    pub(crate) fn backend(&self) -> &dyn Backend {
        self.backend.as_ref()
    }

    /// The folder in which git is called: the top of the work tree, or the git folder of a bare
    /// repository.
    pub fn base(&self) -> &Path {
        match &self.work_tree {
            Some(top) => top,
            None => &self.git_dir,
        }
    }
}

/// An absolute path, as a slash path from the top of the work tree.
fn below_top(top: &Path, whole: &Path) -> Option<String> {
    let mut parts: Vec<&OsStr> = Vec::new();
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
    if let Ok(below) = absolute.strip_prefix(top) {
        return slash_path(below);
    }
    // The path of the working folder has no links, that of the top has the user's. A top that
    // cannot be resolved has no other name that the path could begin with.
    let top = top.canonicalize().ok()?;
    match absolute.strip_prefix(top) {
        Ok(below) => slash_path(below),
        Err(_) => None,
    }
}

/// The parts of a path, joined by slashes; `None` if one is not UTF-8.
fn slash_path(path: &Path) -> Option<String> {
    let parts: Option<Vec<&str>> = path.iter().map(OsStr::to_str).collect();
    Some(parts?.join("/"))
}

/// A path as git wrote it.
fn path_of(bytes: &[u8]) -> PathBuf {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        PathBuf::from(std::ffi::OsStr::from_bytes(bytes))
    }
    // Elsewhere names are Unicode.
    #[cfg(not(unix))]
    PathBuf::from(String::from_utf8_lossy(bytes).into_owned())
}

/// libgit2 ends folders with a slash.
fn trimmed(path: &Path) -> PathBuf {
    path.components().collect()
}
