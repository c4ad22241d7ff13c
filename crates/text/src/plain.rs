//! Turns a piece of inline Markdown into plain text, and shortens it.

use std::borrow::Cow;

use regex::Captures;

use crate::pattern::{Pattern, compiled};

/// A kind of markup: a character that it has, its pattern, and the words of it that stay.
type Step = (char, Pattern, &'static str);

/// Kinds of markup in the order in which they are taken away. A pattern is compiled for the first
/// text that has its character.
static STEPS: [Step; 9] = [
    // Images, struck-out words and footnote marks go.
    ('!', compiled!(r"!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])"), ""),
    ('~', compiled!(r"~~[^~]*~~"), ""),
    ('[', compiled!(r"\[\^[^\]]*\]"), ""),
    // Of links the words stay.
    (
        '[',
        compiled!(r"\[([^\[\]]+)\](?:\([^()]*(?:\([^()]*\))?[^()]*\)|\[[^\[\]]*\])"),
        "$1",
    ),
    ('[', compiled!(r"\[([^\[\]]*\s[^\[\]]*)\]"), "$1"),
    ('<', compiled!(r"<(https?://[^<>\s]+)>"), "$1"),
    // Any other word in angle brackets may be a type: `Vec<T>`.
    (
        '<',
        compiled!(r"(?i)</?(?:a|b|i|br|em|strong|code|sub|sup|span|p|div|img|kbd)(?:\s[^<>]*)?/?>"),
        "",
    ),
    (
        '*',
        compiled!(r"\*{1,3}([^\s*](?:[^*]*[^\s*])?)\*{1,3}"),
        "$1",
    ),
    // Within a word an underscore is part of a name.
    (
        '_',
        compiled!(r"(^|[^\w])_{1,3}([^\s_](?:[^_]*[^\s_])?)_{1,3}($|[^\w])"),
        "$1$2$3",
    ),
];

/// Plain text of a piece of inline Markdown: no emphasis, code marks, links, struck-out words or
/// footnote marks; one line.
pub fn plain(text: &str) -> String {
    // Nearly all texts are plain already.
    let may_change = |byte| {
        matches!(byte, b'!' | b'~' | b'[' | b'<' | b'*' | b'_' | b'\\' | b'`')
            || byte >= SHIELD_BYTE
    };
    if !text.bytes().any(may_change) {
        return in_one_line(text);
    }
    let mut text = shield(text);
    for (character, pattern, with) in &STEPS {
        if text.contains(*character)
            && let Cow::Owned(changed) = pattern.replace_all(&text, *with)
        {
            text = changed;
        }
    }
    let line = in_one_line(&text);
    line.chars().map(|it| shielded(it).unwrap_or(it)).collect()
}

/// The words of a text with one space between two.
fn in_one_line(text: &str) -> String {
    let is_space = |letter: char| letter.is_whitespace() || letter.is_control();
    let mut line = String::with_capacity(text.len());
    for word in text.split(is_space).filter(|word| !word.is_empty()) {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

/// Characters that are markup outside code spans and escapes; inside they mean themselves.
const MARKUP: &str = "[]()*_~<>!\\`#";
/// First of the characters that stand for shielded ones: in Unicode's private use area.
const SHIELD: char = '\u{ff000}';
/// First byte of all characters from there on, in UTF-8.
const SHIELD_BYTE: u8 = 0xf3;

fn shielded(letter: char) -> Option<char> {
    if letter < SHIELD {
        return None;
    }
    for (stand_in, markup) in (SHIELD..).zip(MARKUP.chars()) {
        if stand_in == letter {
            return Some(markup);
        }
    }
    None
}

/// The character of the private use area in which a markup character is kept.
fn stand_in(letter: char) -> char {
    for (stand_in, markup) in (SHIELD..).zip(MARKUP.chars()) {
        if markup == letter {
            return stand_in;
        }
    }
    letter
}

/// Takes code marks and escapes away, and shields their content.
fn shield(text: &str) -> String {
    static LITERAL: Pattern = compiled!(r"\\([[:punct:]])|``+ ?(.+?) ?``+|`([^`]+)`");
    // Texts do not use these characters, and they would come out as markup that was not there.
    let text: String = text.chars().filter(|&c| shielded(c).is_none()).collect();
    if !text.contains(['\\', '`']) {
        return text;
    }
    LITERAL.replace_all(&text, literal).into_owned()
}

/// Content of a code span or an escape, shielded.
fn literal(parts: &Captures<'_>) -> String {
    let mut literal = String::new();
    // Only one of the three alternatives has matched.
    for inner in parts.iter().skip(1).flatten() {
        literal.extend(inner.as_str().trim().chars().map(stand_in));
    }
    literal
}

/// `text` in at most `limit` characters: whole, or cut after a sentence, or after a word with an
/// ellipsis.
pub fn shorten(text: &str, limit: usize) -> String {
    let Some((end, _)) = text.char_indices().nth(limit) else {
        return text.to_owned();
    };
    let mut stops = text[..end].rmatch_indices(". ");
    let sentence = match stops.find(|(stop, _)| !is_abbreviated(&text[..*stop])) {
        Some((stop, _)) => stop + 1,
        None => 0,
    };
    // A whole sentence reads better than half of the next one, unless it is hardly anything.
    if text[..sentence].chars().count() >= limit / 3 {
        return text[..sentence].to_owned();
    }
    // The ellipsis takes one character.
    let room = match text.char_indices().nth(limit.saturating_sub(1)) {
        Some((at, _)) => at,
        None => text.len(),
    };
    let cut = match text[..room].rfind(' ') {
        None | Some(0) => room,
        Some(space) => space,
    };
    format!("{}…", text[..cut].trim_end_matches([' ', ',', ';', ':']))
}

/// Abbreviations that do not end a sentence, without their last stop.
const ABBREVIATIONS: [&str; 10] = [
    "approx", "bzw", "cf", "e.g", "eg", "i.e", "ie", "incl", "vs", "z.b",
];

/// True if the word at the end of a text is an abbreviation.
fn is_abbreviated(text: &str) -> bool {
    let word = text
        .rsplit(|it: char| it.is_whitespace() || it == '(')
        .next();
    word.is_some_and(|word| ABBREVIATIONS.contains(&word.to_lowercase().as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_abbreviation_ends_no_sentence() {
        let text = "It is known by its slug (ie. its file name, and so on). More.";
        assert_eq!(shorten(text, 40), "It is known by its slug (ie. its file…");
        assert_eq!(
            shorten(text, 60),
            "It is known by its slug (ie. its file name, and so on)."
        );
    }

    #[test]
    fn plain_text_keeps_what_is_said() {
        for (text, expected) in [
            (
                "Use `a_b[0][1]` and **not** _that_ thing",
                "Use a_b[0][1] and not that thing",
            ),
            (
                "[Link](x.md) and [other][ref], see [RFC 12]",
                "Link and other, see RFC 12",
            ),
            (
                "snake_case_name and 2 * 3 * 4",
                "snake_case_name and 2 * 3 * 4",
            ),
            ("~~Old~~ New[^1] \\*star\\*", "New *star*"),
            ("``a ` b`` <br> Vec<T>", "a ` b Vec<T>"),
        ] {
            assert_eq!(plain(text), expected);
        }
    }

    #[test]
    fn a_long_text_is_cut_at_a_sentence_or_a_word() {
        assert_eq!(shorten("short", 20), "short");
        assert_eq!(
            shorten("One sentence. And another one.", 20),
            "One sentence."
        );
        assert_eq!(shorten("several words, no stop here", 16), "several words…");
        assert_eq!(shorten("überüberüber", 5), "über…");
    }
}
