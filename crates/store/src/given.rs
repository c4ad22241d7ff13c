//! Files that the user names, wherever they are, to be scanned or imported. They are read and
//! nothing else.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::Error;
use super::walk::{Next, Order, Walk};

/// A file that was found, and what it is called in answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenFile {
    /// The file.
    pub file: PathBuf,
    /// Its name, beginning with that of what was given; parts are joined by slashes.
    pub shown: String,
}

/// The files at and below a path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GivenFiles {
    /// The regular files, sorted by path.
    pub files: Vec<GivenFile>,
    /// The symbolic links, sorted by path.
    pub links: Vec<GivenFile>,
    /// How many other things are there: pipes, folders that cannot be read.
    pub others: usize,
}

/// The content of a file of at most `limit` bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// All of it.
    Whole(Vec<u8>),
    /// It is longer, and was not read.
    TooLarge,
}

/// Finds the regular files at and below a path, which `shown` names. Links are not followed, and
/// git's own folders are left out.
pub fn files_below(path: &Path, shown: &str) -> Result<GivenFiles, Error> {
    let meta = fs::symlink_metadata(path).map_err(Error::read(path))?;
    let mut found = GivenFiles::default();
    if meta.is_file() {
        found.files.push(GivenFile {
            file: path.to_owned(),
            shown: shown.to_owned(),
        });
        return Ok(found);
    }
    // Also where it was named itself: what it leads to has a name of its own.
    if meta.is_symlink() {
        found.links.push(GivenFile {
            file: path.to_owned(),
            shown: shown.to_owned(),
        });
        return Ok(found);
    }
    if !meta.is_dir() {
        found.others = 1;
        return Ok(found);
    }
    let walk = Walk {
        top: path,
        name: shown.trim_end_matches('/'),
        order: Order::Depth,
        is_lenient: true,
    };
    let mut others = 0;
    let unreadable = walk.run(|visited| {
        // Its objects are compressed, so that nothing would be found in them; git is asked for
        // them where they are meant.
        if visited.entry.file_name() == ".git" {
            return Ok(Next::Pass);
        }
        let given = || GivenFile {
            file: visited.entry.path(),
            shown: visited.path(),
        };
        if visited.kind.is_file() {
            found.files.push(given());
        } else if visited.kind.is_symlink() {
            found.links.push(given());
        } else if !visited.kind.is_dir() {
            others += 1;
        }
        Ok(Next::Enter)
    })?;
    // Folders are listed in any order; answers are compared. Sorted as git sorts paths, by their
    // bytes, which for ten thousand files costs a tenth of comparing them part by part.
    found.files.sort_by(|a, b| a.shown.cmp(&b.shown));
    found.links.sort_by(|a, b| a.shown.cmp(&b.shown));
    found.others = others + unreadable;
    Ok(found)
}

/// Returns the path that a symbolic link holds; what is not UTF-8 in it is replaced.
pub fn link_target(link: &Path) -> Result<String, Error> {
    let target = fs::read_link(link).map_err(Error::read(link))?;
    Ok(target.to_string_lossy().into_owned())
}

/// The Markdown files of a folder and the folders in it, sorted; each is shown by its path from the
/// folder. Links and hidden folders are not followed; names that are not UTF-8 are left out.
pub fn markdown_below(folder: &Path) -> Result<Vec<GivenFile>, Error> {
    let walk = Walk {
        top: folder,
        name: "",
        order: Order::Depth,
        is_lenient: false,
    };
    let mut found = Vec::new();
    walk.run(|visited| {
        let file = visited.entry.path();
        let Some(name) = file.file_name().and_then(|name| name.to_str()) else {
            return Ok(Next::Pass);
        };
        let is_markdown = file
            .extension()
            .is_some_and(|end| end.eq_ignore_ascii_case("md"));
        if visited.kind.is_file() && is_markdown {
            let shown = visited.path().trim_start_matches('/').to_owned();
            found.push(GivenFile { file, shown });
        } else if name.starts_with('.') {
            // Folders of tools, and git's own.
            return Ok(Next::Pass);
        }
        Ok(Next::Enter)
    })?;
    found.sort_by(|a, b| a.shown.cmp(&b.shown));
    Ok(found)
}

/// The files below a folder, by what they may be read as.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GivenTextFiles {
    /// The files with one of the endings, sorted; each is shown by its path from the folder.
    pub files: Vec<GivenFile>,
    /// How many others there are, by their endings (`.png`).
    pub others: BTreeMap<String, usize>,
}

