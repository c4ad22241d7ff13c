//! The difference of two texts, line by line, and the words that changed within its lines.
//!
//! [`unified`] writes a difference as git does: the form that programs get. [`lines`] reads that
//! form for people: a door shows each line by its [`Sign`], and emphasises its marks. Neither asks
//! a clock; the work is bounded by sizes, so that equal texts always give equal answers.

use std::fmt::Write;
use std::ops::Range;

use crate::limits;
use similar::udiff::UnifiedHunkHeader;
use similar::{
    Algorithm, DiffOp, DiffTag, InlineChange, InlineChangeOptions, TextDiff, capture_diff_slices,
    group_diff_ops,
};

/// Number of unchanged lines around a change: fewer than git's three, as a record is short, and
/// each of its lines says where it is.
const CONTEXT: usize = 2;
/// Maximum bytes of a stretch of changed lines in which words are marked: a longer one was written
/// anew.
const STRETCH: usize = 8 << 10;
/// Maximum bytes of all stretches in which words are marked; those after them have no marks.
const STRETCHES: usize = 128 << 10;
/// Share of equal words below which two versions of some lines have no marks: marks everywhere
/// would show nothing.
const ALIKE: f32 = 0.6;

/// The role of a line in a unified diff, by its first character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// `@@`: the head of a hunk.
    Hunk,
    /// A line of both texts.
    Same,
    /// A line of the old text.
    Removed,
    /// A line of the new text.
    Added,
    /// `\`: the line before it has no line end.
    Note,
}

/// A line of a unified diff.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// Its role.
    pub sign: Sign,
    /// The line with its sign, without its line end.
    pub text: &'a str,
    /// The bytes of `text` that changed, in order; none where all of the line did.
    marks: Vec<Range<usize>>,
}

impl<'a> Line<'a> {
    fn new(text: &'a str) -> Self {
        let sign = match text.as_bytes().first() {
            Some(b'@') => Sign::Hunk,
            Some(b'-') => Sign::Removed,
            Some(b'+') => Sign::Added,
            Some(b'\\') => Sign::Note,
            _ => Sign::Same,
        };
        Self {
            sign,
            text,
            marks: Vec::new(),
        }
    }

    /// The text in pieces, each with true where it is to be emphasised.
    #[must_use]
    pub fn pieces(&self) -> Vec<(bool, &'a str)> {
        let mut pieces = Vec::new();
        let mut at = 0;
        for mark in &self.marks {
            pieces.push((false, &self.text[at..mark.start]));
            pieces.push((true, &self.text[mark.clone()]));
            at = mark.end;
        }
        pieces.push((false, &self.text[at..]));
        pieces.retain(|(_, piece)| !piece.is_empty());
        pieces
    }

    /// Takes over the marks of the text without its sign.
    fn mark(&mut self, change: &InlineChange<str>) {
        let mut at = 1;
        for (is_changed, piece) in change.values() {
            let range = at..at + piece.len();
            at = range.end;
            if *is_changed {
                self.marks.push(range);
            }
        }
        if self.marks.iter().eq([&(1..self.text.len())]) {
            self.marks.clear();
        }
    }
}

/// The difference of two texts as hunks of a unified diff, without the lines that name files; empty
/// where the texts are the same.
#[must_use]
pub fn unified(before: &str, after: &str) -> String {
    let [old, new] = [before, after].map(|text| text.split_inclusive('\n').collect::<Vec<&str>>());
    let mut diff = String::new();
    for hunk in group_diff_ops(changes(&old, &new), CONTEXT) {
        // To write to a string never fails.
        let _ = writeln!(diff, "{}", UnifiedHunkHeader::new(&hunk));
        for change in hunk {
            let (tag, gone, come) = change.as_tag_tuple();
            if tag == DiffTag::Equal {
                push(&mut diff, ' ', &old[gone]);
            } else {
                push(&mut diff, '-', &old[gone]);
                push(&mut diff, '+', &new[come]);
            }
        }
    }
    diff
}

