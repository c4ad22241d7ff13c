//! Writing a segment: of new documents, or of other segments.

use std::collections::HashMap;
use std::io::{self, Write};

use sha2::{Digest, Sha256};

use super::codec::{Damaged, nth_u32, put, put_bytes};
use super::document::Document;
use super::segment::{BLOCK, Bytes, Card, Entry, HEAD, Posting, Segment, facts_row};
use crate::domain::text::hex;

/// Writes a segment from front to back: first every document in the order of their ids, then every
/// term in order.
struct Writer<W> {
    out: W,
    at: u64,
    ids: Vec<u8>,
    id_length: usize,
    lengths: Vec<u8>,
    facts: Vec<u8>,
    streams: Vec<u8>,
    documents: u32,
    dictionary: Vec<u8>,
    /// First term, place, length of each block are known when all postings are written.
    blocks: Vec<Vec<u8>>,
    firsts: Vec<Vec<u8>>,
    last: Vec<u8>,
    in_block: usize,
}

impl<W: Write> Writer<W> {
    fn begin(out: W) -> io::Result<Self> {
        let mut writer = Self {
            out,
            at: 0,
            ids: Vec::new(),
            id_length: 0,
            lengths: Vec::new(),
            facts: Vec::new(),
            streams: Vec::new(),
            documents: 0,
            dictionary: Vec::new(),
            blocks: Vec::new(),
            firsts: Vec::new(),
            last: Vec::new(),
            in_block: 0,
        };
        writer.put(HEAD)?;
        Ok(writer)
    }

    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.at += bytes.len() as u64;
        self.out.write_all(bytes)
    }

    fn put_checked(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.put(bytes)?;
        self.put(&crc32fast::hash(bytes).to_le_bytes())
    }

    fn document(&mut self, card: &Card<'_>) -> io::Result<()> {
        self.ids.extend_from_slice(card.id);
        self.id_length = card.id.len();
        self.lengths.extend_from_slice(&card.length.to_le_bytes());
        self.facts.extend(facts_row(card));
        self.streams.extend_from_slice(&self.at.to_le_bytes());
        self.documents += 1;
        self.put_checked(card.stream)
    }

    fn term(&mut self, term: &[u8], postings: &[Posting]) -> io::Result<()> {
        if self.documents > 0 && self.streams.len() == self.documents as usize * 8 {
            self.streams.extend_from_slice(&self.at.to_le_bytes());
        }
        if self.in_block == BLOCK || self.blocks.is_empty() {
            self.in_block = 0;
            self.last.clear();
            self.firsts.push(term.to_vec());
            let mut block = Vec::new();
            put(&mut block, self.at);
            self.blocks.push(block);
        }
        let mut list = Vec::with_capacity(postings.len() * 2);
        let mut next = 0;
        for posting in postings {
            put(&mut list, u64::from(posting.document - next));
            put(&mut list, u64::from(posting.weight));
            next = posting.document + 1;
        }
        if let Some(block) = self.blocks.last_mut() {
            let shared = self
                .last
                .iter()
                .zip(term)
                .take_while(|(a, b)| a == b)
                .count();
            put(block, shared as u64);
            put_bytes(block, &term[shared..]);
            put(block, list.len() as u64 + 4);
        }
        self.last = term.to_vec();
        self.in_block += 1;
        self.put_checked(&list)
    }

    fn finish(mut self) -> io::Result<W> {
        if self.streams.len() == self.documents as usize * 8 {
            self.streams.extend_from_slice(&self.at.to_le_bytes());
        }
        put(&mut self.dictionary, self.at);
        for (first, block) in std::mem::take(&mut self.firsts)
            .iter()
            .zip(std::mem::take(&mut self.blocks))
        {
            put_bytes(&mut self.dictionary, first);
            put(&mut self.dictionary, block.len() as u64 + 4);
            self.put_checked(&block)?;
        }
        let mut foot = Vec::new();
        let tables = [
            &mut self.dictionary,
            &mut self.ids,
            &mut self.lengths,
            &mut self.facts,
            &mut self.streams,
        ];
        for table in tables.map(std::mem::take) {
            foot.extend_from_slice(&self.at.to_le_bytes());
            foot.extend_from_slice(&(table.len() as u64).to_le_bytes());
            foot.extend_from_slice(&crc32fast::hash(&table).to_le_bytes());
            self.put(&table)?;
        }
        foot.extend_from_slice(&self.documents.to_le_bytes());
        foot.extend_from_slice(&u32::try_from(self.id_length).unwrap_or(0).to_le_bytes());
        self.put_checked(&foot)?;
        self.put(HEAD)?;
        Ok(self.out)
    }
}

type Terms = HashMap<String, u32, foldhash::fast::RandomState>;

/// Collects documents and writes them as a segment.
#[derive(Default)]
pub struct Builder {
    terms: Terms,
    documents: Vec<Collected>,
    size: usize,
}

struct Collected {
    id: Vec<u8>,
    document: Document,
    /// Numbers of terms, and their weights.
    terms: Vec<(u32, u32)>,
}

impl Builder {
    /// About how many bytes of memory it takes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// A name that no segment of other documents has: the hash of their object ids.
    #[must_use]
    pub fn name(&self) -> String {
        name(
            self.documents
                .iter()
                .map(|collected| collected.id.as_slice()),
        )
    }

