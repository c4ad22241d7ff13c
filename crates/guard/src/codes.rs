//! Recovery codes: a list of short codes under words that say so. Each of them opens an account,
//! and none has a form that tells it from a number.

use std::ops::Range;

use super::classify::{placeholder, value};
use super::work;

/// The fewest codes that are a list.
const FEWEST: usize = 3;

/// The longest line of codes, in bytes.
const LONGEST_LINE: usize = 200;

/// The longest list, in bytes.
const LONGEST_LIST: usize = 4096;

/// The most lines without a code between the words and the list.
const GAP: usize = 3;

/// Lengths of a code, without its joints.
const LENGTHS: std::ops::RangeInclusive<usize> = 6..=32;

/// Reads the list of codes after `anchor`, from the first to the last one.
pub(crate) fn read(text: &str, anchor: Range<usize>) -> Option<Range<usize>> {
    let mut found: Option<Range<usize>> = None;
    let mut codes = 0;
    let mut gap = 0;
    let mut start = anchor.end;
    let list = &text[anchor.end..text.floor_char_boundary(anchor.end + LONGEST_LIST)];
    for (nth, line) in list.split_inclusive('\n').enumerate() {
        work::did(line.len());
        if line.len() > LONGEST_LINE {
            break;
        }
        // The rest of the words, up to their colon.
        let skipped = match line.find(':') {
            Some(colon) if nth == 0 => colon + 1,
            _ => 0,
        };
        match in_line(&line[skipped..]) {
            Some((span, count)) => {
                let span = start + skipped + span.start..start + skipped + span.end;
                let first = found.map_or(span.start, |found| found.start);
                found = Some(first..span.end);
                codes += count;
            }
            None if found.is_some() => break,
            None if gap == GAP => break,
            None => gap += 1,
        }
        start += line.len();
    }
    found.filter(|_| codes >= FEWEST)
}

/// The place of the codes of a line, and their number; `None` if it has anything else.
fn in_line(line: &str) -> Option<(Range<usize>, usize)> {
    let mut found: Option<Range<usize>> = None;
    let mut codes = 0;
    let mut at = 0;
    for word in line.split_inclusive([' ', '\t', ',', '|', ';']) {
        let bare = word.trim_matches(|letter: char| {
            letter.is_whitespace() || ",;|`*\"'[]()>".contains(letter)
        });
        let start = at + word.find(bare).unwrap_or_default();
        at += word.len();
        if is_mark(bare) {
            continue;
        }
        if !is_code(bare) {
            return None;
        }
        codes += 1;
        let first = found.map_or(start, |found| found.start);
        found = Some(first..start + bare.len());
    }
    found.map(|found| (found, codes))
}

/// True for the mark or the number of an item.
fn is_mark(word: &str) -> bool {
    let number = word.trim_end_matches(['.', ')', ':']);
    word.is_empty()
        || matches!(word, "-" | "+" | "x" | "•")
        || (number.len() < word.len() || number.len() < 3)
            && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// True for a code: groups of letters and digits.
fn is_code(word: &str) -> bool {
    let letters = word.bytes().filter(|byte| *byte != b'-').count();
    let mut groups = word.split('-');
    let is_date = word.len() == 10 && word.as_bytes()[4] == b'-' && word.as_bytes()[7] == b'-';
    LENGTHS.contains(&letters)
        && groups
            .all(|group| group.len() >= 3 && group.bytes().all(|byte| byte.is_ascii_alphanumeric()))
        && word.bytes().any(|byte| byte.is_ascii_digit())
        && !is_date
        && !placeholder::is_placeholder(word)
        && !value::is_uuid(word)
}
