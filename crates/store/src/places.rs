//! Repositories below the folders that a person names. Folders are listed and nothing else:
//! whether a repository can be read is seen when it is opened.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use git_memory_text::glob::{Dialect, Glob, WILD};
use git_memory_text::visible_line;

/// Maximum number of repositories.
const REPOSITORIES: usize = 1000;
/// How far below a named folder repositories are looked for.
const LEVELS: usize = 2;
/// Maximum number of folders that are looked at.
const FOLDERS: usize = 20_000;
/// Maximum size of a file that names another folder, in bytes: longer than any path.
const POINTER: u64 = 1 << 16;

/// What was found below some folders.
#[derive(Debug, Default)]
pub struct Places {
    /// Folders of repositories, sorted, each repository once.
    pub folders: Vec<PathBuf>,
    /// Reasons why some were not looked for, one line each.
    pub faults: Vec<String>,
}

/// A walk through named folders.
#[derive(Default)]
struct Search {
    /// By the folder that all work trees share: the folder to ask.
    found: BTreeMap<PathBuf, Repository>,
    /// Number of folders that were looked at.
    seen: usize,
    faults: Vec<String>,
}

/// A repository that was found.
struct Repository {
    folder: PathBuf,
    /// True if it has its own git folder, and does not share that of another work tree.
    is_main: bool,
}

/// Finds the repositories at and below folders, which may be globs (`*` stays within one part).
/// Links below a folder are not followed, nor hidden folders, nor what is inside of a repository.
#[must_use]
pub fn repositories_below(places: &[PathBuf]) -> Places {
    let mut search = Search::default();
    for place in places {
        let folders = search.matching(place);
        if folders.is_empty() {
            let place = place.to_string_lossy();
            search
                .faults
                .push(format!("no folder at '{}'", visible_line(&place)));
        }
        for folder in folders {
            search.look(&folder, LEVELS);
        }
    }
    let mut folders: Vec<PathBuf> = search.found.into_values().map(|it| it.folder).collect();
    folders.sort();
    if search.seen >= FOLDERS {
        search
            .faults
            .push(format!("only {FOLDERS} folders were looked at"));
    }
    if let Some(first) = folders.get(REPOSITORIES) {
        let (all, first) = (folders.len(), first.to_string_lossy());
        search.faults.push(format!(
            "{all} repositories were found; only {REPOSITORIES} are read, \
             without '{}' and those after it",
            visible_line(&first)
        ));
        folders.truncate(REPOSITORIES);
    }
    Places {
        folders,
        faults: search.faults,
    }
}

impl Search {
    /// The folders that a place stands for, sorted.
    fn matching(&mut self, place: &Path) -> Vec<PathBuf> {
        // A folder may have a name that looks like a glob.
        if place.is_dir() {
            return vec![place.to_owned()];
        }
        let mut matching = vec![PathBuf::new()];
        for part in place.components() {
            let glob = match part {
                Component::Normal(name) => name.to_str().filter(|name| name.contains(WILD)),
                _ => None,
            };
            match glob.map(|glob| Glob::new(glob, Dialect::SHELL)) {
                None => matching.iter_mut().for_each(|folder| folder.push(part)),
                Some(None) => return Vec::new(),
                Some(Some(glob)) => {
                    let mut below = Vec::new();
                    for folder in &matching {
                        let mut names = self.listed(folder);
                        names.retain(|name| name.to_str().is_some_and(|it| glob.matches(it)));
                        below.extend(names.iter().map(|name| folder.join(name)));
                    }
                    matching = below;
                }
            }
        }
        matching.retain(|folder| folder.is_dir());
        matching
    }

    /// Takes a folder if it is a repository, else looks so many levels below it.
    fn look(&mut self, folder: &Path, levels: usize) {
        if let Some((common, is_main)) = repository_at(folder) {
            let new = Repository {
                folder: folder.to_owned(),
                is_main,
            };
            let known = self.found.get(&common);
            if known.is_none_or(|known| is_main && !known.is_main) {
                self.found.insert(common, new);
            }
        } else if levels > 0 {
            for name in self.listed(folder) {
                let below = folder.join(&name);
                let is_folder = fs::symlink_metadata(&below).is_ok_and(|meta| meta.is_dir());
                let is_hidden = name.to_string_lossy().starts_with('.');
                if is_folder && !is_hidden {
                    self.look(&below, levels - 1);
                }
            }
        }
    }

    /// The sorted names in a folder; none of one that cannot be read, which is said.
    fn listed(&mut self, folder: &Path) -> Vec<std::ffi::OsString> {
        self.seen += 1;
        if self.seen > FOLDERS {
            return Vec::new();
        }
        let entries = fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
        match entries {
            Ok(entries) => {
                let mut names: Vec<_> = entries.iter().map(fs::DirEntry::file_name).collect();
                names.sort();
                names
            }
            Err(error) => {
                let error = super::Error::read(folder)(error).to_string();
                self.faults.push(visible_line(&error).into_owned());
                Vec::new()
            }
        }
    }
}

