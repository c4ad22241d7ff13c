//! A text that the user edits: a file in the git folder, as git keeps its messages, which is gone
//! afterwards.

use std::path::{Path, PathBuf};
use std::{fs, io};

use tempfile::NamedTempFile;

use crate::kept::DRAFTS;
use crate::{Error, Store, UserStore};
use git_memory_guard::Clean;

/// A file that an editor can open.
pub struct EditFile(NamedTempFile);

impl Store<'_> {
    /// A new file with a text, in the git folder.
    pub fn edit_file(&self, text: &Clean) -> io::Result<EditFile> {
        // Not in the work tree: neither the file nor an editor's copies of it are to be committed.
        EditFile::new(&DRAFTS.of(self.repo()), "EDIT-", text)
    }

    /// Keeps a text that could not be written where it belongs; gives the file.
    pub fn keep_refused(&self, text: &Clean) -> Result<PathBuf, Error> {
        keep(&DRAFTS.of(self.repo()), "REFUSED-", text)
    }
}

impl UserStore {
    /// A new file with a text, beside the files of user memory.
    pub fn edit_file(&self, text: &Clean) -> io::Result<EditFile> {
        // Hidden: it is no file of user memory, and is not listed as one.
        EditFile::new(self.folder(), ".EDIT-", text)
    }

    /// Keeps a text that could not be written where it belongs; gives the file.
    pub fn keep_refused(&self, text: &Clean) -> Result<PathBuf, Error> {
        keep(self.folder(), ".REFUSED-", text)
    }
}

fn keep(folder: &Path, prefix: &str, text: &Clean) -> Result<PathBuf, Error> {
    fs::create_dir_all(folder).map_err(Error::write(folder))?;
    // A name of its own: an earlier text may not have been looked at yet.
    let file = tempfile::Builder::new()
        .prefix(prefix)
        .suffix(".md")
        .tempfile_in(folder)
        .map_err(Error::write(folder))?;
    fs::write(file.path(), text.as_str()).map_err(Error::write(file.path()))?;
    match file.keep() {
        Ok((_, path)) => Ok(path),
        Err(error) => Err(Error::write(error.file.path())(error.error)),
    }
}

impl EditFile {
    fn new(folder: &Path, prefix: &str, text: &Clean) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let file = tempfile::Builder::new()
            .prefix(prefix)
            // Editors know by the ending what they show.
            .suffix(".md")
            .tempfile_in(folder)?;
        fs::write(file.path(), text.as_str())?;
        Ok(Self(file))
    }

    /// Path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Reads the current text of the file.
    pub fn text(&self) -> io::Result<String> {
        // An editor may have put another file in its place: it is read by its path.
        fs::read_to_string(self.0.path())
    }
}
