//! Everything a use case starts from. The one place that owns the randomness.

use std::borrow::Cow;
use std::cell::{Cell, OnceCell, RefCell};
use std::path::PathBuf;

use super::doubles::Double;
use super::offers::{Left, NewOffer, fingerprints};
use super::parents::Parents;
use super::random::Random;
use super::settings::{self, Problem, Reader, TeamFile};
use super::{Error, Invocation, guard, offers};
use git_memory_guard::{Clean, Guard, Spellings};
use git_memory_model::roots::Roots;
use git_memory_store::{Listing, Lock, Memory, Repository, Shared, Store, View};
use git_memory_text::date::Date;
use git_memory_text::path::{MemoryFolder, RepoPath};

/// An open repository with its memory: for one command, or one request to a server. It may go to
/// any thread, and what the guard knows of this machine goes with it.
pub struct Workspace {
    pub(super) repository: Repository,
    invocation: Invocation,
    team: OnceCell<TeamFile>,
    guard: OnceCell<Guard>,
    /// The guard of a revision, and which one that is.
    judge: OnceCell<(String, Guard)>,
    pub(super) random: Random,
    unwatched: OnceCell<Vec<PathBuf>>,
    /// True if a setting was read.
    is_set: Cell<bool>,
    offers_left: Left,
    /// The ids that several files have, of those that were asked for.
    pub(super) doubles: RefCell<Vec<Double>>,
    /// The work tree as it was looked at for all that is read.
    look: OnceCell<Listing>,
    pub(super) parents: OnceCell<Parents>,
}

impl Workspace {
    /// Opens the repository around an invocation's folder.
    ///
    /// # Errors
    /// If there is no repository.
    pub fn open(invocation: &Invocation) -> Result<Self, Error> {
        let repository = Repository::open(invocation.environment())?;
        Self::of(invocation, repository)
    }

    /// Opens the same repository as one whose memory is in another folder.
    ///
    /// # Errors
    /// If there is no repository.
    pub fn with_memory_in(&self, folder: MemoryFolder) -> Result<Self, Error> {
        let mut repository = Repository::open(self.invocation.environment())?;
        repository.set_folder(folder);
        Self::of(&self.invocation, repository)
    }

    fn of(invocation: &Invocation, repository: Repository) -> Result<Self, Error> {
        let mut workspace = Self {
            repository,
            invocation: invocation.clone(),
            team: OnceCell::new(),
            guard: OnceCell::new(),
            judge: OnceCell::new(),
            random: Random::new(invocation.seed())?,
            unwatched: OnceCell::new(),
            is_set: Cell::new(false),
            offers_left: Left::default(),
            doubles: RefCell::default(),
            look: OnceCell::new(),
            parents: OnceCell::new(),
        };
        // Kept as it is: only what reads memory has to fail where it cannot be read.
        let roots = workspace.roots().map_err(|error| error.to_string());
        workspace.repository.set_roots(roots);
        Ok(workspace)
    }

    /// Opens the same repository again, after its settings or refs were changed.
    ///
    /// # Errors
    /// If there is no repository any more.
    pub fn again(&self) -> Result<Self, Error> {
        self.next(&self.invocation)
    }

    /// Opens a repository for the next request: what was read of the same one is shared, settings
    /// and secrets are read anew.
    ///
    /// # Errors
    /// If there is no repository.
    pub fn next(&self, invocation: &Invocation) -> Result<Self, Error> {
        // A new one, not a clone: a setting or an allowance may have changed since.
        let mut next = Self::open(invocation)?;
        next.repository.share(&self.repository.shared());
        Ok(next)
    }

    /// Shares with other requests at once what they read of the same repository. `known` is `None`
    /// for the first, or what was read of another one where the folder has become one of that.
    pub(crate) fn share(&mut self, known: &mut Option<Shared>) {
        if !known
            .as_ref()
            .is_some_and(|known| self.repository.share(known))
        {
            let shared = self.repository.shared_by_many();
            self.repository.share(&shared);
            *known = Some(shared);
        }
    }

    /// Name of the project: of the repository's folder, without the ending that a bare one has by
    /// custom.
    #[must_use]
    pub fn project(&self) -> String {
        let root = self.store().root();
        let name = root.file_name().map(|name| name.to_string_lossy());
        name.unwrap_or_default().trim_end_matches(".git").to_owned()
    }

    /// The folder of memory.
    #[must_use]
    pub fn folder(&self) -> &MemoryFolder {
        self.store().folder()
    }

    /// The start values.
    #[must_use]
    pub fn invocation(&self) -> &Invocation {
        &self.invocation
    }

    /// Today, in UTC.
    #[must_use]
    pub fn today(&self) -> Date {
        Date::of(self.invocation.now())
    }

    /// Now, in seconds since 1970.
    #[must_use]
    pub fn now(&self) -> i64 {
        self.invocation.now().timestamp()
    }

    /// The team's settings, as the work tree has them.
    pub fn team(&self) -> Result<&TeamFile, Error> {
        if let Some(team) = self.team.get() {
            return Ok(team);
        }
        let team = settings::of_team(self.store(), &View::WorkTree)?;
        Ok(self.team.get_or_init(|| team))
    }

