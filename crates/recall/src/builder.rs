//! Makes a segment of new documents.

use std::io::{self, Write};

use sha2::{Digest, Sha256};

use super::card::Card;
use super::codec::{ByteReader, put};
use super::document::Document;
use super::facts::Facts;
use super::lexicon::{Lexicon, Weighted};
use super::segment::Posting;
use super::writer::Writer;
use git_memory_text::{Language, hex};

/// Collects documents and writes them as a segment.
#[derive(Default)]
pub struct Builder {
    lexicon: Lexicon,
    documents: Vec<Collected>,
    size: usize,
    /// A document in the making; kept for its memory.
    bytes: Vec<u8>,
}

/// A document with its object id.
struct Collected {
    /// The id, the stream, then each term's number and weight: thousands of documents wait to be
    /// written, and a list of numbers would take three times as much.
    bytes: Box<[u8]>,
    id_end: usize,
    stream_end: usize,
    length: u32,
    language: Language,
    facts: Facts,
    is_clean: bool,
}

impl Collected {
    fn id(&self) -> &[u8] {
        &self.bytes[..self.id_end]
    }

    fn card(&self) -> Card<'_> {
        Card {
            id: self.id(),
            length: self.length,
            language: self.language,
            facts: self.facts,
            is_clean: self.is_clean,
            stream: &self.bytes[self.id_end..self.stream_end],
        }
    }

    /// Its terms with their weights.
    fn terms(&self) -> impl Iterator<Item = Weighted> {
        let mut reader = ByteReader(&self.bytes[self.stream_end..]);
        std::iter::from_fn(move || {
            // Written by this process: nothing can be missing but at the end.
            let (term, weight) = (reader.small().ok()?, reader.small().ok()?);
            Some(Weighted { term, weight })
        })
    }
}

impl Builder {
    /// Approximate memory of its documents, in bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size + self.lexicon.size_of_facts()
    }

    /// Forgets its documents, which were written. Words stay known: most texts have the same ones.
    pub fn clear(&mut self) {
        self.documents.clear();
        self.size = 0;
        self.lexicon.clear();
    }

    /// A name that no segment of other documents has: the hash of their object ids.
    #[must_use]
    pub fn name(&self) -> String {
        name(self.documents.iter().map(Collected::id))
    }

    /// True if the builder has no documents.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.documents.is_empty()
    }

    /// Adds a document under its object id; `read` makes it with the lexicon that it gets.
    pub fn add(&mut self, id: &[u8], read: impl FnOnce(&mut Lexicon) -> Document) {
        let document = read(&mut self.lexicon);
        let bytes = &mut self.bytes;
        bytes.clear();
        bytes.extend_from_slice(id);
        bytes.extend_from_slice(&document.stream);
        let stream_end = bytes.len();
        for weighted in &document.terms {
            put(bytes, u64::from(weighted.term));
            put(bytes, u64::from(weighted.weight));
        }
        self.size += bytes.len() + size_of::<Collected>();
        self.documents.push(Collected {
            bytes: bytes.as_slice().into(),
            id_end: id.len(),
            stream_end,
            length: document.length,
            language: document.language,
            facts: document.facts,
            is_clean: document.is_clean,
        });
    }

    /// Writes the segment. Equal documents give equal bytes, in whatever order they came.
    pub fn write<W: Write>(&mut self, out: W) -> io::Result<W> {
        // A document is found by its id; and the file's name is the hash of the ids, so that two
        // processes that read the same texts write the same file.
        self.documents.sort_by(|a, b| a.id().cmp(b.id()));
        self.documents.dedup_by(|a, b| a.id() == b.id());
        let mut writer = Writer::begin(out)?;
        for collected in &self.documents {
            writer.document(&collected.card())?;
        }
        let lists = self.lists();
        let mut terms = Vec::new();
        for (nth, term) in self.lexicon.terms().enumerate() {
            let list = lists.of(nth);
            // Words of earlier documents, and of one that came twice, have no list here.
            if !list.is_empty() {
                terms.push((term, list));
            }
        }
        terms.sort_unstable_by_key(|(term, _)| *term);
        for (term, list) in terms {
            writer.term(term.as_bytes(), list)?;
        }
        writer.finish()
    }

    /// The postings of all terms.
    fn lists(&self) -> Lists {
        let count = self.lexicon.count();
        let mut ends = vec![0_usize; count + 1];
        for collected in &self.documents {
            for weighted in collected.terms() {
                ends[self.lexicon.place(weighted.term) + 1] += 1;
            }
        }
        for nth in 1..ends.len() {
            ends[nth] += ends[nth - 1];
        }
        let empty = Posting {
            document: 0,
            weight: 0,
        };
        let mut postings = vec![empty; ends[count]];
        // Filled in the order of the documents, so each list is sorted.
        let mut next = ends.clone();
        for (document, collected) in (0_u32..).zip(&self.documents) {
            for Weighted { term, weight } in collected.terms() {
                let place = &mut next[self.lexicon.place(term)];
                postings[*place] = Posting { document, weight };
                *place += 1;
            }
        }
        Lists { ends, postings }
    }
}

/// The postings of all terms in one list: a list for each would be many small pieces of memory.
struct Lists {
    /// For each term, the end of the one before it.
    ends: Vec<usize>,
    postings: Vec<Posting>,
}

impl Lists {
    /// The postings of a term, in the order of the documents.
    fn of(&self, term: usize) -> &[Posting] {
        &self.postings[self.ends[term]..self.ends[term + 1]]
    }
}

/// The name of a segment with these documents, in whatever order they come.
pub fn name<'a>(ids: impl Iterator<Item = &'a [u8]>) -> String {
    let mut ids: Vec<&[u8]> = ids.collect();
    ids.sort_unstable();
    ids.dedup();
    let mut hash = Sha256::new();
    for id in ids {
        hash.update(id);
    }
    // Half of the hash is enough to tell the segments of one cache apart.
    hex(&hash.finalize()[..16])
}
