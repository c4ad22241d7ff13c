//! Reads bytes as the text in them: UTF-8 or UTF-16, with or without a byte order mark, and data
//! with text in it.

use std::borrow::Cow;

/// Length of the part of a file by which its encoding is recognized, in bytes.
const PROBE: usize = 8000;

/// Order of the two bytes of a unit of UTF-16.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Little,
    Big,
}

/// The text in some bytes. Bytes that are not text are replaced, and nothing is left out: a NUL in
/// a file must not hide the text after it.
#[must_use]
pub fn readable(bytes: &[u8]) -> Cow<'_, str> {
    let Some(order) = utf16(bytes) else {
        return String::from_utf8_lossy(bytes);
    };
    let mut units = Vec::with_capacity(bytes.len() / 2);
    for pair in bytes.chunks_exact(2) {
        let pair = [pair[0], pair[1]];
        units.push(match order {
            Order::Little => u16::from_le_bytes(pair),
            Order::Big => u16::from_be_bytes(pair),
        });
    }
    Cow::Owned(String::from_utf16_lossy(&units))
}

/// The order of the bytes of UTF-16; `None` for anything else.
fn utf16(bytes: &[u8]) -> Option<Order> {
    match bytes {
        [0xff, 0xfe, ..] => return Some(Order::Little),
        [0xfe, 0xff, ..] => return Some(Order::Big),
        _ => {}
    }
    let probe = &bytes[..bytes.len().min(PROBE)];
    // Two bytes, one of them a NUL, are text in neither order.
    if probe.len() < 8 {
        return None;
    }
    let (mut even, mut odd) = (0, 0);
    for (at, byte) in probe.iter().enumerate() {
        if *byte == 0 {
            if at % 2 == 0 {
                even += 1;
            } else {
                odd += 1;
            }
        }
    }
    // In text of our scripts every second byte is a NUL; data has them anywhere.
    let most = probe.len() / 2 / 2;
    match (even, odd) {
        (0, odd) if odd > most => Some(Order::Little),
        (even, 0) if even > most => Some(Order::Big),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_encoding_is_read() {
        let text = "token: ä漢\n";
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        let with = |mark: &[u8], bytes: &[u8]| [mark, bytes].concat();
        for (bytes, expected) in [
            (text.as_bytes().to_vec(), text.to_owned()),
            (little.clone(), text.to_owned()),
            (big.clone(), text.to_owned()),
            (with(&[0xff, 0xfe], &little), format!("\u{feff}{text}")),
            (with(&[0xfe, 0xff], &big), format!("\u{feff}{text}")),
            (b"a\0b\xffc".to_vec(), "a\0b\u{fffd}c".to_owned()),
            (Vec::new(), String::new()),
        ] {
            assert_eq!(readable(&bytes), expected);
        }
    }
}
