//! The files that a decision is about: those that its text names and that are tracked.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

use super::arrival::Arrival;
use crate::workspace::{Error, Workspace};
use git_memory_store::given::is_there;
use git_memory_text::path::{MemoryFolder, folder, last};

/// The most paths of one record.
const LIMIT: usize = 12;

/// The most of them that come from commits.
const CITED: usize = 8;

/// The files that the work tree tracks.
pub(crate) struct Tree {
    top: PathBuf,
    memory: MemoryFolder,
    files: HashSet<String>,
    folders: HashSet<String>,
    /// The texts that are imported, and the folders that hold them.
    texts: HashSet<String>,
    /// The only path with this name; none where there are several.
    by_name: HashMap<String, Option<String>>,
}

impl Tree {
    /// # Errors
    /// Where git cannot read the index.
    pub(crate) fn of(workspace: &Workspace, arrivals: &[Arrival]) -> Result<Self, Error> {
        let mut tree = Self {
            top: workspace.store().work_files()?.top().to_owned(),
            memory: workspace.folder().clone(),
            files: HashSet::new(),
            folders: HashSet::new(),
            texts: HashSet::new(),
            by_name: HashMap::new(),
        };
        for Arrival { origin, .. } in arrivals {
            let mut path = origin.as_str();
            while tree.texts.insert(path.to_owned())
                && let Some((above, _)) = path.rsplit_once('/')
            {
                path = above;
            }
        }
        for path in workspace.store().staging().tracked_files()? {
            let mut folder = path.as_str();
            while let Some((above, _)) = folder.rsplit_once('/') {
                // All folders above a known folder are known.
                if !tree.folders.insert(above.to_owned()) {
                    break;
                }
                folder = above;
            }
            let name = last(&path).to_owned();
            let same = tree.by_name.entry(name);
            same.and_modify(|only| *only = None)
                .or_insert_with(|| Some(path.clone()));
            tree.files.insert(path);
        }
        Ok(tree)
    }

    /// True if a file or folder exists at a path from the top, tracked or not: pictures may be as
    /// new as the text that shows them.
    pub(crate) fn is_there(&self, path: &str) -> bool {
        self.has(path) || is_there(&self.top.join(path))
    }

    /// True if a tracked file or folder exists at a path from the top.
    pub(crate) fn has(&self, path: &str) -> bool {
        self.files.contains(path) || self.folders.contains(path)
    }

    /// The pathspecs of what a text names; `origin` is the text's own file.
    pub(crate) fn named(&self, names: &[String], origin: &str) -> Vec<String> {
        let own = folder(origin);
        let mut found: Vec<String> = Vec::new();
        for name in names {
            let Some(path) = self.resolved(name, own) else {
                continue;
            };
            // The other texts of its folder are what it links to, not what it is about.
            let is_beside = folder(&path) == own || self.texts.contains(&path);
            let is_memory = self.memory.holds(&path);
            if found.len() < LIMIT && !is_beside && !is_memory && !is_picture(&path) {
                let spec = self.pathspec(path);
                if !found.contains(&spec) {
                    found.push(spec);
                }
            }
        }
        found
    }

    /// Returns the paths that still exist.
    pub(crate) fn tracked<'p>(&self, paths: &'p [String]) -> impl Iterator<Item = &'p String> {
        let there = paths.iter().filter(|path| self.is_telling(path));
        there.take(CITED)
    }

    /// True if a path is that of a tracked file with a distinctive name.
    pub(crate) fn is_telling(&self, path: &str) -> bool {
        self.files.contains(path) && !is_common(last(path))
    }

    fn pathspec(&self, path: String) -> String {
        if self.folders.contains(&path) {
            format!("{path}/**")
        } else {
            path
        }
    }

    /// The path that a name in a text means, as it is written: from the top, from the text's folder
    /// where it begins with dots, or the end of only one path.
    fn resolved(&self, name: &str, own: &str) -> Option<String> {
        // `src/a.rs:12` names a line of it.
        let name = match name.find(['#', '?', ':']) {
            Some(end) => &name[..end],
            None => name,
        };
        let name = name
            .trim_end_matches(['/', '*', '.', ','])
            .trim_start_matches('/');
        if name.starts_with('.') && name.contains('/') {
            let mut parts: Vec<&str> = own.split('/').filter(|part| !part.is_empty()).collect();
            for part in name.split('/') {
                match part {
                    "" | "." => {}
                    ".." => {
                        parts.pop()?;
                    }
                    part => parts.push(part),
                }
            }
            let path = parts.join("/");
            return self.has(&path).then_some(path);
        }
        if name.is_empty() || is_common(name) {
            return None;
        }
        let is_folder = name.contains('/') && self.folders.contains(name);
        if self.files.contains(name) || is_folder {
            return Some(name.to_owned());
        }
        let last = last(name);
        // Without an ending it may be any word: a package, a function, a branch.
        if !last.contains('.') || is_common(last) {
            return None;
        }
        let only = self.by_name.get(last)?.as_ref()?;
        let is_end = only
            .strip_suffix(name)
            .is_some_and(|rest| rest.is_empty() || rest.ends_with('/'));
        is_end.then(|| only.clone())
    }
}

/// True for a common file name, which does not identify a file.
fn is_common(name: &str) -> bool {
    let name = name.to_lowercase();
    let names = ["readme", "license", "changelog", "codeowners"];
    names.iter().any(|common| name.starts_with(common))
}

fn is_picture(path: &str) -> bool {
    const PICTURES: [&str; 7] = [".png", ".svg", ".jpg", ".jpeg", ".gif", ".webp", ".pdf"];
    let path = path.to_lowercase();
    PICTURES.iter().any(|ending| path.ends_with(ending))
}
