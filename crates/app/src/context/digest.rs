//! The key under which an answer is kept: a hash of everything that it is made from.

use serde::Serialize;

use crate::workspace::{Error, Workspace};
use git_memory_model::roots::Roots;

/// This build: another one may make another answer from the same.
pub(crate) const BUILD: &str = concat!(env!("CARGO_PKG_VERSION"), "-", env!("GIT_MEMORY_BUILD"));

/// Everything that an answer is made from.
#[derive(Serialize)]
struct Key<'a, T> {
    build: &'static str,
    answer: &'static str,
    /// The ages and the allowances depend on it.
    head: Option<String>,
    /// The kind of a page that is read where it lies comes from the setting.
    roots: &'a Roots,
    guard: [u8; 32],
    asked: &'a T,
}

/// The key of an answer of this name: from what was asked and seen, by the names of its fields, and
/// from what each answer depends on.
pub(crate) fn digest<T: Serialize>(
    workspace: &Workspace,
    answer: &'static str,
    asked: &T,
) -> Result<String, Error> {
    let key = Key {
        build: BUILD,
        answer,
        head: workspace
            .store()
            .history()
            .head_commit()?
            .map(|id| id.to_string()),
        roots: workspace.store().roots()?,
        guard: workspace.guard()?.digest(),
        asked,
    };
    Ok(workspace.store().answer_key(&key)?)
}
