//! Texts of strangers in a comment: they show exactly what they are, link to nothing, and call
//! nobody.

use git_memory_guard::{Assembly, redact};
use git_memory_text::{one_line, visible_line};

/// Stands between two signs that a forge would make a link or a mention of. It has no width.
const BREAK: &str = "&#8203;";
/// The place of a break while others are searched for; no clean text has such a character.
const PLACE: char = '\u{1}';
/// Texts that a forge makes something of, each with the length of what stays before the break.
const LIVE: [(&str, usize); 6] = [
    ("@", 1),
    ("#", 1),
    ("://", 1),
    ("www.", 3),
    ("GH-", 3),
    ("gh-", 3),
];

/// A text of at most `most` characters on one line.
pub(crate) fn inert(text: &str, most: usize) -> String {
    let mut shown = Assembly::new();
    shown.markdown(&redact(&one_line(text, most)));
    let mut text = shown.finish().into_string();
    for (live, before) in LIVE {
        let (start, end) = live.split_at(before);
        text = text.replace(live, &format!("{start}{PLACE}{end}"));
    }
    // Struck out text, and formulas.
    let text = text.replace('~', "\\~").replace('$', "\\$");
    text.replace(PLACE, BREAK)
}

/// A path or an id of at most `most` characters as code.
pub(crate) fn code(text: &str, most: usize) -> String {
    let text = redact(&visible_line(&one_line(text, most)));
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let pad = if text.contains('`') { " " } else { "" };
    format!("{fence}{pad}{}{pad}{fence}", text.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_calls_nobody_and_links_to_nothing() {
        for (text, expected) in [
            ("Use SQLite", "Use SQLite"),
            ("ask @ann", "ask @&#8203;ann"),
            ("closes #12 and GH-12", "closes #&#8203;12 and GH-&#8203;12"),
            ("at https://a.example", "at https:&#8203;//a.example"),
            ("[a](http://b.example)", "\\[a\\](http:&#8203;//b.example)"),
            ("<img src=x>", "\\<img src=x\\>"),
            ("a\n# b", "a #&#8203; b"),
            (
                "&commat;ann ~~no~~ $x$",
                "\\&commat;ann \\~\\~no\\~\\~ \\$x\\$",
            ),
            ("a\u{202e}b", "a\u{fffd}b"),
        ] {
            assert_eq!(inert(text, 99), expected, "{text}");
        }
        assert_eq!(inert(&"x".repeat(99), 9).chars().count(), 9);
    }

    #[test]
    fn code_ends_where_its_text_does() {
        for (text, expected) in [
            ("src/a.rs", "`src/a.rs`"),
            ("a`b", "`` a`b ``"),
            ("a``@b", "``` a``@b ```"),
            ("a\u{202e}b", "`a\\u{202e}b`"),
        ] {
            assert_eq!(code(text, 99), expected, "{text}");
        }
    }
}
