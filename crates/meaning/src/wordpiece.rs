//! Splits a text into the pieces of words that a model knows, as BERT does: a word that is not
//! known is made of the longest pieces that are.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Characters of a word; a longer one is unknown.
const WORD: usize = 100;
/// Mark of a piece that continues a word.
const CONTINUES: &str = "##";

/// Pieces in the order of their bytes, with their numbers.
pub(crate) trait Pieces {
    /// The number of a piece.
    fn number(&self, piece: &str) -> Option<u32>;
}

/// The numbers of a text's pieces, at most so many. `unknown` stands for words that are not known.
pub(crate) fn pieces(
    text: &str,
    known: &dyn Pieces,
    is_lower: bool,
    unknown: u32,
    most: usize,
) -> Vec<u32> {
    let mut numbers = Vec::new();
    for part in text.split(is_blank) {
        // A text may be long, and only its beginning is asked for.
        if numbers.len() >= most {
            break;
        }
        for word in words(&plain(part, is_lower)) {
            add_word(&mut numbers, word, known, unknown);
        }
    }
    numbers.truncate(most);
    numbers
}

/// A text without control characters; in lower case and without accents where the model is so.
fn plain(text: &str, is_lower: bool) -> String {
    let kept = text.chars().filter(|it| !is_control(*it));
    if !is_lower {
        return kept.collect();
    }
    let bare = kept.nfd().filter(|it| !is_combining_mark(*it));
    bare.flat_map(char::to_lowercase).collect()
}

/// The words of a text without blanks: each punctuation mark and each Chinese character is one.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_alone = |it: char| is_punctuation(it) || is_chinese(it);
    text.split_inclusive(is_alone).flat_map(move |run| {
        let last = run.char_indices().next_back();
        let cut = last
            .filter(|(_, it)| is_alone(*it))
            .map_or(run.len(), |it| it.0);
        let (word, mark) = run.split_at(cut);
        [word, mark].into_iter().filter(|it| !it.is_empty())
    })
}

fn add_word(numbers: &mut Vec<u32>, word: &str, known: &dyn Pieces, unknown: u32) {
    let begin = numbers.len();
    if word.chars().count() > WORD {
        numbers.push(unknown);
        return;
    }
    let mut rest = word;
    let mut piece = String::new();
    while !rest.is_empty() {
        let start = if rest.len() == word.len() {
            ""
        } else {
            CONTINUES
        };
        let ends = rest.char_indices().map(|(at, it)| at + it.len_utf8());
        let longest = ends.rev().find_map(|end| {
            piece.clear();
            piece.push_str(start);
            piece.push_str(&rest[..end]);
            known.number(&piece).map(|number| (number, end))
        });
        let Some((number, end)) = longest else {
            numbers.truncate(begin);
            numbers.push(unknown);
            return;
        };
        numbers.push(number);
        rest = &rest[end..];
    }
}

fn is_blank(it: char) -> bool {
    it.is_whitespace()
}

fn is_control(it: char) -> bool {
    // The marks of direction and the like are of the same class to BERT.
    it.is_control()
        || matches!(it, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}')
        || matches!(it, '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{fffd}')
}

fn is_punctuation(it: char) -> bool {
    it.is_ascii_punctuation()
        || matches!(
            it,
            '\u{a1}' | '\u{a7}' | '\u{ab}' | '\u{b6}' | '\u{b7}' | '\u{bb}' | '\u{bf}'
        )
        || matches!(it, '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205e}')
        || matches!(it, '\u{3001}'..='\u{3003}' | '\u{3008}'..='\u{3011}' | '\u{3014}'..='\u{301f}')
        || matches!(it, '\u{ff01}'..='\u{ff0f}' | '\u{ff1a}'..='\u{ff20}' | '\u{ff3b}'..='\u{ff3d}')
}

fn is_chinese(it: char) -> bool {
    matches!(
        it,
        '\u{4e00}'..='\u{9fff}'
            | '\u{3400}'..='\u{4dbf}'
            | '\u{20000}'..='\u{2ceaf}'
            | '\u{f900}'..='\u{faff}'
            | '\u{2f800}'..='\u{2fa1f}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Table(&'static [&'static str]);

    impl Pieces for Table {
        fn number(&self, piece: &str) -> Option<u32> {
            let nth = self.0.iter().position(|it| *it == piece)?;
            u32::try_from(nth).ok()
        }
    }

    const TABLE: Table = Table(&[
        "[UNK]", "un", "##aff", "##able", "cafe", "-", "中", "文", "!", "a", "##a", "the",
    ]);

    #[test]
    fn words_are_the_longest_known_pieces() {
        let long = "a".repeat(WORD + 1);
        for (text, wanted) in [
            ("unaffable", vec![1, 2, 3]),
            ("Café-the!", vec![4, 5, 11, 8]),
            ("中文", vec![6, 7]),
            ("unx the", vec![0, 11]),
            ("  \u{200b}a\u{0}a  ", vec![9, 10]),
            ("", vec![]),
            (long.as_str(), vec![0]),
            ("a a a a a a a a a a", vec![9; 6]),
        ] {
            assert_eq!(pieces(text, &TABLE, true, 0, 6), wanted, "{text}");
        }
        assert_eq!(pieces("The", &TABLE, false, 0, 6), [0]);
    }
}
