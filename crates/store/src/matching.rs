//! Source files by what a line of theirs matches.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{Error, Packed, Store, View};
use git_memory_text::hex;

/// How many bytes of a hash make a name.
const LENGTH: usize = 20;
/// The most changed files that are searched beside a kept list; beyond, all are.
const FEW: usize = 200;

/// The files of the work tree that match a pattern, as they are kept: paths that git's index has as
/// well.
#[derive(Default, Deserialize, Serialize)]
struct Matching {
    files: BTreeSet<String>,
    /// Those that differed from the index. Nothing is known of them once they do not.
    touched: BTreeSet<String>,
}

impl Packed for Matching {}

impl Store<'_> {
    /// The text files of a view outside of the folder `without` some line of which matches an
    /// extended regular expression, in any case; only those of `paths` where there are some.
    pub fn files_matching(
        &self,
        view: &View,
        pattern: &str,
        without: &str,
        paths: &[String],
    ) -> Result<Vec<String>, Error> {
        let tree = match view.revision() {
            Some(revision) => Some(self.repo().resolve(revision)?),
            None => None,
        };
        Ok(self.repo().files_matching(pattern, tree, without, paths)?)
    }

    /// The same for the work tree and a pattern that every command asks for: the files are kept as
    /// long as the index is, and only those that differ from it are searched again.
    pub fn files_matching_again(
        &self,
        pattern: &str,
        without: &str,
    ) -> Result<BTreeSet<String>, Error> {
        // Before anything is read: what is written meanwhile gives the index another name.
        let index = size_and_times(&self.repo().index_file());
        let mut touched = BTreeSet::new();
        for path in self.repo().touched_files(Some(without))? {
            match String::from_utf8(path) {
                Ok(path) => _ = touched.insert(path),
                // It cannot be asked for by name.
                Err(_) => return self.all_matching(pattern, without),
            }
        }
        let key = self.answer_key(&("files that match", index, pattern, without))?;
        let Some(kept) = self.kept_pack::<Matching>(&key) else {
            let files = self.all_matching(pattern, without)?;
            let matching = Matching { files, touched };
            self.keep_pack(&key, &matching);
            return Ok(matching.files);
        };
        touched.extend(kept.touched);
        // Attributes decide which files are texts.
        let is_other = |path: &String| path.ends_with(".gitattributes");
        if touched.len() > FEW || touched.iter().any(is_other) {
            return self.all_matching(pattern, without);
        }
        let mut files = kept.files;
        files.retain(|path| !touched.contains(path));
        if !touched.is_empty() {
            let paths: Vec<String> = touched.into_iter().collect();
            files.extend(self.files_matching(&View::WorkTree, pattern, without, &paths)?);
        }
        Ok(files)
    }

    fn all_matching(&self, pattern: &str, without: &str) -> Result<BTreeSet<String>, Error> {
        let files = self.files_matching(&View::WorkTree, pattern, without, &[])?;
        Ok(files.into_iter().collect())
    }

    /// A name for what the work tree has of tracked files: another one where a file is changed, or the
    /// index is written.
    pub fn name_of_tracked(&self) -> Result<String, Error> {
        let mut hash = Sha256::new();
        hash.update(size_and_times(&self.repo().index_file()));
        let top = self.repo().work_tree()?;
        for path in self.repo().touched_files(None)? {
            // A path that is not UTF-8 is no source that can be named.
            if let Ok(path) = std::str::from_utf8(&path) {
                hash.update(size_and_times(&top.join(path)));
            }
        }
        Ok(hex(&hash.finalize()[..LENGTH]))
    }
}

/// A file by its path, size and times. One that is gone or closed to this user is so each time.
fn size_and_times(file: &Path) -> String {
    let meta = fs::symlink_metadata(file).ok();
    let times = meta.map(|meta| (meta.len(), meta.modified().ok()));
    format!("{} {times:?}\0", file.display())
}
