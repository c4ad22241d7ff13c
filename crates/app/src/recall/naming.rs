//! Records whose text names something: a file, a symbol.

use crate::workspace::{Error, Workspace};
use git_memory_recall::{DocumentRef, holding};
use git_memory_store::index::IndexView;

/// A record whose text names something.
pub(crate) struct Mention {
    /// The record's path.
    pub(crate) record: String,
    /// The name there.
    pub(crate) text: String,
}

/// The texts of the records of a view.
pub struct Texts<'a> {
    pub(crate) workspace: &'a Workspace,
    pub(crate) view: IndexView,
}

impl Texts<'_> {
    /// The records whose text contains one of some words, each with the first that it contains. The
    /// index finds candidates; `is_in` tests a text for a word.
    pub(crate) fn naming(
        &self,
        words: &[String],
        is_in: fn(&str, &str) -> bool,
    ) -> Result<Vec<Mention>, Error> {
        let parts = self.view.parts();
        let mut found: Vec<Mention> = Vec::new();
        for word in words {
            for DocumentRef { part, document } in holding(&parts, &self.view.totals, word)? {
                let record = self.view.path(part, document)?;
                let Some(id) = self.view.id(part, document)? else {
                    continue;
                };
                let content = self.workspace.store().content(&record, id)?;
                // The answer shows the word, which must not be part of a secret.
                let text = String::from_utf8_lossy(&content);
                let text = self.workspace.guard()?.redact(&text);
                // The index knows words; only the text shows if they follow each other.
                if is_in(&text, word) && found.iter().all(|known| known.record != record) {
                    let text = word.clone();
                    found.push(Mention { record, text });
                }
            }
        }
        Ok(found)
    }
}

/// True if a text contains a path, or the end of one.
pub(crate) fn names_path(text: &str, path: &str) -> bool {
    text.contains(path)
}

/// True if a text contains the name of a symbol as a whole word.
pub(crate) fn names_symbol(text: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        !before.ends_with(is_part) && !after.starts_with(is_part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_symbol_is_a_word_by_itself() {
        for text in ["use Store", "`Store`", "Store::open", "xStore Store"] {
            assert!(names_symbol(text, "Store"), "{text}");
        }
        for text in ["Stores", "DataStore", "Store_2", "store", ""] {
            assert!(!names_symbol(text, "Store"), "{text}");
        }
    }
}
