//! A segment: many documents in one immutable piece of bytes, read in parts.
//!
//! In order: a head that names format and tokenizer; the streams; the postings, each list with its
//! checksum; the dictionary in blocks of terms, each with its checksum; five tables (the blocks'
//! first terms, object ids, lengths, languages with facts, places of streams); a foot with the
//! place and checksum of each table, and its own. Documents are numbered in the order of their ids.
//! Nothing that fails its checksum is used.

use std::cell::OnceCell;

use super::codec::{Damaged, Reader, nth_u32};
use super::document::{Facts, Standing};
use crate::domain::date::Date;
use crate::domain::kind::Kind;
use crate::domain::text::Language;

/// Names the format, and what this program's tokenizer, stems, weights and rules make of a text.
pub(super) const HEAD: &[u8] =
    concat!("git-memory segment 2 ", env!("CARGO_PKG_VERSION"), "\n").as_bytes();
/// So many terms share a block of the dictionary.
pub(super) const BLOCK: usize = 48;
const TABLES: usize = 5;
/// Per table: its place, its length, its checksum.
const ROW: usize = 20;
/// The rows, two numbers, the checksum, and the head again.
const FOOT: usize = TABLES * ROW + 8 + 4 + HEAD.len();
const FACTS: usize = 12;
/// Bits of the last byte of facts.
const CLEAN: u8 = 1;
const FAULTY: u8 = 2;

/// Where a segment's bytes are.
pub trait Bytes {
    /// How many there are.
    fn length(&self) -> u64;
    /// Some of them.
    ///
    /// # Errors
    /// [`Damaged`] where they cannot be read.
    fn read(&self, at: u64, length: usize) -> Result<Vec<u8>, Damaged>;
}

impl Bytes for Vec<u8> {
    fn length(&self) -> u64 {
        self.len() as u64
    }

    fn read(&self, at: u64, length: usize) -> Result<Vec<u8>, Damaged> {
        let start = usize::try_from(at).map_err(|_| Damaged)?;
        let end = start.checked_add(length).ok_or(Damaged)?;
        self.get(start..end).map(<[u8]>::to_vec).ok_or(Damaged)
    }
}

/// An open segment. It answers [`Damaged`] where its bytes are.
pub struct Segment<B> {
    bytes: B,
    documents: u32,
    id_length: usize,
    tables: [Row; TABLES],
    loaded: [OnceCell<Vec<u8>>; TABLES],
    dictionary: OnceCell<Vec<Block>>,
}

#[derive(Clone, Copy)]
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

/// So many terms that follow each other: the first of them, and where they are.
struct Block {
    first: Vec<u8>,
    at: u64,
    length: usize,
}

/// A document in a posting list, and the sum of the weights with which the term occurs in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Posting {
    pub(super) document: u32,
    pub(super) weight: u32,
}

/// A term of the dictionary, and where its postings are.
pub(super) struct Entry {
    pub(super) term: Vec<u8>,
    at: u64,
    length: usize,
}

impl<B: Bytes> Segment<B> {
    /// Opens a segment.
    ///
    /// # Errors
    /// [`Damaged`] where the bytes are none of this version.
    pub fn open(bytes: B) -> Result<Self, Damaged> {
        let start = bytes.length().checked_sub(FOOT as u64).ok_or(Damaged)?;
        let foot = bytes.read(start, FOOT)?;
        let (body, end) = foot.split_at(FOOT - HEAD.len() - 4);
        if end[4..] != *HEAD || end[..4] != crc32fast::hash(body).to_le_bytes() {
            return Err(Damaged);
        }
        let mut tables = [Row {
            at: 0,
            length: 0,
            checksum: 0,
        }; TABLES];
        for (row, raw) in tables.iter_mut().zip(body.chunks_exact(ROW)) {
            let length = usize::try_from(number(&raw[8..16])?).map_err(|_| Damaged)?;
            *row = Row {
                at: number(&raw[..8])?,
                length,
                checksum: nth_u32(raw, 4),
            };
        }
        let rest = &body[TABLES * ROW..];
        let (documents, id_length) = (nth_u32(rest, 0), nth_u32(rest, 1) as usize);
        let (loaded, dictionary) = (std::array::from_fn(|_| OnceCell::new()), OnceCell::new());
        Ok(Self {
            bytes,
            documents,
            id_length,
            tables,
            loaded,
            dictionary,
        })
    }

