//! A segment: many documents in one immutable piece of bytes, read in parts.
//!
//! In order: a head that names format and tokenizer; the streams; the postings, each list with its
//! checksum; the dictionary in blocks of terms, each with its checksum; five tables (the blocks'
//! first terms, object ids, lengths, facts, offsets of streams); a foot with the offset and
//! checksum of each table, and its own. Documents are numbered in the order of their ids.
//! Nothing that fails its checksum is used.

use std::cell::OnceCell;
use std::cmp::Ordering;

use super::card::{self, FACTS};
use super::codec::{ByteReader, Damaged};
use super::facts::Facts;
use super::field::Field;
use super::stream;
use git_memory_model::kind::Lifecycle;
use git_memory_text::Language;

/// Names the format, and this program's build, which stands for its tokenizer, stems, weights and
/// rules.
pub(crate) const HEAD: &[u8] = concat!(
    "git-memory ",
    env!("CARGO_PKG_VERSION"),
    " ",
    env!("GIT_MEMORY_BUILD"),
    "\n"
)
.as_bytes();
/// Number of terms that share a block of the dictionary.
// A block is read whole for one term, and its first term is in memory for all of them.
pub(crate) const BLOCK: usize = 48;
const TABLES: usize = 5;
/// Number of bytes of postings that are read at once, if they are neighbours.
const RUN: usize = 1 << 18;
/// A table in the foot: its offset, its length, its checksum.
const ROW: usize = 20;
const CHECKSUM: usize = 4;
/// The rows, two numbers, the checksum, and the head again.
// At the end too: a file that was cut off does not end with it.
const FOOT: usize = TABLES * ROW + 8 + CHECKSUM + HEAD.len();

/// Access to a segment's bytes.
pub trait Bytes {
    /// Number of bytes.
    fn length(&self) -> u64;
    /// Reads `length` bytes from the offset `at` on.
    ///
    /// # Errors
    /// [`Damaged`] if they cannot be read.
    fn read(&self, at: u64, length: usize) -> Result<Vec<u8>, Damaged>;
}

impl Bytes for Vec<u8> {
    fn length(&self) -> u64 {
        self.len() as u64
    }

    fn read(&self, at: u64, length: usize) -> Result<Vec<u8>, Damaged> {
        let start = usize::try_from(at).map_err(|_| Damaged)?;
        let end = start.checked_add(length).ok_or(Damaged)?;
        let bytes = self.get(start..end).ok_or(Damaged)?;
        Ok(bytes.to_vec())
    }
}

/// An open segment. It answers [`Damaged`] if its bytes are damaged.
pub struct Segment<B> {
    bytes: B,
    documents: u32,
    id_length: usize,
    tables: [Row; TABLES],
    loaded: [OnceCell<Vec<u8>>; TABLES],
    dictionary: OnceCell<Vec<Block>>,
}

/// Place of a table.
#[derive(Clone, Copy, Default)]
struct Row {
    at: u64,
    length: usize,
    checksum: u32,
}

#[derive(Clone, Copy)]
enum Table {
    Dictionary,
    Ids,
    Lengths,
    Facts,
    Streams,
}

/// Some terms that follow each other: the first of them, and their place.
struct Block {
    first: Vec<u8>,
    at: u64,
    length: usize,
}

/// A document in a posting list, and the sum of the weights with which the term occurs in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Posting {
    pub(crate) document: u32,
    pub(crate) weight: u32,
}

/// A term of the dictionary, and the place of its postings.
#[derive(Clone)]
pub(crate) struct DictionaryEntry {
    pub(crate) term: Vec<u8>,
    at: u64,
    length: usize,
}

