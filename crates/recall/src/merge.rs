//! Makes one segment of several.

use std::io::{self, Write};

use super::card::Card;
use super::codec::{Damaged, nth_u32};
use super::segment::{Bytes, DictionaryEntry, Posting, Segment};
use super::writer::Writer;

/// For each segment, the new number of each document; `None` for those that are left out.
type Numbers = Vec<Vec<Option<u32>>>;

/// Writes several segments as one. `keeps` is true for documents that stay, by object id.
///
/// # Errors
/// If it cannot be written; `InvalidData` if one of them is damaged.
pub fn merge<B: Bytes, W: Write>(
    segments: &[Segment<B>],
    keeps: impl Fn(&[u8]) -> bool,
    out: W,
) -> io::Result<W> {
    let mut writer = Writer::begin(out)?;
    let numbers = merge_documents(segments, keeps, &mut writer)?;
    merge_terms(segments, &numbers, &mut writer)?;
    writer.finish()
}

/// A document of one of the segments.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Source<'a> {
    id: &'a [u8],
    segment: usize,
    document: u32,
}

fn merge_documents<B: Bytes, W: Write>(
    segments: &[Segment<B>],
    keeps: impl Fn(&[u8]) -> bool,
    writer: &mut Writer<W>,
) -> io::Result<Numbers> {
    let mut numbers: Numbers = Vec::with_capacity(segments.len());
    let mut sources: Vec<Source<'_>> = Vec::new();
    for (nth, segment) in segments.iter().enumerate() {
        numbers.push(vec![None; segment.documents() as usize]);
        for document in 0..segment.documents() {
            let id = segment.id(document)?;
            if keeps(id) {
                sources.push(Source {
                    id,
                    segment: nth,
                    document,
                });
            }
        }
    }
    // Documents under one id are the same text: any of them will do.
    sources.sort_unstable();
    sources.dedup_by_key(|source| source.id);
    for source in sources {
        let number = &mut numbers[source.segment][source.document as usize];
        *number = Some(writer.documents());
        copy(
            &segments[source.segment],
            source.id,
            source.document,
            writer,
        )?;
    }
    Ok(numbers)
}

fn copy<B: Bytes, W: Write>(
    segment: &Segment<B>,
    id: &[u8],
    document: u32,
    writer: &mut Writer<W>,
) -> io::Result<()> {
    let stream = segment.stream(document)?;
    writer.document(&Card {
        id,
        length: nth_u32(segment.lengths()?, document),
        language: segment.language(document)?,
        facts: segment.facts(document)?,
        is_clean: segment.is_clean(document)?,
        stream: &stream,
    })
}

fn merge_terms<B: Bytes, W: Write>(
    segments: &[Segment<B>],
    numbers: &Numbers,
    writer: &mut Writer<W>,
) -> io::Result<()> {
    let mut cursors: Vec<Cursor<'_, B>> = segments.iter().map(Cursor::new).collect();
    // One term at a time: only its postings are in memory, however large the segments are.
    while let Some(term) = least(&mut cursors)? {
        let mut postings = Vec::new();
        for (cursor, numbers) in cursors.iter_mut().zip(numbers) {
            if cursor.peek()? != Some(&term) {
                continue;
            }
            for posting in cursor.next()? {
                let number = numbers.get(posting.document as usize).copied().flatten();
                if let Some(document) = number {
                    postings.push(Posting {
                        document,
                        ..posting
                    });
                }
            }
        }
        // Each segment's postings are in order, but their new numbers mix.
        postings.sort_unstable_by_key(|posting| posting.document);
        if !postings.is_empty() {
            writer.term(&term, &postings)?;
        }
    }
    Ok(())
}

/// The first of the terms at which the cursors are; `None` if all are at the end.
fn least<B: Bytes>(cursors: &mut [Cursor<'_, B>]) -> Result<Option<Vec<u8>>, Damaged> {
    let mut least: Option<Vec<u8>> = None;
    for cursor in cursors {
        if let Some(term) = cursor.peek()?
            && least.as_ref().is_none_or(|least| term < least)
        {
            least = Some(term.clone());
        }
    }
    Ok(least)
}

/// Reads a dictionary from end to end.
struct Cursor<'a, B> {
    segment: &'a Segment<B>,
    block: usize,
    entries: std::vec::IntoIter<DictionaryEntry>,
}

impl<'a, B: Bytes> Cursor<'a, B> {
    fn new(segment: &'a Segment<B>) -> Self {
        Self {
            segment,
            block: 0,
            entries: Vec::new().into_iter(),
        }
    }

    /// The next term; `None` at the end.
    fn peek(&mut self) -> Result<Option<&Vec<u8>>, Damaged> {
        if self.entries.as_slice().is_empty()
            && let Some(entries) = self.segment.nth_block(self.block)?
        {
            self.block += 1;
            self.entries = entries.into_iter();
        }
        Ok(self.entries.as_slice().first().map(|entry| &entry.term))
    }

    /// The postings of the next term, which [`Cursor::peek`] has seen.
    fn next(&mut self) -> Result<Vec<Posting>, Damaged> {
        let entry = self.entries.next().ok_or(Damaged)?;
        self.segment.list(&entry)
    }
}
