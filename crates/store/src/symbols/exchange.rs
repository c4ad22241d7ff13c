//! Messages between the process that asks for symbols and the one that reads them: pieces, each
//! after its length.

use std::io::{self, Read, Write};

use crate::state::VERSION;
use git_memory_text::limits;

/// The command that answers.
pub(crate) const COMMAND: &str = "read-symbols";
/// The answering side says this first: another build would say other things of the same source.
pub(crate) const GREETING: &str = VERSION;
/// The longest question: a source, the name of its language, and patterns.
pub(crate) const QUESTION: usize = limits::SOURCE_BYTES + 64 + (256 << 10);
/// Maximum number of patterns in one question.
pub(crate) const PATTERNS: usize = 100;
/// The first byte of a question for symbols, and of one for the matches of patterns.
pub(crate) const SYMBOLS: u8 = b's';
pub(crate) const CODE: u8 = b'c';
/// The longest answer: as many definitions as there may be, each with the longest names.
pub(crate) const ANSWER: usize = 4 << 20;

/// The bytes of a length.
const LENGTH: usize = 4;

/// Writes a piece that has several parts.
pub(crate) fn send(output: &mut impl Write, parts: &[&[u8]]) -> io::Result<()> {
    let length: usize = parts.iter().map(|part| part.len()).sum();
    let length = u32::try_from(length).map_err(io::Error::other)?;
    // All of it at once: each write could wake the other side up for a part.
    let mut piece = Vec::with_capacity(LENGTH + parts.iter().map(|part| part.len()).sum::<usize>());
    piece.extend(length.to_le_bytes());
    for part in parts {
        piece.extend(*part);
    }
    output.write_all(&piece)?;
    output.flush()
}

/// Reads a piece; `None` where the other side has ended between two of them.
pub(crate) fn receive(input: &mut impl Read, most: usize) -> io::Result<Option<Vec<u8>>> {
    let mut length = [0; LENGTH];
    match input.read(&mut length)? {
        0 => return Ok(None),
        read => input.read_exact(&mut length[read..])?,
    }
    let length = usize::try_from(u32::from_le_bytes(length)).map_err(io::Error::other)?;
    if length > most {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut piece = vec![0; length];
    input.read_exact(&mut piece)?;
    Ok(Some(piece))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_arrive_as_they_were_sent() {
        let mut sent = Vec::new();
        send(&mut sent, &[b"rust", b"\0", b"fn a() {}"]).unwrap();
        send(&mut sent, &[]).unwrap();
        let mut input = sent.as_slice();
        let mut next = |most| receive(&mut input, most);
        assert_eq!(next(14).unwrap().unwrap(), b"rust\0fn a() {}");
        assert_eq!(next(0).unwrap().unwrap(), b"");
        assert!(next(0).unwrap().is_none());
    }

    #[test]
    fn what_is_torn_or_too_long_is_an_error() {
        let mut sent = Vec::new();
        send(&mut sent, &[b"four"]).unwrap();
        for torn in 1..sent.len() {
            assert!(receive(&mut &sent[..torn], 4).is_err(), "{torn}");
        }
        assert!(receive(&mut sent.as_slice(), 3).is_err());
    }
}
