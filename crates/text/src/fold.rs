//! Characters as the tokenizer sees them: the role of each in a word, and its form without case,
//! accents and width.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::{compose, decompose_compatible, is_combining_mark};

use super::visible::is_hidden;

/// Role of a character in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    Letter,
    Digit,
    /// Belongs to the character before it, or shows nothing.
    Mark,
    /// Of a script that puts no spaces between words, or whose words carry endings that no stemmer
    /// here knows.
    Dense,
    /// A pictograph, which is a whole word.
    Symbol,
    Other,
}

pub(crate) fn class(c: char) -> Class {
    match c {
        'a'..='z' | 'A'..='Z' => Class::Letter,
        '0'..='9' => Class::Digit,
        _ if c.is_ascii() => Class::Other,
        _ if is_combining_mark(c)
            || is_hidden(c)
            || matches!(c, '\u{200c}' | '\u{200d}' | 'ﾞ' | 'ﾟ') =>
        {
            Class::Mark
        }
        _ if is_dense(c) => Class::Dense,
        '\u{2600}'..='\u{27bf}' | '\u{1f000}'..='\u{1faff}' => Class::Symbol,
        _ if c.is_numeric() => Class::Digit,
        _ if c.is_alphabetic() => Class::Letter,
        _ => Class::Other,
    }
}

/// Han, kana, Hangul, and the scripts of South-East Asia (Thai, Lao, Myanmar, Khmer).
fn is_dense(c: char) -> bool {
    matches!(
        c,
        '\u{0e01}'..='\u{0eff}'
            | '\u{1000}'..='\u{109f}'
            | '\u{1100}'..='\u{11ff}'
            | '\u{1780}'..='\u{17ff}'
            | '\u{2e80}'..='\u{2fdf}'
            | '\u{3005}'..='\u{3007}'
            | '\u{3041}'..='\u{3096}'
            | '\u{309d}'..='\u{309f}'
            | '\u{30a1}'..='\u{30fa}'
            | '\u{30fc}'..='\u{31ff}'
            | '\u{3400}'..='\u{4dbf}'
            | '\u{4e00}'..='\u{9fff}'
            | '\u{a960}'..='\u{a97f}'
            | '\u{ac00}'..='\u{d7ff}'
            | '\u{f900}'..='\u{faff}'
            | '\u{ff66}'..='\u{ffdc}'
            | '\u{20000}'..='\u{3ffff}'
    )
}

/// True if two lines differ at most in case, surrounding spaces, and how their letters are
/// composed.
#[must_use]
pub fn is_same_line(a: &str, b: &str) -> bool {
    let plain = |line: &str| -> String { line.trim().nfc().flat_map(char::to_lowercase).collect() };
    plain(a) == plain(b)
}

/// Adds a character's form.
pub(crate) fn fold(c: char, form: &mut String) {
    // Most characters are ASCII: the tables of Unicode are asked about the others only.
    if c.is_ascii() {
        form.push(c.to_ascii_lowercase());
    } else if !is_hidden(c) && !matches!(c, '\u{200c}' | '\u{200d}') {
        c.to_lowercase().for_each(|c| fold_lower(c, form));
    }
}

fn fold_lower(c: char, form: &mut String) {
    match c {
        // Letters with a stroke or of two sounds, which Unicode does not take apart.
        'ß' => form.push_str("ss"),
        'æ' => form.push_str("ae"),
        'œ' => form.push_str("oe"),
        'ø' => form.push('o'),
        'ł' => form.push('l'),
        'đ' | 'ð' => form.push('d'),
        'þ' => form.push_str("th"),
        'ı' => form.push('i'),
        'ς' => form.push('σ'),
        'ё' => form.push('е'),
        _ if is_taken_apart(c) => decompose_compatible(c, |part| match part {
            _ if is_combining_mark(part) => mark(part, form),
            _ => form.extend(part.to_lowercase()),
        }),
        _ if is_combining_mark(c) => mark(c, form),
        _ => form.push(c),
    }
}

/// A mark composes with its letter; of Latin and Greek letters it is dropped.
fn mark(mark: char, form: &mut String) {
    // A mark at the beginning belongs to no letter.
    let Some(letter) = form.chars().next_back() else {
        return;
    };
    // Questions are typed without them, and half of the texts leave them out; in other scripts a
    // mark makes another letter.
    if letter.is_ascii() || matches!(letter, '\u{a0}'..='\u{24f}' | '\u{370}'..='\u{3ff}') {
        return;
    }
    match compose(letter, mark) {
        Some(both) => {
            form.pop();
            form.push(both);
        }
        None => form.push(mark),
    }
}

/// Latin and Greek letters, ligatures, forms of other width, and squared or mathematical ones.
fn is_taken_apart(c: char) -> bool {
    matches!(
        c,
        '\u{a0}'..='\u{24f}'
            | '\u{370}'..='\u{3ff}'
            | '\u{1e00}'..='\u{1fff}'
            | '\u{2070}'..='\u{24ff}'
            | '\u{3300}'..='\u{33ff}'
            | '\u{fb00}'..='\u{fb06}'
            | '\u{ff00}'..='\u{ffef}'
            | '\u{1d400}'..='\u{1d7ff}'
    )
}
