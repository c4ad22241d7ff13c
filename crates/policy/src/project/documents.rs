//! The three documents, made from one look at a repository.

use super::index::ProjectIndex;
use super::mapping::{Judge, map};
use super::profiling::{Contents, profile};
use super::top_level::TopLevel;
use super::{DirectoryMap, StackProfile};

/// The project index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Project {
    /// Languages and build tools of the project.
    pub profile: StackProfile,
    /// Role of each top-level entry; of a loaded project, only the entries of
    /// [`DirectoryMap::short`].
    pub map: DirectoryMap,
    /// The short form.
    pub index: ProjectIndex,
}

impl Project {
    /// Makes the documents. The same top level and contents give the same bytes everywhere.
    #[must_use]
    pub fn of(top: &TopLevel, contents: &Contents) -> Self {
        let profile = profile(top, contents);
        let text = |path: &str| match contents.get(path) {
            // Bytes that are not UTF-8 are in no line that we could understand.
            Some(bytes) => String::from_utf8_lossy(bytes).into_owned(),
            None => String::new(),
        };
        let (attributes, modules) = (text(".gitattributes"), text(".gitmodules"));
        let judge = Judge {
            attributes: &attributes,
            modules: &modules,
            stacks: profile
                .stacks
                .iter()
                .map(|stack| stack.name.as_str())
                .collect(),
        };
        let map = map(top, &judge);
        let index = ProjectIndex::of(&map, top.fingerprint());
        Self {
            profile,
            map,
            index,
        }
    }
}