/// The git folder that the work trees of a folder's repository share, and true if that is its own;
/// `None` if the folder is not the top of a repository.
fn repository_at(folder: &Path) -> Option<(PathBuf, bool)> {
    let git = folder.join(".git");
    if let Ok(meta) = fs::metadata(&git) {
        if meta.is_dir() {
            return Some((real(&git), true));
        }
        let own = match pointer(&git).as_deref() {
            Some(text) => folder.join(text.strip_prefix("gitdir: ").unwrap_or(text)),
            // It cannot be opened either, which is said then.
            None => git,
        };
        return Some(match pointer(&own.join("commondir")) {
            Some(common) => (real(&own.join(common)), false),
            None => (real(&own), true),
        });
    }
    let is_bare = folder.join("HEAD").is_file()
        && ["objects", "refs"]
            .iter()
            .all(|name| folder.join(name).is_dir());
    is_bare.then(|| (real(folder), true))
}

/// The one line of a file that names another folder.
fn pointer(file: &Path) -> Option<String> {
    let meta = fs::metadata(file).ok()?;
    if !meta.is_file() || meta.len() > POINTER {
        return None;
    }
    let text = fs::read_to_string(file).ok()?;
    Some(text.trim_end_matches(['\n', '\r']).to_owned())
}

/// A path with links followed, as far as that can be done.
fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(top: &Path, folders: &[&str]) {
        for folder in folders {
            fs::create_dir_all(top.join(folder)).unwrap();
        }
    }

    fn found(top: &Path, places: &[&str]) -> Vec<String> {
        let places: Vec<PathBuf> = places.iter().map(|it| top.join(it)).collect();
        let found = repositories_below(&places).folders;
        let below = found.iter().map(|it| it.strip_prefix(top).unwrap());
        below
            .map(|it| it.to_string_lossy().replace('\\', "/"))
            .collect()
    }

    #[test]
    fn folders_are_looked_through_two_levels() {
        let top = tempfile::tempdir().unwrap();
        let top = top.path();
        let repositories = [
            "src/a/.git",
            "src/b/c/.git",
            "src/b/d/e/.git",
            "src/.hidden/.git",
        ];
        made(top, &repositories);
        made(
            top,
            &[
                "src/bare.git/objects",
                "src/bare.git/refs",
                "src/a/vendor/x/.git",
            ],
        );
        fs::write(top.join("src/bare.git/HEAD"), "ref: refs/heads/main\n").unwrap();
        let all = ["src/a", "src/b/c", "src/bare.git"];
        assert_eq!(found(top, &["src"]), all);
        assert_eq!(
            found(top, &["src", "src/a", "src/*"])[..3],
            all[..2]
                .iter()
                .chain(&["src/b/d/e"])
                .copied()
                .collect::<Vec<_>>()
        );
        assert_eq!(found(top, &["src/a"]), ["src/a"]);
        assert_eq!(found(top, &["s*/?/[c-d]"]), ["src/b/c", "src/b/d/e"]);
    }

    #[test]
    fn work_trees_count_once_and_the_main_one_is_asked() {
        let top = tempfile::tempdir().unwrap();
        let top = top.path();
        made(top, &["main/.git/worktrees/linked", "a-linked", "z-linked"]);
        fs::write(top.join("main/.git/worktrees/linked/commondir"), "../..\n").unwrap();
        let pointer = format!(
            "gitdir: {}\n",
            top.join("main/.git/worktrees/linked").display()
        );
        for linked in ["a-linked", "z-linked"] {
            fs::write(top.join(linked).join(".git"), &pointer).unwrap();
        }
        assert_eq!(found(top, &["."]).len(), 1);
        assert_eq!(found(top, &["*"]), ["main"]);
        assert_eq!(found(top, &["*-linked"]), ["a-linked"]);
    }

    #[test]
    fn places_without_a_folder_are_named() {
        let top = tempfile::tempdir().unwrap();
        let missing = [top.path().join("gone"), top.path().join("x*")];
        assert_eq!(repositories_below(&missing).faults.len(), 2);
    }

    #[cfg(unix)]
    #[test]
    fn links_below_a_folder_are_not_followed() {
        let top = tempfile::tempdir().unwrap();
        let top = top.path();
        made(top, &["src/a/.git", "other/b/.git"]);
        std::os::unix::fs::symlink(top, top.join("src/loop")).unwrap();
        std::os::unix::fs::symlink(top.join("other/b"), top.join("src/b")).unwrap();
        assert_eq!(found(top, &["src"]), ["src/a"]);
        assert_eq!(found(top, &["src/b"]), ["src/b"], "named on purpose");
    }
}
