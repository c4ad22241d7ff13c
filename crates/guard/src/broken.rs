//! Breaks of a token: where source text joins two strings, continues a line, or mail wraps one
//! (RFC 2045, section 6.7).

use super::run::{WIDE, leading, trailing};

/// The shortest token that is put together again, in bytes, and the shortest of its parts.
const SHORTEST: usize = 16;
const SHORTEST_PART: usize = 4;

/// Most bytes of a part that are looked at: enough to tell a token from words.
const LOOKED_AT: usize = 64;

/// Most bytes between two strings: an operator, a line end, and the indentation of the next line.
const LONGEST_GAP: usize = 120;

/// Length of the lines that mail programs wrap, without the sign at their end.
const WRAPPED: std::ops::RangeInclusive<usize> = 70..=77;

/// Operators that join two strings.
const OPERATORS: [&[u8]; 8] = [b"..", b"||", b"++", b"<>", b"+", b".", b"&", b"^"];

/// The length of the break at `at`; `None` if there is none, or if what it parts is no token.
pub(crate) fn length(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = &bytes[at..];
    let length = match rest[0] {
        b'=' => soft(bytes, at)?,
        b'\\' => {
            let end = 1 + line_end(&rest[1..])?;
            end + leading(&rest[end..], LONGEST_GAP, is_blank)
        }
        b'"' | b'\'' | b'`' => between_strings(rest)?,
        _ => return None,
    };
    let head = trailing(&bytes[..at], LOOKED_AT, |byte| WIDE.has(byte));
    let tail = leading(&rest[length..], LOOKED_AT, |byte| WIDE.has(byte));
    let parts = [&bytes[at - head..at], &rest[length..length + tail]];
    let is_token = head.min(tail) >= SHORTEST_PART
        && head + tail >= SHORTEST
        // Most words have no digits, and most numbers no letters.
        && parts.iter().any(|part| part.iter().any(u8::is_ascii_digit))
        && parts.iter().any(|part| part.iter().any(u8::is_ascii_alphabetic));
    (is_token && !ends_key(&rest[length + tail..])).then_some(length)
}

/// The length of a soft line break of quoted-printable text, which ends only full lines.
fn soft(bytes: &[u8], at: usize) -> Option<usize> {
    let length = 1 + line_end(&bytes[at + 1..])?;
    let line = trailing(&bytes[..at], WRAPPED.end() + 1, |byte| byte != b'\n');
    WRAPPED.contains(&line).then_some(length)
}

/// The length of what stands between two strings that are one, with their quotes.
fn between_strings(rest: &[u8]) -> Option<usize> {
    let before = gap(rest, 1);
    let operator = OPERATORS.iter().find(|it| rest[before..].starts_with(it));
    let after = gap(rest, before + operator.map_or(0, |it| it.len()));
    // Without an operator, strings on one line are a list.
    let is_joined = operator.is_some() || after == 1 || rest[1..after].contains(&b'\n');
    // `f"…"`, `b'…'`
    let prefix = usize::from(rest.get(after).is_some_and(u8::is_ascii_alphabetic));
    let quote = rest.get(after + prefix)?;
    (is_joined && matches!(quote, b'"' | b'\'' | b'`')).then_some(after + prefix + 1)
}

/// True if a string ends here that names a value: maps of some languages have no commas between
/// their lines.
fn ends_key(rest: &[u8]) -> bool {
    let [b'"' | b'\'' | b'`', rest @ ..] = rest else {
        return false;
    };
    let blanks = leading(rest, LONGEST_GAP, is_blank);
    matches!(rest.get(blanks), Some(b'=' | b':'))
}

/// The end of the blanks that begin at `from`, and of the signs that continue a line.
fn gap(rest: &[u8], from: usize) -> usize {
    let mut at = from;
    loop {
        at += leading(&rest[at..], LONGEST_GAP, |byte| {
            is_blank(byte) || matches!(byte, b'\r' | b'\n')
        });
        match rest[at..] {
            [b'\\' | b'_', b'\r' | b'\n', ..] if at < LONGEST_GAP => at += 1,
            _ => return at,
        }
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// The length of the line end that `bytes` begin with.
fn line_end(bytes: &[u8]) -> Option<usize> {
    match bytes {
        [b'\n', ..] => Some(1),
        [b'\r', b'\n', ..] => Some(2),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The part of a token before a break, and the one after it.
    const HEAD: &str = "q7RtZ2mKx9";
    const TAIL: &str = "LbV4cWn8Jp";

    fn length_after(head: &str, rest: &str) -> Option<usize> {
        length([head, rest, TAIL].concat().as_bytes(), head.len())
    }

    #[test]
    fn a_break_of_mail_ends_a_full_line() {
        let line = |length: usize| format!("{HEAD:>length$}");
        for (length, is_break) in [(69, false), (70, true), (75, true), (77, true), (78, false)] {
            for end in ["=\n", "=\r\n"] {
                let found = length_after(&format!("before\n{}", line(length)), end);
                assert_eq!(found, is_break.then_some(end.len()), "{length}");
            }
        }
    }

    #[test]
    fn only_strings_that_are_joined_are_one() {
        for (between, is_break) in [
            ("\" + \"", true),
            ("'\n  '", true),
            ("\" \\\n b\"", true),
            ("``", true),
            ("\\\r\n\t", true),
            ("\", \"", false),
            ("\" \"", false),
            ("\": \"", false),
            ("\" + ", false),
            ("\" in \"", false),
            ("\\ \n", false),
            ("'s ", false),
        ] {
            let found = length_after(HEAD, between);
            assert_eq!(found, is_break.then_some(between.len()), "{between}");
        }
    }

    #[test]
    fn a_key_goes_on_from_no_value() {
        for (after, is_break) in [
            ("\"", true),
            ("\" ;", true),
            ("\" = 1", false),
            ("\":", false),
        ] {
            let text = format!("{HEAD}\"\n \"{TAIL}{after}");
            let found = length(text.as_bytes(), HEAD.len());
            assert_eq!(found.is_some(), is_break, "{text}");
        }
    }

    #[test]
    fn words_and_numbers_are_not_put_together() {
        for (head, tail, is_token) in [
            ("internationalization", "configuration", false),
            ("20261128084732", "00000000000000", false),
            ("a1b", "q7RtZ2mKx9LbV4cWn8", false),
            ("a1b2", "q7RtZ2mKx9LbV", true),
            ("a1b2", "q7RtZ2mKx9L", false),
        ] {
            let text = format!("{head}\"+\"{tail}");
            let found = length(text.as_bytes(), head.len());
            assert_eq!(found.is_some(), is_token, "{text}");
        }
    }
}