impl<B: Bytes> Segment<B> {
    /// Opens a segment; of its bytes only the foot is read.
    ///
    /// # Errors
    /// [`Damaged`] if the bytes are not a segment of this version.
    pub fn open(bytes: B) -> Result<Self, Damaged> {
        let start = bytes.length().checked_sub(FOOT as u64).ok_or(Damaged)?;
        let foot = bytes.read(start, FOOT)?;
        let (foot, head) = foot.split_at(FOOT - HEAD.len());
        if head != HEAD {
            return Err(Damaged);
        }
        let mut foot = ByteReader(checked(foot)?);
        let mut tables = [Row::default(); TABLES];
        for row in &mut tables {
            row.at = foot.u64()?;
            row.length = usize::try_from(foot.u64()?).map_err(|_| Damaged)?;
            row.checksum = foot.u32()?;
        }
        Ok(Self {
            bytes,
            documents: foot.u32()?,
            id_length: foot.u32()? as usize,
            tables,
            loaded: std::array::from_fn(|_| OnceCell::new()),
            dictionary: OnceCell::new(),
        })
    }

    /// The bytes of the segment.
    pub fn bytes(&self) -> &B {
        &self.bytes
    }

    /// Number of its documents.
    pub fn documents(&self) -> u32 {
        self.documents
    }

    /// The object id of a document.
    ///
    /// # Errors
    /// [`Damaged`], also if it has no such document.
    pub fn id(&self, document: u32) -> Result<&[u8], Damaged> {
        self.row(Table::Ids, document, self.id_length)
    }

    /// The weighted lengths of all documents, four bytes each.
    pub(crate) fn lengths(&self) -> Result<&[u8], Damaged> {
        self.table(Table::Lengths)
    }

    /// The language of a document.
    ///
    /// # Errors
    /// [`Damaged`], also if it has no such document.
    pub fn language(&self, document: u32) -> Result<Language, Damaged> {
        Ok(card::language(self.facts_row(document)?))
    }

    /// Facts that rank a document besides its words.
    ///
    /// # Errors
    /// [`Damaged`], also if it has no such document.
    pub fn facts(&self, document: u32) -> Result<Facts, Damaged> {
        card::facts(self.facts_row(document)?)
    }

    /// True if the rules of the secret guard find nothing in the text of a document.
    ///
    /// # Errors
    /// [`Damaged`], also if it has no such document.
    pub fn is_clean(&self, document: u32) -> Result<bool, Damaged> {
        Ok(card::is_clean(self.facts_row(document)?))
    }

    /// Lifecycle that the status of a document means; `None` if it is not a record.
    pub(crate) fn lifecycle(&self, document: u32) -> Result<Option<Lifecycle>, Damaged> {
        card::lifecycle(self.facts_row(document)?)
    }

    fn facts_row(&self, document: u32) -> Result<&[u8; FACTS], Damaged> {
        let row = self.row(Table::Facts, document, FACTS)?;
        row.as_array().ok_or(Damaged)
    }

    /// The words of a document in order.
    pub fn stream(&self, document: u32) -> Result<Vec<u8>, Damaged> {
        // The table is not loaded: few streams are asked for, and a wrong offset gives no stream
        // that fits its checksum.
        let row = self.tables[Table::Streams as usize].at + u64::from(document) * 8;
        let offsets = self.bytes.read(row, 16)?;
        let mut offsets = ByteReader(&offsets);
        let (start, end) = (offsets.u64()?, offsets.u64()?);
        let length = end.checked_sub(start).ok_or(Damaged)?;
        let length = usize::try_from(length).map_err(|_| Damaged)?;
        self.checked_bytes(start, length)
    }

    /// Number of fields of a kind in a document.
    ///
    /// # Errors
    /// [`Damaged`], also if it has no such document.
    pub fn field_count(&self, document: u32, field: Field) -> Result<u32, Damaged> {
        Ok(stream::count(&self.stream(document)?, field))
    }

    /// The documents that contain a term, in order; empty if none does.
    pub(crate) fn postings(&self, term: &str) -> Result<Vec<Posting>, Damaged> {
        let term = term.as_bytes();
        let blocks = self.dictionary()?;
        let after = blocks.partition_point(|block| block.first.as_slice() <= term);
        // Before the first term of all there is no block.
        let Some(block) = blocks[..after].last() else {
            return Ok(Vec::new());
        };
        match self.entry(block, term)? {
            Some(entry) => self.list(&entry),
            None => Ok(Vec::new()),
        }
    }

