//! The three-way merge of a text, line by line: lines on which both sides agree, and differing
//! places, which are left to the caller.

use std::collections::HashMap;

use similar::{Algorithm, DiffTag, MergeResolution, TextMerge, capture_diff_slices};

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
    let mut numbers = HashMap::new();
    let [base, ours, theirs] = [base, ours, theirs].map(|text| {
        let lines = lines(text);
        let words = numbered(&lines, &mut numbers);
        (lines, words)
    });
    let mut pieces = Vec::new();
    let mut agreed = String::new();
    for region in TextMerge::from_lines(&*base.1, &*ours.1, &*theirs.1).regions() {
        let ours = &ours.0[region.ours_range()];
        let theirs = &theirs.0[region.theirs_range()];
        match region.resolution() {
            MergeResolution::Conflict => {
                agree(&mut pieces, &std::mem::take(&mut agreed));
                let mut differing = Differing {
                    ours: ours.concat(),
                    base: base.0[region.base_range()].concat(),
                    theirs: theirs.concat(),
                };
                differing.complete();
                pieces.push(Piece::Differing(differing));
            }
            MergeResolution::Theirs => push_lines(&mut agreed, theirs),
            _ => push_lines(&mut agreed, ours),
        }
    }
    agree(&mut pieces, &agreed);
    pieces
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
        let (ours, theirs) = (lines(&self.ours), lines(&self.theirs));
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
        let (ours, theirs) = (lines(&self.ours), lines(&self.theirs));
        let mut current = Self::default();
        // Lines of both sides that may yet be inside of one difference.
        let mut common: Vec<&str> = Vec::new();
        for change in capture_diff_slices(Algorithm::Myers, &ours, &theirs) {
            let (tag, of_ours, of_theirs) = change.as_tag_tuple();
            if tag == DiffTag::Equal {
                common.extend(&ours[of_ours]);
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
            current.ours.push_str(&ours[of_ours].concat());
            current.theirs.push_str(&theirs[of_theirs].concat());
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

fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

/// A text as the numbers of its lines, one a line: the library takes a lone `\r` for a line end,
/// which git and YAML do not.
fn numbered<'a>(lines: &[&'a str], numbers: &mut HashMap<&'a str, usize>) -> String {
    let mut words = String::new();
    for line in lines {
        let next = numbers.len();
        let number = *numbers.entry(line).or_insert(next);
        words.push_str(&number.to_string());
        words.push('\n');
    }
    words
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

/// Adds lines to a text that may lack its last line end: the last line of one side need not be
/// that of the merge.
fn push_lines(text: &mut String, lines: &[&str]) {
    if !lines.is_empty() && !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text.push_str(&lines.concat());
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
