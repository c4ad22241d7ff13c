//! Reads the tokens of Discord's bots: the bot's number in Base64, a time, and the signature of
//! both.

use std::ops::Range;

use super::base64;
use super::rule::Alphabet;
use super::run::{begins_after_escape, leading, trailing};

/// Number of letters in the Base64 of a number of 17 to 19 digits.
const NUMBERS: [usize; 4] = [23, 24, 25, 26];
/// Number of letters of the time.
const TIME: usize = 6;
/// Number of letters of the signature: 27 until 2022, and 38.
const SIGNATURES: [usize; 2] = [27, 38];

/// Reads the token whose second part, with the dot before it, begins at `anchor`.
pub(crate) fn read(text: &str, anchor: Range<usize>) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    // Anchors are found in any case.
    if !bytes[anchor.end - 1].is_ascii_uppercase() {
        return None;
    }
    let time = anchor.start + ".".len();
    let after = &bytes[time..];
    if leading(after, TIME + 1, in_part) != TIME || after.get(TIME) != Some(&b'.') {
        return None;
    }
    let signature = leading(&after[TIME + 1..], SIGNATURES[1] + 1, in_part);
    if !SIGNATURES.contains(&signature) {
        return None;
    }
    let number = trailing(&bytes[..anchor.start], NUMBERS[3] + 1, in_part);
    let mut start = anchor.start - number;
    // The letter of a string's `\n` does not belong to the token.
    if number > 0 && begins_after_escape(&bytes[..=start]) {
        start += 1;
    }
    let number = &text[start..anchor.start];
    let is_number = NUMBERS.contains(&number.len()) && spells_number(number);
    let end = time + TIME + ".".len() + signature;
    is_number.then_some(start..end)
}

fn in_part(byte: u8) -> bool {
    Alphabet::Base64Url.holds(byte)
}

/// True if `part` is the Base64 of decimal digits.
fn spells_number(part: &str) -> bool {
    match base64::decoded(part) {
        Some(digits) => digits.bytes().all(|byte| byte.is_ascii_digit()),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use ::base64::Engine;
    use ::base64::engine::general_purpose::URL_SAFE_NO_PAD;

    use super::super::scan;

    #[test]
    fn a_token_begins_with_the_number_of_its_bot() {
        let number = URL_SAFE_NO_PAD.encode("799281494476455987");
        let signature = "q7RtZ2mKx9LbV4cWn8JpD3sFh6G";
        for (text, expected) in [
            (format!("bot {number}.GSwJyi.{signature}, and"), 1),
            (format!("{{\"t\":\"\\n{number}.YABS5g.{signature}\"}}"), 1),
            (format!("bot {number}.gswjyi.{signature}"), 0),
            (format!("bot {number}.GSwJyi.{}", &signature[1..]), 0),
            (format!("bot {}.GSwJyi.{signature}", "abcd".repeat(6)), 0),
        ] {
            let found = scan(&text);
            let of_bots = found.iter().filter(|hit| hit.rule == "discord-bot-token");
            assert_eq!(of_bots.count(), expected, "{text}");
        }
    }
}