    /// Whether it has none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.documents.is_empty()
    }

    /// Adds a document under its object id.
    pub fn add(&mut self, id: &[u8], mut document: Document) {
        let found = std::mem::take(&mut document.terms);
        let mut terms = Vec::with_capacity(found.len());
        self.size +=
            found.len() * size_of::<(u32, u32)>() + document.stream.len() + size_of::<Collected>();
        for (term, weight) in found {
            let next = u32::try_from(self.terms.len()).unwrap_or(u32::MAX);
            terms.push((*self.terms.entry(term).or_insert(next), weight));
        }
        self.documents.push(Collected {
            id: id.to_vec(),
            document,
            terms,
        });
    }

    /// Writes the segment. The same documents give the same bytes, in whatever order they came.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn write<W: Write>(&mut self, out: W) -> io::Result<W> {
        self.documents.sort_by(|a, b| a.id.cmp(&b.id));
        self.documents.dedup_by(|a, b| a.id == b.id);
        let mut writer = Writer::begin(out)?;
        // Postings of all terms in one list: counted first, then filled in the order of the
        // documents.
        let mut ends = vec![0_usize; self.terms.len() + 1];
        for collected in &self.documents {
            let Document {
                length,
                ref stream,
                language,
                facts,
                is_clean,
                ..
            } = collected.document;
            writer.document(&Card {
                id: &collected.id,
                length,
                language,
                facts,
                is_clean,
                stream,
            })?;
            collected
                .terms
                .iter()
                .for_each(|(term, _)| ends[*term as usize + 1] += 1);
        }
        for nth in 1..ends.len() {
            ends[nth] += ends[nth - 1];
        }
        let mut next = ends.clone();
        let mut postings = vec![
            Posting {
                document: 0,
                weight: 0
            };
            ends.last().copied().unwrap_or(0)
        ];
        for (nth, collected) in self.documents.iter().enumerate() {
            let document = u32::try_from(nth).unwrap_or(u32::MAX);
            for &(term, weight) in &collected.terms {
                postings[next[term as usize]] = Posting { document, weight };
                next[term as usize] += 1;
            }
        }
        let mut terms: Vec<(&String, &u32)> = self.terms.iter().collect();
        terms.sort_unstable();
        for (term, &nth) in terms {
            let list = &postings[ends[nth as usize]..ends[nth as usize + 1]];
            if !list.is_empty() {
                writer.term(term.as_bytes(), list)?;
            }
        }
        writer.finish()
    }
}

/// The name of a segment with these documents, in whatever order they come.
pub fn name<'a>(ids: impl Iterator<Item = &'a [u8]>) -> String {
    let mut ids: Vec<&[u8]> = ids.collect();
    ids.sort_unstable();
    ids.dedup();
    let mut hash = Sha256::new();
    ids.iter().for_each(|id| hash.update(id));
    hex(&hash.finalize()[..16])
}

/// Writes several segments as one. `keeps` says which documents stay, by object id.
///
/// # Errors
/// Where it cannot be written; `InvalidData` where one of them is damaged.
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

impl From<Damaged> for io::Error {
    fn from(damaged: Damaged) -> Self {
        Self::new(io::ErrorKind::InvalidData, damaged)
    }
}

/// Per segment, the new number of each document; `u32::MAX` for those that are left out.
type Numbers = Vec<Vec<u32>>;

fn merge_documents<B: Bytes, W: Write>(
    segments: &[Segment<B>],
    keeps: impl Fn(&[u8]) -> bool,
    writer: &mut Writer<W>,
) -> io::Result<Numbers> {
    let mut numbers: Numbers = segments
        .iter()
        .map(|segment| vec![u32::MAX; segment.documents() as usize])
        .collect();
    let mut order: Vec<(&[u8], usize, u32)> = Vec::new();
    for (nth, segment) in segments.iter().enumerate() {
        for document in 0..segment.documents() {
            let id = segment.id(document)?;
            order.extend(keeps(id).then_some((id, nth, document)));
        }
    }
    order.sort_unstable();
    order.dedup_by_key(|(id, ..)| *id);
    for (id, nth, document) in order {
        let segment = &segments[nth];
        let (length, language) = (
            nth_u32(segment.lengths()?, document),
            segment.language(document)?,
        );
        let (facts, is_clean) = (segment.facts(document)?, segment.is_clean(document)?);
        let stream = segment.stream(document)?;
        numbers[nth][document as usize] = writer.documents;
        writer.document(&Card {
            id,
            length,
            language,
            facts,
            is_clean,
            stream: &stream,
        })?;
    }
    Ok(numbers)
}

fn merge_terms<B: Bytes, W: Write>(
    segments: &[Segment<B>],
    numbers: &Numbers,
    writer: &mut Writer<W>,
) -> io::Result<()> {
    let mut cursors: Vec<Cursor<'_, B>> = segments.iter().map(Cursor::new).collect();
    loop {
        let mut least: Option<Vec<u8>> = None;
        for cursor in &mut cursors {
            if let Some(term) = cursor.peek()?
                && least.as_ref().is_none_or(|least| term < least)
            {
                least = Some(term.clone());
            }
        }
        let Some(least) = least else { return Ok(()) };
        let mut postings = Vec::new();
        for (cursor, numbers) in cursors.iter_mut().zip(numbers) {
            if cursor.peek()? != Some(&least) {
                continue;
            }
            let renumbered =
                cursor
                    .next()?
                    .into_iter()
                    .filter_map(|Posting { document, weight }| {
                        let document = *numbers.get(document as usize)?;
                        (document != u32::MAX).then_some(Posting { document, weight })
                    });
            postings.extend(renumbered);
        }
        postings.sort_unstable_by_key(|posting| posting.document);
        if !postings.is_empty() {
            writer.term(&least, &postings)?;
        }
    }
}

/// Reads a dictionary from end to end.
struct Cursor<'a, B> {
    segment: &'a Segment<B>,
    block: usize,
    entries: std::vec::IntoIter<Entry>,
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

    /// The postings of the next term, which is there.
    fn next(&mut self) -> Result<Vec<Posting>, Damaged> {
        self.segment.list(&self.entries.next().ok_or(Damaged)?)
    }
}
