//! The ends of paths on this machine: every symbolic link followed, also those before a file that
//! is not there yet.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Component, Path, PathBuf};

use super::Store;
use git_memory_policy::project::policy::{Folding, Place};

/// How many links a system follows before it gives up (`path_resolution(7)`).
const LINKS: usize = 40;
/// Files that keep nothing of what is written to them.
const DEVICES: [&str; 7] = [
    "/dev/null",
    "/dev/zero",
    "/dev/full",
    "/dev/tty",
    "/dev/stdin",
    "/dev/stdout",
    "/dev/stderr",
];
/// Folders of the files that a process has open.
const OPEN_FILES: [&str; 2] = ["/dev/fd/", "/proc/self/fd/"];

/// Follows paths from a folder.
pub struct RealPaths {
    /// Folder at which relative paths begin.
    folder: PathBuf,
}

/// The end of a path, and the links on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leads {
    /// The links that it passes through, each with what follows the link.
    pub passed: Vec<PathBuf>,
    /// Its end; `None` for a device that keeps nothing, and for a circle of links.
    pub end: Option<PathBuf>,
}

/// The folders of a repository, which paths are compared with.
pub struct RealFolders {
    /// The top of the work tree; a bare repository has none.
    top: Option<PathBuf>,
    /// The repository's git folders.
    git: Vec<PathBuf>,
    folding: Folding,
}

impl Store<'_> {
    /// Its folders, without links.
    #[must_use]
    pub fn real_folders(&self, folding: Folding) -> RealFolders {
        let repo = self.repo();
        let mut git = vec![real(repo.git_dir())];
        if repo.common_dir() != repo.git_dir() {
            git.push(real(repo.common_dir()));
        }
        RealFolders {
            top: repo.work_tree().ok().map(real),
            git,
            folding,
        }
    }
}

/// True if a folder looks like the top of a work tree: it has a `.git`.
#[must_use]
pub fn may_be_top(folder: &Path) -> bool {
    fs::symlink_metadata(folder.join(".git")).is_ok()
}

/// A folder without links; its own spelling where it cannot be looked up.
#[must_use]
pub fn real(folder: &Path) -> PathBuf {
    match folder.canonicalize() {
        Ok(real) => real,
        Err(_) => folder.to_owned(),
    }
}

impl RealPaths {
    /// For paths that begin at `folder`, which is absolute.
    #[must_use]
    pub fn new(folder: &Path) -> Self {
        Self {
            folder: folder.to_owned(),
        }
    }

    /// Follows a path: as a program means it that takes `..` away before it looks, and, where that
    /// makes a difference, as the system does.
    #[must_use]
    pub fn leads(&self, path: &Path) -> Vec<Leads> {
        let absolute = self.folder.join(path);
        if is_device(&absolute) {
            return vec![Leads {
                passed: Vec::new(),
                end: None,
            }];
        }
        let plain = without_parents(&absolute);
        let mut leads = vec![self.walk(&plain)];
        if absolute
            .components()
            .any(|part| part == Component::ParentDir)
        {
            let as_system = self.walk(&absolute);
            if as_system != leads[0] {
                leads.push(as_system);
            }
        }
        leads
    }

    fn walk(&self, absolute: &Path) -> Leads {
        let mut passed = Vec::new();
        let mut at = PathBuf::new();
        let mut left = Vec::new();
        push(&mut left, absolute);
        let mut links = 0;
        // Below what is not there, nothing is a link.
        let mut is_there = true;
        while let Some(part) = left.pop() {
            if part == OsStr::new("..") {
                at.pop();
                is_there = true;
                continue;
            }
            let next = at.join(&part);
            // A root and a drive are where a path begins.
            let is_name = next.parent().is_some();
            let target = if is_name && is_there {
                self.target(&next, &mut is_there)
            } else {
                None
            };
            let Some(target) = target else {
                at = next;
                continue;
            };
            passed.push(with_rest(&next, &left));
            links += 1;
            if links > LINKS {
                return Leads { passed, end: None };
            }
            push(&mut left, &target);
        }
        Leads {
            passed,
            end: Some(at),
        }
    }

    /// Path that a link leads to; `None` for anything else.
    fn target(&self, path: &Path, is_there: &mut bool) -> Option<PathBuf> {
        // Whatever keeps us from looking keeps the tool from it, too: it is a name, no more.
        let Ok(meta) = fs::symlink_metadata(path) else {
            *is_there = false;
            return None;
        };
        if !meta.is_symlink() {
            return None;
        }
        // The working folder of the process that looks: here that is another one than the tool's.
        if path.ends_with("cwd") && path.starts_with(own_process()) {
            return Some(self.folder.clone());
        }
        fs::read_link(path).ok()
    }
}

impl RealFolders {
    /// The top of the work tree, where there is one.
    #[must_use]
    pub fn top(&self) -> Option<&Path> {
        self.top.as_deref()
    }

    /// True if it is a work tree of the same repository.
    #[must_use]
    pub fn is_of_same(&self, other: &Self) -> bool {
        self.git.last() == other.git.last()
    }

