//! User memory: one person's own, for all their repositories. It works in a repository and outside
//! of any.

use std::path::PathBuf;

use crate::app::workspace::{Error, Invocation, Workspace, guard};
use crate::domain::secrets::Clean;
use crate::domain::user::UserPath;
use crate::store::UserStore;

/// A file of user memory.
#[derive(Clone, Debug)]
pub struct UserFile {
    /// Its path below the folder.
    pub path: UserPath,
    /// Its first heading, or its first line; secrets are taken out.
    pub title: Clean,
}

/// Where user memory is asked for.
#[derive(Clone, Copy)]
pub enum At<'a> {
    /// In a repository, whose guard knows more secrets.
    Repository(&'a Workspace),
    /// Outside of any.
    Outside(&'a Invocation),
}

impl At<'_> {
    /// What the command started with.
    #[must_use]
    pub fn invocation(&self) -> &Invocation {
        match self {
            Self::Repository(workspace) => workspace.invocation(),
            Self::Outside(invocation) => invocation,
        }
    }
}

/// User memory of whoever runs this.
///
/// # Errors
/// [`Error::NoHome`] where the environment names no home.
pub fn store(invocation: &Invocation) -> Result<UserStore, Error> {
    let folder = |name: &str| {
        invocation
            .environment()
            .variable(name)
            .map(PathBuf::from)
            .filter(|folder| folder.is_absolute())
    };
    let local = || {
        if cfg!(windows) {
            folder("LOCALAPPDATA")
        } else {
            None
        }
    };
    // Where XDG's base directories are not set: $HOME/.local/share (XDG Base Directory
    // Specification).
    let home = || Some(folder("HOME")?.join(".local").join("share"));
    let data = folder("XDG_DATA_HOME")
        .or_else(local)
        .or_else(home)
        .ok_or(Error::NoHome)?;
    Ok(UserStore::new(data.join("git-memory")))
}

/// The text of a file, without its secrets; of the index where none is named. `None` where there is
/// no index yet.
///
/// # Errors
/// A name that is none, [`Error::UnknownUserFile`], or where it cannot be read.
pub fn read(at: At, name: Option<&str>) -> Result<Option<Clean>, Error> {
    let path = name.map_or(Ok(UserPath::index()), parse)?;
    match store(at.invocation())?.read(&path)? {
        Some(text) => with_guard(at, |guard| Ok(guard.redact(&text))).map(Some),
        None if name.is_none() => Ok(None),
        None => Err(Error::UnknownUserFile(path.to_string())),
    }
}

/// Writes a file: in the place of what is there, or behind it after an empty line. Gives its path
/// below the folder.
///
/// # Errors
/// A name that is none, [`Error::Secret`], or where it cannot be written; then it is as it was.
pub fn write(at: At, name: &str, text: &str, is_appended: bool) -> Result<UserPath, Error> {
    let path = parse(name)?;
    let store = store(at.invocation())?;
    let place = path.to_string();
    let refused = |refusal| Error::Secret {
        place: place.clone(),
        refusal,
    };
    // What is refused makes no folder.
    with_guard(at, |guard| guard.admit(text).map(drop).map_err(refused))?;
    let lock = store.lock()?;
    let before = if is_appended {
        store.read(&path)?
    } else {
        None
    };
    let whole = match before.filter(|before| !before.trim().is_empty()) {
        Some(before) => format!("{}\n\n{}\n", before.trim_end(), text.trim_end()),
        None => format!("{}\n", text.trim_end()),
    };
    let clean = with_guard(at, |guard| guard.admit(whole).map_err(refused))?;
    store.write(&lock, &path, &clean)?;
    Ok(path)
}

/// Every file, the index first, and the names of what is none.
///
/// # Errors
/// Where the folder cannot be read.
pub fn list(at: At) -> Result<(Vec<UserFile>, Vec<String>), Error> {
    let store = store(at.invocation())?;
    let found = store.list()?;
    let mut files = Vec::new();
    for path in found.files {
        let text = store.read(&path).ok().flatten().unwrap_or_default();
        let line = text
            .lines()
            .map(|line| line.trim_start_matches('#').trim())
            .find(|line| !line.is_empty());
        let title = with_guard(at, |guard| Ok(guard.redact(line.unwrap_or_default())))?;
        files.push(UserFile { path, title });
    }
    Ok((files, found.odd))
}

fn parse(name: &str) -> Result<UserPath, Error> {
    name.parse()
        .map_err(|error: crate::domain::user::BadName| Error::BadValue(error.to_string()))
}

/// The guard of the repository around, or of the machine.
fn with_guard<T>(
    at: At,
    work: impl FnOnce(&crate::domain::secrets::Guard) -> Result<T, Error>,
) -> Result<T, Error> {
    match at {
        At::Repository(workspace) => work(workspace.guard()?),
        At::Outside(invocation) => work(&guard::outside(invocation)?),
    }
}
