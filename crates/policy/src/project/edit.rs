//! The change that a tool is about to make to a file.

use std::rc::Rc;

/// The next text of a file, as far as a call states it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// The whole text, or a text that contains it.
    Whole(Rc<str>),
    /// Pieces that take the place of others, one after the other.
    Pieces(Vec<Piece>),
    /// The present content, and something more.
    More,
}

/// A piece of a file that takes the place of another one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Piece {
    /// Present text.
    pub old: String,
    /// New text.
    pub new: String,
    /// True if every occurrence is meant, not only one.
    pub is_everywhere: bool,
}

impl Edit {
    /// The text after the edit. A piece that is not found changes nothing: the tool will report
    /// that.
    #[must_use]
    pub fn applied(&self, before: &str) -> String {
        match self {
            Self::Whole(text) => text.to_string(),
            Self::More => format!("{before}\n\n"),
            Self::Pieces(pieces) => {
                let mut text = before.to_owned();
                for piece in pieces {
                    text = piece.applied(&text);
                }
                text
            }
        }
    }
}

impl Piece {
    fn applied(&self, before: &str) -> String {
        // Tools take it for the beginning of a new file.
        if self.old.is_empty() {
            return if before.is_empty() {
                self.new.clone()
            } else {
                before.to_owned()
            };
        }
        if self.is_everywhere {
            before.replace(&self.old, &self.new)
        } else {
            before.replacen(&self.old, &self.new, 1)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(old: &str, new: &str, is_everywhere: bool) -> Piece {
        Piece {
            old: old.to_owned(),
            new: new.to_owned(),
            is_everywhere,
        }
    }

    #[test]
    fn an_edit_says_what_a_file_becomes() {
        for (edit, before, after) in [
            (Edit::Whole("b".into()), "a", "b"),
            (Edit::More, "a\n", "a\n\n\n"),
            (Edit::Pieces(vec![piece("a", "b", false)]), "a a", "b a"),
            (Edit::Pieces(vec![piece("a", "b", true)]), "a a", "b b"),
            (
                Edit::Pieces(vec![piece("a", "b", false), piece("b", "c", true)]),
                "a b",
                "c c",
            ),
            (Edit::Pieces(vec![piece("x", "b", false)]), "a", "a"),
            (Edit::Pieces(vec![piece("", "b", false)]), "a", "a"),
            (Edit::Pieces(vec![piece("", "b", false)]), "", "b"),
        ] {
            assert_eq!(edit.applied(before), after, "{edit:?}");
        }
    }
}
