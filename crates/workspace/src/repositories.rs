//! The repositories that requests are about: each request opens its own, as the repository is then,
//! and shares what the last one read of it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{Error, Invocation, Workspace};
use git_memory_store::Shared;
use git_memory_store::given::is_folder;

/// Maximum number of repositories of which something is kept between requests.
const KEPT: usize = 4;

/// Opens repositories for a server.
pub struct Repositories {
    /// The server's start values.
    start: Invocation,
    clock: fn() -> std::time::SystemTime,
    /// State read from the repository of each folder so far.
    shared: Mutex<HashMap<PathBuf, Shared>>,
}

impl Repositories {
    /// Repositories for a server; `clock` returns the time of each request.
    pub fn new(start: &Invocation, clock: fn() -> std::time::SystemTime) -> Self {
        Self {
            start: start.clone(),
            clock,
            shared: Mutex::default(),
        }
    }

    /// Asks the repository around a folder; the server's own folder where none is named.
    ///
    /// # Errors
    /// If there is no repository, or the error of `ask`.
    pub fn ask<T>(
        &self,
        folder: Option<&str>,
        ask: impl FnOnce(&Workspace) -> Result<T, Error>,
    ) -> Result<T, Error> {
        ask(&self.open(folder)?)
    }

    /// Asks the repository around a folder, and converts a failure by `told`. That gets the
    /// workspace, whose guard knows this repository's secrets; `None` if the repository could not
    /// be opened.
    ///
    /// # Errors
    /// The failure as `told` converted it.
    pub fn ask_told<T, F>(
        &self,
        folder: Option<&str>,
        ask: impl FnOnce(&Workspace) -> Result<T, Error>,
        told: impl Fn(&Error, Option<&Workspace>) -> F,
    ) -> Result<T, F> {
        match self.open(folder) {
            Ok(workspace) => ask(&workspace).map_err(|error| told(&error, Some(&workspace))),
            Err(error) => Err(told(&error, None)),
        }
    }

    /// True if a path is that of a folder, or is meant as one: no name has a slash.
    pub fn has_folder(&self, path: &str) -> bool {
        path.contains(['/', '\\'])
            || matches!(is_folder(&self.start.path(Path::new(path))), Ok(true))
    }

    fn open(&self, folder: Option<&str>) -> Result<Workspace, Error> {
        let mut invocation = Invocation::new(self.start.environment().clone(), (self.clock)())?;
        if let Some(folder) = folder {
            invocation = invocation.at(Path::new(folder))?;
        }
        let folder = invocation.environment().folder().to_owned();
        let known = self.shared().get(&folder).cloned();
        let (workspace, shared) = Workspace::open_shared(&invocation, known)?;
        let mut all = self.shared();
        // Any of them may stay: this is a cache.
        if all.len() >= KEPT && !all.contains_key(&folder) {
            all.clear();
        }
        all.insert(folder, shared);
        drop(all);
        Ok(workspace)
    }

    fn shared(&self) -> MutexGuard<'_, HashMap<PathBuf, Shared>> {
        // A request that panicked held no lock: what is kept is whole.
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
