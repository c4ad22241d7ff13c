//! Editing a file of user memory, in a repository or outside of any.

use crate::records::edited::{EditedText, NewText};
use crate::user;
use crate::workspace::{At, Error};
use git_memory_model::user::UserPath;

/// A file of user memory as it is, to be edited.
#[derive(Clone, Debug)]
pub struct UserText {
    /// All of it.
    pub text: String,
    path: UserPath,
}

/// The file of this name.
///
/// # Errors
/// [`Error::BadValue`] for what cannot be a name, [`Error::UnknownUserFile`], or where it cannot be
/// read.
pub fn open(at: At, name: &str) -> Result<UserText, Error> {
    let path = user::parse(name)?;
    match user::store(at.invocation())?.read(&path)? {
        Some(text) => Ok(UserText { text, path }),
        None => Err(Error::UnknownUserFile(path.to_string())),
    }
}

/// Writes a text in place of the one that was opened.
///
/// # Errors
/// [`Error::Secret`], [`Error::BadValue`] where the file has changed since it was opened, or where
/// it cannot be written; then it is as it was.
pub fn write(at: At, opened: &UserText, new: NewText) -> Result<EditedText, Error> {
    let UserText { text: old, path } = opened;
    let text = new.in_place_of(old, None)?;
    let is_changed = text != *old;
    if is_changed {
        user::replace(at, path, old, &text)?;
    }
    let folder = user::store(at.invocation())?.folder().to_owned();
    Ok(EditedText {
        id: path.to_string(),
        path: folder.join(path.to_string()).display().to_string(),
        kind: "user",
        is_changed,
        redacted: Vec::new(),
        adopted: Vec::new(),
    })
}
