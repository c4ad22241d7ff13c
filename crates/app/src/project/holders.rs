//! The repositories that hold the paths of a call: each is opened once, and judges what lies in it.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::holder::{Held, Holder};
use crate::agents::own_folders;
use crate::workspace::settings::{closes_outside, table};
use crate::workspace::user_folders::absolute;
use crate::workspace::{Error, Invocation, Workspace, open_if_any};
use git_memory_policy::project::policy::{Access, Denial, Home, Place, Touch, of_outside};
use git_memory_store::{may_be_top, real};
use git_memory_text::limits;

/// The most folders above a path in which a repository is looked for, from the root.
const FOLDERS: usize = 128;
/// Folders of temporary files, by the variables that name them and by their usual paths.
const TEMPORARY: ([&str; 3], [&str; 2]) = (["TMPDIR", "TMP", "TEMP"], ["/tmp", "/var/tmp"]);

/// The repositories that are known so far.
pub(super) struct Holders<'a> {
    invocation: Invocation,
    all: Vec<Holder<'a>>,
    /// The repository around the folder, where there is one.
    here: Option<usize>,
    /// The repositories whose top a folder is.
    tops: HashMap<PathBuf, Option<usize>>,
    /// True if repositories that silence the hook are passed over.
    is_of_hook: bool,
    /// Folders that are open though they lie outside; once asked for.
    open_outside: Option<Vec<PathBuf>>,
    /// Reason why an unchecked path may be closed.
    pub(super) unclear: Option<&'static str>,
    fault: Option<Error>,
}

impl<'a> Holders<'a> {
    /// # Errors
    /// If git or the work tree cannot be read.
    pub(super) fn of(workspace: &'a Workspace) -> Result<Self, Error> {
        let mut holders = Self::around(workspace.invocation(), false);
        holders.here = Some(holders.take_up(Held::Given(workspace))?);
        Ok(holders)
    }

    /// For the hook; its folder need not be in a repository.
    pub(super) fn of_call(invocation: &Invocation) -> Result<Self, Error> {
        let mut holders = Self::around(invocation, true);
        if let Some(workspace) = open_if_any(invocation)? {
            holders.here = Some(holders.take_up(Held::Own(Box::new(workspace)))?);
        }
        Ok(holders)
    }

    fn around(invocation: &Invocation, is_of_hook: bool) -> Self {
        Self {
            invocation: invocation.clone(),
            all: Vec::new(),
            here: None,
            tops: HashMap::new(),
            is_of_hook,
            open_outside: None,
            unclear: None,
            fault: None,
        }
    }

    fn take_up(&mut self, workspace: Held<'a>) -> Result<usize, Error> {
        let mut holder = Holder::new(workspace)?;
        if self.is_of_hook {
            // A fault in the team's file may hide a block.
            let protects = holder.workspace().team()?.must_protect();
            holder.fault = holder.fault.or(protects.err());
        }
        let nth = self.all.len();
        if let Some(top) = holder.folders.top() {
            self.tops.insert(top.to_owned(), Some(nth));
        }
        self.all.push(holder);
        Ok(nth)
    }

    /// The repositories whose work tree or git folder holds a path without links: the innermost one
    /// first.
    pub(super) fn of_path(&mut self, path: &Path) -> Vec<usize> {
        let mut found = Vec::new();
        // It is on another machine, or in the home of another user.
        if !path.is_absolute() {
            return found;
        }
        let folders: Vec<&Path> = path.ancestors().collect();
        let outermost = folders.len().saturating_sub(FOLDERS);
        for folder in &folders[outermost..] {
            found.extend(self.with_top(folder));
        }
        // Its git folder may lie anywhere, and so may its work tree.
        if let Some(here) = self.here
            && !found.contains(&here)
            && !matches!(self.all[here].place(path), Place::Outside(_))
        {
            found.push(here);
        }
        found
    }

    /// The repository whose work tree begins in a folder.
    fn with_top(&mut self, folder: &Path) -> Option<usize> {
        if let Some(known) = self.tops.get(folder) {
            return *known;
        }
        let mut found = None;
        if may_be_top(folder) {
            // A link on the way to it does not make it another repository.
            let known = self.tops.get(&real(folder)).copied();
            match known.map_or_else(|| self.opened(folder), Ok) {
                Ok(nth) => found = nth,
                Err(error) => drop(self.fault.get_or_insert(error)),
            }
        }
        self.tops.insert(folder.to_owned(), found);
        found
    }

