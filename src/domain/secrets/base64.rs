//! Base64 (RFC 4648), in both alphabets: enough to look into a text once.

/// The text behind a run of Base64; `None` where it is none, or where what it hides is no text.
pub(super) fn decoded(run: &str) -> Option<String> {
    let run = run.trim_end_matches('=');
    let mut bytes = Vec::with_capacity(run.len() * 3 / 4);
    let (mut bits, mut count) = (0u32, 0);
    for byte in run.bytes() {
        bits = bits << 6 | u32::from(sextet(byte)?);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push(u8::try_from(bits >> count & 0xff).unwrap_or(0));
        }
    }
    let text = String::from_utf8(bytes).ok()?;
    let is_text = text
        .chars()
        .all(|letter| !letter.is_control() || matches!(letter, '\n' | '\r' | '\t'));
    (is_text && !text.is_empty()).then_some(text)
}

fn sextet(byte: u8) -> Option<u8> {
    Some(match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' | b'-' => 62,
        b'/' | b'_' => 63,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_text_comes_out() {
        assert_eq!(decoded("YXBwOnNlY3JldA==").as_deref(), Some("app:secret"));
        assert_eq!(decoded("w7zDvA").as_deref(), Some("üü"));
        assert_eq!(decoded("AAECAwQFBgc="), None);
        assert_eq!(decoded("not base64!"), None);
        assert_eq!(decoded(""), None);
    }
}
