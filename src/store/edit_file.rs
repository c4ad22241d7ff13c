//! A text that the user edits: a file in the git folder, as git keeps its messages, which is gone
//! afterwards.

use std::fs;
use std::io;
use std::path::Path;

use tempfile::NamedTempFile;

use crate::domain::secrets::Clean;
use crate::store::Store;

/// A file that an editor can open.
pub struct EditFile(NamedTempFile);

impl Store<'_> {
    /// A new file with a text, in `memory/` of the git folder.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn edit_file(&self, text: &Clean) -> io::Result<EditFile> {
        // Not in the work tree: neither the file nor an editor's copies of it are to be committed.
        EditFile::new(&self.repo().git_dir().join("memory"), text)
    }
}

impl EditFile {
    fn new(folder: &Path, text: &Clean) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let file = tempfile::Builder::new()
            .prefix("EDIT-")
            // Editors know by the ending what they show.
            .suffix(".md")
            .tempfile_in(folder)?;
        fs::write(file.path(), text.as_str())?;
        Ok(Self(file))
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// What it holds now.
    ///
    /// # Errors
    /// Where it cannot be read, or is not UTF-8.
    pub fn text(&self) -> io::Result<String> {
        // An editor may have put another file in its place: it is read by its path.
        fs::read_to_string(self.0.path())
    }
}
