//! Shows the hidden parts of a text: control, bidirectional and invisible characters, escape
//! sequences.

use std::borrow::Cow;
use std::fmt::Write as _;

/// True if a character can hide or reorder what a reader sees: controls other than tab and line
/// ends, bidirectional controls (UAX #9), zero-width and filler characters, and tag characters. The
/// two joiners are judged in [`hidden`].
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
        | '\u{fffe}'..='\u{ffff}'
        | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}' => true,
        c => c.is_control(),
    }
}

/// Byte offset of the first character of a text for which [`is_hidden`] is true.
#[must_use]
pub fn first_hidden(text: &str) -> Option<usize> {
    let mut at = 0;
    loop {
        // Most texts are plain: bytes are looked at faster than characters.
        let mut bytes = text.as_bytes()[at..].iter();
        at += bytes.position(|byte| !is_shown(*byte))?;
        let c = text[at..].chars().next()?;
        if is_hidden(c) {
            return Some(at);
        }
        at += c.len_utf8();
    }
}

/// True if a hidden character reorders the text around it.
#[must_use]
pub fn is_bidirectional(c: char) -> bool {
    matches!(
        c,
        '\u{61c}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}'
    )
}

/// True for a mark that only says in which direction its neighbours run; text in scripts from right
/// to left cannot do without.
#[must_use]
pub fn is_direction_mark(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{61c}')
}

/// True if a text has a letter of a script that runs from right to left.
#[must_use]
pub fn has_right_to_left(text: &str) -> bool {
    text.chars().any(|c| {
        !is_direction_mark(c)
            && matches!(
                c,
                '\u{590}'..='\u{8ff}'
                    | '\u{fb1d}'..='\u{fdff}'
                    | '\u{fe70}'..='\u{fefc}'
                    | '\u{10800}'..='\u{10fff}'
                    | '\u{1e800}'..='\u{1efff}'
            )
    })
}

/// The hidden characters of a text with their byte offsets, in order. Some are spelling when there
/// is only one: a joiner or non-joiner after another script's letter or a pictograph, a variation
/// selector after a character with variants, the tag characters of a flag. In a run, after ASCII,
/// or in any other number they hide something.
pub fn hidden(text: &str) -> impl Iterator<Item = (usize, char)> {
    let bytes = text.as_bytes();
    let (mut next, mut before, mut flag_ends) = (0, '\0', 0);
    std::iter::from_fn(move || {
        loop {
            // Most texts are plain: bytes are looked at faster than characters.
            let shown = bytes[next..].iter().position(|byte| !is_shown(*byte))?;
            let at = next + shown;
            if shown > 0 {
                before = char::from(bytes[at - 1]);
            }
            let c = text[at..].chars().next()?;
            next = at + c.len_utf8();
            if c == FLAG {
                flag_ends = next + flag_tags(&text[next..]);
            }
            let is_in_flag = at < flag_ends && c != FLAG;
            let is_spelling = is_in_flag || is_variant(c, before);
            let is_misplaced = is_misplaced(c, before);
            before = c;
            if is_misplaced || (is_hidden(c) && !is_spelling) {
                return Some((at, c));
            }
        }
    })
}

/// True if a selector chooses the form of the letter before it: of a Han character (UTS #37), as
/// names of people and places need it, or of a Mongolian one.
fn is_variant(c: char, before: char) -> bool {
    match c {
        '\u{e0100}'..='\u{e01ef}' => matches!(
            before,
            '\u{3400}'..='\u{4dbf}'
                | '\u{4e00}'..='\u{9fff}'
                | '\u{f900}'..='\u{faff}'
                | '\u{20000}'..='\u{323af}'
        ),
        '\u{180b}'..='\u{180d}' | '\u{180f}' => matches!(before, '\u{1820}'..='\u{18aa}'),
        _ => false,
    }
}

/// True if a character that elsewhere belongs to spelling has no place after another one.
fn is_misplaced(c: char, before: char) -> bool {
    if is_joiner(c) {
        return before.is_ascii() || is_joiner(before);
    }
    let follows_invisible = is_joiner(before) || is_selector(before);
    // Digits and two signs have a form as keycaps.
    let follows_text = before.is_ascii() && !matches!(before, '0'..='9' | '#' | '*');
    is_selector(c) && (follows_invisible || follows_text)
}

/// True if a character only marks a place where a word may or may not be parted, or joined, or
/// chooses the form of a symbol: a single one is harmless, and left behind by word processors and
/// web pages. A series of them can hide a text.
#[must_use]
pub fn is_harmless_alone(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{fe0e}' | '\u{fe0f}' | '\u{feff}'
    )
}

const FLAG: char = '\u{1f3f4}';

fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}')
}

fn is_selector(c: char) -> bool {
    ('\u{fe00}'..='\u{fe0f}').contains(&c)
}

/// Number of bytes of tags that spell a region's flag (UTS #51, annex C): at most six letters and
/// digits, and the end tag.
fn flag_tags(text: &str) -> usize {
    const END: char = '\u{e007f}';
    for (tags, c) in text.chars().take(7).enumerate() {
        if c == END && tags >= 3 {
            return (tags + 1) * END.len_utf8();
        }
        if !is_tag(c) || tags == 6 {
            break;
        }
    }
    0
}

