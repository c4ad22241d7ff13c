//! Folders of the current user, as the environment names them.

use std::path::PathBuf;

use super::{Error, Invocation};
use git_memory_store::UserStore;
use git_memory_store::models::ModelStore;

/// Opens the user memory of the current user.
///
/// # Errors
/// [`Error::NoHome`] where the environment names no home.
pub fn store(invocation: &Invocation) -> Result<UserStore, Error> {
    Ok(UserStore::new(data_folder(invocation)?.join("git-memory")))
}

/// Opens the sentence models of the current user, which lie beside user memory.
///
/// # Errors
/// [`Error::NoHome`] where the environment names no home.
pub fn models(invocation: &Invocation) -> Result<ModelStore, Error> {
    Ok(ModelStore::new(
        data_folder(invocation)?.join("git-memory-models"),
    ))
}

/// Returns the current user's folder for the data of programs.
///
/// # Errors
/// [`Error::NoHome`] where the environment names no home.
pub fn data_folder(invocation: &Invocation) -> Result<PathBuf, Error> {
    Ok(if let Some(data) = absolute(invocation, "XDG_DATA_HOME") {
        data
    } else if let Some(local) = absolute(invocation, "LOCALAPPDATA").filter(|_| cfg!(windows)) {
        local
    } else if let Some(home) = absolute(invocation, "HOME") {
        // The default of the XDG Base Directory Specification.
        home.join(".local").join("share")
    } else {
        return Err(Error::NoHome);
    })
}

/// The folder that a variable names. A relative one counts as unset, as the XDG Base Directory
/// Specification asks.
pub fn absolute(invocation: &Invocation, name: &str) -> Option<PathBuf> {
    let folder = PathBuf::from(invocation.environment().variable(name)?);
    folder.is_absolute().then_some(folder)
}
