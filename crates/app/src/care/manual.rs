//! Installing the manual pages and the scripts that complete command lines, for one person or into
//! a package.

use std::path::{Path, PathBuf};

use crate::workspace::{Error, Invocation, user_folders};
use git_memory_store::share;

pub use git_memory_store::share::Shared;

/// The page by which the others are found.
const FIRST: &str = "git-memory";
/// Folder of the pages below a folder `share`.
pub const PAGES: &str = "man/man1";

/// Folders for files that other programs read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folders {
    /// The folder `share` in which `man` looks for pages.
    pub pages: PathBuf,
    /// The folder `share` in which shells look for scripts.
    pub scripts: PathBuf,
}

/// Result of an installation or a removal.
#[derive(Clone, Debug)]
pub struct Installation {
    /// The folders.
    pub folders: Folders,
    /// The files.
    pub files: Vec<PathBuf>,
    /// True if `man` finds the pages.
    pub is_found: bool,
}

/// The folders of the user's own, or those below a folder that was named (a package's `usr/share`).
///
/// # Errors
/// [`Error::NoHome`] where none was named, and the environment names no home.
pub fn folders(invocation: &Invocation, into: Option<&Path>) -> Result<Folders, Error> {
    if let Some(into) = into {
        let into = invocation.path(into);
        return Ok(Folders {
            pages: into.clone(),
            scripts: into,
        });
    }
    let scripts = user_folders::data_folder(invocation)?;
    let environment = invocation.environment();
    // `man` looks beside the program, wherever that is. A folder outside of the user's home is the
    // system's, and belongs to packages.
    let home = environment.variable("HOME").map(Path::new);
    let pages = match (share::share_beside(environment, FIRST), home) {
        (Some(beside), Some(home)) if beside.starts_with(home) => beside,
        _ => scripts.clone(),
    };
    Ok(Folders { pages, scripts })
}

/// Writes pages and scripts.
///
/// # Errors
/// [`Error::NoHome`], or where a file cannot be written.
pub fn install(
    invocation: &Invocation,
    into: Option<&Path>,
    pages: &[Shared],
    scripts: &[Shared],
) -> Result<Installation, Error> {
    let folders = folders(invocation, into)?;
    let mut files = share::install(&folders.pages, pages)?;
    files.extend(share::install(&folders.scripts, scripts)?);
    Ok(Installation {
        folders,
        files,
        is_found: share::has_manual(invocation.environment(), FIRST),
    })
}

/// Removes what [`install`] writes.
///
/// # Errors
/// [`Error::NoHome`], or where a file cannot be removed.
pub fn remove(
    invocation: &Invocation,
    into: Option<&Path>,
    pages: &[Shared],
    scripts: &[Shared],
) -> Result<Installation, Error> {
    let folders = folders(invocation, into)?;
    let mut files = share::remove(&folders.pages, pages)?;
    files.extend(share::remove(&folders.scripts, scripts)?);
    Ok(Installation {
        folders,
        files,
        is_found: false,
    })
}

/// The version of the program that installed the user's pages; `None` without pages.
pub fn installed_version(invocation: &Invocation) -> Result<Option<String>, Error> {
    // Without a home, none were installed.
    let Ok(folders) = folders(invocation, None) else {
        return Ok(None);
    };
    let Some(page) = share::read(&folders.pages, &format!("{PAGES}/{FIRST}.1"))? else {
        return Ok(None);
    };
    // man(7): the title's fourth word is what the page is of.
    let title = page.lines().find_map(|line| line.strip_prefix(".TH "));
    let source = title.and_then(|title| title.split('"').nth(1));
    let version = source.and_then(|source| source.strip_prefix("git-memory "));
    Ok(Some(version.unwrap_or("another version").to_owned()))
}

/// True if the pages of this version are installed, by [`install`] or by a package.
///
/// # Errors
/// Where the pages cannot be read.
pub fn is_current(invocation: &Invocation) -> Result<bool, Error> {
    Ok(match installed_version(invocation)? {
        Some(version) => version == env!("CARGO_PKG_VERSION"),
        None => share::has_manual(invocation.environment(), FIRST),
    })
}
