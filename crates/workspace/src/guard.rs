//! Knowledge of the secret guard in this repository: the rules, the values of this machine,
//! patterns, allowances.

use std::borrow::Cow;
use std::path::PathBuf;

use super::settings::{Reader, TeamFile, table};
use super::{Error, Invocation};
use git_memory_git::Settings;
use git_memory_guard::{Allowance, AllowedList, Guard, Known, dotenv};
use git_memory_model::layout::ALLOWANCES;
use git_memory_store::Store;

/// Makes the guard, of those settings that can be read and of what a revision or else HEAD allows;
/// gives the `.env` files that it could not read, too. Values are read now and kept in memory only.
pub(crate) fn of(
    store: Store,
    settings: &Reader,
    revision: Option<&str>,
) -> Result<(Guard, Vec<PathBuf>), Error> {
    // Read anew each time: a value that was changed a minute ago is a secret, too.
    let found = store.env_files()?;
    let mut files = Vec::new();
    for text in &found.texts {
        files.extend(dotenv::variables(text));
    }
    let guard = knowing(settings, files);
    let allowances = allowances(store, revision)?;
    if allowances.is_empty() {
        return Ok((guard, found.unreadable.clone()));
    }
    let allowed = AllowedList::new(allowances);
    let is_allowed = move |rule: &str, secret: &str| allowed.allows(rule, secret);
    let guard = guard.allowing_by_name(Box::new(is_allowed));
    Ok((guard, found.unreadable.clone()))
}

/// The guard outside of any repository: the rules, the environment, and the user's own settings.
pub fn outside(invocation: &Invocation) -> Result<Guard, Error> {
    let environment = invocation.environment();
    let reader = Reader {
        environment,
        git: &Settings::outside(environment)?,
        // A team's settings need a repository.
        team: Cow::Owned(TeamFile::default()),
    };
    Ok(knowing(&reader, Vec::new()))
}

/// A guard that knows these settings, the environment, and the variables of `.env` files.
fn knowing(reader: &Reader, files: Vec<(String, String)>) -> Guard {
    let names = reader.patterns(&table::SECRET_NAMES);
    let variables = reader.environment.texts();
    let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let known = Known::new(variables.chain(files), |name| {
        names.iter().any(|pattern| pattern.is_match(name))
    });
    Guard::new()
        .knowing(known)
        .watching(reader.patterns(&table::SECRET_PATTERN))
        .allowing(reader.patterns(&table::SECRET_ALLOW))
}

/// Returns the team's allowances from the given revision, or HEAD: a change counts only after
/// review and commit.
///
/// # Errors
/// An unknown revision, or where git cannot be read.
fn allowances(store: Store, revision: Option<&str>) -> Result<Vec<Allowance>, Error> {
    let commit = match revision {
        Some(revision) => Some(store.history().resolve(revision)?),
        None => store.history().head_commit()?,
    };
    // Before the first commit nothing was reviewed.
    let Some(commit) = commit else {
        return Ok(Vec::new());
    };
    match &*store.committed(commit, ALLOWANCES)? {
        Some(content) => Ok(Allowance::read(&String::from_utf8_lossy(content))),
        None => Ok(Vec::new()),
    }
}
