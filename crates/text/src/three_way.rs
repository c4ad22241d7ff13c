//! The three-way merge of a text, line by line: lines on which both sides agree, and differing
//! places, which are left to the caller.

use std::collections::HashMap;

use diffy::{ConflictStyle, DiffOptions, Hunk, IncompleteHunkStyle, Line, MergeOptions};

/// Two differing places become one if at most this many lines lie between them, as git does it:
/// many small conflicts are harder to read than one.
const CLOSE: usize = 3;

/// A stretch of a merged text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Lines that need no decision.
    Agreed(String),
    /// Lines that both sides changed, each in its own way.
    Differing(Differing),
}

/// The versions of some lines. Each of them that is not empty ends with a line end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Differing {
    /// As the one side has them.
    pub ours: String,
    /// As both sides had them.
    pub base: String,
    /// As the other side has them.
    pub theirs: String,
}

/// Merges two versions of a text that both come from `base`.
#[must_use]
pub fn merge(base: &str, ours: &str, theirs: &str) -> Vec<Piece> {
    let mut lines = Lines::default();
    let (base, ours, theirs) = (lines.words(base), lines.words(ours), lines.words(theirs));
    let mut options = MergeOptions::new();
    options
        .set_conflict_style(ConflictStyle::Diff3)
        .set_incomplete_hunk_style(IncompleteHunkStyle::Git);
    match options.merge(&base, &ours, &theirs) {
        Ok(merged) => vec![Piece::Agreed(lines.text(&merged))],
        Err(marked) => lines.pieces(&marked),
    }
}

/// Splits each differing place where both sides have enough equal lines.
#[must_use]
pub fn refined(pieces: Vec<Piece>) -> Vec<Piece> {
    let mut out = Vec::with_capacity(pieces.len());
    for piece in pieces {
        match piece {
            Piece::Differing(differing) => differing.split(&mut out),
            agreed @ Piece::Agreed(_) => out.push(agreed),
        }
    }
    out
}

/// Moves the lines with which both sides of a difference begin or end out of it.
#[must_use]
pub fn trimmed(pieces: Vec<Piece>) -> Vec<Piece> {
    let mut out = Vec::with_capacity(pieces.len());
    for piece in pieces {
        match piece {
            Piece::Differing(differing) => differing.trim(&mut out),
            agreed @ Piece::Agreed(_) => out.push(agreed),
        }
    }
    out
}

impl Piece {
    /// The piece with its sides exchanged.
    fn turned(self) -> Self {
        match self {
            Self::Differing(differing) => Self::Differing(differing.turned()),
            agreed @ Self::Agreed(_) => agreed,
        }
    }
}

impl Differing {
    fn trim(&self, out: &mut Vec<Piece>) {
        let ours: Vec<&str> = self.ours.split_inclusive('\n').collect();
        let theirs: Vec<&str> = self.theirs.split_inclusive('\n').collect();
        let pairs = ours.iter().zip(&theirs);
        let before = pairs.take_while(|(one, other)| one == other).count();
        let (ours, theirs) = (&ours[before..], &theirs[before..]);
        let pairs = ours.iter().rev().zip(theirs.iter().rev());
        let after = pairs.take_while(|(one, other)| one == other).count();
        let first: Vec<&str> = self.ours.split_inclusive('\n').take(before).collect();
        agree(out, &first.concat());
        out.push(Piece::Differing(Self {
            ours: ours[..ours.len() - after].concat(),
            base: self.base.clone(),
            theirs: theirs[..theirs.len() - after].concat(),
        }));
        agree(out, &ours[ours.len() - after..].concat());
    }

    fn split(&self, out: &mut Vec<Piece>) {
        // Compared in one order, whichever side is ours: two ways may be equally short.
        if self.ours > self.theirs {
            let mut turned = Vec::new();
            self.clone().turned().split(&mut turned);
            out.extend(turned.into_iter().map(Piece::turned));
            return;
        }
        let mut lines = Lines::default();
        let (ours, theirs) = (lines.words(&self.ours), lines.words(&self.theirs));
        let mut options = DiffOptions::new();
        // All of it, with room for the library to count on.
        options.set_context_len(usize::MAX / 4);
        let patch = options.create_patch(&ours, &theirs);
        let mut current = Self::default();
        // Lines of both sides that may yet be inside of one difference.
        let mut common: Vec<&str> = Vec::new();
        for line in patch.hunks().iter().flat_map(Hunk::lines) {
            if let Line::Context(word) = line {
                common.push(lines.line(word));
                continue;
            }
            if current.is_empty() || common.len() > CLOSE {
                current.end(out);
                agree(out, &common.concat());
            } else {
                let text = common.concat();
                current.ours.push_str(&text);
                current.theirs.push_str(&text);
            }
            common.clear();
            match line {
                Line::Delete(word) => current.ours.push_str(lines.line(word)),
                Line::Insert(word) => current.theirs.push_str(lines.line(word)),
                Line::Context(_) => {}
            }
        }
        current.end(out);
        agree(out, &common.concat());
    }

