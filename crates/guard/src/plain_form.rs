//! A text as a reader sees it: with the escapes of strings, URLs, HTML and Markdown undone, and
//! without the colours of a terminal, invisible characters and the breaks of tokens.

use std::ops::Range;

use super::run::{ByteSet, leading};
use super::{broken, marker};

/// The longest sequence of a terminal, in bytes.
const LONGEST_SEQUENCE: usize = 256;

/// The most backslashes of one escape. More than a few levels of strings do not occur, and each
/// would be looked at from every backslash.
const SLASHES: usize = 16;

/// Forms of `ESC` in strings.
const WRITTEN_ESCAPES: [&[u8]; 6] = [b"\\x1b", b"\\x1B", b"\\u001b", b"\\u001B", b"\\033", b"\\e"];

/// The entities of HTML that are in tokens and around them.
const ENTITIES: [(&[u8], u8); 8] = [
    (b"&amp;", b'&'),
    (b"&lt;", b'<'),
    (b"&gt;", b'>'),
    (b"&quot;", b'"'),
    (b"&apos;", b'\''),
    (b"&nbsp;", b' '),
    (b"&equals;", b'='),
    (b"&lowbar;", b'_'),
];

/// HTML for nothing, or for an invisible character; in any case.
const UNSEEN_IN_HTML: [&[u8]; 15] = [
    b"<wbr>",
    b"<wbr/>",
    b"<wbr />",
    b"<!---->",
    b"&shy;",
    b"&zwj;",
    b"&zwnj;",
    b"&zerowidthspace;",
    b"&nobreak;",
    b"&#173;",
    b"&#xad;",
    b"&#8203;",
    b"&#x200b;",
    b"&#8288;",
    b"&#xfeff;",
];

/// First bytes of escapes, colours and invisible characters; the last ones in UTF-8.
static BEGINS: ByteSet = ByteSet::of(b"\\%&[<*=\"'`\x1b\xc2\xcd\xe2\xef\xf3");

/// The bytes of tokens.
static TOKEN: ByteSet = ByteSet::of(b"_-").and_alphanumeric();

/// A plain text, and the origin of its pieces.
pub(crate) struct PlainForm {
    pub(crate) text: String,
    /// Replaced and removed pieces, in order.
    steps: Vec<Step>,
}

/// Place where the two texts go on together after something that only one of them has; in bytes.
#[derive(Clone, Copy)]
struct Step {
    plain: usize,
    original: usize,
    /// Start in the original, if the piece was removed.
    taken: Option<usize>,
}

impl PlainForm {
    /// The place in the original of a place in the plain text.
    pub(crate) fn origin(&self, span: &Range<usize>) -> Range<usize> {
        self.begin(span.start)..self.end(span.end)
    }

    fn begin(&self, at: usize) -> usize {
        let after = self.steps.partition_point(|step| step.plain <= at);
        match self.steps[..after].last() {
            Some(step) => step.original + (at - step.plain),
            None => at,
        }
    }

    fn end(&self, at: usize) -> usize {
        // A colour that is switched off after a token is not part of it.
        let from = self.steps.partition_point(|step| step.plain < at);
        let to = from + self.steps[from..].partition_point(|step| step.plain == at);
        let mut before = None;
        for step in self.steps[from..to].iter().rev() {
            match step.taken {
                Some(taken) => before = Some(taken),
                None => break,
            }
        }
        match before {
            Some(taken) => taken,
            None => self.begin(at),
        }
    }
}

/// The text that replaces an escape: a shorter one, or nothing.
struct Escape {
    letter: Option<u8>,
    length: usize,
}

