//! Facts of the index about a text, besides its words: those that rank it, and attributes that can
//! be asked for.

use git_memory_model::kind::{Kind, Lifecycle};
use git_memory_text as text;
use git_memory_text::date::Date;

// The longest value of an attribute that is kept, in bytes. A longer one is cut in the index and in
// the question alike, so it is still found.
const VALUE_LIMIT: usize = 200;

/// Facts that rank a text besides its words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The kind by the id; `None` if only its folder can tell, or nothing.
    pub kind: Option<Kind>,
    /// Meaning of its status; `None` if the text is not a record: no view contains it.
    pub lifecycle: Option<Lifecycle>,
    /// The day it was made.
    pub created: Option<Date>,
    /// The day it was last changed.
    pub updated: Option<Date>,
    /// True if its file has a fault other than a secret.
    pub is_faulty: bool,
}

impl Facts {
    /// True if these are facts of a record that applies, or is proposed.
    #[must_use]
    pub fn is_current(&self) -> bool {
        match self.lifecycle {
            Some(lifecycle) => lifecycle.is_current(),
            None => false,
        }
    }
}

/// A fact of a text that can be asked for, and that the index keeps as a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attribute {
    /// The id, in lower case.
    Id,
    /// The words of its title, in order.
    Title,
    /// The status as its kind calls it.
    Status,
    /// One of its tags.
    Tag,
    /// Its scope, or a parent of that.
    Scope,
    /// The category, if it has one.
    Category,
    /// A pathspec of the files that it is about.
    About,
    /// What a record that decides says something about: the keys of its claims.
    Subject,
    /// A record whose place it took.
    Supersedes,
    /// The document or file of an agent that it was made from.
    Origin,
    /// A record that a commit names, as [`Citation::key`] writes it.
    ///
    /// [`Citation::key`]: git_memory_model::evidence::Citation::key
    Cites,
    /// A file that a commit changed which names a record, or a folder of it (with a slash at its
    /// end).
    Touches,
    /// Number of files that such a commit changed.
    Size,
}

impl Attribute {
    /// The term for a value: never a word of a text, as it begins with a control character.
    pub(crate) fn term(self, value: &str) -> String {
        let value = value.to_lowercase();
        let kept = &value[..text::floor(&value, VALUE_LIMIT)];
        format!("{}{kept}", self.prefix())
    }

    /// Prefix of the terms of all its values.
    pub(crate) fn prefix(self) -> &'static str {
        match self {
            Self::Id => "\u{1}id:",
            Self::Title => "\u{1}title:",
            Self::Status => "\u{1}status:",
            Self::Tag => "\u{1}tag:",
            Self::Scope => "\u{1}scope:",
            Self::Category => "\u{1}category:",
            Self::About => "\u{1}about:",
            Self::Subject => "\u{1}subject:",
            Self::Supersedes => "\u{1}supersedes:",
            Self::Origin => "\u{1}origin:",
            Self::Cites => "\u{1}cites:",
            Self::Touches => "\u{1}touches:",
            Self::Size => "\u{1}size:",
        }
    }
}
