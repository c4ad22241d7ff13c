//! The column of checks: the places of files that break a rule, under the files' blobs.

use std::collections::HashSet;

use crate::kept::BY_BLOB;
use crate::source_files::ViewFile;
use crate::state::Column;
use crate::{Error, Store};
use git_memory_git::ObjectId;
use git_memory_model::checks::scan::{Hit, Scanner};

const COLUMN: &str = "checks";

/// Places in one blob by rule: [`Scanner::key`], and the places.
type Row = Vec<(u64, Vec<Hit>)>;

/// Places that were found before, and those of this process.
pub struct Verified<'a> {
    store: Store<'a>,
    rows: Column<Row>,
    /// The blobs that this process asked for: these stay where there are many.
    asked: HashSet<ObjectId>,
}

/// A file, and the rules that it has to keep.
pub struct Ruled<'r> {
    /// The file.
    pub file: &'r ViewFile,
    /// The rules.
    pub rules: Vec<&'r Scanner>,
}

impl<'a> Store<'a> {
    /// The places that were found before.
    #[must_use]
    pub fn verified(self) -> Verified<'a> {
        Verified {
            store: self,
            rows: Column::open(&BY_BLOB, self.repo().common_dir(), COLUMN),
            asked: HashSet::new(),
        }
    }
}

impl Verified<'_> {
    /// Reads the files for which a rule was not run before. A file that is too large or missing has
    /// no places afterwards ([`places`](Self::places)). `progress` is called with how many of how
    /// many files were read.
    pub fn run(
        &mut self,
        files: &[Ruled<'_>],
        progress: &dyn Fn(usize, usize),
    ) -> Result<(), Error> {
        let mut missing: Vec<(&ViewFile, Vec<&Scanner>)> = Vec::new();
        for ruled in files {
            self.asked.insert(ruled.file.id);
            let mut rules = ruled.rules.clone();
            rules.retain(|rule| self.places(ruled.file.id, rule).is_none());
            if !rules.is_empty() {
                missing.push((ruled.file, rules));
            }
        }
        let contents: Vec<&ViewFile> = missing.iter().map(|(file, _)| *file).collect();
        let (mut done, all) = (0, contents.len());
        let store = self.store;
        store.contents_of(&contents, |nth, content| {
            done += 1;
            progress(done, all);
            let (file, rules) = &missing[nth];
            let Some(content) = content else { return };
            // Two files may have one blob.
            let mut row = self.rows.get(&file.id).cloned().unwrap_or_default();
            for rule in rules {
                if !row.iter().any(|(key, _)| *key == rule.key()) {
                    row.push((rule.key(), rule.hits(content)));
                }
            }
            self.rows.put(file.id, row);
        })
    }

    /// The places of a blob that break a rule; `None` if the rule was not run over it.
    #[must_use]
    pub fn places(&self, blob: ObjectId, rule: &Scanner) -> Option<&[Hit]> {
        let row = self.rows.get(&blob)?;
        let (_, hits) = row.iter().find(|(key, _)| *key == rule.key())?;
        Some(hits)
    }
}

impl Drop for Verified<'_> {
    fn drop(&mut self) {
        self.rows.save(self.asked.iter().copied());
    }
}