/// The plain form of a text; `None` if it is plain already.
pub(crate) fn plain_form(text: &str) -> Option<PlainForm> {
    let bytes = text.as_bytes();
    let mut plain = String::new();
    let mut steps = Vec::new();
    let mut from = 0;
    let mut at = 0;
    while let Some(gap) = bytes[at..].iter().position(|byte| BEGINS.has(*byte)) {
        at += gap;
        let before = match bytes[from..at].last() {
            Some(byte) => Some(byte),
            None => plain.as_bytes().last(),
        };
        let escape = if before.is_some_and(|byte| TOKEN.has(*byte)) {
            inside(text, at).or_else(|| escape(&bytes[at..]))
        } else {
            escape(&bytes[at..])
        };
        let Some(escape) = escape else {
            // Backslashes that escape nothing are not looked at one by one.
            at += leading(&bytes[at..], bytes.len(), |byte| byte == b'\\').max(1);
            continue;
        };
        if is_idle(before, &bytes[at..], &escape) {
            at += escape.length;
            continue;
        }
        if plain.is_empty() {
            // Most texts have no escapes: nothing is allocated before the first one.
            plain.reserve(text.len());
        }
        plain.push_str(&text[from..at]);
        plain.extend(escape.letter.map(char::from));
        let taken = match escape.letter {
            Some(_) => None,
            None => Some(at),
        };
        at += escape.length;
        from = at;
        steps.push(Step {
            plain: plain.len(),
            original: from,
            taken,
        });
    }
    if steps.is_empty() {
        return None;
    }
    plain.push_str(&text[from..]);
    Some(PlainForm { text: plain, steps })
}

/// Escapes that are removed only in the middle of a token, at `at`: markers of redaction, which
/// would hide both halves of a token, the stars of Markdown, and what breaks a token.
fn inside(text: &str, at: usize) -> Option<Escape> {
    let bytes = text.as_bytes();
    let mut end = at;
    match bytes[at] {
        b'[' => {
            while let Some(length) = marker::length(&text[end..]) {
                end += length;
            }
        }
        // One or two stars; more of them stand for a left-out part.
        b'*' => end += leading(&bytes[at..], 2, |byte| byte == b'*'),
        _ => end += broken::length(bytes, at)?,
    }
    let next = *bytes.get(end)?;
    (end > at && TOKEN.has(next)).then_some(Escape {
        letter: None,
        length: end - at,
    })
}

/// True if an invisible character has no token or name beside it, as after an emoji: many texts
/// have no other escape.
fn is_idle(before: Option<&u8>, bytes: &[u8], escape: &Escape) -> bool {
    let next = bytes.get(escape.length);
    let is_seen = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_graphic);
    !bytes[0].is_ascii() && escape.letter.is_none() && !is_seen(before) && !is_seen(next)
}

/// The escape that `bytes` begin with, of a printable character or of nothing.
fn escape(bytes: &[u8]) -> Option<Escape> {
    let taken = match bytes[0] {
        b'<' | b'&' => unseen_in_html(bytes),
        b'\\' => colour(bytes).or_else(|| unseen_in_string(bytes)),
        b'%' => unseen_in_url(bytes),
        b'[' | 0x1b => colour(bytes),
        _ => unseen(bytes),
    };
    if let Some(length) = taken {
        return Some(Escape {
            letter: None,
            length,
        });
    }
    let (letter, length) = match bytes[0] {
        b'\\' => backslashed(bytes)?,
        b'%' => percent(bytes)?,
        b'&' => entity(bytes)?,
        // A hyphen at which no line is broken, as word processors put it into tokens.
        _ if bytes.starts_with("\u{2011}".as_bytes()) => (b'-', 3),
        _ => return None,
    };
    let is_printable = matches!(letter, b' '..=b'~');
    is_printable.then_some(Escape {
        letter: Some(letter),
        length,
    })
}

/// The length of an invisible character.
fn unseen(bytes: &[u8]) -> Option<usize> {
    match bytes {
        // The soft hyphen, and the grapheme joiner.
        [0xc2, 0xad, ..] | [0xcd, 0x8f, ..] => Some(2),
        // Spaces without a width, joiners, marks of direction, and the byte order mark.
        [0xe2, 0x80, 0x8b..=0x8f, ..] | [0xe2, 0x81, 0xa0..=0xa4, ..] | [0xef, 0xbb, 0xbf, ..] => {
            Some(3)
        }
        // Variation selectors, which choose between two looks of a character.
        [0xef, 0xb8, 0x80..=0x8f, ..] => Some(3),
        // Tags, and more variation selectors.
        [0xf3, 0xa0, 0x80..=0x87, _, ..] => Some(4),
        _ => None,
    }
}

