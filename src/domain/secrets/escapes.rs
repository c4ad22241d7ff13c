//! Letters as strings, URLs and HTML write them where they cannot be written as they are.

use super::run::leading;

/// The most backslashes of one escape. More than a few levels of strings are nobody's, and each would
/// be looked at from every backslash.
pub(crate) const SLASHES: usize = 16;

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

/// The letter and the length of `\\u0041`, `\\U00000041`, `\\u{41}`, `\\x41`, `\\x{41}`, `\\101`,
/// `\\/`, `\\"`, `\\_`, in strings in strings, too: there each backslash has one more.
pub(crate) fn backslashed(bytes: &[u8]) -> Option<(u8, usize)> {
    let slashes = leading(bytes, SLASHES, |byte| byte == b'\\');
    let (letter, length) = match &bytes[slashes..] {
        [b'u', b'0', b'0', high, low, ..] => (hex_byte(*high, *low)?, 5),
        [b'x' | b'u', b'{', digits @ ..] => {
            let (letter, length) = braced(digits)?;
            (letter, length + 2)
        }
        [b'U', b'0', b'0', b'0', b'0', b'0', b'0', high, low, ..] => (hex_byte(*high, *low)?, 9),
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

/// What up to six hexadecimal digits in braces spell, with the length of all after the first brace.
fn braced(digits: &[u8]) -> Option<(u8, usize)> {
    let length = leading(digits, 6, |byte| byte.is_ascii_hexdigit());
    if length == 0 || digits.get(length) != Some(&b'}') {
        return None;
    }
    let value = number(&digits[..length], 16)?;
    Some((value, length + 1))
}

/// The letter that some digits are the number of.
fn number(digits: &[u8], radix: u32) -> Option<u8> {
    let mut value: u32 = 0;
    for digit in digits {
        value = value * radix + char::from(*digit).to_digit(radix)?;
    }
    u8::try_from(value).ok()
}

/// The same of `%41`, of `%2541` where it was encoded twice, and of `%u0041`.
pub(crate) fn percent(bytes: &[u8]) -> Option<(u8, usize)> {
    if let [_, b'u', b'0', b'0', high, low, ..] = bytes {
        return Some((hex_byte(*high, *low)?, 6));
    }
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

/// The same of `&amp;`, `&#95;`, `&#x5f;`.
pub(crate) fn entity(bytes: &[u8]) -> Option<(u8, usize)> {
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
    let letter = number(&digits[..length], radix)?;
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
    fn an_escape_is_read_with_all_that_belongs_to_it() {
        for (text, expected) in [
            ("\\u0041b", Some((b'A', 6))),
            ("\\\\u0041b", Some((b'A', 7))),
            ("\\U00000041b", Some((b'A', 10))),
            ("\\u{41}b", Some((b'A', 6))),
            ("\\x{0041}b", Some((b'A', 8))),
            ("\\u{}", None),
            ("\\u{41", None),
            ("\\u{4e00}", None),
            ("\\u{0000041}", None),
        ] {
            assert_eq!(backslashed(text.as_bytes()), expected, "{text}");
        }
        for (text, expected) in [
            ("%41b", Some((b'A', 3))),
            ("%2541b", Some((b'A', 5))),
            ("%u0041b", Some((b'A', 6))),
            ("%u4e00", None),
            ("%u00", None),
        ] {
            assert_eq!(percent(text.as_bytes()), expected, "{text}");
        }
    }
}