    /// The difference with its sides exchanged.
    fn turned(self) -> Self {
        Self {
            ours: self.theirs,
            base: self.base,
            theirs: self.ours,
        }
    }

    fn is_empty(&self) -> bool {
        self.ours.is_empty() && self.theirs.is_empty()
    }

    /// Moves the difference to the others, if it holds anything; afterwards it is empty.
    fn end(&mut self, out: &mut Vec<Piece>) {
        if !self.is_empty() {
            out.push(Piece::Differing(std::mem::take(self)));
        }
    }
}

fn agree(out: &mut Vec<Piece>, text: &str) {
    if !text.is_empty() {
        out.push(Piece::Agreed(text.to_owned()));
    }
}

/// The lines of some texts, each once. The library marks conflicts in the text itself, and a body
/// may well show a conflict, or underline a title with `=`: it merges the numbers of lines, among
/// which every mark is the library's.
#[derive(Default)]
struct Lines<'a> {
    lines: Vec<&'a str>,
    numbers: HashMap<&'a str, usize>,
}

impl<'a> Lines<'a> {
    /// A text as the numbers of its lines, one a line.
    fn words(&mut self, text: &'a str) -> String {
        let mut words = String::new();
        for line in text.split_inclusive('\n') {
            let next = self.lines.len();
            let number = *self.numbers.entry(line).or_insert(next);
            if number == next {
                self.lines.push(line);
            }
            words.push_str(&number.to_string());
            words.push('\n');
        }
        words
    }

    /// The line with a number, `word`; empty if `word` is not a number.
    fn line(&self, word: &str) -> &'a str {
        let number = word.trim_end().parse::<usize>();
        match number.map(|number| self.lines.get(number)) {
            Ok(Some(line)) => line,
            // Never: every word was made here.
            Ok(None) | Err(_) => "",
        }
    }

    fn text(&self, words: &str) -> String {
        let mut text = String::new();
        for word in words.split_inclusive('\n') {
            push_line(&mut text, self.line(word));
        }
        text
    }

    /// Takes a merge with the library's marks apart.
    fn pieces(&self, marked: &str) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let mut agreed = String::new();
        let mut differing = Differing::default();
        let mut at = '>';
        for word in marked.split_inclusive('\n') {
            match word.chars().next() {
                Some('<') => {
                    agree(&mut pieces, &std::mem::take(&mut agreed));
                    at = '<';
                }
                Some('>') => {
                    differing.complete();
                    pieces.push(Piece::Differing(std::mem::take(&mut differing)));
                    at = '>';
                }
                Some(mark @ ('|' | '=')) => at = mark,
                _ => {
                    let version = match at {
                        '<' => &mut differing.ours,
                        '|' => &mut differing.base,
                        '=' => &mut differing.theirs,
                        _ => &mut agreed,
                    };
                    push_line(version, self.line(word));
                }
            }
        }
        agree(&mut pieces, &agreed);
        pieces
    }
}

impl Differing {
    /// Gives each version that has lines a line end: a mark, or the other version, follows it.
    fn complete(&mut self) {
        let all = [&self.ours, &self.base, &self.theirs];
        let newline = if all.iter().any(|version| version.contains("\r\n")) {
            "\r\n"
        } else {
            "\n"
        };
        for version in [&mut self.ours, &mut self.base, &mut self.theirs] {
            if !version.is_empty() && !version.ends_with('\n') {
                version.push_str(newline);
            }
        }
    }
}

