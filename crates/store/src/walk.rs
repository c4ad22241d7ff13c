//! The one walk through folders. Symbolic links are never followed; the caller decides at each
//! entry whether to go on below it.

use std::collections::VecDeque;
use std::fs::{self, DirEntry, FileType};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::Error;

/// The first folder of a walk, and how the walk goes on.
pub(crate) struct Walk<'a> {
    /// The first folder.
    pub(crate) top: &'a Path,
    /// Name of the first folder in [`Visited::folder`].
    pub(crate) name: &'a str,
    pub(crate) order: Order,
    /// True if a folder below the first one that cannot be read is passed over; otherwise it ends
    /// the walk.
    pub(crate) is_lenient: bool,
}

/// Something that a folder lists.
pub(crate) struct Visited<'a> {
    /// The folder's name: the parts of its path, joined by slashes.
    pub(crate) folder: &'a str,
    /// How many folders it is below the first one; 0 for what that one lists.
    pub(crate) depth: usize,
    /// The entry; nothing was asked of the file itself yet.
    pub(crate) entry: DirEntry,
    /// A link is a link here, whatever it leads to.
    pub(crate) kind: FileType,
}

impl Visited<'_> {
    /// The name with that of its folder; what is not UTF-8 in it is replaced.
    pub(crate) fn path(&self) -> String {
        [self.folder, "/", &self.entry.file_name().to_string_lossy()].concat()
    }

    /// True if it is a folder with a repository of its own.
    pub(crate) fn is_repository(&self) -> bool {
        self.kind.is_dir() && self.entry.path().join(".git").exists()
    }
}

/// Decision to go into a folder or to pass it; for anything else it says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    Enter,
    Pass,
}

/// In which order folders are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// The folder that was found last comes first, so that few wait at a time.
    Depth,
    /// The upper folders come first: for walks that may not see everything.
    Breadth,
}

/// A folder that is still to be read.
struct Folder {
    path: PathBuf,
    name: String,
    depth: usize,
}

impl Walk<'_> {
    /// Visits everything that is found, in no particular order within one folder. Gives how many
    /// folders could not be read.
    ///
    /// # Errors
    /// What `visit` returns; [`Error::Read`] for the first folder, and for others where the walk is
    /// not lenient.
    pub(crate) fn run(
        &self,
        mut visit: impl FnMut(Visited) -> Result<Next, Error>,
    ) -> Result<usize, Error> {
        let mut waiting = VecDeque::from([Folder {
            path: self.top.to_owned(),
            name: self.name.to_owned(),
            depth: 0,
        }]);
        let mut unreadable = 0;
        while let Some(folder) = self.take_next(&mut waiting) {
            // One folder at a time, and no recursion: a tree may have any depth.
            let entries = match fs::read_dir(&folder.path) {
                Ok(entries) => entries,
                // It went away since it was listed; the first folder has to be there.
                Err(error) if error.kind() == ErrorKind::NotFound && folder.depth > 0 => continue,
                Err(_) if self.is_lenient && folder.depth > 0 => {
                    unreadable += 1;
                    continue;
                }
                Err(error) => return Err(Error::read(&folder.path)(error)),
            };
            for entry in entries {
                let entry = entry.map_err(Error::read(&folder.path))?;
                let kind = match entry.file_type() {
                    Ok(kind) => kind,
                    // It went away since the folder was read.
                    Err(error) if error.kind() == ErrorKind::NotFound => continue,
                    Err(error) => return Err(Error::read(&entry.path())(error)),
                };
                // Only a folder's path is needed again: files are many.
                let below = kind.is_dir().then(|| entry.path());
                let visited = Visited {
                    folder: &folder.name,
                    depth: folder.depth,
                    entry,
                    kind,
                };
                let name = below.as_ref().map(|_| visited.path());
                if visit(visited)? == Next::Enter
                    && let (Some(path), Some(name)) = (below, name)
                {
                    let depth = folder.depth + 1;
                    waiting.push_back(Folder { path, name, depth });
                }
            }
        }
        Ok(unreadable)
    }

    fn take_next(&self, waiting: &mut VecDeque<Folder>) -> Option<Folder> {
        match self.order {
            Order::Depth => waiting.pop_back(),
            Order::Breadth => waiting.pop_front(),
        }
    }
}

/// The names of what a folder lists, sorted; none where there is no such folder. Names that are not
/// UTF-8 are left out.
pub(crate) fn names(folder: &Path) -> Result<Vec<String>, Error> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            return Ok(Vec::new());
        }
        Err(error) => return Err(Error::read(folder)(error)),
    };
    let mut names = Vec::new();
    for entry in entries {
        let entry = entry.map_err(Error::read(folder))?;
        names.extend(entry.file_name().into_string());
    }
    // File systems list in any order, and what is made of names is compared.
    names.sort_unstable();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn upper_folders_come_first_where_that_is_asked_and_links_are_not_followed() {
        let top = tempfile::tempdir().unwrap();
        fs::create_dir_all(top.path().join("a/deep")).unwrap();
        fs::create_dir_all(top.path().join("b")).unwrap();
        for file in ["a/deep/1", "a/2", "b/3", "4"] {
            fs::write(top.path().join(file), "").unwrap();
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink(top.path(), top.path().join("b/loop")).unwrap();
        let walk = Walk {
            top: top.path(),
            name: "top",
            order: Order::Breadth,
            is_lenient: false,
        };
        let mut files = Vec::new();
        let unreadable = walk.run(|visited| {
            if visited.kind.is_file() {
                files.push((visited.depth, visited.path()));
            }
            Ok(Next::Enter)
        });
        assert_eq!(unreadable.unwrap(), 0);
        assert!(files.is_sorted_by_key(|(depth, _)| *depth), "{files:?}");
        files.sort();
        let names: Vec<&str> = files.iter().map(|(_, path)| path.as_str()).collect();
        assert_eq!(names, ["top/4", "top/a/2", "top/b/3", "top/a/deep/1"]);
    }
}
