//! Makes a segment of new documents.

use std::collections::HashMap;
use std::io::{self, Write};

use sha2::{Digest, Sha256};

use super::card::Card;
use super::document::Document;
use super::segment::Posting;
use super::writer::Writer;
use crate::domain::text::hex;

type Terms = HashMap<String, u32, foldhash::fast::RandomState>;

/// Collects documents and writes them as a segment.
#[derive(Default)]
pub struct Builder {
    /// Each term with its number.
    terms: Terms,
    documents: Vec<Collected>,
    size: usize,
}

/// A document; its terms are kept by number.
struct Collected {
    id: Vec<u8>,
    document: Document,
    terms: Vec<Weighted>,
}

/// A term of a document.
#[derive(Clone, Copy)]
struct Weighted {
    term: u32,
    weight: u32,
}

impl Builder {
    /// About how much memory it takes, in bytes.
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

    /// Whether it has no documents.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.documents.is_empty()
    }

    /// Adds a document under its object id.
    pub fn add(&mut self, id: &[u8], mut document: Document) {
        let found = std::mem::take(&mut document.terms);
        self.size += found.len() * size_of::<Weighted>();
        self.size += document.stream.len() + size_of::<Collected>();
        let mut terms = Vec::with_capacity(found.len());
        for (term, weight) in found {
            // Memory ends long before terms of that number do.
            let next = u32::try_from(self.terms.len()).unwrap_or(u32::MAX);
            let term = *self.terms.entry(term).or_insert(next);
            terms.push(Weighted { term, weight });
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
        // A document is found by its id; and the file's name is the hash of the ids, so that two
        // processes that read the same texts write the same file.
        self.documents.sort_by(|a, b| a.id.cmp(&b.id));
        self.documents.dedup_by(|a, b| a.id == b.id);
        let mut writer = Writer::begin(out)?;
        for collected in &self.documents {
            let document = &collected.document;
            writer.document(&Card {
                id: &collected.id,
                length: document.length,
                language: document.language,
                facts: document.facts,
                is_clean: document.is_clean,
                stream: &document.stream,
            })?;
        }
        let lists = self.lists();
        let mut terms: Vec<(&String, &u32)> = self.terms.iter().collect();
        terms.sort_unstable();
        for (term, &nth) in terms {
            let list = lists.of(nth as usize);
            // A document that came twice may have been the only one with a term.
            if !list.is_empty() {
                writer.term(term.as_bytes(), list)?;
            }
        }
        writer.finish()
    }

    /// The postings of all terms.
    fn lists(&self) -> Lists {
        let mut ends = vec![0_usize; self.terms.len() + 1];
        for collected in &self.documents {
            for weighted in &collected.terms {
                ends[weighted.term as usize + 1] += 1;
            }
        }
        for nth in 1..ends.len() {
            ends[nth] += ends[nth - 1];
        }
        let empty = Posting {
            document: 0,
            weight: 0,
        };
        let mut postings = vec![empty; ends[self.terms.len()]];
        // Filled in the order of the documents, so each list is sorted.
        let mut next = ends.clone();
        for (document, collected) in (0_u32..).zip(&self.documents) {
            for &Weighted { term, weight } in &collected.terms {
                let place = &mut next[term as usize];
                postings[*place] = Posting { document, weight };
                *place += 1;
            }
        }
        Lists { ends, postings }
    }
}

/// The postings of all terms in one list: a list for each would be many small pieces of memory.
struct Lists {
    /// For each term, where the one before it ends.
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
    // Half of the hash tells the segments of one cache apart.
    hex(&hash.finalize()[..16])
}
