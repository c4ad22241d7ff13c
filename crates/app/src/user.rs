//! User memory: one person's own, for all their repositories. It works in a repository and outside
//! of any.

use crate::versions::{self, TextVersion, title};
use crate::workspace::Error;
use git_memory_guard::Clean;
use git_memory_model::user::{BadName, UserPath};
use git_memory_store::{Lock, UserStore};

pub use crate::workspace::At;
pub use crate::workspace::user_folders::store;

/// A file of user memory.
#[derive(Clone, Debug)]
pub struct UserFile {
    /// Its path below the folder.
    pub path: UserPath,
    /// Its first heading, or its first line; secrets are taken out.
    pub title: Clean,
}

/// Files of user memory.
#[derive(Clone, Debug, Default)]
pub struct UserList {
    /// Every file, the index first.
    pub files: Vec<UserFile>,
    /// The names of whatever else is in the folder.
    pub odd: Vec<String>,
}

/// The text of a file, without its secrets; by default of the index. `None` if there is no index
/// yet.
///
/// # Errors
/// An invalid name, [`Error::UnknownUserFile`], or where it cannot be read.
pub fn read(at: At, name: Option<&str>) -> Result<Option<Clean>, Error> {
    let path = match name {
        Some(name) => parse(name)?,
        None => UserPath::index(),
    };
    match store(at.invocation())?.read(&path)? {
        Some(text) => at.with_guard(|guard| Ok(Some(guard.redact(&text)))),
        None if name.is_none() => Ok(None),
        None => Err(Error::UnknownUserFile(path.to_string())),
    }
}

/// Writes a file: in place of its text, or after it and an empty line where `is_appended`. Gives
/// its path below the folder.
///
/// # Errors
/// An invalid name, [`Error::Secret`], or where it cannot be written; then it is as it was.
pub fn write(at: At, name: &str, text: &str, is_appended: bool) -> Result<UserPath, Error> {
    let path = parse(name)?;
    let store = store(at.invocation())?;
    // Taking the lock makes the folder, and a text that is refused should make none.
    admit(at, &path, text)?;
    let lock = store.lock()?;
    let old = store.read(&path)?;
    let before = old.as_ref().filter(|_| is_appended);
    // An appended text must stay a paragraph of its own, however the file ends.
    let whole = match before {
        Some(before) if text.trim().is_empty() => before.clone(),
        Some(before) if !before.trim().is_empty() => {
            format!("{}\n\n{}\n", before.trim_end(), text.trim_end())
        }
        _ => format!("{}\n", text.trim_end()),
    };
    // Two halves of a secret may have been appended one after the other.
    let clean = admit(at, &path, &whole)?;
    // Appending loses nothing.
    if !is_appended {
        keep(at, &store, &lock, &path, old.as_deref())?;
    }
    let index = UserPath::index();
    let mut texts = vec![(&path, &clean)];
    let linked;
    // A hand-written secret in the index is not this topic's fault.
    if path.is_topic()
        && let Some(text) = with_link(store.read(&index)?, &path)
        && let Ok(text) = admit(at, &index, &text)
    {
        linked = text;
        texts.push((&index, &linked));
    }
    store.write_all(&lock, &texts)?;
    Ok(path)
}

/// Puts a text in the place of the one that a file had when it was read.
///
/// # Errors
/// [`Error::Secret`], [`Error::BadValue`] where the file has changed since, or where it cannot be
/// written; then it is as it was.
pub(crate) fn replace(at: At, path: &UserPath, before: &str, text: &str) -> Result<(), Error> {
    let store = store(at.invocation())?;
    let clean = admit(at, path, text)?;
    let lock = store.lock()?;
    if store.read(path)?.as_deref() != Some(before) {
        return Err(Error::BadValue(format!(
            "'{path}' has changed since it was read"
        )));
    }
    keep(at, &store, &lock, path, Some(before))?;
    Ok(store.write(&lock, path, &clean)?)
}

/// Backs up the text of a file before another one takes its place.
fn keep(
    at: At,
    store: &UserStore,
    lock: &Lock,
    path: &UserPath,
    text: Option<&str>,
) -> Result<(), Error> {
    let Some(text) = text else { return Ok(()) };
    let versions = store.versions(path);
    at.with_guard(|guard| versions::keep(at.invocation(), guard, &versions, lock, text))
}