    /// A path without links, as this repository sees it.
    #[must_use]
    pub fn place(&self, path: &Path) -> Place {
        let mut inside = None;
        if let Some(top) = &self.top {
            inside = self.below(top, path).map(|below| (top, below));
        }
        for git in &self.git {
            let Some(below_git) = self.below(git, path) else {
                continue;
            };
            let shown = match &inside {
                // A work tree may lie in the git folder that it belongs to.
                Some((top, _)) if top.components().count() > git.components().count() => continue,
                Some((_, below)) if !below.is_empty() => below.clone(),
                _ => shown(path),
            };
            return Place::Git {
                shown,
                below: below_git,
            };
        }
        match inside {
            Some((_, below)) => Place::Inside(below),
            None => Place::Outside(shown(path)),
        }
    }

    /// A path from a folder that it lies in, as a slash path.
    fn below(&self, folder: &Path, path: &Path) -> Option<String> {
        let mut parts = path.components();
        for expected in folder.components() {
            let part = parts.next()?;
            if part != expected {
                let (part, expected) = (part.as_os_str(), expected.as_os_str());
                let (part, expected) = (part.to_string_lossy(), expected.to_string_lossy());
                if !self.folding.is_same(&part, &expected) {
                    return None;
                }
            }
        }
        Some(shown(parts.as_path()))
    }
}

/// Puts the parts of a path on what is left to walk, the first one on top.
fn push(left: &mut Vec<OsString>, path: &Path) {
    let from = left.len();
    for part in path.components() {
        if part != Component::CurDir {
            left.push(part.as_os_str().to_owned());
        }
    }
    left[from..].reverse();
}

/// A path with the parts that are left after it.
fn with_rest(path: &Path, left: &[OsString]) -> PathBuf {
    let mut whole = path.to_owned();
    whole.extend(left.iter().rev());
    without_parents(&whole)
}

/// A path without `..`, each of which takes the part before it away.
fn without_parents(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            Component::CurDir => {}
            other => plain.push(other),
        }
    }
    plain
}

/// A path as a slash path; what is not UTF-8 is replaced.
fn shown(path: &Path) -> String {
    let shown = path.to_string_lossy();
    if cfg!(windows) {
        shown.replace('\\', "/")
    } else {
        shown.into_owned()
    }
}

fn is_device(absolute: &Path) -> bool {
    let path = absolute.to_string_lossy();
    DEVICES.contains(&path.as_ref())
        || OPEN_FILES.iter().any(|folder| {
            let number = path.strip_prefix(folder);
            number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
        })
}

/// The folder in which Linux shows this process.
fn own_process() -> PathBuf {
    PathBuf::from(format!("/proc/{}", std::process::id()))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn a_path_leads_where_the_system_would_go() {
        let world = tempfile::tempdir().unwrap();
        let root = world.path().canonicalize().unwrap();
        let top = root.join("top");
        fs::create_dir_all(top.join(".git/hooks")).unwrap();
        fs::create_dir_all(top.join("src/deep")).unwrap();
        fs::create_dir_all(root.join("other/deep")).unwrap();
        for (target, link) in [
            (".git", "meta"),
            ("../other", "out"),
            ("../other/deep", "deep"),
            ("loop", "loop"),
            ("src/none/file", "dangling"),
            ("/", "root"),
        ] {
            symlink(target, top.join(link)).unwrap();
        }
        symlink(&top, root.join("again")).unwrap();
        let paths = RealPaths::new(&top.join("src"));
        let folders = RealFolders {
            top: Some(top.clone()),
            git: vec![top.join(".git")],
            folding: Folding::default(),
        };
        let leads = |path: &str| paths.leads(Path::new(path)).pop().unwrap().end;
        let end = |path: &str| folders.place(&leads(path).unwrap());
        let git = |shown: &str, below: &str| Place::Git {
            shown: shown.to_owned(),
            below: below.to_owned(),
        };
        let inside = |path: &str| Place::Inside(path.to_owned());
        let outside = |path: &str| Place::Outside(shown(&root.join(path)));
        let again = shown(&root.join("again/src/a"));
        for (path, expected) in [
            ("a", inside("src/a")),
            ("../src/./a", inside("src/a")),
            ("..", inside("")),
            ("../..", outside("")),
            ("../../top/x", inside("x")),
            ("../meta/config", git(".git/config", "config")),
            ("../meta/none/new", git(".git/none/new", "none/new")),
            ("../.git", git(".git", "")),
            ("../out/a", outside("other/a")),
            ("../deep/../a", outside("other/a")),
            ("../dangling", inside("src/none/file")),
            (&again, inside("src/a")),
        ] {
            let expected = match expected {
                Place::Outside(path) => Place::Outside(path.trim_end_matches('/').to_owned()),
                other => other,
            };
            assert_eq!(end(path), expected, "{path}");
        }
        for nowhere in ["/dev/null", "/dev/fd/3", "../loop/x"] {
            assert_eq!(leads(nowhere), None, "{nowhere}");
        }
        let through_root = format!("../root{}", shown(&top.join(".git/x")));
        assert_eq!(end(&through_root), git(".git/x", "x"));
        // A program that takes `..` away first means the file in the tree.
        let both = paths.leads(Path::new("../deep/../a"));
        assert_eq!((both.len(), &both[0].end), (2, &Some(top.join("a"))));
        let passed = &paths.leads(Path::new("../out/a"))[0].passed;
        assert_eq!(passed, &[top.join("out/a")]);
        if cfg!(target_os = "linux") {
            assert_eq!(end("/proc/self/cwd/a"), inside("src/a"));
            assert_eq!(end("/proc/thread-self/cwd/a"), inside("src/a"));
        }
    }
}
