//! The files of memory as a view has them, records or not: what is passed on to others.

use super::text_file::{LINK, NO_FILE, TextFile, is_plain_folder, text_file};
use std::collections::BTreeSet;
use std::path::Path;

use crate::Error;
use crate::atomic::is_temporary;
use crate::given::{GivenFile, files_below};
use crate::tracked::snapshot::{View, files_in, is_private};
use crate::tracked::store::Store;
use crate::walk::{self, Next, Order, Visited, Walk};
use git_memory_git::{EntryKind, ObjectId, Repo, TreeEntry};
use git_memory_model::layout;
use git_memory_model::layout::Part;
use git_memory_model::roots::Root;
use git_memory_text::limits;
use git_memory_text::path::{MemoryFolder, RepoPath};

const REPOSITORY: &str = "it is a nested repository";
const TOO_DEEP: &str = "it lies within too many folders";
const NAME: &str = "its name is not one that git-memory reads";
const NO_PART: &str = "it is neither a record nor a page";

/// Something in the folder of memory.
#[derive(Debug)]
pub enum TreeFile {
    /// A file with its text.
    Text(RepoPath, String),
    /// An entry without a text: its path (bytes that are not UTF-8 are replaced), and the reason.
    Unreadable(String, &'static str),
}

impl TreeFile {
    /// Its path; what is not UTF-8 in it is replaced.
    #[must_use]
    pub fn path(&self) -> &str {
        match self {
            Self::Text(path, _) => path.as_str(),
            Self::Unreadable(path, _) => path,
        }
    }
}

impl Store<'_> {
    /// The text of a file of a view, by its path from the top of the work tree.
    pub fn page(&self, view: &View, path: &str) -> Result<TextFile, Error> {
        let repo = self.repo();
        let View::Revision(revision) = view else {
            let text = text_file(repo.work_tree()?, path)?;
            return match (&text, self.left_out_file(path)?) {
                (TextFile::Missing, Some(content)) => Ok(TextFile::of_bytes(content)),
                _ => Ok(text),
            };
        };
        match repo.file(repo.resolve(revision)?, path)? {
            Some(blob) => self.text_of(blob),
            None => Ok(TextFile::Missing),
        }
    }

    /// The text of a file by its blob.
    pub(crate) fn text_of(&self, blob: ObjectId) -> Result<TextFile, Error> {
        let mut text = TextFile::Missing;
        self.repo().held(&[blob], limits::RECORD_BYTES, |_, held| {
            text = TextFile::of_held(held);
        })?;
        Ok(text)
    }

    /// The names of what a folder of a view lists, sorted; none where there is no such folder.
    pub fn names(&self, view: &View, folder: &str) -> Result<Vec<String>, Error> {
        if *view == View::WorkTree {
            return walk::names(&self.repo().work_tree()?.join(folder));
        }
        let mut names = BTreeSet::new();
        for entry in files_in(self.repo(), view, folder)? {
            let path = String::from_utf8_lossy(&entry.path);
            if let Some(below) = path.strip_prefix(folder)
                && let Some(name) = below.trim_start_matches('/').split('/').next()
            {
                names.insert(name.to_owned());
            }
        }
        Ok(names.into_iter().collect())
    }

    /// Everything that a view has in memory, sorted by path. What is private, and what the
    /// program makes itself, is not looked at.
    pub fn files(&self, view: &View) -> Result<Vec<TreeFile>, Error> {
        self.read_files(view, TreeFiles::of(&self.folder_at(view)?))
    }

    /// Everything that [`Self::files`] returns, and the texts of files that belong to no part of
    /// memory, such as the code that a page speaks of; hidden ones are left out.
    pub fn all_files(&self, view: &View) -> Result<Vec<TreeFile>, Error> {
        let folder = self.folder_at(view)?;
        let found = TreeFiles {
            takes_others: true,
            ..TreeFiles::of(&folder)
        };
        self.read_files(view, found)
    }

