//! What a piece of inline Markdown says without its markup, and how to say it shorter.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::Regex;

use super::pattern::pattern;

/// What a piece of inline Markdown says: no emphasis, code marks, links, struck-out words or
/// footnote marks; one line.
pub(super) fn plain(text: &str) -> String {
    static STEPS: LazyLock<[(Regex, &str); 8]> = LazyLock::new(|| {
        [
            (
                pattern(r"!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])|~~[^~]*~~|\[\^[^\]]*\]"),
                "",
            ),
            (
                pattern(r"\[([^\[\]]+)\](?:\([^()]*(?:\([^()]*\))?[^()]*\)|\[[^\[\]]*\])"),
                "$1",
            ),
            (pattern(r"\[([^\[\]]*\s[^\[\]]*)\]"), "$1"),
            (pattern(r"<(https?://[^<>\s]+)>"), "$1"),
            (
                pattern(
                    r"(?i)</?(?:a|b|i|br|em|strong|code|sub|sup|span|p|div|img|kbd)(?:\s[^<>]*)?/?>",
                ),
                "",
            ),
            (pattern(r"\*{1,3}([^\s*](?:[^*]*[^\s*])?)\*{1,3}"), "$1"),
            (
                pattern(r"(^|[^\w])_{1,3}([^\s_](?:[^_]*[^\s_])?)_{1,3}($|[^\w])"),
                "$1$2$3",
            ),
            (pattern(r"[\p{Cc}\s]+"), " "),
        ]
    });
    let mut text = shield(text);
    for (step, with) in STEPS.iter() {
        if let Cow::Owned(changed) = step.replace_all(&text, *with) {
            text = changed;
        }
    }
    text.trim()
        .chars()
        .map(|letter| shielded(letter).unwrap_or(letter))
        .collect()
}

/// Characters that are markup outside code spans and escapes; inside they stand for themselves.
const MARKUP: &str = "[]()*_~<>!\\`#";
/// Where the shielded ones are kept meanwhile: in Unicode's private use area.
const SHIELD: u32 = 0xF_F000;

fn shielded(letter: char) -> Option<char> {
    MARKUP
        .chars()
        .nth(u32::from(letter).checked_sub(SHIELD)? as usize)
}

/// Takes code marks and escapes away and shields what they protected.
fn shield(text: &str) -> String {
    static LITERAL: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"\\([[:punct:]])|``+ ?(.+?) ?``+|`([^`]+)`"));
    let text: String = text
        .chars()
        .filter(|&letter| shielded(letter).is_none())
        .collect();
    let protect = |parts: &regex::Captures<'_>| -> String {
        let inner = parts
            .iter()
            .skip(1)
            .flatten()
            .next()
            .map_or("", |inner| inner.as_str());
        let stand_in = |letter| {
            let place = (SHIELD..)
                .zip(MARKUP.chars())
                .find(|(_, markup)| *markup == letter);
            place
                .and_then(|(code, _)| char::from_u32(code))
                .unwrap_or(letter)
        };
        inner.trim().chars().map(stand_in).collect()
    };
    LITERAL.replace_all(&text, protect).into_owned()
}

/// `text` in at most `limit` characters: whole, or cut after a sentence, or after a word with an
/// ellipsis.
pub(super) fn shorten(text: &str, limit: usize) -> String {
    let Some((end, _)) = text.char_indices().nth(limit) else {
        return text.to_owned();
    };
    let sentence = text[..end].rfind(". ").map_or(0, |stop| stop + 1);
    if text[..sentence].chars().count() >= limit / 3 {
        return text[..sentence].to_owned();
    }
    let room = text
        .char_indices()
        .nth(limit.saturating_sub(1))
        .map_or(0, |(room, _)| room);
    let word = text[..room]
        .rfind(' ')
        .filter(|&space| space > 0)
        .unwrap_or(room);
    format!("{}…", text[..word].trim_end_matches([' ', ',', ';', ':']))
}

#[cfg(test)]
mod tests {
    use super::*;

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
