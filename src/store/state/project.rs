//! The three documents of the project index, for whoever reads them as files.

use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::domain::project::Project;
use crate::store::Store;
use crate::store::state::{KeyedFile, StateFolder};

/// The folder of the project index in a work tree's state.
const FOLDER: &str = "project";
/// The names of the documents.
const STACK_PROFILE: &str = "stack-profile.v1.json";
const DIRECTORY_MAP: &str = "directory-map.v1.json";
const PROJECT_INDEX: &str = "project-index.v1.json";
/// Where it is kept what the last look saw.
const SEEN: &str = "seen";

/// The files of the project index.
pub(crate) struct ProjectFiles(StateFolder);

impl Store<'_> {
    /// The folder that holds the three documents, once the project index has been loaded.
    #[must_use]
    pub fn project_folder(&self) -> PathBuf {
        StateFolder::of(self.repo().git_dir(), FOLDER)
            .path()
            .to_owned()
    }
}

impl ProjectFiles {
    /// Those of a work tree.
    pub(crate) fn of(git_dir: &Path) -> Self {
        Self(StateFolder::of(git_dir, FOLDER))
    }

    /// What the last look saw.
    pub(crate) fn seen(&self) -> KeyedFile {
        self.0.file(SEEN)
    }

    /// The documents, where they are those of this checksum; whatever else is there was not made
    /// by the last look, or was changed since.
    pub(crate) fn read(&self, checksum: u32) -> Option<Project> {
        let texts =
            [STACK_PROFILE, DIRECTORY_MAP, PROJECT_INDEX].map(|name| self.0.file(name).get());
        let [Some(profile), Some(map), Some(index)] = texts else {
            return None;
        };
        if self::checksum([&profile, &map, &index]) != checksum {
            return None;
        }
        Some(Project {
            profile: parse(&profile)?,
            map: parse(&map)?,
            index: parse(&index)?,
        })
    }

    /// Writes the documents, and gives their checksum.
    pub(crate) fn write(&self, project: &Project) -> u32 {
        let profile = text(&project.profile);
        let map = text(&project.map);
        let index = text(&project.index);
        // The short form last: whoever reads files alone finds the others there.
        for (name, bytes) in [
            (STACK_PROFILE, &profile),
            (DIRECTORY_MAP, &map),
            (PROJECT_INDEX, &index),
        ] {
            self.0.file(name).put(bytes);
        }
        checksum([&profile, &map, &index])
    }
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

fn checksum(texts: [&[u8]; 3]) -> u32 {
    let mut hash = crc32fast::Hasher::new();
    for text in texts {
        hash.update(text);
        hash.update(&[0]);
    }
    hash.finalize()
}