    fn read_files(&self, view: &View, mut found: TreeFiles<'_>) -> Result<Vec<TreeFile>, Error> {
        let repo = self.repo();
        if *view == View::WorkTree {
            let left_out = self.left_out()?;
            if left_out.is_empty() || self.work_files()?.has_memory()? {
                let top = repo.work_tree()?;
                let walk = Walk {
                    top: &top.join(found.memory.as_str()),
                    name: found.memory.as_str(),
                    order: Order::Depth,
                    is_lenient: false,
                };
                walk.run(|visited| found.meet(top, &visited))?;
            }
            found.read_entries(repo, left_out.to_vec())?;
        } else {
            found.read_entries(repo, files_in(repo, view, found.memory.as_str())?)?;
        }
        found.files.sort_by(|a, b| a.path().cmp(b.path()));
        Ok(found.files)
    }

    /// Entries that another index file lists below the roots.
    pub fn root_files(&self, index_file: &Path) -> Result<Vec<TreeEntry>, Error> {
        let mut files = Vec::new();
        for root in self.roots()?.outermost() {
            files.extend(self.repo().index_in(index_file, root.folder())?);
        }
        Ok(files)
    }

    /// The records and pages that git lists below the roots in the index or at a revision; other
    /// files of these folders do not belong to memory.
    pub fn root_entries(&self, view: &View) -> Result<Vec<TreeEntry>, Error> {
        let mut entries = Vec::new();
        for root in self.roots()?.outermost() {
            entries.extend(files_in(self.repo(), view, root.folder())?);
        }
        entries.retain(|entry| entry.kind == EntryKind::File && self.is_root_page(&entry.path));
        Ok(entries)
    }

    /// Lists files of the work tree, tracked or not where the person names the folder.
    pub fn root_pages(&self) -> Result<Vec<GivenFile>, Error> {
        let top = self.repo().work_tree()?;
        let mut pages = Vec::new();
        for root in self.roots()?.outermost() {
            if is_plain_folder(top, root.folder()) {
                pages.extend(files_below(&top.join(root.folder()), root.folder())?.files);
            }
        }
        let (roots, tracked) = (self.roots()?, self.tracked_roots()?);
        pages.retain(|page| {
            let is_read = |path: &RepoPath| {
                !roots.needs_tracking(path.folder()) || tracked.has(path.as_str())
            };
            let path = page.shown.parse::<RepoPath>();
            self.is_root_page(page.shown.as_bytes()) && path.is_ok_and(|path| is_read(&path))
        });
        Ok(pages)
    }

    /// Those of some files that may be read: in a folder that only the team's file names, only the
    /// files that git tracks.
    pub fn readable<'p>(
        &self,
        paths: impl Iterator<Item = &'p str>,
    ) -> Result<Vec<&'p str>, Error> {
        let (roots, tracked) = (self.roots()?, self.tracked_roots()?);
        let mut readable = Vec::new();
        for text in paths {
            let Ok(path) = text.parse::<RepoPath>() else {
                continue;
            };
            if !roots.needs_tracking(path.folder()) || tracked.has(text) {
                readable.push(text);
            }
        }
        Ok(readable)
    }

    /// True if a path from the top is that of a record or page in a folder that is read beside
    /// memory.
    #[must_use]
    pub fn is_root_page(&self, path: &[u8]) -> bool {
        let path = std::str::from_utf8(path).map(str::parse::<RepoPath>);
        match (path, self.roots()) {
            (Ok(Ok(path)), Ok(roots)) => {
                roots.place(&path).is_some_and(|place| !place.is_in_memory)
            }
            _ => false,
        }
    }

    /// Entries that git lists of memory in the index or at a revision; for the work tree's
    /// view, the index is listed.
    pub fn entries(&self, view: &View) -> Result<Vec<TreeEntry>, Error> {
        files_in(self.repo(), view, self.folder_at(view)?.as_str())
    }

    /// Entries that a commit has in memory and in the folders that are read beside it.
    pub fn entries_of(&self, commit: ObjectId) -> Result<Vec<TreeEntry>, Error> {
        let mut entries = Vec::new();
        let roots = self.roots_of(commit)?;
        let beside = roots.outermost().map(Root::folder);
        for folder in [roots.memory().as_str()].into_iter().chain(beside) {
            entries.extend(self.repo().held_files(commit, folder)?);
        }
        Ok(entries)
    }
}