    /// Where its bytes are.
    pub fn bytes(&self) -> &B {
        &self.bytes
    }

    /// How many documents it has.
    pub fn documents(&self) -> u32 {
        self.documents
    }

    /// The object id of a document.
    ///
    /// # Errors
    /// [`Damaged`], also where it has no such document.
    pub fn id(&self, document: u32) -> Result<&[u8], Damaged> {
        self.row(Table::Ids, document, self.id_length)
    }

    /// The weighted lengths of all documents, four bytes each.
    pub(super) fn lengths(&self) -> Result<&[u8], Damaged> {
        self.table(Table::Lengths)
    }

    /// The language of a document.
    ///
    /// # Errors
    /// [`Damaged`], also where it has no such document.
    pub fn language(&self, document: u32) -> Result<Language, Damaged> {
        Ok(Language::by_number(
            self.row(Table::Facts, document, FACTS)?[0],
        ))
    }

    /// What ranks a document besides its words.
    ///
    /// # Errors
    /// [`Damaged`], also where it has no such document.
    pub fn facts(&self, document: u32) -> Result<Facts, Damaged> {
        read_facts(self.row(Table::Facts, document, FACTS)?)
    }

    /// Whether the rules of the secret guard find nothing in the text of a document.
    ///
    /// # Errors
    /// [`Damaged`], also where it has no such document.
    pub fn is_clean(&self, document: u32) -> Result<bool, Damaged> {
        Ok(self.row(Table::Facts, document, FACTS)?[11] & CLEAN != 0)
    }

    /// How a document stands.
    pub(super) fn standing(&self, document: u32) -> Result<Standing, Damaged> {
        read_standing(self.row(Table::Facts, document, FACTS)?[2])
    }

    /// The words of a document in order.
    pub(super) fn stream(&self, document: u32) -> Result<Vec<u8>, Damaged> {
        // Read from the table's place: few streams are asked for, and a wrong place gives no stream
        // that fits its checksum.
        let places = self.bytes.read(
            self.tables[Table::Streams as usize].at + u64::from(document) * 8,
            16,
        )?;
        let (start, end) = (number(&places[..8])?, number(&places[8..])?);
        let length = end
            .checked_sub(start)
            .and_then(|length| usize::try_from(length).ok())
            .ok_or(Damaged)?;
        checked(self.bytes.read(start, length)?)
    }

    /// The documents that hold a term, in order; empty where none does.
    pub(super) fn postings(&self, term: &str) -> Result<Vec<Posting>, Damaged> {
        let blocks = self.dictionary()?;
        let after = blocks.partition_point(|block| block.first.as_slice() <= term.as_bytes());
        let Some(block) = after.checked_sub(1).and_then(|nth| blocks.get(nth)) else {
            return Ok(Vec::new());
        };
        let entries = self.entries(block)?;
        match entries.binary_search_by(|entry| entry.term.as_slice().cmp(term.as_bytes())) {
            Ok(nth) => self.list(&entries[nth]),
            Err(_) => Ok(Vec::new()),
        }
    }

