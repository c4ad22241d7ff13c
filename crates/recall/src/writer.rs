//! Writes a segment from front to back: first every document in the order of their ids, then every
//! term in order.

use std::io::{self, Write};

use super::card::{Card, facts_row};
use super::codec::{Damaged, put, put_bytes};
use super::segment::{BLOCK, HEAD, Posting};

/// A segment in the making.
pub(crate) struct Writer<W> {
    out: W,
    /// Number of written bytes.
    at: u64,
    documents: u32,
    id_length: u32,
    tables: Tables,
    /// The blocks of the dictionary; their lengths are known when all postings are written.
    blocks: Vec<Block>,
    /// The term that was written last: only the difference to it is written of the next one.
    last: Vec<u8>,
    /// Number of terms in the last block.
    in_block: usize,
}

/// The tables of a segment, in their order.
#[derive(Default)]
struct Tables {
    dictionary: Vec<u8>,
    ids: Vec<u8>,
    lengths: Vec<u8>,
    facts: Vec<u8>,
    /// The offset of each stream, and of the end of the last one.
    streams: Vec<u8>,
}

#[derive(Default)]
struct Block {
    first: Vec<u8>,
    bytes: Vec<u8>,
}

impl<W: Write> Writer<W> {
    pub(crate) fn begin(out: W) -> io::Result<Self> {
        let mut writer = Self {
            out,
            at: 0,
            documents: 0,
            id_length: 0,
            tables: Tables::default(),
            blocks: Vec::new(),
            last: Vec::new(),
            in_block: 0,
        };
        writer.put(HEAD)?;
        Ok(writer)
    }

    /// Number of written documents: the number of the next one.
    pub(crate) fn documents(&self) -> u32 {
        self.documents
    }

    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.at += bytes.len() as u64;
        self.out.write_all(bytes)
    }

    fn put_checked(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.put(bytes)?;
        self.put(&crc32fast::hash(bytes).to_le_bytes())
    }

    /// Writes a document. All ids of a segment have one length.
    pub(crate) fn document(&mut self, card: &Card<'_>) -> io::Result<()> {
        self.id_length = u32::try_from(card.id.len()).map_err(io::Error::other)?;
        let tables = &mut self.tables;
        tables.ids.extend_from_slice(card.id);
        tables.lengths.extend_from_slice(&card.length.to_le_bytes());
        tables.facts.extend_from_slice(&facts_row(card));
        tables.streams.extend_from_slice(&self.at.to_le_bytes());
        self.documents += 1;
        self.put_checked(card.stream)
    }

    /// Writes a term, after all documents.
    pub(crate) fn term(&mut self, term: &[u8], postings: &[Posting]) -> io::Result<()> {
        self.end_streams();
        if self.in_block == BLOCK || self.blocks.is_empty() {
            self.begin_block(term);
        }
        // Gaps between documents are small numbers, which take one byte.
        let mut list = Vec::with_capacity(postings.len() * 2);
        let mut next = 0;
        for posting in postings {
            put(&mut list, u64::from(posting.document - next));
            put(&mut list, u64::from(posting.weight));
            next = posting.document + 1;
        }
        let shared = shared(&self.last, term);
        if let Some(block) = self.blocks.last_mut() {
            put(&mut block.bytes, shared as u64);
            put_bytes(&mut block.bytes, &term[shared..]);
            // With the checksum.
            put(&mut block.bytes, list.len() as u64 + 4);
        }
        self.last.clear();
        self.last.extend_from_slice(term);
        self.in_block += 1;
        self.put_checked(&list)
    }

    fn begin_block(&mut self, first: &[u8]) {
        let mut block = Block {
            first: first.to_vec(),
            bytes: Vec::new(),
        };
        put(&mut block.bytes, self.at);
        self.blocks.push(block);
        self.in_block = 0;
        self.last.clear();
    }

    /// Notes the end of the last stream, once.
    fn end_streams(&mut self) {
        let is_open = self.tables.streams.len() == self.documents as usize * 8;
        if is_open {
            self.tables
                .streams
                .extend_from_slice(&self.at.to_le_bytes());
        }
    }

    /// Writes the dictionary, the tables and the foot.
    pub(crate) fn finish(mut self) -> io::Result<W> {
        self.end_streams();
        put(&mut self.tables.dictionary, self.at);
        for block in std::mem::take(&mut self.blocks) {
            put_bytes(&mut self.tables.dictionary, &block.first);
            put(&mut self.tables.dictionary, block.bytes.len() as u64 + 4);
            self.put_checked(&block.bytes)?;
        }
        // The dictionary is complete: now everything's place is known.
        let tables = std::mem::take(&mut self.tables);
        let mut foot = Vec::new();
        for table in [
            tables.dictionary,
            tables.ids,
            tables.lengths,
            tables.facts,
            tables.streams,
        ] {
            foot.extend_from_slice(&self.at.to_le_bytes());
            foot.extend_from_slice(&(table.len() as u64).to_le_bytes());
            foot.extend_from_slice(&crc32fast::hash(&table).to_le_bytes());
            self.put(&table)?;
        }
        foot.extend_from_slice(&self.documents.to_le_bytes());
        foot.extend_from_slice(&self.id_length.to_le_bytes());
        self.put_checked(&foot)?;
        self.put(HEAD)?;
        Ok(self.out)
    }
}

/// Length of the common beginning of two terms, in bytes.
// Terms are sorted, so most of a term is in the one before it: this halves the dictionary and more.
fn shared(one: &[u8], other: &[u8]) -> usize {
    let pairs = one.iter().zip(other);
    pairs.take_while(|(a, b)| a == b).count()
}

impl From<Damaged> for io::Error {
    fn from(damaged: Damaged) -> Self {
        Self::new(io::ErrorKind::InvalidData, damaged)
    }
}
