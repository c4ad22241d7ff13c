//! The words of a text in order, three bytes each: enough to see which stand near each other, not
//! to read the text.
//!
//! A word is 23 bits of its stem's checksum; the top bit says that it stands at the place of the
//! one before (a compound, a pair). Zero begins a field, and the field's number follows. Two words
//! with the same 23 bits are taken for one: that can make a text of 10,000 words seem to hold a
//! word of the question in one of 800 cases, and changes its rank a little.

use super::document::{Field, WEIGHTS};

const WIDTH: usize = 3;
const SAME: u32 = 1 << 23;

/// What a stem is in a stream; never zero.
pub(super) fn mark(stem: &str) -> u32 {
    (crc32fast::hash(stem.as_bytes()) & (SAME - 1)).max(1)
}

pub(super) fn begin(stream: &mut Vec<u8>, field: Field) {
    put(stream, 0);
    put(stream, u32::try_from(field.row()).unwrap_or(0));
}

pub(super) fn push(stream: &mut Vec<u8>, stem: &str, is_same: bool) {
    put(stream, mark(stem) | if is_same { SAME } else { 0 });
}

fn put(stream: &mut Vec<u8>, value: u32) {
    stream.extend_from_slice(&value.to_le_bytes()[..WIDTH]);
}

/// A word of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) field: Field,
    /// Counted through the whole stream; fields are far from each other.
    pub(super) position: u32,
    pub(super) mark: u32,
}

/// The words of a stream.
pub(super) fn words(stream: &[u8]) -> impl Iterator<Item = Word> {
    /// No phrase and no window reaches from one field into the next.
    const GAP: u32 = 1000;
    let (mut field, mut position) = (Field::Body, 0_u32);
    let mut values = stream
        .chunks_exact(WIDTH)
        .map(|raw| u32::from_le_bytes([raw[0], raw[1], raw[2], 0]));
    std::iter::from_fn(move || {
        loop {
            let value = values.next()?;
            if value == 0 {
                let row = usize::try_from(values.next()?).ok()?;
                field = WEIGHTS.get(row).map_or(Field::Body, |(field, ..)| *field);
                position = position.saturating_add(GAP);
                continue;
            }
            if value & SAME == 0 {
                position = position.saturating_add(1);
            }
            return Some(Word {
                field,
                position,
                mark: value & (SAME - 1),
            });
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_back_with_their_places() {
        let mut stream = Vec::new();
        begin(&mut stream, Field::Title);
        push(&mut stream, "event", false);
        push(&mut stream, "store", false);
        push(&mut stream, "eventstore", true);
        begin(&mut stream, Field::Body);
        push(&mut stream, "event", false);
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
    }
}
