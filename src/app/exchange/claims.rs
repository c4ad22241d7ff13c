//! The paths that an import has taken, so that no two of its files are in each other's way.

use std::collections::HashSet;

use crate::app::exchange::import::Skipped;
use crate::domain::path::RepoPath;

/// The paths that an import has taken, and the folders on the way to them.
#[derive(Default)]
pub(crate) struct Claims {
    paths: HashSet<RepoPath>,
    folders: HashSet<String>,
}

impl Claims {
    /// The paths alone.
    pub(crate) fn paths(&self) -> &HashSet<RepoPath> {
        &self.paths
    }

    /// Takes a path.
    ///
    /// # Errors
    /// Where it is taken already, or is a folder of another one, or the other way round.
    pub(crate) fn claim(&mut self, path: &RepoPath) -> Result<(), Skipped> {
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
        // What is not a valid path cannot be that of a claimed file.
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