fn is_tag(c: char) -> bool {
    matches!(c, '\u{e0030}'..='\u{e0039}' | '\u{e0061}'..='\u{e007a}')
}

/// Printable ASCII, tabs and line feeds.
fn is_shown(byte: u8) -> bool {
    matches!(byte, b' '..=b'~' | b'\t' | b'\n')
}

/// True if all bytes of a text pass a test. A list prints a megabyte in which nearly all are:
/// without a way out after each byte, the compiler looks at many of them at once.
fn all_bytes(text: &str, is_meant: impl Fn(u8) -> bool) -> bool {
    let mut parts = text.as_bytes().chunks(64);
    parts.all(|part| {
        part.iter()
            .fold(true, |so_far, byte| so_far & is_meant(*byte))
    })
}

/// A text without the control sequences of terminals (escape sequences of ECMA-48, carriage returns
/// of progress bars) and without hidden characters: the output of a command as it was meant to be
/// read.
#[must_use]
pub fn plain(text: &str) -> String {
    // Escapes before hidden characters: without its ESC, the rest of a sequence would stay as text.
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
        rest = after_sequence(&rest[at + 1..]);
    }
    kept.push_str(rest);
    kept
}

/// Text after an escape sequence (ECMA-48) whose ESC is taken away.
fn after_sequence(sequence: &str) -> &str {
    match sequence.chars().next() {
        // A control sequence ends with the first character from `@` to `~`.
        Some('[') => match sequence[1..].find(|c| matches!(c, '@'..='~')) {
            Some(end) => &sequence[end + 2..],
            None => "",
        },
        // A string ends with BEL, or with ESC and a backslash; a line's end ends a broken one.
        Some(']' | 'P' | 'X' | '^' | '_') => match sequence.find(['\u{7}', '\u{1b}', '\n']) {
            Some(end) => {
                let rest = &sequence[end..];
                let rest = rest.strip_prefix('\u{7}').unwrap_or(rest);
                rest.strip_prefix("\u{1b}\\").unwrap_or(rest)
            }
            None => "",
        },
        Some(other) if other.is_ascii_graphic() => &sequence[1..],
        _ => sequence,
    }
}

/// A text as a terminal may show it: hidden characters spelled out, tabs and line feeds kept.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    if all_bytes(text, is_shown) || text.chars().all(is_kept) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    let mut rest = text.chars().peekable();
    let mut before = '\0';
    while let Some(c) = rest.next() {
        let is_line_end = c == '\r' && rest.peek() == Some(&'\n');
        if is_kept(c) || is_line_end || is_variant(c, before) {
            shown.push(c);
        } else {
            // Writing to a String cannot fail.
            let _ = write!(shown, "\\u{{{:x}}}", u32::from(c));
        }
        before = c;
    }
    Cow::Owned(shown)
}

fn is_kept(c: char) -> bool {
    c != '\r' && !is_hidden(c)
}

/// The text in one line: line ends are spelled out, too.
#[must_use]
pub fn visible_line(text: &str) -> Cow<'_, str> {
    if all_bytes(text, |byte| matches!(byte, b' '..=b'~')) {
        return Cow::Borrowed(text);
    }
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
        assert_eq!(
            visible("a\u{1b}[31mb\u{202e}c\td\n"),
            "a\\u{1b}[31mb\\u{202e}c\td\n"
        );
        let at = |text: &str| hidden(text).map(|(at, _)| at).collect::<Vec<_>>();
        assert_eq!(at("a\u{200b}b"), [1]);
        assert_eq!(at("a\u{200d}b"), [1]);
        let flag = "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}";
        assert!(
            at(&format!(
                "👩\u{200d}💻 ❤\u{fe0f} 1\u{fe0f}\u{20e3} می\u{200c}خواهم {flag} 葛\u{e0100}城 ᠠ\u{180b}"
            ))
            .is_empty()
        );
        for (hidden, count) in [
            (
                "🏴\u{e0069}\u{e0067}\u{e006e}\u{e006f}\u{e0072}\u{e0065}\u{e0020}\u{e0061}",
                8,
            ),
            ("🏴\u{e0067}\u{e007f}", 2),
            ("😀\u{fe01}\u{fe02}\u{fe03}", 2),
            ("a\u{fe0f}", 1),
            ("a\u{e0100}\u{e0101}", 2),
            ("葛\u{e0100}\u{e0101}", 1),
            ("か\u{e0100} 葛 \u{e0100} a\u{180b}", 3),
            ("a\u{200c}\u{200d}\u{200c}b", 3),
            ("ا\u{200c}\u{200d}ا", 1),
            ("x\u{1bca0}\u{1d173}\u{ffff}", 3),
        ] {
            assert_eq!(at(hidden).len(), count, "{hidden:?}");
        }
    }

    #[test]
    fn a_plain_text_is_what_was_meant_to_be_read() {
        for (printed, expected) in [
            (
                "export T=\u{1b}[01;31m\u{1b}[Kghp_\u{1b}[m\u{1b}[Ka8",
                "export T=ghp_a8",
            ),
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
        fn visible_text_has_no_hidden_characters(text in any::<String>()) {
            let shown = visible(&text);
            let mut before = '\0';
            for c in shown.chars() {
                prop_assert!(!is_hidden(c) || is_variant(c, before));
                before = c;
            }
        }
    }
}