    /// The entry of a term in the block that may have it.
    // One term after the other in the same memory: most lookups need one of 48.
    fn entry(&self, block: &Block, wanted: &[u8]) -> Result<Option<DictionaryEntry>, Damaged> {
        let bytes = self.checked_bytes(block.at, block.length)?;
        let mut reader = ByteReader(&bytes);
        let mut at = reader.number()?;
        let mut term: Vec<u8> = Vec::new();
        while !reader.is_empty() {
            let shared = reader.size()?;
            if shared > term.len() {
                return Err(Damaged);
            }
            term.truncate(shared);
            term.extend_from_slice(reader.bytes()?);
            let length = reader.size()?;
            match term.as_slice().cmp(wanted) {
                Ordering::Less => at = at.checked_add(length as u64).ok_or(Damaged)?,
                Ordering::Equal => return Ok(Some(DictionaryEntry { term, at, length })),
                Ordering::Greater => break,
            }
        }
        Ok(None)
    }

    /// The terms that begin with `prefix`, in order.
    pub(crate) fn terms(&self, prefix: &str) -> Result<Vec<DictionaryEntry>, Damaged> {
        let prefix = prefix.as_bytes();
        let blocks = self.dictionary()?;
        let after = blocks.partition_point(|block| block.first.as_slice() < prefix);
        // The block before may end with such terms.
        let first = after.saturating_sub(1);
        let mut found = Vec::new();
        for block in &blocks[first..] {
            if block.first.as_slice() > prefix && !block.first.starts_with(prefix) {
                break;
            }
            found.extend(self.entries(block)?);
        }
        found.retain(|entry| entry.term.starts_with(prefix));
        Ok(found)
    }

    /// The entries of some terms, which are sorted: of each block that may have any, all at once.
    pub(crate) fn entries_of(&self, terms: &[String]) -> Result<Vec<DictionaryEntry>, Damaged> {
        let blocks = self.dictionary()?;
        let mut found = Vec::new();
        let mut rest = terms;
        while let Some(term) = rest.first() {
            let after = blocks.partition_point(|block| block.first.as_slice() <= term.as_bytes());
            let is_here = |term: &String| match blocks.get(after) {
                Some(next) => term.as_bytes() < next.first.as_slice(),
                None => true,
            };
            let (here, others) = rest.split_at(rest.partition_point(is_here));
            // Before the first term of all there is no block.
            if let Some(block) = blocks[..after].last() {
                let mut entries = self.entries(block)?.into_iter().peekable();
                for term in here.iter().map(String::as_bytes) {
                    while entries.next_if(|it| it.term.as_slice() < term).is_some() {}
                    found.extend(entries.next_if(|it| it.term == term));
                }
            }
            rest = others;
        }
        Ok(found)
    }

    /// The terms of the nth block of its dictionary; `None` after the last one. For reading it from
    /// end to end.
    pub(crate) fn nth_block(&self, nth: usize) -> Result<Option<Vec<DictionaryEntry>>, Damaged> {
        match self.dictionary()?.get(nth) {
            Some(block) => Ok(Some(self.entries(block)?)),
            None => Ok(None),
        }
    }

    /// The postings of an entry.
    pub(crate) fn list(&self, entry: &DictionaryEntry) -> Result<Vec<Posting>, Damaged> {
        self.parsed(&self.checked_bytes(entry.at, entry.length)?)
    }

    /// The postings of each of some entries, in the order of the dictionary: neighbours are read at
    /// once, as there may be thousands.
    pub(crate) fn lists(
        &self,
        entries: &[DictionaryEntry],
        mut each: impl FnMut(&DictionaryEntry, &[Posting]),
    ) -> Result<(), Damaged> {
        let mut rest = entries;
        while let Some(first) = rest.first() {
            let (mut count, mut length) = (0, 0_usize);
            for entry in rest {
                let is_next = first.at.checked_add(length as u64) == Some(entry.at);
                if !is_next || length > RUN {
                    break;
                }
                length = length.checked_add(entry.length).ok_or(Damaged)?;
                count += 1;
            }
            let bytes = self.bytes.read(first.at, length)?;
            let mut left = bytes.as_slice();
            for entry in &rest[..count] {
                let (list, after) = left.split_at_checked(entry.length).ok_or(Damaged)?;
                each(entry, &self.parsed(checked(list)?)?);
                left = after;
            }
            rest = &rest[count..];
        }
        Ok(())
    }

