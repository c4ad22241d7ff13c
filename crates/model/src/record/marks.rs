//! The marks that a merge leaves for people to decide (git-merge(1), "How conflicts are
//! presented"), as `git merge-file` writes them; and their form in front matter.
//!
//! Front matter stays valid YAML in a conflict: it has the values of the present side, and the body
//! begins with a block of the differing lines of the other side:
//!
//! ```text
//! <<<<<<< HEAD
//! =======
//! title: Another title
//! >>>>>>> topic
//! ```

use super::blocks::key_of;
use git_memory_text::three_way::{self, Differing, Piece};

/// The default length of a mark.
pub const USUAL: usize = 7;
/// The longest marks that are written: a file's attributes come with every pull request.
const LONGEST: usize = 1 << 10;

/// Form in which two versions of some lines are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// The lines of each side.
    #[default]
    Sides,
    /// With the common base (`diff3`).
    Base,
    /// The base, too, without the lines with which both sides begin or end (`zdiff3`).
    TrimmedBase,
}

impl Style {
    /// The style that `merge.conflictStyle` names.
    #[must_use]
    pub fn by_name(name: &str) -> Self {
        match name {
            "diff3" => Self::Base,
            "zdiff3" => Self::TrimmedBase,
            _ => Self::Sides,
        }
    }
}

/// The marks of one merge.
#[derive(Clone, Debug)]
pub struct Marks {
    size: usize,
    ours: String,
    base: String,
    theirs: String,
    style: Style,
}

/// A text that was merged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merged {
    /// The text, with marks if it is not clean.
    pub text: String,
    /// True if nothing is left to decide.
    pub is_clean: bool,
}

impl Merged {
    /// A merge that left nothing to decide.
    #[must_use]
    pub fn clean(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            is_clean: true,
        }
    }
}

impl Marks {
    /// Marks of a length, with the names of the sides; a name that does not fit on one line is cut.
    #[must_use]
    pub fn new(size: usize, [ours, base, theirs]: [&str; 3]) -> Self {
        let line = |name: &str| name.lines().next().unwrap_or_default().to_owned();
        Self {
            size: size.clamp(1, LONGEST),
            ours: line(ours),
            base: line(base),
            theirs: line(theirs),
            style: Style::default(),
        }
    }

    /// The marks in another style.
    #[must_use]
    pub fn in_style(self, style: Style) -> Self {
        Self { style, ..self }
    }

    /// A text of pieces, with marks around those that have two versions.
    #[must_use]
    pub fn merged(&self, pieces: Vec<Piece>) -> Merged {
        let pieces = match self.style {
            Style::Sides => three_way::refined(pieces),
            Style::Base => pieces,
            Style::TrimmedBase => three_way::trimmed(pieces),
        };
        let mut merged = Merged::clean("");
        for piece in pieces {
            match piece {
                Piece::Agreed(lines) => merged.text.push_str(&lines),
                Piece::Differing(differing) => {
                    self.write(&differing, &mut merged.text);
                    merged.is_clean = false;
                }
            }
        }
        merged
    }

    /// Two versions as a whole, with their common lines.
    #[must_use]
    pub fn whole(&self, differing: &Differing) -> Merged {
        let mut text = String::new();
        self.write(differing, &mut text);
        Merged {
            text,
            is_clean: false,
        }
    }

    fn write(&self, differing: &Differing, text: &mut String) {
        let all = [&differing.ours, &differing.theirs, &*text];
        let newline = if all.iter().any(|lines| lines.ends_with("\r\n")) {
            "\r\n"
        } else {
            "\n"
        };
        if !text.is_empty() && !text.ends_with('\n') {
            text.push_str(newline);
        }
        text.push_str(&self.mark('<', &self.ours, newline));
        text.push_str(&differing.ours);
        if self.style != Style::Sides {
            text.push_str(&self.mark('|', &self.base, newline));
            text.push_str(&differing.base);
        }
        text.push_str(&self.mark('=', "", newline));
        text.push_str(&differing.theirs);
        text.push_str(&self.mark('>', &self.theirs, newline));
    }

    /// The block at the top of a body, with the lines of front matter that the other side has.
    #[must_use]
    pub fn keys(&self, theirs: &str) -> String {
        [
            &self.mark('<', &self.ours, "\n"),
            &self.mark('=', "", "\n"),
            theirs,
            &self.mark('>', &self.theirs, "\n"),
        ]
        .concat()
    }

