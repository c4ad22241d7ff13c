//! The three documents of the project index, for readers of the files.

use std::fs;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::Store;
use crate::kept::PROJECT;
use crate::state::{KeyedFile, StateFolder};
use crate::tracked::Stat;
use git_memory_policy::project::{DirectoryMap, Project};

/// The names of the documents.
const STACK_PROFILE: &str = "stack-profile.v1.json";
const DIRECTORY_MAP: &str = "directory-map.v1.json";
const PROJECT_INDEX: &str = "project-index.v1.json";
/// File with what the last look saw.
const SEEN: &str = "seen";

/// The files of the project index.
pub(crate) struct ProjectFiles(StateFolder);

impl Store<'_> {
    /// The folder that holds the three documents, once the project index has been loaded.
    #[must_use]
    pub fn project_folder(&self) -> PathBuf {
        StateFolder::of(&PROJECT, self.repo().git_dir())
            .path()
            .to_owned()
    }
}

impl ProjectFiles {
    /// The project files of a work tree.
    pub(crate) fn of(git_dir: &Path) -> Self {
        Self(StateFolder::of(&PROJECT, git_dir))
    }

    /// File with what the last look saw.
    pub(crate) fn seen(&self) -> KeyedFile {
        self.0.file(SEEN)
    }

    /// The documents, where they are those that the last look made; whatever else is there was not
    /// made by it, or was changed since.
    pub(crate) fn read(&self, made: &Made) -> Option<Project> {
        let (profile, index) = (
            self.0.file(STACK_PROFILE).get()?,
            self.0.file(PROJECT_INDEX).get()?,
        );
        let is_same = checksum([&profile, &index]) == made.checksum && self.map_stat() == made.map;
        if !is_same || made.map.is_none() {
            return None;
        }
        Some(Project {
            profile: parse(&profile)?,
            map: made.short_map.clone(),
            index: parse(&index)?,
        })
    }

    /// Writes the documents, and gives what tells them from others.
    pub(crate) fn write(&self, project: &Project) -> Made {
        let profile = text(&project.profile);
        let map = text(&project.map);
        let index = text(&project.index);
        // The short form last: a program that reads only the files finds the others there.
        for (name, bytes) in [
            (STACK_PROFILE, &profile),
            (DIRECTORY_MAP, &map),
            (PROJECT_INDEX, &index),
        ] {
            self.0.file(name).put(bytes);
        }
        Made {
            checksum: checksum([&profile, &index]),
            map: self.map_stat(),
            short_map: project.map.short(),
        }
    }

    /// Stat of the directory map's file. Of 20,000 files at the top the map has millions of
    /// letters, of which only the folders are needed here.
    fn map_stat(&self) -> Option<Stat> {
        let meta = fs::symlink_metadata(self.0.path().join(DIRECTORY_MAP));
        Some(Stat::of(&meta.ok()?))
    }
}

/// Marks that tell documents that were made before from others.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(crate) struct Made {
    /// Of the two short ones.
    checksum: u32,
    /// Of the directory map's file.
    map: Option<Stat>,
    /// The directory map's short form: folders, and files that are left out or blocked.
    short_map: DirectoryMap,
}

fn parse<T: DeserializeOwned>(text: &[u8]) -> Option<T> {
    // Another version's document is made again.
    serde_json::from_slice(text).ok()
}

fn text<T: Serialize>(document: &T) -> Vec<u8> {
    // No document has a key that is not text, which is all that can go wrong.
    let mut text = serde_json::to_vec_pretty(document).unwrap_or_default();
    text.push(b'\n');
    text
}

fn checksum(texts: [&[u8]; 2]) -> u32 {
    let mut hash = crc32fast::Hasher::new();
    for text in texts {
        hash.update(text);
        hash.update(&[0]);
    }
    hash.finalize()
}