/// True if a file has a text that would be lost if it were emptied.
///
/// # Errors
/// An invalid name, or where it cannot be read.
pub fn has_text(at: At, name: &str) -> Result<bool, Error> {
    let text = store(at.invocation())?.read(&parse(name)?)?;
    Ok(text.is_some_and(|text| !text.trim().is_empty()))
}

/// The texts that a file had before, newest first; of the index where none is named.
///
/// # Errors
/// An invalid name, or where they cannot be read.
pub fn log(at: At, name: Option<&str>) -> Result<Vec<TextVersion>, Error> {
    let path = match name {
        Some(name) => parse(name)?,
        None => UserPath::index(),
    };
    let versions = store(at.invocation())?.versions(&path);
    at.with_guard(|guard| versions::listed(&versions, guard))
}

/// Restores the text of a file from a version, by default the last one; its current text becomes a
/// new version. Returns its path below the folder.
///
/// # Errors
/// An invalid name, [`Error::UnknownVersion`], [`Error::Secret`], or where it cannot be written;
/// then it is as it was.
pub fn restore(at: At, name: &str, number: Option<u32>) -> Result<UserPath, Error> {
    let path = parse(name)?;
    let store = store(at.invocation())?;
    let text = versions::chosen(&store.versions(&path), number, &path.to_string())?;
    let clean = admit(at, &path, &text)?;
    let lock = store.lock()?;
    let now = store.read(&path)?;
    if now.as_deref() != Some(clean.as_str()) {
        keep(at, &store, &lock, &path, now.as_deref())?;
        store.write(&lock, &path, &clean)?;
    }
    Ok(path)
}

/// The text of the index with a link to a topic at its end; `None` where it names the topic's file
/// already.
fn with_link(index: Option<String>, topic: &UserPath) -> Option<String> {
    let index = index.unwrap_or_default();
    let name = topic.to_string();
    if names_file(&index, &name) {
        return None;
    }
    let title = name.trim_end_matches(".md");
    // Between angle brackets a link may hold spaces (CommonMark 0.31, section 6.3).
    let link = format!("- [{title}](<{name}>)\n");
    let index = index.trim_end();
    let last = index.lines().last();
    Some(match last {
        None => format!("# User memory\n\n{link}"),
        // The next item of a list that is there.
        Some(last) if last.starts_with("- ") => format!("{index}\n{link}"),
        Some(_) => format!("{index}\n\n{link}"),
    })
}

/// True if a text names a file, and not only as the end of another name.
fn names_file(text: &str, name: &str) -> bool {
    for (at, _) in text.match_indices(name) {
        let before = text[..at].chars().next_back();
        let is_part = before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.'));
        if !is_part {
            return true;
        }
    }
    false
}

fn admit(at: At, path: &UserPath, text: &str) -> Result<Clean, Error> {
    at.with_guard(|guard| {
        let refused = |refusal| Error::Secret {
            place: "user memory".to_owned(),
            refusal,
            fingerprints: Vec::new(),
        };
        // The name is the user's own, and every later listing would show it.
        guard.admit(path.to_string()).map_err(refused)?;
        let refused = |refusal| Error::Secret {
            place: path.to_string(),
            refusal,
            fingerprints: Vec::new(),
        };
        guard.admit(text).map_err(refused)
    })
}

/// Every file of user memory.
///
/// # Errors
/// Where the folder cannot be read. A file that cannot be read is listed without a title.
pub fn list(at: At) -> Result<UserList, Error> {
    let store = store(at.invocation())?;
    let found = store.list()?;
    let mut files = Vec::new();
    for path in found.files {
        let title = match store.read(&path) {
            Ok(Some(text)) => title(&text).to_owned(),
            // List the file by its name; reading it reports the fault.
            Ok(None) | Err(_) => String::new(),
        };
        let title = at.with_guard(|guard| Ok(guard.redact(&title)))?;
        files.push(UserFile { path, title });
    }
    Ok(UserList {
        files,
        odd: found.odd,
    })
}

pub(crate) fn parse(name: &str) -> Result<UserPath, Error> {
    name.parse()
        .map_err(|error: BadName| Error::BadValue(error.to_string()))
}
