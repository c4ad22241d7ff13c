//! Values that are written into a document, and the answer where they cannot be.

use crate::record::patch::Field as Patch;

/// A change that has to be made by hand: the line to write, as a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ByHand(pub String);

/// A link to another record, as Markdown and as front matter have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Its text: a title, or a number such as `ADR-0005`.
    pub label: String,
    /// Path from the document's folder.
    pub target: String,
}

impl Link {
    pub(super) fn markdown(&self) -> String {
        let label = self.label.replace('[', "\\[").replace(']', "\\]");
        format!("[{label}]({})", self.target)
    }
}

/// A value to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A text on one line.
    Text(String),
    /// A list of texts.
    List(Vec<String>),
    /// Links to other records.
    Links(Vec<Link>),
}

impl Value {
    pub(super) fn of_front_matter(&self) -> Patch {
        match self {
            Self::Text(text) => Patch::Text(text.clone()),
            Self::List(items) => Patch::List(items.clone()),
            Self::Links(links) => {
                Patch::List(links.iter().map(|link| link.target.clone()).collect())
            }
        }
    }

    pub(super) fn of_line(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::List(items) => items.join(", "),
            Self::Links(links) => {
                let links: Vec<_> = links.iter().map(Link::markdown).collect();
                links.join(", ")
            }
        }
    }
}
