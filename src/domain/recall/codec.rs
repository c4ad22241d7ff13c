//! Numbers and rows of an index's bytes. Whatever cannot be read is [`Damaged`]: no answer, and no
//! panic.

/// Bytes of the index that are not what was written, or cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the index is damaged")]
pub struct Damaged;

/// Appends a number: seven bits a byte, the lowest first, the top bit set on all bytes but the last
/// (LEB128).
pub(super) fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        // The mask leaves seven bits.
        bytes.push(u8::try_from(number & 0x7f).unwrap_or(0) | 0x80);
        number >>= 7;
    }
    bytes.push(u8::try_from(number).unwrap_or(0));
}

/// Appends bytes behind their number.
pub(super) fn put_bytes(bytes: &mut Vec<u8>, value: &[u8]) {
    put(bytes, value.len() as u64);
    bytes.extend_from_slice(value);
}

/// Reads what [`put`] and [`put_bytes`] wrote.
pub(super) struct Reader<'a>(pub(super) &'a [u8]);

impl<'a> Reader<'a> {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn number(&mut self) -> Result<u64, Damaged> {
        let mut number = 0_u64;
        for (nth, &byte) in self.0.iter().enumerate().take(10) {
            // Ten groups of seven bits hold any number; what they hold beyond 64 bits was never
            // written.
            number |= u64::from(byte & 0x7f) << (7 * nth);
            if byte < 0x80 {
                self.0 = &self.0[nth + 1..];
                return Ok(number);
            }
        }
        Err(Damaged)
    }

    pub(super) fn small(&mut self) -> Result<u32, Damaged> {
        u32::try_from(self.number()?).map_err(|_| Damaged)
    }

    pub(super) fn size(&mut self) -> Result<usize, Damaged> {
        usize::try_from(self.number()?).map_err(|_| Damaged)
    }

    pub(super) fn bytes(&mut self) -> Result<&'a [u8], Damaged> {
        let length = self.size()?;
        let (value, rest) = self.0.split_at_checked(length).ok_or(Damaged)?;
        self.0 = rest;
        Ok(value)
    }
}

/// The nth little-endian 32-bit number of a table; 0 beyond its end.
pub(super) fn nth_u32(table: &[u8], nth: u32) -> u32 {
    let at = nth as usize * 4;
    table
        .get(at..at + 4)
        .and_then(|raw| raw.try_into().ok())
        .map_or(0, u32::from_le_bytes)
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
            let mut reader = Reader(&bytes);
            for number in numbers {
                prop_assert_eq!(reader.number(), Ok(number));
            }
            prop_assert_eq!(reader.bytes(), Ok(tail.as_slice()));
            prop_assert!(reader.is_empty());
        }

        #[test]
        fn any_bytes_are_read_without_panic(bytes in any::<Vec<u8>>()) {
            let mut reader = Reader(&bytes);
            while !reader.is_empty() && reader.bytes().is_ok() {}
        }
    }
}
