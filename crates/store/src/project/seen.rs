//! The state of a work tree that the last look saw, so that only what changed is looked at again.
//!
//! A folder or file whose times and size are as they were is not listed or read anew. So a change
//! that puts these back is not seen, nor one in an ignore file that the walk does not meet.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};

use super::place::{Known, Listed};
use crate::state::{KeyedFile, Made, checksummed_rows};
use crate::tracked::Stat;
use git_memory_policy::project::Content;

/// The state that a look saw.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct Seen {
    /// Nanoseconds since 1970 when the look began.
    pub(crate) looked: u64,
    pub(crate) folders: HashMap<String, SeenFolder>,
    pub(crate) files: HashMap<String, SeenFile>,
    /// The names that git tracks at the top, as the index of this stat has them.
    pub(crate) tracked: Option<(Stat, Vec<String>)>,
    /// The paths that git ignores, under the hash of all that decides about it.
    pub(crate) ignored: BTreeMap<String, Vec<(String, String)>>,
    /// The documents that were made then.
    pub(crate) documents: Made,
}

#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct SeenFolder {
    pub(crate) stat: Stat,
    pub(crate) listed: Listed,
}

#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct SeenFile {
    pub(crate) stat: Stat,
    /// The id of its blob, in hex.
    pub(crate) id: String,
    pub(crate) members: Vec<String>,
}

impl SeenFile {
    pub(crate) fn known(&self) -> Known {
        Known {
            content: Content::Blob(self.id.clone()),
            members: self.members.clone(),
        }
    }
}

impl Seen {
    /// Reads what was kept; nothing where it cannot be read.
    pub(crate) fn read(file: &KeyedFile) -> Self {
        match file.get() {
            Some(bytes) => checksummed_rows::of_file(&bytes).unwrap_or_default(),
            None => Self::default(),
        }
    }

    /// Keeps it.
    pub(crate) fn write(&self, file: &KeyedFile) {
        // Without the file, the next look reads everything again.
        if let Ok(bytes) = checksummed_rows::to_file(self) {
            file.put(&bytes);
        }
    }
}
