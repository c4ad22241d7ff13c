//! The repositories that requests are about: each request opens its own, as the repository is then,
//! and shares what the last one read of it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use super::listed::Listed;
use super::{Error, Invocation, Workspace, open_if_any};
use git_memory_store::Shared;
use git_memory_store::given::is_folder;

/// Maximum number of repositories of which something is kept between requests.
const KEPT: usize = 4;

/// How many more times a question is asked if a file was changed meanwhile.
const ANEW: usize = 2;

/// Opens repositories for a server.
pub struct Repositories {
    /// The server's start values.
    start: Invocation,
    clock: fn() -> std::time::SystemTime,
    /// State read from the repository of each folder so far.
    shared: Mutex<HashMap<PathBuf, Shared>>,
    work: Mutex<Work>,
    /// Told of the end of each request.
    told: OnceLock<SyncSender<()>>,
}

/// Requests of a server.
#[derive(Default)]
struct Work {
    /// Number of those that are worked on.
    running: usize,
    /// End of the last one.
    ended: Option<Instant>,
}

/// A request that is worked on.
struct Request<'a>(&'a Repositories);

impl Drop for Request<'_> {
    fn drop(&mut self) {
        let mut work = locked(&self.0.work);
        work.running -= 1;
        work.ended = Some(Instant::now());
        if let Some(told) = self.0.told.get() {
            // One end that was not heard of yet tells as much as two.
            let _ = told.try_send(());
        }
    }
}

impl Repositories {
    /// Repositories for a server; `clock` returns the time of each request.
    pub fn new(start: &Invocation, clock: fn() -> std::time::SystemTime) -> Self {
        Self {
            start: start.clone(),
            clock,
            shared: Mutex::default(),
            work: Mutex::default(),
            told: OnceLock::new(),
        }
    }

    /// True if no request is worked on, nor was for some time.
    pub fn are_idle(&self, time: Duration) -> bool {
        let work = locked(&self.work);
        work.running == 0 && work.ended.is_none_or(|ended| ended.elapsed() >= time)
    }

    /// Returns what hears of the end of requests; only the first one does.
    pub fn ends(&self) -> Receiver<()> {
        let (told, ended) = sync_channel(1);
        // Where there is one already, this one's sender goes, and it hears that.
        let _ = self.told.set(told);
        ended
    }

    fn begin(&self) -> Request<'_> {
        locked(&self.work).running += 1;
        Request(self)
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
        let _request = self.begin();
        ask(&self.open(folder)?)
    }

    /// Asks the repository around a folder, and converts a failure by `told`. That gets the
    /// workspace, whose guard knows this repository's secrets; `None` if the repository could not
    /// be opened. A question that does not write is asked anew where something is missing: a file
    /// that is not committed may have been changed between two looks at it.
    ///
    /// # Errors
    /// The failure as `told` converted it.
    pub fn ask_told<T, F>(
        &self,
        folder: Option<&str>,
        writes: bool,
        ask: impl Fn(&Workspace) -> Result<T, Error>,
        told: impl Fn(&Error, Option<&Workspace>) -> F,
    ) -> Result<T, F> {
        let _request = self.begin();
        let mut left = if writes { 0 } else { ANEW };
        loop {
            let workspace = self.open(folder).map_err(|error| told(&error, None))?;
            match ask(&workspace) {
                Err(error) if left > 0 && error.is_missing() => left -= 1,
                answer => return answer.map_err(|error| told(&error, Some(&workspace))),
            }
        }
    }

    /// True if a path is that of a folder, or is meant as one: no name has a slash.
    pub fn has_folder(&self, path: &str) -> bool {
        path.contains(['/', '\\'])
            || matches!(is_folder(&self.start.path(Path::new(path))), Ok(true))
    }

    /// A folder from which the repositories that the person has listed can be asked outside of any;
    /// `None` in a repository, and if none is listed.
    #[must_use]
    pub fn elsewhere(&self) -> Option<String> {
        if !matches!(open_if_any(&self.start), Ok(None)) {
            return None;
        }
        // What is wrong is told by the question itself.
        let first = Listed::first(&self.start).ok()?;
        Some(first.store().root().to_string_lossy().into_owned())
    }

    fn open(&self, folder: Option<&str>) -> Result<Workspace, Error> {
        let mut invocation = Invocation::new(self.start.environment().clone(), (self.clock)())?;
        if let Some(folder) = folder {
            invocation = invocation.at(Path::new(folder))?;
        }
        let folder = invocation.environment().folder().to_owned();
        let mut workspace = Workspace::open(&invocation)?;
        let mut all = locked(&self.shared);
        let mut known = all.remove(&folder);
        // Any of them may stay: this is a cache.
        if all.len() >= KEPT {
            all.clear();
        }
        workspace.share(&mut known);
        all.extend(known.map(|known| (folder, known)));
        drop(all);
        Ok(workspace)
    }
}

fn locked<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    // A request that panicked left nothing half-done under it.
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
