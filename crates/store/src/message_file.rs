//! The file in which git prepares a commit's message: read, and given comments.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::{Error, Store};
use git_memory_guard::Clean;
use git_memory_model::evidence::message_file::with_comments;

/// The longest message that is read, in bytes: no one types more.
const LONGEST: u64 = 1 << 20;

/// A message that git prepares.
pub struct MessageFile {
    path: PathBuf,
    /// The text of the file.
    pub text: String,
}

impl Store<'_> {
    /// The message that git prepares in a file, which it names from the top of the work tree;
    /// `None` where that is too long, or no text.
    pub fn message_file(&self, file: &Path) -> Result<Option<MessageFile>, Error> {
        let path = self.repo().base().join(file);
        let mut bytes = Vec::new();
        let opened = File::open(&path).map_err(Error::read(&path))?;
        let read = opened.take(LONGEST + 1).read_to_end(&mut bytes);
        read.map_err(Error::read(&path))?;
        if bytes.len() as u64 > LONGEST {
            return Ok(None);
        }
        // Users who set another encoding write messages of their own.
        let text = String::from_utf8(bytes).ok();
        Ok(text.map(|text| MessageFile { path, text }))
    }
}

impl MessageFile {
    /// Puts lines into it as comments, where git takes comments out of it. `sign` is what begins
    /// one; `None` where git has chosen that itself.
    pub fn add_comments(&self, sign: Option<&str>, lines: &[Clean]) -> Result<(), Error> {
        let lines: Vec<&str> = lines.iter().map(Clean::as_str).collect();
        match with_comments(&self.text, sign, &lines) {
            // In its place, as git and editors have it open by its name.
            Some(text) => fs::write(&self.path, text).map_err(Error::write(&self.path)),
            None => Ok(()),
        }
    }
}
