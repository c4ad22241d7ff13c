//! The words of a text in order, three bytes each: enough to see which are near each other, not
//! to read the text.
//!
//! A word is 23 bits of its stem's checksum; the top bit is set if it is at the place of the one
//! before (a compound, a pair). Zero begins a field, and the field's number follows. Two words with
//! the same 23 bits are taken for one: that can make a text of 10,000 words seem to contain a word
//! of the question in one of 800 cases, and changes its rank a little.

use super::field::Field;

/// Bytes of a word.
const WIDTH: usize = 3;
/// The bit of a word that is at the place of the one before.
const SAME: u32 = 1 << 23;
// Distance that a field's beginning adds to the position: no phrase and no window reaches from one
// field into the next.
const GAP: u32 = 1000;

/// Mark of a stem in a stream; never zero.
pub(crate) fn mark(stem: &str) -> u32 {
    // Zero begins a field.
    (crc32fast::hash(stem.as_bytes()) & (SAME - 1)).max(1)
}

/// Begins a field: a word of zeros, and the field's number.
pub(crate) fn begin(stream: &mut Vec<u8>, field: Field) {
    put(stream, 0);
    put(stream, field as u32);
}

/// An empty stream with room for some fields and words.
pub(crate) fn with_room(fields: usize, words: usize) -> Vec<u8> {
    Vec::with_capacity((2 * fields + words) * WIDTH)
}

/// Adds a word by its mark; `is_same` is true if it is at the place of the one before.
pub(crate) fn push(stream: &mut Vec<u8>, mark: u32, is_same: bool) {
    let place = if is_same { SAME } else { 0 };
    put(stream, mark | place);
}

fn put(stream: &mut Vec<u8>, value: u32) {
    stream.extend_from_slice(&value.to_le_bytes()[..WIDTH]);
}

/// Number of fields of a kind in a stream: each path of a record is one.
pub(crate) fn count(stream: &[u8], field: Field) -> u32 {
    let mut count = 0;
    let mut last = None;
    for word in words(stream).filter(|word| word.field == field) {
        // No word is so far from the one before in a field.
        if last.is_none_or(|last| word.position >= last + GAP) {
            count += 1;
        }
        last = Some(word.position);
    }
    count
}

/// A word of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) field: Field,
    /// Counted through the whole stream; fields are far from each other.
    pub(crate) position: u32,
    pub(crate) mark: u32,
}

/// The words of a stream, in order. It ends if a field's number is missing.
pub(crate) fn words(stream: &[u8]) -> Words<'_> {
    Words {
        rest: stream,
        field: Field::Body,
        position: 0,
    }
}

pub(crate) struct Words<'a> {
    rest: &'a [u8],
    field: Field,
    position: u32,
}

impl Words<'_> {
    fn value(&mut self) -> Option<u32> {
        let (&[low, middle, high], rest) = self.rest.split_first_chunk::<WIDTH>()?;
        self.rest = rest;
        Some(u32::from_le_bytes([low, middle, high, 0]))
    }
}

impl Iterator for Words<'_> {
    type Item = Word;

    fn next(&mut self) -> Option<Word> {
        loop {
            let value = self.value()?;
            if value == 0 {
                let number = self.value()?;
                // A field of a later version is read as the text itself.
                self.field = Field::by_number(number as usize).unwrap_or(Field::Body);
                self.position = self.position.saturating_add(GAP);
                continue;
            }
            // A compound is at the place of its last word.
            if value & SAME == 0 {
                self.position = self.position.saturating_add(1);
            }
            return Some(Word {
                field: self.field,
                position: self.position,
                mark: value & (SAME - 1),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_back_with_their_places() {
        let mut stream = Vec::new();
        begin(&mut stream, Field::Title);
        push(&mut stream, mark("event"), false);
        push(&mut stream, mark("store"), false);
        push(&mut stream, mark("eventstore"), true);
        begin(&mut stream, Field::Body);
        push(&mut stream, mark("event"), false);
        let read: Vec<_> = words(&stream)
            .map(|word| (word.field, word.position, word.mark))
            .collect();
        let expected = [
            (Field::Title, 1001, mark("event")),
            (Field::Title, 1002, mark("store")),
            (Field::Title, 1002, mark("eventstore")),
            (Field::Body, 2003, mark("event")),
        ];
        assert_eq!(read, expected);
        assert_eq!(count(&stream, Field::Body), 1);
        begin(&mut stream, Field::Body);
        push(&mut stream, mark("event"), false);
        assert_eq!(count(&stream, Field::Body), 2);
        assert_eq!(count(&stream, Field::Tags), 0);
    }
}
