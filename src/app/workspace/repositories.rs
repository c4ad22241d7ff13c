//! The repositories that requests are about: each request opens its own, as the repository is then,
//! and shares what the last one read of it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{Error, Invocation, Workspace};

/// Maximum number of repositories of which something is kept between requests.
const KEPT: usize = 4;

/// What opens repositories.
pub(crate) struct Repositories {
    /// What the server was started with.
    start: Invocation,
    clock: fn() -> std::time::SystemTime,
    /// The last workspace of each folder that was asked about.
    last: Mutex<HashMap<PathBuf, Workspace>>,
}

impl Repositories {
    pub(crate) fn new(start: &Invocation, clock: fn() -> std::time::SystemTime) -> Self {
        Self {
            start: start.clone(),
            clock,
            last: Mutex::default(),
        }
    }

    /// Asks the repository around a folder; the server's own folder where none is named.
    ///
    /// # Errors
    /// Where there is no repository, or what `ask` says.
    pub(crate) fn ask<T>(
        &self,
        folder: Option<&str>,
        ask: impl FnOnce(&Workspace) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let mut invocation = Invocation::new(self.start.environment().clone(), (self.clock)())?;
        if let Some(folder) = folder {
            invocation = invocation.at(Path::new(folder))?;
        }
        let folder = invocation.environment().folder().to_owned();
        let workspace = match self.last().remove(&folder) {
            Some(last) => last.next(&invocation)?,
            None => Workspace::open(&invocation)?,
        };
        let answer = ask(&workspace);
        let mut last = self.last();
        // Which ones stay does not matter: this is a cache.
        if last.len() >= KEPT {
            last.clear();
        }
        last.insert(folder, workspace);
        drop(last);
        answer
    }

    /// The same, with a failure as `told` words it. That is called where it failed, as long as there
    /// is a workspace whose guard knows this repository's secrets; without one where it was not
    /// opened.
    ///
    /// # Errors
    /// What `told` made of the failure.
    pub(crate) fn ask_told<T, F>(
        &self,
        folder: Option<&str>,
        ask: impl FnOnce(&Workspace) -> Result<T, Error>,
        told: impl Fn(&Error, Option<&Workspace>) -> F,
    ) -> Result<T, F> {
        let mut failed = None;
        let answered = self.ask(folder, |workspace| {
            let answer = ask(workspace);
            if let Err(error) = &answer {
                failed = Some(told(error, Some(workspace)));
            }
            answer
        });
        match (answered, failed) {
            (Ok(answer), _) => Ok(answer),
            (Err(_), Some(failed)) => Err(failed),
            (Err(error), None) => Err(told(&error, None)),
        }
    }

    fn last(&self) -> MutexGuard<'_, HashMap<PathBuf, Workspace>> {
        // A request that panicked held no lock: what is kept is whole.
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