/// The length of an escape of strings that stands for such a character: `\\u200b`.
fn unseen_in_string(bytes: &[u8]) -> Option<usize> {
    let slashes = leading(bytes, SLASHES, |byte| byte == b'\\');
    let [b'u', digits @ ..] = &bytes[slashes..] else {
        return None;
    };
    let [first, second, third, fourth, ..] = digits else {
        return None;
    };
    let (high, low) = (hex_byte(*first, *second)?, hex_byte(*third, *fourth)?);
    let letter = char::from_u32(u32::from(high) << 8 | u32::from(low))?;
    let mut written = [0; 4];
    unseen(letter.encode_utf8(&mut written).as_bytes())?;
    Some(slashes + 5)
}

/// The length of the same in a URL: `%E2%80%8B`.
fn unseen_in_url(bytes: &[u8]) -> Option<usize> {
    let mut written = [0; 4];
    for (byte, escape) in written.iter_mut().zip(bytes.chunks_exact(3)) {
        let [b'%', high, low] = escape else { break };
        *byte = hex_byte(*high, *low)?;
    }
    Some(3 * unseen(&written)?)
}

/// The length of HTML for nothing: an empty comment, an optional line break.
fn unseen_in_html(bytes: &[u8]) -> Option<usize> {
    let mut pieces = UNSEEN_IN_HTML.iter();
    let piece = pieces.find(|piece| {
        let begin = bytes.get(..piece.len());
        begin.is_some_and(|begin| begin.eq_ignore_ascii_case(piece))
    })?;
    Some(piece.len())
}

/// The length of a terminal's sequence (ECMA-48, section 5.4), also of one that is written out, or
/// that has lost its `ESC`.
fn colour(bytes: &[u8]) -> Option<usize> {
    if bytes[0] == b'[' {
        // Without `ESC`, only colours can be recognized.
        let numbers = leading(&bytes[1..], 16, in_numbers);
        let is_colour = numbers > 0 && bytes.get(1 + numbers) == Some(&b'm');
        return is_colour.then_some(numbers + 2);
    }
    let begin = if bytes[0] == 0x1b {
        1
    } else {
        let mut written = WRITTEN_ESCAPES.iter();
        written.find(|escape| bytes.starts_with(escape))?.len()
    };
    match bytes.get(begin)? {
        b'[' => {
            let numbers = leading(&bytes[begin + 1..], LONGEST_SEQUENCE, in_parameters);
            let end = begin + 1 + numbers;
            let is_final = bytes
                .get(end)
                .is_some_and(|byte| matches!(byte, b'@'..=b'~'));
            is_final.then_some(end + 1)
        }
        // A link: up to the bell, or to `ESC \`.
        b']' => {
            let rest = &bytes[begin + 1..];
            let length = leading(rest, LONGEST_SEQUENCE, |byte| !matches!(byte, 0x07 | 0x1b));
            match rest.get(length)? {
                0x07 => Some(begin + 1 + length + 1),
                0x1b if rest.get(length + 1) == Some(&b'\\') => Some(begin + 1 + length + 2),
                _ => None,
            }
        }
        _ => None,
    }
}

fn in_numbers(byte: u8) -> bool {
    byte.is_ascii_digit() || byte == b';'
}

/// Parameters and intermediates.
fn in_parameters(byte: u8) -> bool {
    matches!(byte, b' '..=b'?')
}

/// `\\u0041`, `\\x41`, `\\101`, `\\/`, `\\"`, `\\_`, in strings in strings, too: there each
/// backslash has one more.
fn backslashed(bytes: &[u8]) -> Option<(u8, usize)> {
    let slashes = leading(bytes, SLASHES, |byte| byte == b'\\');
    let (letter, length) = match &bytes[slashes..] {
        [b'u', b'0', b'0', high, low, ..] => (hex_byte(*high, *low)?, 5),
        [b'x', high, low, ..] => (hex_byte(*high, *low)?, 3),
        [b'0' | b'1', middle @ b'0'..=b'7', low @ b'0'..=b'7', ..] => {
            let high = bytes[slashes] - b'0';
            (high * 64 + (middle - b'0') * 8 + (low - b'0'), 3)
        }
        [letter, ..] if letter.is_ascii_punctuation() => (*letter, 1),
        _ => return None,
    };
    Some((letter, slashes + length))
}