struct TreeFiles<'a> {
    memory: &'a MemoryFolder,
    files: Vec<TreeFile>,
    /// True if files that belong to no part of memory are read, too.
    takes_others: bool,
}

impl<'a> TreeFiles<'a> {
    fn of(memory: &'a MemoryFolder) -> Self {
        Self {
            memory,
            files: Vec::new(),
            takes_others: false,
        }
    }

    /// Takes in what the work tree has; says whether to look into a folder.
    fn meet(&mut self, top: &Path, visited: &Visited) -> Result<Next, Error> {
        let path = visited.path();
        if is_private(self.memory, &path) {
            return Ok(Next::Pass);
        }
        let name = visited.entry.file_name();
        let Some(name) = name.to_str() else {
            self.leave_out(path, NAME);
            return Ok(Next::Pass);
        };
        if is_temporary(name) {
            return Ok(Next::Pass);
        }
        if visited.kind.is_symlink() {
            self.leave_out(path, LINK);
        } else if visited.kind.is_dir() {
            if !visited.is_repository() {
                return Ok(Next::Enter);
            }
            self.leave_out(path, REPOSITORY);
        } else if !visited.kind.is_file() {
            self.leave_out(path, NO_FILE);
        } else if let Some(path) = self.wanted(path) {
            let text = text_file(top, path.as_str())?;
            self.take(path, text);
        }
        Ok(Next::Pass)
    }

    fn read_entries(&mut self, repo: &Repo, entries: Vec<TreeEntry>) -> Result<(), Error> {
        let (mut paths, mut ids) = (Vec::new(), Vec::new());
        for entry in entries {
            let path = String::from_utf8_lossy(&entry.path).into_owned();
            match entry.kind {
                _ if is_private(self.memory, &path) => {}
                EntryKind::Link => self.leave_out(path, LINK),
                EntryKind::Submodule => self.leave_out(path, REPOSITORY),
                EntryKind::TooDeep => self.leave_out(path, TOO_DEEP),
                EntryKind::File if path.as_bytes() != entry.path => self.leave_out(path, NAME),
                EntryKind::File => {
                    if let Some(path) = self.wanted(path) {
                        paths.push(path);
                        ids.push(entry.id);
                    }
                }
            }
        }
        let read = repo.held(&ids, limits::RECORD_BYTES, |nth, held| {
            self.take(paths[nth].clone(), TextFile::of_held(held));
        });
        Ok(read?)
    }

    /// The path of a file that is to be read; one that belongs to no part of memory is remembered.
    fn wanted(&mut self, path: String) -> Option<RepoPath> {
        let Ok(named) = path.parse::<RepoPath>() else {
            self.leave_out(path, NAME);
            return None;
        };
        match layout::part(self.memory, &named) {
            Part::Record | Part::Rule | Part::Setting => Some(named),
            Part::Other if self.takes_others && !layout::is_hidden(&named) => Some(named),
            Part::Other => {
                self.leave_out(path, NO_PART);
                None
            }
            _ => None,
        }
    }

    fn take(&mut self, path: RepoPath, text: TextFile) {
        match text {
            TextFile::Text(text) => self.files.push(TreeFile::Text(path, text)),
            TextFile::Unreadable(why) => self.leave_out(path.to_string(), why),
            // It went away since it was listed.
            TextFile::Missing => {}
        }
    }

    fn leave_out(&mut self, path: String, why: &'static str) {
        self.files.push(TreeFile::Unreadable(path, why));
    }
}
