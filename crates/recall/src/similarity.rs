//! Finds texts like another text: the words by which they are looked for, and the share of common
//! words.

use std::cell::RefCell;
use std::cmp::{Ordering, Reverse};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::codec::Damaged;
use super::document::Document;
use super::expand::expand;
use super::feature::Points;
use super::field::Field;
use super::lexicon::Lexicon;
use super::lookup::DocumentRef;
use super::order::{Rank, SortKey};
use super::query::Query;
use super::segment::{Bytes, Posting};
use super::view::{Part, Totals};
use super::words::{Weighed, rarity};
use super::{stream, words};
use git_memory_text::Language;

// Number of words of a text that are asked for, and of its most frequent words that they are chosen
// from. Each one is a look into the dictionary of each part, and the rare ones of a long text are
// mostly names.
const TELLING: usize = 25;
const FREQUENT: usize = 150;

// Texts that share this much of their words are nearly equal; short ones, which may differ only in
// a few words, have to share more.
const NEARLY: f64 = 0.5;
const NEARLY_IF_SHORT: f64 = 0.65;
const SHORT: usize = 12;

/// The terms of a view, each looked up once: texts that are compared with each other share many.
pub struct Terms<'a, 's, S> {
    parts: &'a [Part<'s, S>],
    totals: Totals,
    known: RefCell<HashMap<String, Rc<Lists>>>,
    /// Number of documents of each term whose list was not needed: most words of a text are too
    /// frequent elsewhere to tell anything, and their lists are the long ones.
    counts: RefCell<HashMap<String, u64>>,
}

/// Occurrences of a term.
struct Lists {
    /// In the documents of each part.
    lists: Vec<Vec<Posting>>,
    /// Number of postings.
    found: u64,
}

impl<'a, 's, S: Bytes> Terms<'a, 's, S> {
    /// The terms of the parts of a view, whose totals these are.
    #[must_use]
    pub fn new(parts: &'a [Part<'s, S>], totals: Totals) -> Self {
        Self {
            parts,
            totals,
            known: RefCell::default(),
            counts: RefCell::default(),
        }
    }

    /// Occurrences of a term.
    fn lists(&self, term: &str) -> Result<Rc<Lists>, Damaged> {
        if let Some(known) = self.known.borrow().get(term) {
            return Ok(Rc::clone(known));
        }
        let lists = Rc::new(self.read(term)?);
        let mut known = self.known.borrow_mut();
        known.insert(term.to_owned(), Rc::clone(&lists));
        Ok(lists)
    }

    /// Number of documents that contain it.
    fn count(&self, term: &str) -> Result<u64, Damaged> {
        if let Some(lists) = self.known.borrow().get(term) {
            return Ok(lists.found);
        }
        if let Some(known) = self.counts.borrow().get(term) {
            return Ok(*known);
        }
        let count = self.read(term)?.found;
        let mut counts = self.counts.borrow_mut();
        counts.insert(term.to_owned(), count);
        Ok(count)
    }

    fn read(&self, term: &str) -> Result<Lists, Damaged> {
        let mut lists = Vec::with_capacity(self.parts.len());
        let mut found = 0;
        for part in self.parts {
            let postings = part.postings(term)?;
            found += postings.len() as u64;
            lists.push(postings);
        }
        Ok(Lists { lists, found })
    }

    /// The words of a document that tell most of it: frequent here, rare elsewhere. It was read
    /// with this lexicon.
    ///
    /// # Errors
    /// [`Damaged`].
    pub fn telling(&self, document: &Document, lexicon: &Lexicon) -> Result<Vec<String>, Damaged> {
        let mut frequent: Vec<(Reverse<u32>, &str)> = Vec::new();
        for (term, weight) in document.words(lexicon) {
            frequent.push((Reverse(weight), term));
        }
        frequent.sort_unstable();
        frequent.truncate(FREQUENT);
        let mut telling: Vec<(f64, &str)> = Vec::new();
        for (Reverse(weight), term) in frequent {
            let found = self.count(term)?;
            // A word that is frequent here and rare elsewhere is the best evidence.
            telling.push((
                f64::from(weight) * rarity(self.totals.documents, found),
                term,
            ));
        }
        telling.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(b.1)));
        telling.truncate(TELLING);
        Ok(telling
            .into_iter()
            .map(|(_, term)| term.to_owned())
            .collect())
    }

    /// Points of every document for some terms.
    ///
    /// # Errors
    /// [`Damaged`].
    pub fn points_of_terms(&self, terms: &[String]) -> Result<WordPoints, Damaged> {
        let mut all = Vec::with_capacity(terms.len());
        for term in terms {
            all.push(self.lists(term)?);
        }
        let mut weighed = Vec::with_capacity(terms.len());
        for Lists { lists, found } in all.iter().map(Rc::as_ref) {
            let weight = words::weight(self.totals.documents, *found);
            weighed.push(Weighed { lists, weight });
        }
        let points = words::points(self.parts, &self.totals, &weighed)?;
        Ok(WordPoints(points))
    }

    /// Points of every document for the words of a question.
    ///
    /// # Errors
    /// [`Damaged`].
    pub fn points_of_query(&self, query: &Query) -> Result<WordPoints, Damaged> {
        let expansion = expand(self.parts, &self.totals.languages(), query)?;
        let weights = words::weights(&expansion.terms, &self.totals);
        let weighed = words::weighed(&expansion.terms, &weights);
        let points = words::points(self.parts, &self.totals, &weighed)?;
        Ok(WordPoints(points))
    }
}