    fn opened(&mut self, folder: &Path) -> Result<Option<usize>, Error> {
        if self.all.len() >= limits::CALL_REPOSITORIES {
            self.unclear = Some("it touches files of more than 8 repositories");
            return Ok(None);
        }
        let Some(workspace) = open_if_any(&self.invocation.at(folder)?)? else {
            return Ok(None);
        };
        // An invalid `.git` is passed over, as git does.
        let files = workspace.store().work_files();
        if files.is_ok_and(|files| real(files.top()) == real(folder)) {
            return self.take_up(Held::Own(Box::new(workspace))).map(Some);
        }
        Ok(None)
    }

    /// Takes the first thing that could not be read.
    pub(super) fn take_fault(&mut self) -> Option<Error> {
        let mut holders = self.all.iter_mut();
        self.fault
            .take()
            .or_else(|| holders.find_map(|holder| holder.fault.take()))
    }

    /// Answer of the first repository that holds a path and has one.
    pub(super) fn first<T>(
        &mut self,
        path: &Path,
        ask: impl Fn(&Holder) -> Option<T>,
    ) -> Option<T> {
        let holders = self.of_path(path).into_iter();
        let mut heard = holders
            .map(|nth| &self.all[nth])
            .filter(|it| self.hears(it));
        heard.find_map(ask)
    }

    pub(super) fn hears(&self, holder: &Holder) -> bool {
        holder.is_heard || !self.is_of_hook
    }

    /// True if one of the repositories that are known has something to refuse.
    pub(super) fn have_policies(&self) -> bool {
        let mut heard = self.all.iter().filter(|holder| self.hears(holder));
        heard.any(|holder| !holder.policy.blocks().is_empty())
    }

    /// Reason why a path outside of this repository's work trees is closed to writes.
    pub(super) fn outside(&mut self, path: &Path, touch: Touch) -> Option<Denial> {
        let here = self.here?;
        let is_inside = !matches!(self.all[here].place(path), Place::Outside(_));
        if touch.access != Access::Write || is_inside || !self.hears(&self.all[here]) {
            return None;
        }
        let is_closed = match closes_outside(self.all[here].workspace()) {
            Ok(is_closed) => is_closed,
            Err(error) => {
                self.fault.get_or_insert(error);
                false
            }
        };
        if !is_closed {
            return None;
        }
        let holders = self.of_path(path);
        let own = &self.all[here].folders;
        let mut folders = holders.iter().map(|nth| &self.all[*nth].folders);
        if folders.any(|folders| folders.is_of_same(own)) || self.is_open_outside(path) {
            return None;
        }
        let key = table::POLICY_OUTSIDE.key();
        Some(of_outside(&path.to_string_lossy(), &key))
    }

    fn is_open_outside(&mut self, path: &Path) -> bool {
        let folders = self.open_outside.get_or_insert_with(|| {
            let (variables, usual) = TEMPORARY;
            let named = variables
                .iter()
                .filter_map(|name| absolute(&self.invocation, name));
            let mut folders: Vec<PathBuf> = named.chain(usual.map(PathBuf::from)).collect();
            folders.extend(own_folders(&self.invocation));
            folders.iter().map(|folder| real(folder)).collect()
        });
        // The root as a temporary folder would open everything.
        let mut folders = folders.iter().filter(|folder| folder.parent().is_some());
        folders.any(|folder| path.starts_with(folder))
    }

    pub(super) fn nth(&self, nth: usize) -> &Holder<'a> {
        &self.all[nth]
    }

    pub(super) fn nth_mut(&mut self, nth: usize) -> &mut Holder<'a> {
        &mut self.all[nth]
    }

    /// Folders that `~` and its kin stand for at the beginning of a path.
    pub(super) fn home(&self) -> Home<'_> {
        let environment = self.invocation.environment();
        let text = |name| environment.variable(name).and_then(OsStr::to_str);
        let here = self.here.map(|nth| &self.all[nth].folders);
        Home {
            folder: text("HOME").filter(|folder| !folder.is_empty()),
            user: text("USER").or_else(|| text("LOGNAME")),
            // In a bare repository nothing is named by it.
            top: here.and_then(|folders| folders.top()?.to_str()),
        }
    }
}
