//! Base64 (RFC 4648), in both alphabets: enough to look into a text once.

use std::borrow::Cow;

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

use super::run::ByteSet;

// Reads Base64 that was cut anywhere: a secret need not end with a group, and a strict reader would
// refuse all of it for its last letter.
const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_allow_trailing_bits(true)
        .with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The letters of both alphabets.
pub(crate) static LETTERS: ByteSet = ByteSet::of(b"+/-_").and_alphanumeric();

/// The text that a run of Base64 hides; `None` if it is not Base64, or hides no text. Characters
/// beyond the last whole byte are ignored.
pub(crate) fn decoded(run: &str) -> Option<String> {
    let letters = run.trim_end_matches('=').as_bytes();
    if !letters.iter().all(|byte| LETTERS.has(*byte)) {
        return None;
    }
    // If the last letter of a group is its only one, it has no byte of its own.
    let whole = match letters.len() % 4 {
        1 => letters.len() - 1,
        _ => letters.len(),
    };
    // Each byte was found to be a letter: nothing is left to fail.
    let bytes = LENIENT.decode(standard(&letters[..whole])).ok()?;
    let text = String::from_utf8(bytes).ok()?;
    // Anything decodes to bytes; only text can hold a secret that a rule knows.
    let is_text = !text.is_empty() && text.chars().all(is_printable);
    is_text.then_some(text)
}

/// The bytes that some letters of the standard alphabet stand for.
pub(crate) fn bytes(letters: &str) -> Option<Vec<u8>> {
    // Letters that are not Base64 hide nothing that the rules could read.
    LENIENT.decode(letters).ok()
}

/// The letters in the standard alphabet; one run may mix both.
fn standard(letters: &[u8]) -> Cow<'_, [u8]> {
    let is_standard = !letters.iter().any(|byte| matches!(byte, b'-' | b'_'));
    if is_standard {
        return Cow::Borrowed(letters);
    }
    let mut translated = letters.to_vec();
    for letter in &mut translated {
        match letter {
            b'-' => *letter = b'+',
            b'_' => *letter = b'/',
            _ => {}
        }
    }
    Cow::Owned(translated)
}

fn is_printable(letter: char) -> bool {
    !letter.is_control() || matches!(letter, '\n' | '\r' | '\t')
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

    #[test]
    fn runs_that_were_cut_or_mixed_are_read_as_far_as_they_go() {
        assert_eq!(decoded("YXBwO").as_deref(), Some("app"));
        assert_eq!(decoded("YXBwO!"), None);
        assert_eq!(decoded("Pz8_Pz8/").as_deref(), Some("??????"));
        // The last two bits belong to no byte.
        assert_eq!(decoded("YXC").as_deref(), Some("ap"));
    }
}
