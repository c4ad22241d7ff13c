//! The walk from the top of a repository to the files that say how it is built.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::place::{Listed, ListedKind, Place};
use git_memory_policy::project::known::{DEPTH, Use, is_entered, use_of};
use git_memory_policy::project::members::matcher;
use git_memory_policy::project::policy::COMMITTED_LOGS;
use git_memory_policy::project::{Content, KnownFile, TopEntry, TopLevel};
use git_memory_text::limits::PROJECT_FILES;
use git_memory_text::limits::PROJECT_FOLDERS;
use git_memory_text::path::last;
use git_memory_text::visible_line;

/// Maximum number of source files of one ending that are taken up.
const OF_AN_ENDING: usize = 8;
/// How many levels `**` in a workspace's list of members stands for.
const ANY_DEPTH: usize = 2;

/// Looks at all that the project index is made from.
pub(crate) fn look(place: &mut dyn Place) -> TopLevel {
    let mut look = Look {
        place,
        top: TopLevel::default(),
        files: BTreeMap::new(),
        visited: BTreeSet::new(),
        endings: BTreeMap::new(),
        sources: BTreeSet::new(),
        repositories: BTreeSet::new(),
    };
    look.run();
    look.top
}

struct Look<'a> {
    place: &'a mut dyn Place,
    top: TopLevel,
    /// The known files that were met, and what they are good for.
    files: BTreeMap<String, Use>,
    visited: BTreeSet<String>,
    /// How many source files of each ending were met.
    endings: BTreeMap<String, usize>,
    /// The names at the top below which source code was met.
    sources: BTreeSet<String>,
    /// The names at the top of folders that are repositories of their own.
    repositories: BTreeSet<String>,
}