    /// The folders that are read beside memory, as they are set now: any revision is read with
    /// them, so that one from before a team began shows its decisions, too.
    fn roots(&self) -> Result<Roots, Error> {
        let team = if self.store().has_work_tree() {
            self.team().cloned()
        } else {
            settings::of_team(self.store(), &View::Revision("HEAD".to_owned()))
        };
        // A bare repository without a commit has none, and an unreadable file must not keep people
        // from reading memory.
        let team = team.unwrap_or_default();
        let reader = Reader {
            environment: self.invocation.environment(),
            git: self.store().configuration().settings()?,
            team: Cow::Owned(team),
        };
        settings::roots(&reader, self.store().folder())
    }

    /// The settings in effect, with the team's as the work tree has them.
    pub fn settings(&self) -> Result<Reader<'_>, Error> {
        self.settings_at(None)
    }

    /// The settings in effect, with the team's as a revision or else the work tree has them.
    ///
    /// # Errors
    /// An unknown revision, or where git's settings or the team's file cannot be read.
    pub(crate) fn settings_at(&self, revision: Option<&str>) -> Result<Reader<'_>, Error> {
        self.is_set.set(true);
        let team = match revision {
            None => Cow::Borrowed(self.team()?),
            Some(revision) => {
                let view = View::Revision(revision.to_owned());
                Cow::Owned(settings::of_team(self.store(), &view)?)
            }
        };
        Ok(Reader {
            environment: self.invocation.environment(),
            git: self.store().configuration().settings()?,
            team,
        })
    }

    /// The secret guard for what is to be written: with all that it was meant to know.
    ///
    /// # Errors
    /// Where a setting that protects something cannot be understood: then nothing may be written.
    pub fn writing_guard(&self) -> Result<&Guard, Error> {
        self.settings()?.must_protect()?;
        self.guard()
    }

    /// The secret guard for what is read, and for what git takes: with all that it can know here.
    pub fn guard(&self) -> Result<&Guard, Error> {
        if let Some(guard) = self.guard.get() {
            return Ok(guard);
        }
        let (guard, unwatched) = guard::of(self.store(), &self.settings()?, None)?;
        self.unwatched.get_or_init(|| unwatched);
        Ok(self.guard.get_or_init(|| guard))
    }

    /// The guard of a revision, by the team's settings and allowances there: a check of later
    /// commits must not use their own allowances.
    ///
    /// # Errors
    /// An unknown revision, or where git cannot be read.
    pub fn guard_of(&self, revision: &str) -> Result<&Guard, Error> {
        if let Some((known, guard)) = self.judge.get()
            && known == revision
        {
            return Ok(guard);
        }
        let settings = self.settings_at(Some(revision))?;
        let (guard, _) = guard::of(self.store(), &settings, Some(revision))?;
        // One command judges one range.
        let (_, guard) = self.judge.get_or_init(|| (revision.to_owned(), guard));
        Ok(guard)
    }

    /// Faults of the team's file, if a setting was read: these lines had no effect.
    #[must_use]
    pub fn unheeded(&self) -> Vec<String> {
        let mut problems = self.problems_of_team(|_| true);
        // Every clone has to write where the others read.
        if let Ok(Some(wanted)) = settings::folder(self)
            && wanted.trim_end_matches('/') != self.folder().as_str()
            && self.store().is_set_up().unwrap_or(false)
        {
            let folder = self.folder();
            problems.push(format!(
                "memory.folder is '{wanted}', and memory is in '{folder}'"
            ));
        }
        problems
    }

    /// Faults of the team's file in lines that may have been meant as a protection.
    #[must_use]
    pub fn unheeded_protection(&self) -> Vec<String> {
        self.problems_of_team(|problem| problem.guards)
    }

    fn problems_of_team(&self, wants: impl Fn(&Problem) -> bool) -> Vec<String> {
        let mut problems = Vec::new();
        let team = if self.is_set.get() {
            self.team.get()
        } else {
            None
        };
        let Some(team) = team else {
            return problems;
        };
        for problem in team.problems().iter().filter(|problem| wants(problem)) {
            problems.push(format!(
                "{}:{}: {}",
                team.path(),
                problem.line,
                problem.message
            ));
        }
        problems
    }

    /// The `.env` files whose values the guard does not know, as they could not be read; none where
    /// no guard was asked for.
    #[must_use]
    pub fn unwatched(&self) -> &[PathBuf] {
        self.unwatched.get().map_or(&[], Vec::as_slice)
    }

    /// Lets a text pass that is to become the file at `place` and holds no secret.
    ///
    /// # Errors
    /// [`Error::Secret`].
    pub fn admit(&self, place: &RepoPath, text: impl Into<String>) -> Result<Clean, Error> {
        let text = text.into();
        let guard = self.writing_guard()?;
        let refusal = match guard.admit(text.as_str()) {
            Ok(clean) => return Ok(clean),
            Err(refusal) => refusal,
        };
        // A file's name is made of the title, and this title may be the secret.
        let mut spellings = Spellings::default();
        for finding in &refusal.findings {
            spellings.add(&text[finding.span.clone()]);
        }
        let place = spellings.redact(place.as_str());
        let fingerprints = fingerprints(&place, &text, &refusal.findings);
        for (finding, fingerprint) in refusal.findings.iter().zip(&fingerprints) {
            let line = format!("{place}:{}", finding.line);
            self.offer(
                fingerprint,
                &line,
                finding.rule,
                &text[finding.span.clone()],
            );
        }
        Err(Error::Secret {
            place,
            refusal,
            fingerprints,
        })
    }

    /// Keeps a finding, so that it can be allowed by its fingerprint; `place` is path and line.
    pub fn offer(&self, fingerprint: &str, place: &str, rule: &str, secret: &str) {
        // A finding implies a guard. The name of a file may be a secret, too.
        let Ok(guard) = self.guard() else { return };
        let new = NewOffer {
            fingerprint,
            place: &guard.redact(place),
            rule,
            secret,
            today: self.today().to_string(),
        };
        offers::keep(self.store(), &self.offers_left, new);
    }

    /// The store of this repository.
    #[must_use]
    pub fn store(&self) -> Store<'_> {
        self.repository.store()
    }

    /// The records of a view.
    pub fn memory(&self, view: &View) -> Result<Memory, Error> {
        let memory = match self.look.get() {
            Some(listing) if *view == View::WorkTree => {
                self.store().memory_of_listing(listing.clone())?
            }
            _ => self.store().memory(view)?,
        };
        self.with_allowed(memory)
    }

    /// Lists the work tree's memory once. From now on its records are those of this list: for
    /// read-only use cases that read more than once and need a consistent answer.
    pub fn look(&self) -> Result<&Listing, Error> {
        if let Some(listing) = self.look.get() {
            return Ok(listing);
        }
        let listing = self.store().listing(&View::WorkTree)?;
        Ok(self.look.get_or_init(|| listing))
    }

    /// Takes the lock for a change of tracked memory, which has to be there.
    ///
    /// # Errors
    /// [`Error::NoMemory`], or where the lock cannot be had.
    pub fn lock(&self) -> Result<Lock, Error> {
        self.must_have_memory()?;
        Ok(self.store().lock()?)
    }

    /// True if the work tree has memory, or git tracks one that is not checked out. A folder of the
    /// same name that was never set up and has no page is source code. Failures count as memory:
    /// the later read reports them.
    #[must_use]
    pub fn has_memory(&self) -> bool {
        // Folders that are read where they are need no folder of ours.
        let has_roots = self.store().roots().is_ok_and(|roots| !roots.is_empty());
        if has_roots {
            return true;
        }
        match self.must_have_memory() {
            Err(Error::NoMemory) => false,
            Err(_) => true,
            Ok(()) => !matches!(self.is_something_else(), Ok(true)),
        }
    }

    fn is_something_else(&self) -> Result<bool, Error> {
        let store = self.store();
        if store.is_set_up()? {
            return Ok(false);
        }
        let listing = store.listing(&View::WorkTree)?;
        Ok(listing.files.is_some_and(|found| found.files.is_empty()))
    }

    /// Makes sure that the work tree has memory.
    ///
    /// # Errors
    /// [`Error::NoMemory`], [`Error::NotCheckedOut`], or if something else is in the place of its folder.
    pub fn must_have_memory(&self) -> Result<(), Error> {
        if self.store().work_files()?.has_memory()? && !self.store().is_left_out()? {
            return Ok(());
        }
        // Writing into a sparse checkout would make a second, nearly empty memory beside the real
        // one.
        if self.store().staging().memory_files()?.is_empty() {
            Err(Error::NoMemory)
        } else {
            Err(Error::NotCheckedOut(self.store().folder().clone()))
        }
    }

    /// Returns the notice that a sparse checkout leaves out files of memory, which are read from
    /// the index; `None` if none is left out.
    pub fn left_out(&self) -> Result<Option<String>, Error> {
        Ok(match self.store().count_left_out()? {
            0 => None,
            1 => Some("1 file of memory is not checked out, and is read from the index".to_owned()),
            many => Some(format!(
                "{many} files of memory are not checked out, and are read from the index"
            )),
        })
    }

    /// True if the guard that writes follows only the rules, so that what it accepted has no
    /// finding of them.
    pub(super) fn admits_by_rules(&self) -> bool {
        self.guard.get().is_some_and(Guard::admits_by_rules)
    }

    /// The bytes of a file of tracked memory in the work tree.
    pub fn read(&self, path: &RepoPath) -> Result<Vec<u8>, Error> {
        let files = self.store().work_files()?;
        match files.read(path.as_str())? {
            Some(bytes) => Ok(bytes),
            None if self.store().leaves_out(path)? => {
                Err(Error::NotCheckedOut(self.store().folder().clone()))
            }
            None => Err(git_memory_store::Error::Changed(path.clone()).into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_workspace_may_go_to_any_thread() {
        fn goes<T: Send>() {}
        goes::<Workspace>();
    }
}
