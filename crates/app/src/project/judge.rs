//! Judges paths as they are typed: each thing that a text may mean, at the place where it leads, by
//! the policies of the repositories that hold it.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::Path;

use super::holder::Holder;
use super::holders::Holders;
use super::verdict::Verdict;
use super::wanted::Wanted;
use crate::workspace::{Error, Invocation, Workspace};
use git_memory_policy::project::policy::{Access, Denial, Form, Note, Touch, forms};
use git_memory_store::RealPaths;
use git_memory_text::glob::{alternatives, is_glob};
use git_memory_text::limits;
use git_memory_text::path::RepoPath;
use git_memory_text::{one_line, visible_line};

/// The most letters of a path that a note shows.
const SHOWN: usize = 200;
/// Signs that make a part of a path a glob, or hide letters in one.
const WILD: [char; 4] = ['*', '?', '[', '\\'];
/// The most notes of one call in a repository.
const NOTES: usize = 4;

/// Part of a call that lies in one repository.
pub struct Touched<'w> {
    /// The repository.
    pub workspace: &'w Workspace,
    /// The files that the call is about to read or write, by their paths from the top.
    pub files: Vec<String>,
    /// Text that the call replaces in them.
    pub replaced: String,
    /// Notes for its searches.
    pub notes: Vec<Note>,
}

/// Files, replaced text and notes of a call, by the number of the repository.
pub(super) type Parts = BTreeMap<usize, (Vec<String>, String, Vec<Note>)>;

/// The policies that paths are judged by, and where relative paths begin.
pub struct Judge<'a> {
    holders: Holders<'a>,
    paths: RealPaths,
}

impl<'a> Judge<'a> {
    /// Judges paths that begin where the command runs.
    pub fn open(workspace: &'a Workspace) -> Result<Self, Error> {
        let invocation = workspace.invocation();
        Ok(Self::by(Holders::of(workspace)?, invocation))
    }

    /// Judges the paths of a call for the hook, whose folder need not be in a repository.
    pub(super) fn of_call(invocation: &Invocation) -> Result<Self, Error> {
        Ok(Self::by(Holders::of_call(invocation)?, invocation))
    }

    fn by(holders: Holders<'a>, invocation: &Invocation) -> Self {
        let paths = RealPaths::new(invocation.environment().folder());
        Self { holders, paths }
    }

    /// Judges a path or glob that an argument gives.
    ///
    /// # Errors
    /// [`Error::BadValue`] for an invalid path; if a part of a repository's policy is unreadable,
    /// and the readable part does not deny the path.
    pub fn check(&mut self, path: &OsStr, access: Access) -> Result<Verdict, Error> {
        if path.is_empty() || path.as_encoded_bytes().contains(&0) {
            let why = "a path is empty, or has a NUL in it".to_owned();
            return Err(Error::BadValue(why));
        }
        let touch = Touch::of_files(access);
        let text = path.to_str();
        let denial = match text {
            Some(text) => self.path(text, touch),
            // No shell, URL or other system is behind such bytes: it is a path of this one.
            None => self.leads(Path::new(path), touch),
        };
        if let Some(denial) = denial {
            return Ok(Verdict::Denied(denial));
        }
        if let Some(fault) = self.holders.take_fault() {
            return Err(fault);
        }
        if let Some(why) = self.holders.unclear.take() {
            let shown = one_line(&path.to_string_lossy(), SHOWN);
            return Ok(Verdict::Noted(Note {
                text: format!("'{}' cannot be judged: {why}", visible_line(&shown)),
                advice: Vec::new(),
            }));
        }
        let note = match text {
            Some(text) if access == Access::Search => self.left_out(text)?,
            _ => None,
        };
        Ok(note.map_or(Verdict::Open, |(_, note)| Verdict::Noted(note)))
    }