/// The changes that make the new lines of the old ones.
fn changes(old: &[&str], new: &[&str]) -> Vec<DiffOp> {
    let most = old.len().max(new.len());
    if most <= limits::DIFFERENCE_LINES {
        return capture_diff_slices(Algorithm::Myers, old, new);
    }
    let common = |pairs: &mut dyn Iterator<Item = (&&str, &&str)>| {
        pairs.take_while(|(one, other)| one == other).count()
    };
    let before = common(&mut old.iter().zip(new));
    let (gone, come) = (&old[before..], &new[before..]);
    let after = common(&mut gone.iter().rev().zip(come.iter().rev()));
    let (old_len, new_len) = (gone.len() - after, come.len() - after);
    let equal = |old_index, new_index, len| DiffOp::Equal {
        old_index,
        new_index,
        len,
    };
    let mut changes = vec![
        equal(0, 0, before),
        DiffOp::Replace {
            old_index: before,
            old_len,
            new_index: before,
            new_len,
        },
        equal(before + old_len, before + new_len, after),
    ];
    changes.retain(|change| !change.old_range().is_empty() || !change.new_range().is_empty());
    changes
}

fn push(diff: &mut String, sign: char, lines: &[&str]) {
    for line in lines {
        diff.push(sign);
        diff.push_str(line);
        if !line.ends_with('\n') {
            diff.push_str("\n\\ No newline at end of file\n");
        }
    }
}

/// The lines of a unified diff, with marks where lines were replaced by similar ones.
#[must_use]
pub fn lines(unified: &str) -> Vec<Line<'_>> {
    let mut lines: Vec<Line> = unified.split_terminator('\n').map(Line::new).collect();
    let mut left = STRETCHES;
    for stretch in lines.chunk_by_mut(|one, next| is_change(one) && is_change(next)) {
        let size: usize = stretch.iter().map(|line| line.text.len()).sum();
        if size > STRETCH || size > left {
            continue;
        }
        left -= size;
        mark_words(stretch);
    }
    lines
}

fn is_change(line: &Line) -> bool {
    matches!(line.sign, Sign::Removed | Sign::Added | Sign::Note)
}