    /// The postings of a list's bytes.
    fn parsed(&self, bytes: &[u8]) -> Result<Vec<Posting>, Damaged> {
        let mut reader = ByteReader(bytes);
        // A posting takes two bytes or more.
        let mut postings = Vec::with_capacity(bytes.len() / 2);
        let mut next = 0_u32;
        while !reader.is_empty() {
            let document = next.checked_add(reader.small()?).ok_or(Damaged)?;
            if document >= self.documents {
                return Err(Damaged);
            }
            postings.push(Posting {
                document,
                weight: reader.small()?,
            });
            next = document + 1;
        }
        Ok(postings)
    }

    fn dictionary(&self) -> Result<&[Block], Damaged> {
        if let Some(blocks) = self.dictionary.get() {
            return Ok(blocks);
        }
        let mut reader = ByteReader(self.table(Table::Dictionary)?);
        let mut blocks = Vec::new();
        let mut at = reader.number()?;
        while !reader.is_empty() {
            let first = reader.bytes()?.to_vec();
            let length = reader.size()?;
            blocks.push(Block { first, at, length });
            at = at.checked_add(length as u64).ok_or(Damaged)?;
        }
        Ok(self.dictionary.get_or_init(|| blocks))
    }

    fn entries(&self, block: &Block) -> Result<Vec<DictionaryEntry>, Damaged> {
        let bytes = self.checked_bytes(block.at, block.length)?;
        let mut reader = ByteReader(&bytes);
        let mut at = reader.number()?;
        let mut entries: Vec<DictionaryEntry> = Vec::with_capacity(BLOCK);
        while !reader.is_empty() {
            // A term is written as the length that it shares with the one before, and the rest.
            let shared = reader.size()?;
            let last = match entries.last() {
                Some(last) => last.term.as_slice(),
                None => &[],
            };
            let term = [last.get(..shared).ok_or(Damaged)?, reader.bytes()?].concat();
            let length = reader.size()?;
            entries.push(DictionaryEntry { term, at, length });
            at = at.checked_add(length as u64).ok_or(Damaged)?;
        }
        Ok(entries)
    }

    /// One row of a table whose rows have `width` bytes.
    fn row(&self, table: Table, nth: u32, width: usize) -> Result<&[u8], Damaged> {
        let at = nth as usize * width;
        self.table(table)?.get(at..at + width).ok_or(Damaged)
    }

    fn table(&self, table: Table) -> Result<&[u8], Damaged> {
        let nth = table as usize;
        if let Some(bytes) = self.loaded[nth].get() {
            return Ok(bytes);
        }
        // A table is read when it is first asked for: most questions need few of them.
        let row = self.tables[nth];
        let bytes = self.bytes.read(row.at, row.length)?;
        if crc32fast::hash(&bytes) != row.checksum {
            return Err(Damaged);
        }
        Ok(self.loaded[nth].get_or_init(|| bytes))
    }

    /// Bytes with their checksum at the end, without it.
    fn checked_bytes(&self, at: u64, length: usize) -> Result<Vec<u8>, Damaged> {
        let mut bytes = self.bytes.read(at, length)?;
        let length = checked(&bytes)?.len();
        bytes.truncate(length);
        Ok(bytes)
    }
}

/// Bytes without the checksum at their end, if it fits.
fn checked(bytes: &[u8]) -> Result<&[u8], Damaged> {
    let (body, checksum) = bytes.split_last_chunk::<CHECKSUM>().ok_or(Damaged)?;
    if *checksum == crc32fast::hash(body).to_le_bytes() {
        Ok(body)
    } else {
        Err(Damaged)
    }
}
