//! The paths that an import has taken, so that no two of its files are in each other's way.

use std::collections::{HashMap, HashSet};

use crate::exchange::import::Skipped;
use git_memory_text::path::RepoPath;
use git_memory_text::portable::folded;

/// The paths that an import has taken, and the folders on the way to them.
#[derive(Default)]
pub(crate) struct Claims {
    paths: HashSet<RepoPath>,
    /// The taken paths as a file system that ignores case sees them.
    folded: HashMap<String, RepoPath>,
    /// The files that memory has.
    present: HashSet<RepoPath>,
    folders: HashSet<String>,
}

impl Claims {
    /// Only the paths.
    pub(crate) fn paths(&self) -> &HashSet<RepoPath> {
        &self.paths
    }

    /// The claims of an import into a memory that has these files.
    pub(crate) fn beside<'a>(files: impl IntoIterator<Item = &'a RepoPath>) -> Self {
        let mut claims = Self::default();
        for path in files {
            claims.folded.insert(folded(path.as_str()), path.clone());
            claims.present.insert(path.clone());
        }
        claims
    }

    /// Takes a path for a new file, or for one that is there.
    ///
    /// # Errors
    /// If the path is invalid on some system, already taken, or a folder of another one, or the
    /// other way round.
    pub(crate) fn claim(&mut self, path: &RepoPath) -> Result<(), Skipped> {
        let known = self.folded.entry(folded(path.as_str()));
        let known = known.or_insert_with(|| path.clone());
        // A file system that ignores case would write one file over the other.
        if known != path && !self.present.contains(path) {
            return Err(Skipped::refused(
                "its path differs from another one only in case or accents",
            ));
        }
        // A document is not a file system: one path in it may be both a file and a folder.
        let is_in_a_file = folders(path).any(|folder| self.is_file(folder));
        if self.folders.contains(path.as_str()) || is_in_a_file {
            return Err(Skipped::refused(
                "the document has a file and a folder of one name",
            ));
        }
        if !self.paths.insert(path.clone()) {
            return Err(Skipped::refused("the document has its path twice"));
        }
        self.folders.extend(folders(path).map(str::to_owned));
        Ok(())
    }

    fn is_file(&self, path: &str) -> bool {
        // An invalid path is never that of a claimed file.
        match path.parse::<RepoPath>() {
            Ok(path) => self.paths.contains(&path),
            Err(_) => false,
        }
    }
}

/// The folders on the way to a file, from the top down.
pub(crate) fn folders(path: &RepoPath) -> impl Iterator<Item = &str> {
    let path = path.as_str();
    path.match_indices('/').map(|(at, _)| &path[..at])
}