impl Look<'_> {
    fn run(&mut self) {
        let listed = match self.place.list("") {
            Ok(listed) => listed,
            Err(why) => {
                self.top
                    .faults
                    .push(format!("the top of the project {why}"));
                return;
            }
        };
        let tracked = match self.place.tracked() {
            Ok(tracked) => tracked,
            Err(why) => {
                self.top.faults.push(why);
                Vec::new()
            }
        };
        let mut asked = Vec::new();
        for entry in &listed.names {
            // git does not ignore a tracked file, and compares each name with all that is tracked.
            if entry.name != ".git" && tracked.binary_search(&entry.name).is_err() {
                asked.push(entry.name.clone());
            }
        }
        let ignored = self.ignored(&asked);
        let mut waiting: Vec<String> = Vec::new();
        for entry in &listed.names {
            if ignored.contains_key(&entry.name) {
                continue;
            }
            self.meet(&entry.name, entry.kind);
            if entry.kind == ListedKind::Folder && is_entered(&entry.name) {
                waiting.push(entry.name.clone());
            }
        }
        self.walk(waiting);
        self.take_up_files();
        for entry in listed.names {
            let is_repository = self.repositories.contains(&entry.name);
            let is_committed =
                COMMITTED_LOGS.contains(&entry.name.as_str()) && self.is_committed(&entry.name);
            self.top.entries.push(TopEntry {
                kind: if is_repository {
                    ListedKind::Submodule.into()
                } else {
                    entry.kind.into()
                },
                is_tracked: tracked.binary_search(&entry.name).is_ok(),
                is_committed,
                ignored_by: ignored.get(&entry.name).cloned(),
                has_source: self.sources.contains(&entry.name),
                name: entry.name,
            });
        }
    }

    fn ignored(&mut self, paths: &[String]) -> HashMap<String, String> {
        match self.place.ignored(paths) {
            Ok(ignored) => ignored,
            Err(why) => {
                self.top.faults.push(why);
                HashMap::new()
            }
        }
    }

    fn is_committed(&mut self, name: &str) -> bool {
        match self.place.is_committed(name) {
            Ok(is_committed) => is_committed,
            Err(why) => {
                self.top.faults.push(why);
                false
            }
        }
    }

    /// Notes a file, where its name is known.
    fn meet(&mut self, path: &str, kind: ListedKind) {
        let Some(known) = use_of(path) else {
            return;
        };
        // A folder in the place of a file that is read is a fault, which is told where it is read.
        let is_meant = match kind {
            ListedKind::Folder => known == Use::Read,
            ListedKind::Submodule => false,
            ListedKind::File | ListedKind::Link | ListedKind::Other => true,
        };
        if !is_meant || (known == Use::Source && self.has_enough(path)) {
            return;
        }
        if self.files.len() < PROJECT_FILES {
            self.files.insert(path.to_owned(), known);
        } else {
            self.fault_once(format!(
                "more than {PROJECT_FILES} files: the others were not read"
            ));
        }
    }

    /// True if enough source files with this ending were met.
    fn has_enough(&mut self, path: &str) -> bool {
        let ending = path.rsplit('.').next().unwrap_or(path);
        let met = self.endings.entry(ending.to_owned()).or_insert(0);
        *met += 1;
        *met > OF_AN_ENDING
    }

    fn fault(&mut self, path: &str, why: &str) {
        let fault = format!("{}: {why}", visible_line(path));
        self.top.faults.push(fault);
    }

    fn fault_once(&mut self, fault: String) {
        if !self.top.faults.contains(&fault) {
            self.top.faults.push(fault);
        }
    }

    /// Looks into folders, level by level, so that the limit is not used up by the first one.
    fn walk(&mut self, mut waiting: Vec<String>) {
        for depth in 1..=DEPTH {
            let mut below = Vec::new();
            for folder in waiting {
                let Some(listed) = self.visit(&folder) else {
                    continue;
                };
                // Of the folders in it, those alone are listed that are looked into.
                for entry in listed.names {
                    if entry.kind == ListedKind::Folder && depth < DEPTH {
                        below.push(format!("{folder}/{}", entry.name));
                    }
                }
            }
            waiting = below;
        }
    }

    /// Looks into one folder, and notes its files; `None` where nothing in it counts.
    fn visit(&mut self, folder: &str) -> Option<Listed> {
        if self.visited.len() >= PROJECT_FOLDERS {
            let fault =
                format!("more than {PROJECT_FOLDERS} folders: the others were not looked into");
            self.fault_once(fault);
            return None;
        }
        if !self.visited.insert(folder.to_owned()) {
            return None;
        }
        let listed = match self.place.list(folder) {
            Ok(listed) => listed,
            Err(why) => {
                self.fault(folder, &why);
                return None;
            }
        };
        if listed.is_repository {
            self.repositories.insert(folder.to_owned());
            return None;
        }
        if listed.has_source {
            let top = folder.split('/').next().unwrap_or(folder);
            self.sources.insert(top.to_owned());
        }
        for entry in &listed.names {
            self.meet(&format!("{folder}/{}", entry.name), entry.kind);
        }
        Some(listed)
    }

    /// Reads the files that were met, and those of the workspaces' members that they name.
    fn take_up_files(&mut self) {
        let mut members = Vec::new();
        let mut done: BTreeMap<String, Content> = BTreeMap::new();
        // Members of members are none of the workspace's.
        for _ in 0..2 {
            let mut new: Vec<(String, Use)> = Vec::new();
            for (path, known) in &self.files {
                if !done.contains_key(path) {
                    new.push((path.clone(), *known));
                }
            }
            self.leave_ignored_out(&mut new);
            for (path, known) in new {
                let content = match known {
                    Use::Mark | Use::Source => Content::Unread,
                    Use::Read => match self.place.file(&path) {
                        Ok(known) => {
                            members.extend(known.members);
                            known.content
                        }
                        // Whatever it is called, it says nothing of the project.
                        Err(why) => {
                            self.files.remove(&path);
                            self.fault(&path, &why);
                            continue;
                        }
                    },
                };
                done.insert(path, content);
            }
            for pattern in std::mem::take(&mut members) {
                self.visit_members(&pattern);
            }
        }
        for (path, content) in done {
            self.top.files.push(KnownFile { path, content });
        }
    }

    /// Leaves out files that git ignores: other clones do not have them.
    fn leave_ignored_out(&mut self, files: &mut Vec<(String, Use)>) {
        let mut below = Vec::new();
        for (path, _) in files.iter() {
            // Read first: what is ignored depends on them.
            if path.ends_with(".gitignore") {
                drop(self.place.file(path));
            }
            // The files at the top were asked for with the folders there.
            if path.contains('/') {
                below.push(path.clone());
            }
        }
        let ignored = self.ignored(&below);
        files.retain(|(path, _)| !ignored.contains_key(path));
        for path in ignored.keys() {
            self.files.remove(path);
        }
    }

    /// Looks into the folders that a pattern names and that the walk did not reach.
    fn visit_members(&mut self, pattern: &str) {
        let parts: Vec<&str> = pattern.split('/').collect();
        if parts.len() <= DEPTH && !parts.contains(&"**") {
            return;
        }
        let mut found = vec![String::new()];
        for part in parts {
            let mut next = Vec::new();
            for folder in found {
                if part == "**" {
                    next.extend(self.below(&folder, ANY_DEPTH));
                } else if part.contains(['*', '?', '[', '{']) {
                    let Some(matcher) = matcher(part) else {
                        return;
                    };
                    let mut names = self.folders_in(&folder);
                    names.retain(|path| matcher.matches(last(path)));
                    next.extend(names);
                } else {
                    next.push(joined(&folder, part));
                }
            }
            next.truncate(PROJECT_FOLDERS);
            found = next;
        }
        for folder in found {
            if !folder.is_empty() && is_entered(&folder) {
                self.visit_member(&folder);
            }
        }
    }

    fn visit_member(&mut self, folder: &str) {
        let above = git_memory_text::path::folder(folder);
        // A list may name what is not there any more, which is no fault of the folder's.
        let is_there = self.folders_in(above).iter().any(|path| path == folder);
        if is_there {
            self.visit(folder);
        }
    }

    /// The folders in a folder, by their paths.
    fn folders_in(&mut self, folder: &str) -> Vec<String> {
        let mut paths = Vec::new();
        // A folder that cannot be listed was named by the walk, or is not there.
        let Ok(listed) = self.place.list(folder) else {
            return paths;
        };
        for entry in listed.names {
            let path = joined(folder, &entry.name);
            if entry.kind == ListedKind::Folder && is_entered(&path) {
                paths.push(path);
            }
        }
        paths
    }

    /// A folder and those below it, to some depth.
    fn below(&mut self, folder: &str, depth: usize) -> Vec<String> {
        let mut all = vec![folder.to_owned()];
        let mut last = all.clone();
        for _ in 0..depth {
            let mut next = Vec::new();
            for folder in &last {
                next.extend(self.folders_in(folder));
            }
            next.truncate(PROJECT_FOLDERS);
            all.extend(next.iter().cloned());
            last = next;
        }
        all
    }
}

fn joined(folder: &str, name: &str) -> String {
    if folder.is_empty() {
        name.to_owned()
    } else {
        format!("{folder}/{name}")
    }
}