/// Adds a line to a text that may lack its last line end: the last line of one side need not be
/// that of the merge.
fn push_line(text: &mut String, line: &str) {
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text.push_str(line);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Pieces as one text, differences as `[ours|base|theirs]`.
    fn shown(pieces: &[Piece]) -> String {
        let mut text = String::new();
        for piece in pieces {
            match piece {
                Piece::Agreed(lines) => text.push_str(&lines.replace('\n', "")),
                Piece::Differing(lines) => {
                    let [ours, base, theirs] = [&lines.ours, &lines.base, &lines.theirs]
                        .map(|text| text.replace('\n', ""));
                    text.extend(["[", &ours, "|", &base, "|", &theirs, "]"]);
                }
            }
        }
        text
    }

    fn lines(letters: &str) -> String {
        letters
            .chars()
            .map(|letter| format!("{letter}\n"))
            .collect()
    }

    #[test]
    fn changes_of_one_side_count_and_differences_are_reported() {
        for (base, ours, theirs, expected) in [
            ("abc", "abc", "abc", "abc"),
            ("abc", "xbc", "abz", "xbz"),
            ("abc", "axc", "axc", "axc"),
            ("abc", "ac", "abc", "ac"),
            ("abc", "axc", "ayc", "a[x|b|y]c"),
            ("abc", "ac", "ayc", "a[|b|y]c"),
            ("adcbacc", "dacc", "dcba", "da"),
            ("", "ab", "ac", "[ab||ac]"),
            ("", "", "", ""),
        ] {
            let pieces = merge(&lines(base), &lines(ours), &lines(theirs));
            assert_eq!(shown(&pieces), expected, "{base} {ours} {theirs}");
        }
    }

    #[test]
    fn a_difference_is_no_larger_than_it_has_to_be() {
        for (ours, theirs, split, trim) in [
            ("abx", "aby", "ab[x||y]", "ab[x||y]"),
            ("axb", "ayb", "a[x||y]b", "a[x||y]b"),
            ("a1234b", "c1234d", "[a||c]1234[b||d]", "[a1234b||c1234d]"),
            ("a123b", "c123d", "[a123b||c123d]", "[a123b||c123d]"),
        ] {
            let pieces = merge("", &lines(ours), &lines(theirs));
            assert_eq!(shown(&refined(pieces.clone())), split, "{ours} {theirs}");
            assert_eq!(shown(&trimmed(pieces)), trim, "{ours} {theirs}");
        }
    }

    #[test]
    fn marks_in_a_text_and_a_last_line_without_an_end_are_lines_like_others() {
        let conflict = "<<<<<<< a\n=======\n>>>>>>> b\n";
        let ours = format!("{conflict}x");
        let theirs = format!("y\n{conflict}");
        let pieces = merge(conflict, &ours, &theirs);
        assert_eq!(pieces, [Piece::Agreed(format!("y\n{conflict}x"))]);
        let pieces = merge("a", "b", "c");
        let Piece::Differing(lines) = &pieces[0] else {
            panic!("{pieces:?}");
        };
        assert_eq!((&*lines.ours, &*lines.theirs), ("b\n", "c\n"));
    }

    proptest! {
        #[test]
        fn no_line_is_lost_and_no_side_counts_more(
            texts in proptest::array::uniform3(proptest::collection::vec("[a-d]", 0..9)),
        ) {
            let [base, ours, theirs] = texts.map(|letters| lines(&letters.concat()));
            let pieces = merge(&base, &ours, &theirs);
            let turn = |pieces: Vec<Piece>| -> Vec<Piece> {
                pieces.into_iter().map(Piece::turned).collect()
            };
            let of_turned = merge(&base, &theirs, &ours);
            prop_assert_eq!(&turn(of_turned.clone()), &pieces);
            prop_assert_eq!(turn(refined(of_turned)), refined(pieces.clone()));
            let all = shown(&refined(pieces.clone()));
            for (side, other) in [(&ours, &theirs), (&theirs, &ours)] {
                for line in side.lines() {
                    // A line that the other side has not taken out is still there. Of a line that
                    // the base repeats, each side may take out the one that the other keeps.
                    let is_kept = match base.matches(line).count() {
                        0 => true,
                        1 => other.contains(line),
                        _ => false,
                    };
                    prop_assert!(!is_kept || all.contains(line), "{} in {}", line, all);
                }
            }
            prop_assert_eq!(merge(&base, &ours, &ours), merge(&base, &ours, &base));
        }
    }
}
