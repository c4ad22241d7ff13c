//! Judges paths as they are typed: each thing that a text may mean, at the place where it leads.

use std::ffi::OsStr;
use std::path::Path;

use super::policy::{for_searches, lifted_blocks, policy, readable_policy};
use crate::app::workspace::{Error, Workspace};
use crate::domain::path::RepoPath;
use crate::domain::project::policy::{
    Access, Denial, Form, Home, Place, Policy, Rule, TooMany, alternatives, forms, is_glob,
};
use crate::domain::text::visible_line;
use crate::store::{Leads, RealPaths};

/// The most letters of a path that a reason shows.
const SHOWN: usize = 200;
/// Signs that make a part of a path a glob, or hide letters in one.
const WILD: [char; 4] = ['*', '?', '[', '\\'];

/// The policy, and what paths are compared with.
pub struct Judge<'a> {
    workspace: &'a Workspace,
    policy: Policy,
    paths: RealPaths,
}

impl<'a> Judge<'a> {
    /// Judges for this work tree, with relative paths from where the command runs; `searches` where
    /// it is asked about searches, too.
    ///
    /// # Errors
    /// As for [`policy`].
    pub fn open(workspace: &'a Workspace, searches: bool) -> Result<Self, Error> {
        Ok(Self::by(workspace, policy(workspace, searches)?))
    }

    /// The same by all of the policy that can be read, without what the project index says.
    ///
    /// # Errors
    /// As for [`readable_policy`].
    pub(crate) fn open_readable(workspace: &'a Workspace) -> Result<Self, Error> {
        Ok(Self::by(workspace, readable_policy(workspace)?))
    }

    /// The same with what the project index says of searches.
    ///
    /// # Errors
    /// As for [`for_searches`].
    pub(crate) fn for_searches(self) -> Result<Self, Error> {
        Ok(Self {
            policy: for_searches(self.workspace, self.policy)?,
            ..self
        })
    }

    /// The same with what is blocked until an edit of the team's file is committed; `None` where that
    /// is nothing more.
    ///
    /// # Errors
    /// As for [`lifted_blocks`].
    pub(crate) fn with_lifted_blocks(&self) -> Result<Option<Self>, Error> {
        let blocks = lifted_blocks(self.workspace)?;
        if blocks.is_empty() {
            return Ok(None);
        }
        let policy = self.policy.clone().with_blocks(blocks);
        Ok(Some(Self::by(self.workspace, policy)))
    }

    fn by(workspace: &'a Workspace, policy: Policy) -> Self {
        let folder = workspace.invocation().environment().folder();
        let paths = workspace.store().real_paths(folder, policy.folding());
        Self {
            workspace,
            policy,
            paths,
        }
    }

    /// Why a tool may not do something with a path or glob, as an argument gives it.
    #[must_use]
    pub fn argument(&self, path: &OsStr, access: Access) -> Option<Denial> {
        match path.to_str() {
            Some(text) => self.path(text, access),
            // No shell, URL or other system is behind such bytes: it is a path of this one.
            None => self.leads(Path::new(path), access),
        }
    }

    /// Why a tool may not do something with a path or glob.
    #[must_use]
    pub fn path(&self, text: &str, access: Access) -> Option<Denial> {
        let forms = match forms(text, self.home()) {
            Ok(forms) => forms,
            Err(why) => return Some(no_path(text, why)),
        };
        for form in &forms {
            let denial = match form {
                Form::Path(path) => self.leads(Path::new(path), access),
                Form::Elsewhere(path) => self
                    .policy
                    .judge(&Place::Outside(without_parents(path)), access),
            };
            if denial.is_some() {
                return denial;
            }
        }
        // A file may be called so; a tool may read it as a glob all the same.
        if is_glob(text) {
            return self.glob(text, access);
        }
        None
    }

    /// The same for a path that begins nobody knows where: only its names are judged.
    #[must_use]
    pub fn rootless(&self, text: &str, access: Access) -> Option<Denial> {
        let place = Place::Unknown(without_parents(text));
        let denial = self.policy.judge(&place, access);
        if denial.is_some() || !is_glob(text) {
            return denial;
        }
        for one in alternatives(text).ok()? {
            let parts: Vec<&str> = one.split('/').collect();
            let denial = self.policy.judge_glob(&place, &parts, access, text);
            if denial.is_some() {
                return denial;
            }
        }
        None
    }

    /// Why a tool may not move, change or take away what a path or glob names as a whole, with all
    /// that is below it; that it may touch the path itself is found out before.
    #[must_use]
    pub fn whole(&self, text: &str) -> Option<Denial> {
        for glob in alternatives(text).ok()? {
            // What is no path names nothing.
            for form in forms(&glob, self.home()).unwrap_or_default() {
                let Form::Path(path) = form else { continue };
                let (base, rest) = divided(&path);
                for leads in self.paths.leads(Path::new(base)) {
                    let denial = self.policy.judge_whole(&leads.end, &rest, text);
                    if denial.is_some() {
                        return denial;
                    }
                }
            }
        }
        None
    }