    /// Reason why an unchecked path may be closed, from the call or from its paths; `None` if no
    /// repository has a policy.
    pub(super) fn unclear(&self, of_call: Option<&'static str>) -> Option<&'static str> {
        let unclear = of_call.or(self.holders.unclear);
        unclear.filter(|_| self.holders.have_policies())
    }

    /// Takes the first thing that could not be read.
    pub(super) fn take_fault(&mut self) -> Option<Error> {
        self.holders.take_fault()
    }

    /// Reason why a tool may not access a path or glob.
    pub(super) fn path(&mut self, text: &str, touch: Touch) -> Option<Denial> {
        for form in self.forms(text) {
            let denial = match form {
                Form::Path(path) => self.leads(Path::new(&path), touch),
                Form::Elsewhere(path) => self.holders.outside(Path::new(&path), touch),
            };
            if denial.is_some() {
                return denial;
            }
        }
        // A file may be called so; a tool may read it as a glob all the same.
        if is_glob(text) {
            return self.glob(text, touch);
        }
        None
    }

    fn leads(&mut self, path: &Path, touch: Touch) -> Option<Denial> {
        for leads in self.paths.leads(path) {
            for at in leads.passed.iter().chain(&leads.end) {
                let denial = self.holders.first(at, |holder| holder.judge(at, touch));
                if denial.is_some() {
                    return denial;
                }
            }
            let denial = leads.end.and_then(|end| self.holders.outside(&end, touch));
            if denial.is_some() {
                return denial;
            }
        }
        None
    }

    fn glob(&mut self, text: &str, touch: Touch) -> Option<Denial> {
        for path in self.globs(text) {
            let (base, rest) = divided(&path);
            // Without wildcards it is a path, and named as one.
            if rest.is_empty() {
                let denial = self.leads(Path::new(base), touch);
                if denial.is_some() {
                    return denial;
                }
                continue;
            }
            for leads in self.paths.leads(Path::new(base)) {
                for at in leads.passed.iter().chain(&leads.end) {
                    let judge = |holder: &Holder| {
                        holder
                            .policy
                            .judge_glob(&holder.place(at), &rest, touch, text)
                    };
                    let denial = self.holders.first(at, judge);
                    if denial.is_some() {
                        return denial;
                    }
                }
                let denial = leads.end.and_then(|end| self.holders.outside(&end, touch));
                if denial.is_some() {
                    return denial;
                }
            }
        }
        None
    }

    /// Reason why a tool may not move, change or remove a path or glob with everything below it;
    /// access to the path itself is judged before.
    pub fn whole(&mut self, text: &str) -> Option<Denial> {
        for path in self.globs(text) {
            let (base, rest) = divided(&path);
            for leads in self.paths.leads(Path::new(base)) {
                let Some(end) = leads.end else { continue };
                let judge =
                    |holder: &Holder| holder.policy.judge_whole(&holder.place(&end), &rest, text);
                let denial = self.holders.first(&end, judge);
                if denial.is_some() {
                    return denial;
                }
            }
        }
        None
    }

    /// Note about the folder at which a search begins, and the repository of that rule.
    fn left_out(&mut self, text: &str) -> Result<Option<(usize, Note)>, Error> {
        for path in self.globs(text) {
            let (base, rest) = divided(&path);
            for leads in self.paths.leads(Path::new(base)) {
                let Some(end) = leads.end else { continue };
                let Some(nth) = self.holders.of_path(&end).first().copied() else {
                    continue;
                };
                if let Some(note) = self.holders.nth_mut(nth).left_out(&end, &rest)? {
                    return Ok(Some((nth, note)));
                }
            }
        }
        Ok(None)
    }

    /// The files of memory to which a path leads, each with its repository.
    pub(super) fn memory_places(&mut self, text: &str) -> Vec<(&Workspace, RepoPath)> {
        let places = self.places(text);
        let mut found = Vec::new();
        for (nth, path) in places {
            let workspace = self.holders.nth(nth).workspace();
            // A path that git does not allow is not a file of memory.
            if let Ok(path) = path.parse::<RepoPath>()
                && workspace.folder().holds(path.as_str())
                && workspace.has_memory()
            {
                found.push((workspace, path));
            }
        }
        found
    }

    /// The repositories that hold where a path leads, the innermost one first, each with the path
    /// from its top, as git would compare it.
    fn places(&mut self, text: &str) -> Vec<(usize, String)> {
        let mut found = Vec::new();
        for form in self.forms(text) {
            let Form::Path(path) = form else { continue };
            let leads = self.paths.leads(Path::new(&path)).into_iter();
            for end in leads.filter_map(|leads| leads.end) {
                for nth in self.holders.of_path(&end) {
                    let path = self.holders.nth(nth).inside(&end);
                    found.extend(path.map(|path| (nth, path)));
                }
            }
        }
        found.retain(|(nth, _)| self.holders.hears(self.holders.nth(*nth)));
        found
    }

    /// The innermost repository that holds where a path leads, by its number, and the path from its
    /// top.
    pub(super) fn innermost(&mut self, text: &str) -> Option<(usize, String)> {
        self.places(text).into_iter().next()
    }

    /// A repository by its number.
    pub(super) fn workspace(&self, nth: usize) -> &Workspace {
        self.holders.nth(nth).workspace()
    }

    /// Repositories and paths from their tops, as [`places`](Self::places) finds them.
    pub(super) fn places_in(&mut self, text: &str) -> Vec<(&Workspace, String)> {
        let places = self.places(text).into_iter();
        let workspace = |nth: usize| self.holders.nth(nth).workspace();
        places.map(|(nth, path)| (workspace(nth), path)).collect()
    }

    /// Divides what a call wants, and its searches, among the repositories that hold them closest.
    pub(super) fn divided(&mut self, wanted: &Wanted, searches: &[&str]) -> Result<Parts, Error> {
        let mut touched = Parts::new();
        for path in &wanted.files {
            if let Some((nth, file)) = self.places(path).into_iter().next() {
                let (files, replaced, _) = touched.entry(nth).or_default();
                files.push(file);
                for old in wanted.replaced_in(path) {
                    replaced.extend([old, "\n"]);
                }
            }
        }
        for search in searches {
            if let Some((nth, note)) = self.left_out(search)? {
                let notes = &mut touched.entry(nth).or_default().2;
                if notes.len() < NOTES && !notes.contains(&note) {
                    notes.push(note);
                }
            }
        }
        Ok(touched)
    }

    /// The parts of a call, each with its repository.
    pub(super) fn touched(&self, parts: Parts) -> Vec<Touched<'_>> {
        let touched = parts.into_iter();
        let touched = touched.map(|(nth, (files, replaced, notes))| Touched {
            workspace: self.workspace(nth),
            files,
            replaced,
            notes,
        });
        touched.collect()
    }

