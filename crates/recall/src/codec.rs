//! Numbers and rows of an index's bytes. Unreadable bytes are [`Damaged`]: they give no answer, and
//! no panic.

use git_memory_text::date::Date;

/// Bytes of the index that differ from the written ones, or cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the index is damaged")]
pub struct Damaged;

/// Appends a number: seven bits a byte, the lowest first, the top bit set on all bytes but the last
/// (LEB128).
pub(crate) fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(lowest(number) | 0x80);
        number >>= 7;
    }
    bytes.push(lowest(number));
}

/// The lowest seven bits of a number.
fn lowest(number: u64) -> u8 {
    number.to_le_bytes()[0] & 0x7f
}

/// Appends bytes after their number.
pub(crate) fn put_bytes(bytes: &mut Vec<u8>, value: &[u8]) {
    put(bytes, value.len() as u64);
    bytes.extend_from_slice(value);
}

/// Reads bytes that [`put`] and [`put_bytes`] wrote.
pub(crate) struct ByteReader<'a>(pub(crate) &'a [u8]);

impl<'a> ByteReader<'a> {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn number(&mut self) -> Result<u64, Damaged> {
        // Most are small.
        if let [byte @ 0..0x80, rest @ ..] = self.0 {
            self.0 = rest;
            return Ok(u64::from(*byte));
        }
        let mut number = 0_u64;
        // Ten groups of seven bits are enough for any number; bits beyond 64 are never written.
        for (nth, &byte) in self.0.iter().enumerate().take(10) {
            number |= u64::from(byte & 0x7f) << (7 * nth);
            if byte < 0x80 {
                self.0 = &self.0[nth + 1..];
                return Ok(number);
            }
        }
        Err(Damaged)
    }

    pub(crate) fn small(&mut self) -> Result<u32, Damaged> {
        u32::try_from(self.number()?).map_err(|_| Damaged)
    }

    pub(crate) fn size(&mut self) -> Result<usize, Damaged> {
        usize::try_from(self.number()?).map_err(|_| Damaged)
    }

    pub(crate) fn bytes(&mut self) -> Result<&'a [u8], Damaged> {
        let length = self.size()?;
        let (value, rest) = self.0.split_at_checked(length).ok_or(Damaged)?;
        self.0 = rest;
        Ok(value)
    }

    /// Some bytes whose number is known.
    fn array<const N: usize>(&mut self) -> Result<[u8; N], Damaged> {
        let (value, rest) = self.0.split_first_chunk().ok_or(Damaged)?;
        self.0 = rest;
        Ok(*value)
    }

    /// A little-endian number of four bytes.
    pub(crate) fn u32(&mut self) -> Result<u32, Damaged> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    /// A little-endian number of eight bytes.
    pub(crate) fn u64(&mut self) -> Result<u64, Damaged> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    /// A day of four bytes; `None` for a number that is not a day of the calendar.
    pub(crate) fn day(&mut self) -> Result<Option<Date>, Damaged> {
        let days = i32::from_le_bytes(self.array()?);
        match Date::try_from(days) {
            Ok(day) => Ok(Some(day)),
            // The value for 'no day'.
            Err(_) => Ok(None),
        }
    }
}

/// The nth little-endian 32-bit number of a table; 0 beyond its end.
pub(crate) fn nth_u32(table: &[u8], nth: u32) -> u32 {
    // The table has passed its checksum, and the inner loop of ranking reads it: an error for each
    // number would cost more than it could tell.
    let (numbers, _) = table.as_chunks::<4>();
    match numbers.get(nth as usize) {
        Some(number) => u32::from_le_bytes(*number),
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_come_back(numbers in prop::collection::vec(any::<u64>(), 0..20), tail in any::<Vec<u8>>()) {
            let mut bytes = Vec::new();
            numbers.iter().for_each(|&number| put(&mut bytes, number));
            put_bytes(&mut bytes, &tail);
            let mut reader = ByteReader(&bytes);
            for number in numbers {
                prop_assert_eq!(reader.number(), Ok(number));
            }
            prop_assert_eq!(reader.bytes(), Ok(tail.as_slice()));
            prop_assert!(reader.is_empty());
        }

        #[test]
        fn any_bytes_are_read_without_panic(bytes in any::<Vec<u8>>()) {
            let mut reader = ByteReader(&bytes);
            while !reader.is_empty() && reader.bytes().is_ok() {}
        }
    }
}
