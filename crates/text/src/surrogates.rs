//! Replaces half of a surrogate pair in JSON, `"\\ud83d"`: programs that count in UTF-16 cut a text
//! there, and write the rest (RFC 8259, section 8.2). Half of a pair is not a character, and
//! readers of JSON as UTF-8 refuse the whole text.

use std::borrow::Cow;

/// The length of `\uXXXX`.
const LENGTH: usize = 6;
/// U+FFFD, the replacement character.
const REPLACEMENT: &[u8; LENGTH] = b"\\ufffd";

/// A JSON text in which each unpaired half is the replacement character. It keeps its length; bytes
/// that are not JSON keep everything else.
#[must_use]
pub fn without_halves(json: &[u8]) -> Cow<'_, [u8]> {
    let mut safe = Cow::Borrowed(json);
    let mut at = 0;
    while let Some(next) = json[at..].iter().position(|byte| *byte == b'\\') {
        at += next;
        at += match half(&json[at..]) {
            None => 2,
            Some(Half::High) if matches!(half(&json[at + LENGTH..]), Some(Half::Low)) => 2 * LENGTH,
            Some(_) => {
                safe.to_mut()[at..at + LENGTH].copy_from_slice(REPLACEMENT);
                LENGTH
            }
        };
        if at >= json.len() {
            break;
        }
    }
    safe
}

enum Half {
    High,
    Low,
}

/// The half that a text begins with.
fn half(json: &[u8]) -> Option<Half> {
    let digits = json.strip_prefix(b"\\u")?.get(..4)?;
    let code = u32::from_str_radix(str::from_utf8(digits).ok()?, 16).ok()?;
    match code {
        0xD800..=0xDBFF => Some(Half::High),
        0xDC00..=0xDFFF => Some(Half::Low),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_unpaired_half_is_replaced() {
        for (json, expected) in [
            (r#""a\ud83d""#, r#""a\ufffd""#),
            (r#""\ude00 b""#, r#""\ufffd b""#),
            (r#""\ud83d\ude00""#, r#""\ud83d\ude00""#),
            (r#""\uD83D\uD83D\uDE00""#, r#""\ufffd\uD83D\uDE00""#),
            // A backslash of its own begins nothing.
            (r#""\\ud83d""#, r#""\\ud83d""#),
            (r#""\\\ud83d""#, r#""\\\ufffd""#),
            (r#""\u00e9\n""#, r#""\u00e9\n""#),
            (r"\", r"\"),
            (r"\ud83", r"\ud83"),
        ] {
            let safe = without_halves(json.as_bytes());
            assert_eq!(str::from_utf8(&safe).unwrap(), expected, "{json}");
        }
    }

    proptest! {
        #[test]
        fn json_stays_as_it_is(text in any::<String>()) {
            let json = serde_json::to_vec(&text).unwrap();
            prop_assert_eq!(&*without_halves(&json), &json[..]);
        }

        #[test]
        fn any_run_of_escapes_can_be_read(codes in prop::collection::vec(any::<u16>(), 0..8)) {
            let escapes: String = codes.iter().map(|code| format!("\\u{code:04x}")).collect();
            let json = format!("\"{escapes}\"");
            let text: String = serde_json::from_slice(&without_halves(json.as_bytes())).unwrap();
            prop_assert_eq!(text, String::from_utf16_lossy(&codes));
        }
    }
}