/// The words of a document that tell most of it, as a question; it was read with this lexicon.
///
/// # Errors
/// [`Damaged`].
pub fn telling<S: Bytes>(
    parts: &[Part<'_, S>],
    totals: &Totals,
    document: &Document,
    lexicon: &Lexicon,
) -> Result<Query, Damaged> {
    let telling = Terms::new(parts, *totals).telling(document, lexicon)?;
    Ok(Query::of_stems(telling.into_iter()))
}

/// Points of each document of a view for some words, and for nothing else: less work than a search.
pub struct WordPoints(Vec<Vec<Points>>);

impl WordPoints {
    /// Points of one document.
    #[must_use]
    pub fn of(&self, at: DocumentRef) -> Points {
        match self.0.get(at.part) {
            Some(part) => part.get(at.document as usize).copied().unwrap_or_default(),
            None => Points::default(),
        }
    }

    /// The documents with any, in no order.
    fn each(&self) -> impl Iterator<Item = SortKey> {
        let parts = self.0.iter().enumerate();
        parts.flat_map(|(part, points)| {
            let all = (0_u32..).zip(points);
            let some = all.filter(|(_, score)| **score > Points::default());
            some.map(move |(document, &score)| SortKey {
                rank: Rank::Words,
                score,
                at: DocumentRef { part, document },
            })
        })
    }

    /// The most points of a document that is not one of these.
    #[must_use]
    pub fn most_beside(&self, left_out: &[DocumentRef]) -> Points {
        let others = self.each().filter(|key| !left_out.contains(&key.at));
        others.map(|key| key.score).max().unwrap_or_default()
    }

    /// True if a document is one of the `most` with the highest points.
    #[must_use]
    pub fn is_among<S: Bytes>(&self, parts: &[Part<'_, S>], at: DocumentRef, most: usize) -> bool {
        let own = SortKey {
            rank: Rank::Words,
            score: self.of(at),
            at,
        };
        let before = self.each().filter(|key| {
            key.score > own.score
                || key.score == own.score && key.compare(&own, parts) == Ordering::Less
        });
        own.score > Points::default() && before.take(most).count() < most
    }

    /// The `most` documents that have most, in no order.
    #[must_use]
    pub fn nearest<S: Bytes>(&self, parts: &[Part<'_, S>], most: usize) -> Vec<DocumentRef> {
        let mut all: Vec<SortKey> = self.each().collect();
        if all.len() > most && most > 0 {
            all.select_nth_unstable_by(most - 1, |a, b| a.compare(b, parts));
        }
        all.truncate(most);
        all.into_iter().map(|key| key.at).collect()
    }
}

/// The share of the words of two texts that both have (Jaccard), if they are nearly equal; each in
/// the form in which the index keeps words in order. Stop words do not count.
#[must_use]
pub fn likeness(one: &[u8], other: &[u8]) -> Option<f64> {
    let stop_words: HashSet<u32> = Language::ENGLISH.stop_words().map(stream::mark).collect();
    let (one, other) = (topics(one, &stop_words), topics(other, &stop_words));
    let both = one.intersection(&other).count();
    // Two empty texts share nothing.
    let either = one.len() + other.len() - both;
    let share = count(both) / count(either.max(1));
    let nearly = if one.len().min(other.len()) < SHORT {
        NEARLY_IF_SHORT
    } else {
        NEARLY
    };
    (share >= nearly).then_some(share)
}

/// The share of the words of the titles of two texts that both have (Dice).
#[must_use]
pub fn share_of_titles(one: &[u8], other: &[u8]) -> f64 {
    let stop_words: HashSet<u32> = Language::ENGLISH.stop_words().map(stream::mark).collect();
    let title = |words: &[u8]| -> HashSet<u32> {
        let words = stream::words(words).filter(|word| word.field == Field::Title);
        let marks = words.map(|word| word.mark);
        marks.filter(|mark| !stop_words.contains(mark)).collect()
    };
    let (one, other) = (title(one), title(other));
    let both = one.intersection(&other).count();
    2.0 * count(both) / count((one.len() + other.len()).max(1))
}

/// The words of a text that carry a topic, as streams have them.
fn topics(words: &[u8], stop_words: &HashSet<u32>) -> HashSet<u32> {
    let marks = stream::words(words).map(|word| word.mark);
    marks.filter(|mark| !stop_words.contains(mark)).collect()
}

fn count(words: usize) -> f64 {
    f64::from(u32::try_from(words).unwrap_or(u32::MAX))
}