    fn glob(&self, text: &str, access: Access) -> Option<Denial> {
        let globs = match alternatives(text) {
            Ok(globs) => globs,
            Err(TooMany) => return Some(no_path(text, "it stands for more than 256 globs")),
        };
        for glob in globs {
            // An empty one names nothing.
            let forms = forms(&glob, self.home()).unwrap_or_default();
            for form in forms {
                let denial = match &form {
                    Form::Path(path) => {
                        let (base, rest) = divided(path);
                        self.glob_below(base, &rest, access, text)
                    }
                    Form::Elsewhere(path) => {
                        let (base, rest) = divided(path);
                        let place = Place::Outside(without_parents(base));
                        let denial = self.policy.judge_glob(&place, &rest, access, text);
                        denial.or_else(|| self.policy.judge(&place, access))
                    }
                };
                if denial.is_some() {
                    return denial;
                }
            }
        }
        None
    }

    fn glob_below(&self, base: &str, rest: &[&str], access: Access, shown: &str) -> Option<Denial> {
        for leads in self.paths.leads(Path::new(base)) {
            let places = leads.passed.iter().chain([&leads.end]);
            // Without wildcards it is a path, and named as one.
            for place in places.filter(|_| !rest.is_empty()) {
                let denial = self.policy.judge_glob(place, rest, access, shown);
                if denial.is_some() {
                    return denial;
                }
            }
            let denial = self.at(&leads, access);
            if denial.is_some() {
                return denial;
            }
        }
        self.met(base, rest, access)
    }

    /// Why a tool may not do something with a file that is there and that a glob stands for: whether
    /// two globs meet, what is there decides.
    fn met(&self, base: &str, rest: &[&str], access: Access) -> Option<Denial> {
        let [part] = rest else { return None };
        if access == Access::Search || !self.policy.has_wild_blocks() {
            return None;
        }
        let folder = Path::new(base);
        let names = self.paths.names(folder);
        let meant = names.filter(|name| self.policy.stands_for(part, name));
        let mut denials = meant.filter_map(|name| self.leads(&folder.join(name), access));
        denials.find(|denial| denial.rule == Rule::Block)
    }

    fn leads(&self, path: &Path, access: Access) -> Option<Denial> {
        for leads in self.paths.leads(path) {
            let denial = self.at(&leads, access);
            if denial.is_some() {
                return denial;
            }
        }
        None
    }

    fn at(&self, leads: &Leads, access: Access) -> Option<Denial> {
        for place in &leads.passed {
            let denial = self.policy.judge_names(place, access);
            if denial.is_some() {
                return denial;
            }
        }
        let denial = self.policy.judge(&leads.end, access)?;
        // Somebody's own file of that name is nobody else's to make.
        if denial.rule == Rule::Derived && self.is_foreign(&leads.end) {
            return None;
        }
        Some(denial)
    }

    fn is_foreign(&self, place: &Place) -> bool {
        let Place::Inside(path) = place else {
            return false;
        };
        let store = self.workspace.store();
        match (store.is_set_up(), store.foreign_derived()) {
            (Ok(is_set_up), Ok(foreign)) => !is_set_up || foreign.contains(&path.as_str()),
            // What cannot be read is not written over.
            _ => false,
        }
    }

    /// The files of memory to which a path leads.
    #[must_use]
    pub(super) fn memory_places(&self, text: &str) -> Vec<RepoPath> {
        let mut found = Vec::new();
        for path in self.places(text) {
            // What is no path of git's is no file of memory's.
            if let Ok(path) = path.parse::<RepoPath>()
                && path.below_memory().is_some()
                && self.workspace.has_memory()
            {
                found.push(path);
            }
        }
        found
    }

    /// The paths from the top to which a path leads, as git would compare them.
    #[must_use]
    pub(super) fn places(&self, text: &str) -> Vec<String> {
        let mut found = Vec::new();
        // What is no path leads nowhere.
        let forms = forms(text, self.home()).unwrap_or_default();
        for form in forms {
            let Form::Path(path) = form else { continue };
            for leads in self.paths.leads(Path::new(&path)) {
                if let Place::Inside(path) = leads.end {
                    found.push(self.policy.folding().fold(&path).into_owned());
                }
            }
        }
        found
    }

    /// The workspace in which it judges.
    #[must_use]
    pub fn workspace(&self) -> &'a Workspace {
        self.workspace
    }

    fn home(&self) -> Home<'_> {
        let environment = self.workspace.invocation().environment();
        let text = |name| environment.variable(name).and_then(OsStr::to_str);
        let files = self.workspace.store().work_files();
        Home {
            folder: text("HOME").filter(|folder| !folder.is_empty()),
            user: text("USER").or_else(|| text("LOGNAME")),
            // In a bare repository nothing is named by it.
            top: files.as_ref().ok().and_then(|files| files.top().to_str()),
        }
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

/// A slash path without `..`, each of which takes the part before it away.
fn without_parents(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

fn no_path(text: &str, why: &str) -> Denial {
    let shown: String = text.chars().take(SHOWN).collect();
    let shown = visible_line(&shown);
    Denial::new(Rule::NotAPath, format!("'{shown}' is not a path: {why}"))
}
