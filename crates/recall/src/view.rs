//! The documents of the index that a view holds: a set for each segment, and the sums that ranking
//! needs.

use std::iter;

use super::codec::{Damaged, nth_u32};
use super::segment::{Bytes, Posting, Segment};
use git_memory_text::Language;

/// A set of documents of one segment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Members {
    words: Vec<u64>,
}

impl Members {
    /// The empty set of a segment with this number of documents.
    #[must_use]
    pub fn none_of(documents: u32) -> Self {
        Self {
            words: vec![0; (documents as usize).div_ceil(64)],
        }
    }

    /// The set of every document of a segment with this number of documents.
    #[must_use]
    pub fn all_of(documents: u32) -> Self {
        let mut members = Self::none_of(documents);
        (0..documents).for_each(|document| members.insert(document));
        members
    }

    /// Adds a document of the segment.
    pub fn insert(&mut self, document: u32) {
        // A document outside of the segment cannot be in a view of it.
        if let Some(word) = self.words.get_mut(document as usize / 64) {
            *word |= 1 << (document % 64);
        }
    }

    /// True if a document is a member.
    #[must_use]
    pub fn contains(&self, document: u32) -> bool {
        match self.words.get(document as usize / 64) {
            Some(word) => word & (1 << (document % 64)) != 0,
            None => false,
        }
    }

    /// The members of either set.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        let pairs = self.words.iter().zip(&other.words);
        Self {
            words: pairs.map(|(one, other)| one | other).collect(),
        }
    }

    /// The members of both sets.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        let pairs = self.words.iter().zip(&other.words);
        Self {
            words: pairs.map(|(one, other)| one & other).collect(),
        }
    }

    /// Number of members before a document.
    #[must_use]
    pub fn rank(&self, document: u32) -> usize {
        let at = (document as usize / 64).min(self.words.len());
        let (whole, rest) = self.words.split_at(at);
        let mut count = count_ones(whole);
        if let Some(word) = rest.first() {
            // The bits below the document's own.
            let before = (1 << (document % 64)) - 1;
            count += (word & before).count_ones() as usize;
        }
        count
    }

    /// Number of members.
    #[must_use]
    pub fn count(&self) -> usize {
        count_ones(&self.words)
    }

    /// Its members, in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        let words = (0_u32..).zip(&self.words);
        words.flat_map(|(nth, &word)| {
            let mut left = word;
            iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros())?;
                // Its lowest bit is done.
                left &= left - 1;
                Some(nth * 64 + bit)
            })
        })
    }

    /// Its bytes, 64 documents in eight of them, little-endian.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.words.len() * 8);
        for word in &self.words {
            bytes.extend_from_slice(&word.to_le_bytes());
        }
        bytes
    }

    /// The set in those bytes; a rest at their end is ignored.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Self {
        let (groups, _) = bytes.as_chunks::<8>();
        Self {
            words: groups
                .iter()
                .map(|group| u64::from_le_bytes(*group))
                .collect(),
        }
    }
}

fn count_ones(words: &[u64]) -> usize {
    words.iter().map(|word| word.count_ones() as usize).sum()
}

/// Totals over all documents of a view, which ranking needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Number of documents.
    pub documents: u64,
    /// The sum of their weighted lengths.
    pub length: u64,
    /// Their languages: bit n for the one with number n.
    pub languages: u32,
}

impl Totals {
    /// The totals of some documents of a segment.
    ///
    /// # Errors
    /// [`Damaged`].
    pub fn of<B: Bytes>(segment: &Segment<B>, members: &Members) -> Result<Self, Damaged> {
        let mut totals = Self::default();
        let lengths = segment.lengths()?;
        for document in members.iter() {
            totals.documents += 1;
            totals.length += u64::from(nth_u32(lengths, document));
            totals.languages |= 1 << segment.language(document)?.number();
        }
        Ok(totals)
    }

    /// Their languages, in the order of the table.
    #[must_use]
    pub(crate) fn languages(&self) -> Vec<Language> {
        let mut languages = Vec::new();
        for language in Language::all() {
            if self.languages & (1 << language.number()) != 0 {
                languages.push(language);
            }
        }
        languages
    }

    /// The totals of both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            documents: self.documents + other.documents,
            length: self.length + other.length,
            languages: self.languages | other.languages,
        }
    }
}

/// The documents of one segment that a view holds.
pub struct Part<'a, B> {
    /// The segment, which other views may share.
    pub segment: &'a Segment<B>,
    /// Which of its documents.
    pub members: &'a Members,
}

impl<B: Bytes> Part<'_, B> {
    /// The members that contain a term, in order.
    pub(crate) fn postings(&self, term: &str) -> Result<Vec<Posting>, Damaged> {
        let mut postings = self.segment.postings(term)?;
        postings.retain(|posting| self.members.contains(posting.document));
        Ok(postings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn a_set_is_a_set(documents in prop::collection::btree_set(0_u32..300, 0..100)) {
            let mut members = Members::none_of(300);
            documents.iter().for_each(|&document| members.insert(document));
            prop_assert_eq!(members.iter().collect::<BTreeSet<u32>>(), documents.clone());
            prop_assert_eq!(members.count(), documents.len());
            for (rank, &document) in documents.iter().enumerate() {
                prop_assert_eq!(members.rank(document), rank);
            }
            prop_assert_eq!(Members::from_bytes(&members.to_bytes()), members);
        }
    }
}