    fn forms(&mut self, text: &str) -> Vec<Form> {
        let Ok(forms) = forms(text, self.holders.home()) else {
            self.holders.unclear = Some("it names a path of more than 4,096 bytes");
            return Vec::new();
        };
        forms
    }

    /// The globs without braces that a text stands for, each as the paths that it may mean.
    fn globs(&mut self, text: &str) -> Vec<String> {
        let globs = alternatives(text, limits::CALL_GLOBS).unwrap_or_else(|_| {
            self.holders.unclear = Some("it names a glob that stands for more than 256");
            vec![text.to_owned()]
        });
        let mut paths = Vec::new();
        for glob in globs {
            for form in self.forms(&glob) {
                if let Form::Path(path) = form {
                    paths.push(path);
                }
            }
        }
        paths
    }
}

/// A glob as the path before its first wildcard, and the parts from there on.
fn divided(glob: &str) -> (&str, Vec<&str>) {
    let Some(wild) = glob.find(WILD) else {
        return (glob, Vec::new());
    };
    match glob[..wild].rfind('/') {
        // The root itself.
        Some(0) => ("/", glob[1..].split('/').collect()),
        Some(slash) => (&glob[..slash], glob[slash + 1..].split('/').collect()),
        None => ("", glob.split('/').collect()),
    }
}
