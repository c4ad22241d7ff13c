//! The change that a tool is about to make to a file.

use std::rc::Rc;

/// The next text of a file, as far as a call states it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// The whole text, or a text that contains it.
    Whole(Rc<str>),
    /// Pieces that take the place of others, one after the other.
    Pieces(Vec<Piece>),
    /// Lines that take the place of others, from the top to the end.
    Hunks(Vec<Hunk>),
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

/// Lines of a file that take the place of others, as a patch has them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hunk {
    /// A line above them; empty where none is named.
    pub below: String,
    /// Present lines, each with its end; none where lines are added to the file's end.
    pub old: String,
    /// New lines.
    pub new: String,
}

impl Edit {
    /// The text after the edit. A piece or a hunk that is not found changes nothing: the tool will
    /// report that.
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
            Self::Hunks(hunks) => patched(before, hunks).unwrap_or_else(|| before.to_owned()),
        }
    }
}

/// A text after hunks; `None` if one of them is not found.
fn patched(before: &str, hunks: &[Hunk]) -> Option<String> {
    let lines: Vec<&str> = before.lines().collect();
    let (mut after, mut done) = (Vec::with_capacity(lines.len()), 0);
    let mut last = Vec::new();
    for hunk in hunks {
        let old: Vec<&str> = hunk.old.lines().collect();
        if old.is_empty() {
            last.extend(hunk.new.lines());
            continue;
        }
        let above = position(&lines, done, &[&hunk.below]).filter(|_| !hunk.below.is_empty());
        let at = position(&lines, above.map_or(done, |nth| nth + 1), &old)?;
        after.extend(&lines[done..at]);
        after.extend(hunk.new.lines());
        done = at + old.len();
    }
    after.extend(&lines[done..]);
    after.extend(last);
    Some(after.iter().flat_map(|line| [*line, "\n"]).collect())
}

/// The place of some lines among others: those with the same space around them come first.
fn position(lines: &[&str], from: usize, wanted: &[&str]) -> Option<usize> {
    let shapes: [fn(&str) -> &str; 3] = [|line| line, str::trim_end, str::trim];
    shapes.iter().find_map(|shape| {
        let is_same = |here: &[&str]| here.iter().zip(wanted).all(|(a, b)| shape(a) == shape(b));
        let found = lines.get(from..)?.windows(wanted.len()).position(is_same);
        found.map(|nth| from + nth)
    })
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

    #[test]
    fn hunks_are_found_as_the_tool_finds_them() {
        let hunk = |below: &str, old: &str, new: &str| Hunk {
            below: below.to_owned(),
            old: old.to_owned(),
            new: new.to_owned(),
        };
        for (hunks, before, after) in [
            (vec![hunk("", "a\n", "b\n")], "ba\na", "ba\nb\n"),
            (vec![hunk("", "a\n", "b\n")], "  a \n", "b\n"),
            (vec![hunk("f", "a\n", "b\n")], "a\nf\na\n", "a\nf\nb\n"),
            (vec![hunk("", "", "b\n")], "a\n", "a\nb\n"),
            (
                vec![hunk("", "a\n", ""), hunk("", "a\n", "b\n")],
                "a\nc\na\n",
                "c\nb\n",
            ),
            (vec![hunk("", "x\n", "b\n")], "a", "a"),
        ] {
            assert_eq!(Edit::Hunks(hunks).applied(before), after);
        }
    }
}
