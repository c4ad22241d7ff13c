//! What a text shows and what it hides: control, bidirectional and invisible characters, escape sequences.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Whether a character can hide or reorder what a reader sees: controls other than tab and line ends, bidirectional
/// controls (UAX #9), zero-width and filler characters, and tag characters. The two joiners are judged in [`hidden`].
#[must_use]
pub fn is_hidden(c: char) -> bool {
    match c {
        ' '..='~' | '\t' | '\n' | '\r' => false,
        '\u{ad}'
        | '\u{34f}'
        | '\u{61c}'
        | '\u{115f}'
        | '\u{1160}'
        | '\u{17b4}'
        | '\u{17b5}'
        | '\u{180b}'..='\u{180f}'
        | '\u{200b}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{3164}'
        | '\u{feff}'
        | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e0fff}' => true,
        c => c.is_control(),
    }
}

/// Whether a hidden character reorders the text around it.
#[must_use]
pub fn is_bidirectional(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The hidden characters of a text with their byte offsets, in order. A zero-width joiner or non-joiner counts where
/// it stands beside ASCII (in emoji and in Indic or Persian words it is spelling); tag characters do not where they
/// spell a flag.
pub fn hidden(text: &str) -> impl Iterator<Item = (usize, char)> {
    let mut before = '\0';
    let mut in_flag = false;
    let plain = text.bytes().all(|byte| matches!(byte, 0x20..=0x7e | b'\t' | b'\n' | b'\r'));
    let searched = if plain { "" } else { text };
    searched.char_indices().filter(move |&(_, c)| {
        in_flag = c == '\u{1f3f4}' || (in_flag && ('\u{e0020}'..='\u{e007f}').contains(&c));
        let joins_ascii = matches!(c, '\u{200c}' | '\u{200d}') && before.is_ascii();
        before = c;
        joins_ascii || (is_hidden(c) && !in_flag)
    })
}

/// A text without what only a terminal understands (escape sequences of ECMA-48, carriage returns of progress bars) and
/// without hidden characters: what a command printed, as it was meant to be read.
#[must_use]
pub fn plain(text: &str) -> String {
    let text = without_escapes(&text.replace("\r\n", "\n").replace('\r', "\n"));
    let mut kept = String::with_capacity(text.len());
    let mut from = 0;
    for (at, c) in hidden(&text) {
        kept.push_str(&text[from..at]);
        from = at + c.len_utf8();
    }
    kept.push_str(&text[from..]);
    kept
}

fn without_escapes(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\u{1b}') {
        kept.push_str(&rest[..at]);
        let sequence = &rest[at + 1..];
        rest = match sequence.chars().next() {
            // A control sequence ends with the first character from `@` to `~`.
            Some('[') => sequence[1..].find(|c| matches!(c, '@'..='~')).map_or("", |end| &sequence[end + 2..]),
            // A string ends with BEL, or with ESC and a backslash.
            Some(']' | 'P' | 'X' | '^' | '_') => match sequence.find(['\u{7}', '\u{1b}', '\n']) {
                Some(end) if sequence[end..].starts_with('\u{7}') => &sequence[end + 1..],
                Some(end) if sequence[end..].starts_with("\u{1b}\\") => &sequence[end + 2..],
                Some(end) => &sequence[end..],
                None => "",
            },
            Some(other) if other.is_ascii_graphic() => &sequence[1..],
            _ => sequence,
        };
    }
    kept.push_str(rest);
    kept
}

/// A text as a terminal may show it: hidden characters spelled out, tabs and line feeds kept.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    let is_kept = |c: char| c != '\r' && !is_hidden(c);
    let is_plain = text.bytes().all(|byte| matches!(byte, 0x20..=0x7e | b'\t' | b'\n'));
    if is_plain || text.chars().all(is_kept) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        if is_kept(c) || (c == '\r' && rest.peek() == Some(&'\n')) {
            shown.push(c);
        } else {
            // Writing to a String cannot fail.
            let _ = write!(shown, "\\u{{{:x}}}", u32::from(c));
        }
    }
    Cow::Owned(shown)
}

/// The same on one line: line ends are spelled out, too.
#[must_use]
pub fn visible_line(text: &str) -> Cow<'_, str> {
    let shown = visible(text);
    if shown.contains(['\n', '\r']) {
        return Cow::Owned(shown.replace('\r', "\\r").replace('\n', "\\n"));
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn hidden_characters_are_found_and_shown() {
        assert_eq!(visible("a\u{1b}[31mb\u{202e}c\td\n"), "a\\u{1b}[31mb\\u{202e}c\td\n");
        let at = |text: &str| hidden(text).map(|(at, _)| at).collect::<Vec<_>>();
        assert_eq!(at("a\u{200b}b"), [1]);
        assert_eq!(at("a\u{200d}b"), [1]);
        assert!(at("👩\u{200d}💻 می\u{200c}خواهم 🏴\u{e0067}\u{e007f}").is_empty());
    }

    #[test]
    fn a_plain_text_is_what_was_meant_to_be_read() {
        for (printed, expected) in [
            ("export T=\u{1b}[01;31m\u{1b}[Kghp_\u{1b}[m\u{1b}[Ka8", "export T=ghp_a8"),
            ("\u{1b}]0;title\u{7}text", "text"),
            ("\u{1b}]8;;https://x\u{1b}\\link\u{1b}]8;;\u{1b}\\", "link"),
            ("a\u{1b}(Bb", "aBb"),
            ("10%\r20%\r\ndone\n", "10%\n20%\ndone\n"),
            ("gh\u{200b}p\u{0}_", "ghp_"),
            ("\u{1b}[", ""),
            ("👩\u{200d}💻\tß", "👩\u{200d}💻\tß"),
        ] {
            assert_eq!(plain(printed), expected, "{printed:?}");
        }
    }

    proptest! {
        #[test]
        fn plain_text_hides_nothing(text in "(\\PC|\u{1b}|\\[|\u{7}|\r|\n|[a-z;0-9]){0,40}") {
            let once = plain(&text);
            prop_assert_eq!(hidden(&once).count(), 0);
            prop_assert_eq!(&plain(&once), &once);
        }

        #[test]
        fn what_is_visible_hides_nothing(text in any::<String>()) {
            prop_assert!(!visible(&text).chars().any(is_hidden));
        }
    }
}