    /// The terms that begin so, in order.
    pub(super) fn terms(&self, prefix: &str) -> Result<Vec<Entry>, Damaged> {
        let (blocks, prefix) = (self.dictionary()?, prefix.as_bytes());
        let first = blocks
            .partition_point(|block| block.first.as_slice() < prefix)
            .saturating_sub(1);
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

    /// The terms of the nth block of its dictionary; `None` behind the last one. For reading it
    /// from end to end.
    pub(super) fn nth_block(&self, nth: usize) -> Result<Option<Vec<Entry>>, Damaged> {
        self.dictionary()?
            .get(nth)
            .map(|block| self.entries(block))
            .transpose()
    }

    /// The postings of an entry.
    pub(super) fn list(&self, entry: &Entry) -> Result<Vec<Posting>, Damaged> {
        let bytes = checked(self.bytes.read(entry.at, entry.length)?)?;
        let mut reader = Reader(&bytes);
        let mut postings = Vec::with_capacity(bytes.len() / 2);
        let mut next = 0_u32;
        while !reader.is_empty() {
            let document = next
                .checked_add(reader.small()?)
                .filter(|it| *it < self.documents)
                .ok_or(Damaged)?;
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
        let mut reader = Reader(self.table(Table::Dictionary)?);
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

    fn entries(&self, block: &Block) -> Result<Vec<Entry>, Damaged> {
        let bytes = checked(self.bytes.read(block.at, block.length)?)?;
        let mut reader = Reader(&bytes);
        let mut place = reader.number()?;
        let mut entries: Vec<Entry> = Vec::with_capacity(BLOCK);
        while !reader.is_empty() {
            let shared = reader.size()?;
            let last = entries.last().map_or(&[][..], |last| &last.term);
            let mut term = last.get(..shared).ok_or(Damaged)?.to_vec();
            term.extend_from_slice(reader.bytes()?);
            let length = reader.size()?;
            entries.push(Entry {
                term,
                at: place,
                length,
            });
            place = place.checked_add(length as u64).ok_or(Damaged)?;
        }
        Ok(entries)
    }

    /// One row of a table whose rows have so many bytes.
    fn row(&self, table: Table, nth: u32, width: usize) -> Result<&[u8], Damaged> {
        let at = nth as usize * width;
        self.table(table)?.get(at..at + width).ok_or(Damaged)
    }

    fn table(&self, table: Table) -> Result<&[u8], Damaged> {
        let nth = table as usize;
        if let Some(bytes) = self.loaded[nth].get() {
            return Ok(bytes);
        }
        let Row {
            at,
            length,
            checksum,
        } = self.tables[nth];
        let bytes = self.bytes.read(at, length)?;
        if crc32fast::hash(&bytes) != checksum {
            return Err(Damaged);
        }
        Ok(self.loaded[nth].get_or_init(|| bytes))
    }
}

fn number(raw: &[u8]) -> Result<u64, Damaged> {
    raw.try_into().map(u64::from_le_bytes).map_err(|_| Damaged)
}

/// Bytes without the checksum at their end, where it fits.
fn checked(mut bytes: Vec<u8>) -> Result<Vec<u8>, Damaged> {
    let (body, checksum) = bytes.split_last_chunk::<4>().ok_or(Damaged)?;
    let is_whole = *checksum == crc32fast::hash(body).to_le_bytes();
    bytes.truncate(bytes.len() - 4);
    if is_whole { Ok(bytes) } else { Err(Damaged) }
}

fn read_facts(row: &[u8]) -> Result<Facts, Damaged> {
    let day = |at: usize| -> Option<Date> {
        let days = row
            .get(at..at + 4)?
            .try_into()
            .map(i32::from_le_bytes)
            .ok()?;
        Date::try_from(days).ok()
    };
    let kind = usize::from(row[1])
        .checked_sub(1)
        .and_then(|nth| Kind::all().nth(nth));
    Ok(Facts {
        kind,
        standing: read_standing(row[2])?,
        created: day(3),
        updated: day(7),
        is_faulty: row[11] & FAULTY != 0,
    })
}

fn read_standing(number: u8) -> Result<Standing, Damaged> {
    STANDINGS.get(usize::from(number)).copied().ok_or(Damaged)
}

const STANDINGS: [Standing; 5] = [
    Standing::Current,
    Standing::Past,
    Standing::Superseded,
    Standing::Archived,
    Standing::Nothing,
];

pub(super) fn facts_row(card: &Card<'_>) -> Vec<u8> {
    let Card {
        language,
        facts,
        is_clean,
        ..
    } = card;
    let kind = facts
        .kind
        .and_then(|kind| Kind::all().position(|other| other == kind))
        .map_or(0, |nth| nth + 1);
    let standing = STANDINGS
        .iter()
        .position(|standing| *standing == facts.standing)
        .unwrap_or(0);
    let mut row = vec![
        language.number(),
        u8::try_from(kind).unwrap_or(0),
        u8::try_from(standing).unwrap_or(0),
    ];
    for day in [facts.created, facts.updated] {
        row.extend_from_slice(&day.map_or(i32::MIN, i32::from).to_le_bytes());
    }
    row.push(if *is_clean { CLEAN } else { 0 } | if facts.is_faulty { FAULTY } else { 0 });
    row
}

/// What a segment keeps of a document beside its terms.
pub(super) struct Card<'a> {
    pub(super) id: &'a [u8],
    pub(super) length: u32,
    pub(super) language: Language,
    pub(super) facts: Facts,
    pub(super) is_clean: bool,
    pub(super) stream: &'a [u8],
}