/// `%41`, and `%2541` if it was encoded twice.
fn percent(bytes: &[u8]) -> Option<(u8, usize)> {
    let mut at = 1;
    loop {
        let letter = hex_byte(*bytes.get(at)?, *bytes.get(at + 1)?)?;
        let is_again = letter == b'%'
            && at < 16
            && bytes.get(at + 2).is_some_and(u8::is_ascii_hexdigit)
            && bytes.get(at + 3).is_some_and(u8::is_ascii_hexdigit);
        if !is_again {
            return Some((letter, at + 2));
        }
        at += 2;
    }
}

/// `&amp;`, `&#95;`, `&#x5f;`.
fn entity(bytes: &[u8]) -> Option<(u8, usize)> {
    for (name, letter) in ENTITIES {
        if bytes.starts_with(name) {
            return Some((letter, name.len()));
        }
    }
    let rest = bytes.strip_prefix(b"&#")?;
    let (radix, digits) = match rest.first()? {
        b'x' | b'X' => (16, &rest[1..]),
        _ => (10, rest),
    };
    let length = leading(digits, 8, |byte| char::from(byte).is_digit(radix));
    if digits.get(length) != Some(&b';') {
        return None;
    }
    let mut value: u32 = 0;
    for digit in &digits[..length] {
        value = value * radix + char::from(*digit).to_digit(radix)?;
    }
    let letter = u8::try_from(value).ok()?;
    Some((letter, bytes.len() - digits.len() + length + 1))
}

/// The byte that two hexadecimal digits spell.
pub(crate) fn hex_byte(high: u8, low: u8) -> Option<u8> {
    let high = char::from(high).to_digit(16)?;
    let low = char::from(low).to_digit(16)?;
    // At most 255: the lowest byte is all of it.
    let [byte, ..] = (high * 16 + low).to_le_bytes();
    Some(byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_read_as_it_looks() {
        for (text, expected) in [
            ("a\\_b", "a_b"),
            ("a\\\\\\_b", "a_b"),
            ("a\\u005Fb", "a_b"),
            ("a\\\\u005fb", "a_b"),
            ("a\\x5fb", "a_b"),
            ("a\\137b", "a_b"),
            ("a%5Fb", "a_b"),
            ("a%255fb", "a_b"),
            ("a&#95;b&#x5F;c&lowbar;d", "a_b_c_d"),
            ("\u{1b}[1;31ma\u{1b}[0mb", "ab"),
            ("\\x1b[31ma\\033[0mb\\e[mc", "abc"),
            ("[31ma[0m", "a"),
            ("\u{1b}]8;;https://a.b\u{7}a\u{1b}]8;;\u{7}", "a"),
            ("a<wbr>b<!---->c&shy;d&#8203;e&ZeroWidthSpace;f", "abcdef"),
            ("a\u{fe0f}b\u{e0101}c\u{34f}d", "abcd"),
            ("a**b**c", "abc"),
            ("a*b*c", "abc"),
            ("a\\u200bb\\\\u00ADc%E2%80%8Bd%c2%ade", "abcde"),
            ("a[REDACTED:token][REDACTED:jwt]b", "ab"),
            ("a\u{200b}b\u{ad}c\u{feff}\u{2011}d", "abc-d"),
        ] {
            assert_eq!(plain_form(text).unwrap().text, expected, "{text}");
        }
        for text in [
            "C:\\new",
            "100% of 5",
            "a & b",
            "a[1]",
            "a***b ** c **d** * e *f*",
            "<!-- a --> <b>",
            "a=[REDACTED:token]b",
            "a[REDACTED:token], b",
            "a[REDACTED:x]b",
            "é—“x”",
            "\u{2764}\u{fe0f} \u{26a0}\u{fe0f}\n\u{200b} ",
            "\\n",
            "\\u4e00\\u2",
            "%E2%80%A6%E2",
            "%zz",
            "&#x;",
        ] {
            assert!(plain_form(text).is_none(), "{text}");
        }
    }

    #[test]
    fn places_are_those_of_the_original() {
        let text = "\u{1b}[31mab\\_c\u{1b}[0m\u{200b} d";
        let plain = plain_form(text).unwrap();
        assert_eq!(plain.text, "ab_c d");
        for (span, expected) in [
            (0..4, "ab\\_c"),
            (1..3, "b\\_"),
            (2..3, "\\_"),
            (5..6, "d"),
            (4..6, " d"),
        ] {
            assert_eq!(&text[plain.origin(&span)], expected, "{span:?}");
        }
    }
}