/// Marks the words by which the removed lines of a stretch differ from the added ones.
fn mark_words(stretch: &mut [Line]) {
    let texts = |sign| {
        let lines = stretch.iter().filter(|line| line.sign == sign);
        lines.map(|line| &line.text[1..]).collect::<Vec<&str>>()
    };
    let (old, new) = (texts(Sign::Removed), texts(Sign::Added));
    if old.is_empty() || new.is_empty() {
        return;
    }
    let mut options = InlineChangeOptions::new();
    options
        .algorithm(Algorithm::Myers)
        .min_ratio(ALIKE)
        .semantic_cleanup(true);
    let all = DiffOp::Replace {
        old_index: 0,
        old_len: old.len(),
        new_index: 0,
        new_len: new.len(),
    };
    let diff = TextDiff::from_slices(&old, &new);
    for change in diff.iter_inline_changes_with_options_deadline(&all, options, None) {
        let (sign, nth) = match (change.old_index(), change.new_index()) {
            (Some(nth), _) => (Sign::Removed, nth),
            (None, Some(nth)) => (Sign::Added, nth),
            (None, None) => continue,
        };
        let mut lines = stretch.iter_mut().filter(|line| line.sign == sign);
        if let Some(line) = lines.nth(nth) {
            line.mark(&change);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The lines of a difference with `[` and `]` around their marks.
    fn marked(before: &str, after: &str) -> String {
        let mut shown = String::new();
        for line in lines(&unified(before, after)) {
            for (is_changed, piece) in line.pieces() {
                let marks = if is_changed { ["[", "]"] } else { ["", ""] };
                shown.extend([marks[0], piece, marks[1]]);
            }
            shown.push('\n');
        }
        shown
    }

    /// The new text, made from the old one by the hunks of a difference.
    fn applied(before: &str, unified: &str) -> String {
        let mut old = before.split_inclusive('\n');
        let mut new: Vec<String> = Vec::new();
        let mut at = 0;
        let mut last = Sign::Hunk;
        for line in lines(unified) {
            let rest = line.text.get(1..).unwrap();
            match line.sign {
                Sign::Hunk => {
                    let range = rest.strip_prefix("@ -").unwrap();
                    let range = range.split(' ').next().unwrap();
                    let (start, count) = range.split_once(',').unwrap_or((range, "1"));
                    let is_empty = usize::from(count != "0");
                    let start = start.parse::<usize>().unwrap() - is_empty;
                    new.extend(old.by_ref().take(start - at).map(str::to_owned));
                    at = start;
                }
                Sign::Same | Sign::Removed => {
                    assert_eq!(old.next().unwrap().trim_end_matches('\n'), rest);
                    at += 1;
                }
                Sign::Added | Sign::Note => {}
            }
            match (line.sign, last) {
                (Sign::Same | Sign::Added, _) => new.push(format!("{rest}\n")),
                (Sign::Note, Sign::Same | Sign::Added) => {
                    new.last_mut().unwrap().pop();
                }
                _ => {}
            }
            last = line.sign;
        }
        new.extend(old.map(str::to_owned));
        new.concat()
    }

    #[test]
    fn a_difference_is_written_as_git_writes_it() {
        for (before, after, expected) in [
            ("a\nb\nc\nd\n", "a\nb\nc\nd\n", ""),
            (
                "a\nb\nc\nd\ne",
                "a\nb\nc\nD\ne",
                "@@ -2,4 +2,4 @@\n b\n c\n-d\n+D\n e\n\\ No newline at end of file\n",
            ),
            ("", "a\n", "@@ -0,0 +1 @@\n+a\n"),
            ("a\n", "", "@@ -1 +0,0 @@\n-a\n"),
            (
                "a\r",
                "b",
                "@@ -1 +1 @@\n-a\r\n\\ No newline at end of file\n\
                 +b\n\\ No newline at end of file\n",
            ),
        ] {
            assert_eq!(unified(before, after), expected, "{before:?} {after:?}");
        }
    }

    #[test]
    fn the_words_that_changed_are_marked_where_the_rest_of_the_lines_is_alike() {
        for (before, after, expected) in [
            (
                "We use Postgres for the event store.\n",
                "We use SQLite for the event store.\n",
                "@@ -1 +1 @@\n-We use [Postgres] for the event store.\n\
                 +We use [SQLite] for the event store.\n",
            ),
            (
                "status: active\ntags: [a]\n",
                "status: proposed\ntags: [a, é]\n",
                "@@ -1,2 +1,2 @@\n-status: [active]\n-tags: [a]\n\
                 +status: [proposed]\n+tags: [a[, é]]\n",
            ),
            ("one\n", "two\n", "@@ -1 +1 @@\n-one\n+two\n"),
            ("", "all new\n", "@@ -0,0 +1 @@\n+all new\n"),
        ] {
            assert_eq!(marked(before, after), expected, "{before:?} {after:?}");
        }
    }

    #[test]
    fn long_texts_are_compared_as_a_whole_and_long_stretches_have_no_marks() {
        let text = |factor: u64| {
            let line = |nth: u64| format!("line {}\n", nth.wrapping_mul(factor) % 9973);
            (0..10_000).map(line).collect::<String>()
        };
        let (before, after) = (text(7919), text(104_729));
        let difference = unified(&before, &after);
        assert_eq!(applied(&before, &difference), after);
        let long = "line\n".repeat(limits::DIFFERENCE_LINES);
        for [before, after] in [["a\n", "b\n"], ["a\n", ""], ["a\n", "a\n"]] {
            let [before, after] = [before, after].map(|line| format!("{long}{line}{long}x"));
            let difference = unified(&before, &after);
            assert!(difference.lines().count() < 9, "{difference}");
            assert_eq!(applied(&before, &difference), after);
        }
        let long = "word ".repeat(STRETCH);
        let shown = marked(&format!("{long}one\n"), &format!("{long}two\n"));
        assert!(!shown.contains('['));
    }

    proptest! {
        #[test]
        fn hunks_make_the_new_text_of_the_old_one(
            texts in proptest::array::uniform2("([ab\r]{0,2}\n){0,12}[a-b@+ -]{0,2}"),
        ) {
            let [before, after] = texts;
            prop_assert_eq!(applied(&before, &unified(&before, &after)), after);
        }

        #[test]
        fn marks_lie_within_lines_and_leave_out_no_sign(
            texts in proptest::array::uniform2("([aé事 \r.,👩\u{200d}-]{0,9}\n){0,6}[aé ]{0,3}"),
        ) {
            let [before, after] = texts;
            let difference = unified(&before, &after);
            let mut whole = String::new();
            for line in lines(&difference) {
                let pieces = line.pieces();
                prop_assert!(!pieces[0].0, "the sign is marked: {:?}", line);
                whole.extend(pieces.iter().map(|(_, piece)| *piece));
                whole.push('\n');
            }
            prop_assert_eq!(whole, difference);
        }
    }
}
