//! Changes to a text of memory, and their results.

use crate::records::adopt::Adopted;
use crate::workspace::Error;
use git_memory_model::kind::Kind;
use git_memory_model::record::{Record, body, front_matter, reading};

/// The text to write.
#[derive(Clone, Copy, Debug)]
pub enum NewText<'a> {
    /// All of the text, as an editor leaves it.
    Whole(&'a str),
    /// The body; or all of it, where the text begins with the front matter of this record.
    Body(&'a str),
    /// The text below a heading.
    Section {
        /// The heading, or the flag of one of the kind's sections.
        name: &'a str,
        /// The text.
        text: &'a str,
    },
}

/// A text that was edited.
#[derive(Clone, Debug)]
pub struct EditedText {
    /// The record's id; of a page the path, of a file of user memory its name.
    pub id: String,
    /// Path of the file: from the top of the work tree, or absolute for user memory.
    pub path: String,
    /// The kind's name, or `user`.
    pub kind: &'static str,
    /// True if anything was changed.
    pub is_changed: bool,
    /// The secrets that were taken out of a private record: rule and class of each.
    pub redacted: Vec<String>,
    /// The page that was taken up.
    pub adopted: Vec<Adopted>,
}

impl NewText<'_> {
    /// The whole text that takes the place of another one, of a record of this kind.
    ///
    /// # Errors
    /// [`Error::BadValue`] for a heading that the text has twice, or that cannot be one.
    pub(crate) fn in_place_of(self, old: &str, kind: Option<Kind>) -> Result<String, Error> {
        match self {
            Self::Whole(text) => Ok(text.to_owned()),
            // The output of 'show' comes back with its front matter, which must not be there twice.
            Self::Body(text) if front_matter::split(old).is_ok() && is_whole(text) => {
                Ok(text.to_owned())
            }
            Self::Body(text) => Ok(body::with_body(old, text)),
            Self::Section { name, text } => body::with_section(old, heading(name, kind), text)
                .map_err(|error| Error::BadValue(error.to_string())),
        }
    }
}

/// The heading that a name means: sections are flags of the add commands, too.
fn heading(name: &str, kind: Option<Kind>) -> &str {
    let mut sections = kind.map_or(&[][..], Kind::sections).iter();
    match sections.find(|section| section.flag == name) {
        Some(section) => section.name,
        None => name,
    }
}

/// True if a text is a record's whole file.
fn is_whole(text: &str) -> bool {
    let reading = reading::read(text.as_bytes());
    reading.header.is_some()
}

impl EditedText {
    pub(crate) fn new(record: &Record) -> Self {
        Self {
            id: record.header.id.to_string(),
            path: record.path.to_string(),
            kind: record.kind_name(),
            is_changed: false,
            redacted: Vec::new(),
            adopted: Vec::new(),
        }
    }
}