/// The files of a folder and the folders in it that have one of some endings, in any case. Links
/// and hidden folders are not followed, nor are those in which package managers keep what others
/// wrote; names that are not UTF-8 are left out.
pub fn texts_below(folder: &Path, endings: &[&str]) -> Result<GivenTextFiles, Error> {
    let walk = Walk {
        top: folder,
        name: "",
        order: Order::Depth,
        is_lenient: false,
    };
    let mut found = GivenTextFiles::default();
    walk.run(|visited| {
        let file = visited.entry.path();
        let Some(name) = file.file_name().and_then(|name| name.to_str()) else {
            return Ok(Next::Pass);
        };
        if name.starts_with('.') || matches!(name, "node_modules" | "vendor") {
            return Ok(Next::Pass);
        }
        if !visited.kind.is_file() {
            return Ok(Next::Enter);
        }
        let ending = name
            .rsplit_once('.')
            .map(|(_, ending)| ending.to_lowercase());
        match ending {
            Some(ending) if endings.contains(&ending.as_str()) => {
                let shown = visited.path().trim_start_matches('/').to_owned();
                found.files.push(GivenFile { file, shown });
            }
            Some(ending) => *found.others.entry(format!(".{ending}")).or_default() += 1,
            None => *found.others.entry("without ending".to_owned()).or_default() += 1,
        }
        Ok(Next::Pass)
    })?;
    found.files.sort_by(|a, b| a.shown.cmp(&b.shown));
    Ok(found)
}

/// The regular files and the links of a folder and the folders in it; each is shown by its path
/// from the folder. Left out are hidden folders but for those `entered`, other repositories, and
/// what package managers keep.
pub fn kept_below(folder: &Path, entered: &[&str]) -> Result<GivenFiles, Error> {
    let walk = Walk {
        top: folder,
        name: "",
        order: Order::Depth,
        is_lenient: true,
    };
    let mut found = GivenFiles::default();
    found.others = walk.run(|visited| {
        let name = visited.entry.file_name();
        let Some(name) = name.to_str() else {
            return Ok(Next::Pass);
        };
        if visited.kind.is_dir() {
            let is_hidden = name.starts_with('.') && !entered.contains(&name);
            let is_others = is_hidden || matches!(name, "node_modules" | "vendor");
            if is_others || visited.is_repository() {
                return Ok(Next::Pass);
            }
            return Ok(Next::Enter);
        }
        let given = GivenFile {
            file: visited.entry.path(),
            shown: visited.path().trim_start_matches('/').to_owned(),
        };
        if visited.kind.is_file() {
            found.files.push(given);
        } else if visited.kind.is_symlink() {
            found.links.push(given);
        }
        Ok(Next::Pass)
    })?;
    found.files.sort_by(|a, b| a.shown.cmp(&b.shown));
    found.links.sort_by(|a, b| a.shown.cmp(&b.shown));
    Ok(found)
}

/// True if a path is itself a symbolic link.
pub fn is_link(path: &Path) -> Result<bool, Error> {
    Ok(fs::symlink_metadata(path)
        .map_err(Error::read(path))?
        .is_symlink())
}

/// A path with every link on the way followed.
pub fn real(path: &Path) -> Result<PathBuf, Error> {
    path.canonicalize().map_err(Error::read(path))
}

/// When a file was last changed, in seconds since 1970; `None` where the system does not say, or
/// says a time before that.
#[must_use]
pub fn changed_at(file: &Path) -> Option<i64> {
    let at = fs::metadata(file).and_then(|meta| meta.modified()).ok()?;
    let since = at.duration_since(std::time::UNIX_EPOCH).ok()?;
    i64::try_from(since.as_secs()).ok()
}

/// True if a path is a folder; links count as what they lead to.
pub fn is_folder(path: &Path) -> Result<bool, Error> {
    Ok(fs::metadata(path).map_err(Error::read(path))?.is_dir())
}

/// Opens a file for reading.
pub fn open(file: &Path) -> std::io::Result<fs::File> {
    fs::File::open(file)
}

/// True if something is at a path.
#[must_use]
pub fn is_there(path: &Path) -> bool {
    path.exists()
}

/// The content of a file.
pub fn read(file: &Path) -> Result<Vec<u8>, Error> {
    fs::read(file).map_err(Error::read(file))
}

/// The content of a file, where it has at most `limit` bytes.
pub fn read_at_most(file: &Path, limit: u64) -> Result<Content, Error> {
    // Asked first, so that the user does not wait for gigabytes that are refused afterwards, or for
    // a pipe into which no process writes.
    let meta = fs::metadata(file).map_err(Error::read(file))?;
    if !meta.is_file() {
        return Err(Error::Unreadable {
            path: file.to_owned(),
            what: "is not a regular file",
        });
    }
    if meta.len() > limit {
        return Ok(Content::TooLarge);
    }
    Ok(Content::Whole(fs::read(file).map_err(Error::read(file))?))
}

/// The last part of a folder's path with links followed; of the root, which has none, `None`.
#[must_use]
pub fn folder_name(folder: &Path) -> Option<String> {
    // `.` has a name only once it is resolved.
    let resolved = folder.canonicalize();
    let name = match &resolved {
        Ok(resolved) => resolved.file_name()?,
        // It is called as it was given.
        Err(_) => folder.file_name()?,
    };
    Some(name.to_string_lossy().into_owned())
}