    fn mark(&self, sign: char, name: &str, newline: &str) -> String {
        let mut mark: String = std::iter::repeat_n(sign, self.size).collect();
        if !name.is_empty() {
            mark.push(' ');
            mark.push_str(name);
        }
        mark.push_str(newline);
        mark
    }
}

/// The block at the top of a body that is about front matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeysInConflict<'a> {
    /// The lines of front matter that the other side has.
    pub theirs: &'a str,
    /// The body after the block.
    pub rest: &'a str,
}

impl<'a> KeysInConflict<'a> {
    /// The block at the beginning of a body, if there is one.
    #[must_use]
    pub fn at_top_of(body: &'a str) -> Option<Self> {
        let mut lines = body.split_inclusive('\n');
        let (opening, between) = (lines.next()?, lines.next()?);
        let size = mark_size(opening, '<')?;
        if between.trim_end() != "=".repeat(size) {
            return None;
        }
        let start = opening.len() + between.len();
        let mut end = start;
        for line in lines {
            if mark_size(line, '>') == Some(size) {
                key_of(&body[start..end])?;
                return Some(Self {
                    theirs: &body[start..end],
                    rest: &body[end + line.len()..],
                });
            }
            end += line.len();
        }
        None
    }
}

/// Length of the mark at the beginning of a line; `None` if there is no mark, or a drawn rule.
#[must_use]
pub fn mark_size(line: &str, sign: char) -> Option<usize> {
    let line = line.trim_end_matches(['\r', '\n']);
    let name = line.trim_start_matches(sign);
    let size = line.len() - name.len();
    let is_mark = size >= USUAL && (name.is_empty() || name.starts_with(' '));
    is_mark.then_some(size)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marks(size: usize) -> Marks {
        Marks::new(size, ["HEAD", "1234567", "topic"])
    }

    #[test]
    fn both_versions_are_shown_in_the_style_that_is_asked_for() {
        let pieces = three_way::merge("a\nb\n", "a\nx\n1\n", "a\ny\n1\n");
        for (style, expected) in [
            (
                "merge",
                "a\n<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> topic\n1\n",
            ),
            (
                "diff3",
                "a\n<<<<<<< HEAD\nx\n1\n||||||| 1234567\nb\n=======\ny\n1\n>>>>>>> topic\n",
            ),
            (
                "zdiff3",
                "a\n<<<<<<< HEAD\nx\n||||||| 1234567\nb\n=======\ny\n>>>>>>> topic\n1\n",
            ),
        ] {
            let merged = marks(7)
                .in_style(Style::by_name(style))
                .merged(pieces.clone());
            assert_eq!(merged.text, expected, "{style}");
            assert!(!merged.is_clean, "{style}");
        }
    }

    #[test]
    fn line_ends_and_lengths_are_kept() {
        let pieces = three_way::merge("a\r\n", "b\r\n", "c");
        let merged = Marks::new(9, ["", "", "t\nu"]).merged(pieces);
        assert_eq!(
            merged.text,
            "<<<<<<<<<\r\nb\r\n=========\r\nc\r\n>>>>>>>>> t\r\n"
        );
        assert_eq!(
            Marks::new(usize::MAX, [""; 3]).mark('<', "", "").len(),
            LONGEST
        );
    }

    #[test]
    fn the_block_about_front_matter_is_known_again() {
        for size in [7, 9] {
            let block = marks(size).keys("title: x\nowner: y\n");
            let body = format!("{block}\nText\n");
            let found = KeysInConflict::at_top_of(&body).unwrap();
            assert_eq!(found.theirs, "title: x\nowner: y\n");
            assert_eq!(found.rest, "\nText\n");
        }
        for body in [
            "",
            "Text\n",
            "<<<<<<< a\n=======\n>>>>>>> b\n",
            "<<<<<<< a\n=======\ntext\n>>>>>>> b\n",
            "<<<<<<< a\nx\n=======\ntitle: x\n>>>>>>> b\n",
            "<<<<<<< a\n=======\ntitle: x\n",
            "<<<<<<<< a\n=======\ntitle: x\n>>>>>>>> b\n",
        ] {
            assert_eq!(KeysInConflict::at_top_of(body), None, "{body}");
        }
    }
}
