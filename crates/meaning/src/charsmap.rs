//! The table of `SentencePiece` that brings characters to one form.
//!
//! Its bytes are the length of a trie, the trie, and texts that end with a zero. The trie is a double
//! array of 32-bit units: a unit has the label of the edge to it, the distance to its children, and
//! a bit that says that one of these has the place of a text.

use unicode_segmentation::UnicodeSegmentation;

use super::error::Error;
use super::shape::WORD;

/// Bytes of a grapheme that is looked up as a whole; the characters of a longer one are alone.
const GRAPHEME: usize = 5;
/// Bytes of an entry's text; one that is longer is no text of a character.
const TEXT: usize = 64;

/// A table, in the bytes of its file.
pub(crate) struct Charsmap<'a> {
    trie: &'a [u8],
    texts: &'a [u8],
}

impl<'a> Charsmap<'a> {
    pub(crate) fn of(bytes: &'a [u8]) -> Result<Self, Error> {
        let parts = bytes
            .split_first_chunk()
            .and_then(|(length, rest)| rest.split_at_checked(u32::from_le_bytes(*length) as usize));
        let (trie, texts) = parts.ok_or(Error::Tokens("its charsmap is cut off".to_owned()))?;
        Ok(Self { trie, texts })
    }

    /// A text in one form. A table may have several ways to begin a grapheme, and the shortest is
    /// taken for all of it: models were trained on texts of that form.
    pub(crate) fn normalized(&self, text: &str) -> String {
        let mut normalized = String::with_capacity(text.len());
        for grapheme in text.graphemes(true) {
            let whole = (grapheme.len() <= GRAPHEME).then(|| self.text(grapheme));
            if let Some(text) = whole.flatten() {
                normalized.push_str(text);
                continue;
            }
            for character in grapheme.split("").filter(|it| !it.is_empty()) {
                normalized.push_str(self.text(character).unwrap_or(character));
            }
        }
        normalized
    }

    /// The text of the shortest entry that a text begins with.
    fn text(&self, text: &str) -> Option<&'a str> {
        let mut place = 0;
        let mut unit = self.unit(place)?;
        place ^= children(unit);
        for byte in text.bytes() {
            place ^= usize::from(byte);
            unit = self.unit(place)?;
            if unit & 0x8000_00ff != u32::from(byte) {
                return None;
            }
            place ^= children(unit);
            if unit & 0x100 != 0 {
                let start = self.unit(place)? & 0x7fff_ffff;
                let texts = self.texts.get(start as usize..)?;
                let end = texts.iter().take(TEXT).position(|byte| *byte == 0)?;
                return std::str::from_utf8(&texts[..end]).ok();
            }
        }
        None
    }

    fn unit(&self, place: usize) -> Option<u32> {
        let bytes = self.trie.get(place.checked_mul(WORD)?..)?;
        Some(u32::from_le_bytes(*bytes.first_chunk()?))
    }
}

/// Distance from the place of a unit to its children; far ones are in steps of 256.
fn children(unit: u32) -> usize {
    let is_far = unit & 0x200 != 0;
    ((unit >> 10) as usize) << if is_far { 8 } else { 0 }
}
