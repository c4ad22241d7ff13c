//! The documents that may be answers: the union of what each retriever finds (words, files,
//! ratings, names), with the score of each before its text is looked at closely.

use std::collections::{HashMap, HashSet};

use super::attributes::holders;
use super::codec::Damaged;
use super::facts::Attribute;
use super::feature::{Feature, Features, Points};
use super::lookup::DocumentRef;
use super::order::{Rank, SortKey};
use super::preference::{Pinned, Preference, Share};
use super::query::Query;
use super::segment::Bytes;
use super::view::Part;
use git_memory_model::kind::Lifecycle;

/// Shares of its score that a record loses which is not decided yet, which no longer applies, or which
/// is superseded.
const PROPOSED: f64 = -0.02;
const PAST: f64 = -0.1;
const SUPERSEDED: f64 = -0.3;

/// A document that may be an answer.
#[derive(Clone, Copy)]
pub(crate) struct Candidate {
    pub(crate) at: DocumentRef,
    pub(crate) rank: Rank,
    /// Points for its words only.
    pub(crate) words: Points,
    score: Points,
}

impl Candidate {
    fn sort_key(&self) -> SortKey {
        SortKey {
            rank: self.rank,
            score: self.score,
            at: self.at,
        }
    }
}

/// Points for a document's text, known once it was looked at closely.
#[derive(Clone, Copy, Default)]
pub(crate) struct Text {
    pub(crate) words: Points,
    /// Part of the question's weight that it has, from 0 to 1.
    pub(crate) matched: f64,
    pub(crate) closeness: Points,
    pub(crate) neighbours: Points,
    pub(crate) meaning: Points,
}

/// Adds up the features of documents.
pub(crate) struct Scorer<'a, 's, S> {
    pub(crate) parts: &'a [Part<'s, S>],
    pub(crate) preference: &'a dyn Preference,
    /// The best score that a document has for its words, at least one.
    best: Points,
    pinned: Vec<Pinned>,
    /// The documents that contain the name which the question is, each with the share of the points
    /// for its words that it gets for that.
    whole: HashMap<DocumentRef, f64>,
}

impl<'a, 's, S: Bytes> Scorer<'a, 's, S> {
    pub(crate) fn new(
        parts: &'a [Part<'s, S>],
        preference: &'a dyn Preference,
        whole: HashMap<DocumentRef, f64>,
    ) -> Self {
        Self {
            whole,
            parts,
            preference,
            best: Points::ONE,
            pinned: preference.pinned(),
        }
    }

    /// The best score that a document has for its words, at least one.
    pub(crate) fn best(&self) -> Points {
        self.best
    }

    /// The features of a document.
    pub(crate) fn features(
        &self,
        at: DocumentRef,
        rank: Rank,
        text: Text,
    ) -> Result<Features, Damaged> {
        let mut features = Features::default();
        features.add(Feature::Words, text.words);
        if let Some(share) = self.whole.get(&at) {
            features.add(Feature::WholeName, text.words.times(*share));
        }
        features.add(Feature::Closeness, text.closeness);
        features.add(Feature::Neighbours, text.neighbours);
        features.add(Feature::Meaning, text.meaning);
        for Share { feature, share } in self.preference.shares(at) {
            features.add(feature, text.words.times(share));
        }
        for Share { feature, share } in self.preference.evidence().of(at) {
            features.add(feature, self.best.times(share));
        }
        if text.words == Points::default() {
            for pinned in self.pinned.iter().filter(|pinned| pinned.document == at) {
                features.add(Feature::Feedback, self.best.times(pinned.share));
            }
            // A document that is asked for by its name has a score even if it contains none of the
            // words.
            if rank < Rank::Words {
                features.add(Feature::Named, self.best);
            }
        }
        let lost = lost(self.parts[at.part].segment.lifecycle(at.document)?);
        features.add(Feature::Status, features.sum().times(lost));
        Ok(features)
    }

    /// The best `most` documents that any retriever finds, in no order. `words` are the points of
    /// each document of each part for its words.
    pub(crate) fn candidates(
        &mut self,
        words: &[Vec<Points>],
        query: &Query,
        most: usize,
    ) -> Result<Vec<Candidate>, Damaged> {
        let mut all = self.with_words(words)?;
        self.add_others(&mut all, query)?;
        for candidate in &mut all {
            let text = Text {
                words: candidate.words,
                ..Text::default()
            };
            candidate.score = self.features(candidate.at, candidate.rank, text)?.sum();
        }
        if all.len() > most {
            // All documents that are worse than the nth one end up after it: no need to sort them.
            all.select_nth_unstable_by(most - 1, |a, b| {
                a.sort_key().compare(&b.sort_key(), self.parts)
            });
            all.truncate(most);
        }
        self.add_nearest(&mut all, words)?;
        Ok(all)
    }

    /// Adds documents that only vectors find, beside the best of all others.
    fn add_nearest(&self, all: &mut Vec<Candidate>, words: &[Vec<Points>]) -> Result<(), Damaged> {
        let meaning = self.preference.meaning();
        if meaning.is_empty() {
            return Ok(());
        }
        let nearest = meaning.nearest(self.parts, |at| self.preference.wants(at))?;
        let known: HashSet<DocumentRef> = all.iter().map(|it| it.at).collect();
        for at in nearest.into_iter().filter(|at| !known.contains(at)) {
            let of_part = words.get(at.part);
            let words = of_part.and_then(|words| words.get(at.document as usize));
            all.extend(self.candidate(at, words.copied().unwrap_or_default())?);
        }
        Ok(())
    }

    /// Candidates among the documents that contain a word of the question, with their scores.
    fn with_words(&mut self, words: &[Vec<Points>]) -> Result<Vec<Candidate>, Damaged> {
        let none = Points::default();
        let count = words.iter().flatten().filter(|points| **points > none);
        let mut all = Vec::with_capacity(count.count());
        for (part, words) in words.iter().enumerate() {
            for (document, &words) in (0_u32..).zip(words) {
                if words > none {
                    let at = DocumentRef { part, document };
                    all.extend(self.candidate(at, words)?);
                }
            }
        }
        for candidate in &all {
            self.best = self.best.max(candidate.words);
        }
        Ok(all)
    }

    /// Adds documents that files, ratings and names find.
    fn add_others(&self, all: &mut Vec<Candidate>, query: &Query) -> Result<(), Damaged> {
        let mut found: Vec<(DocumentRef, Rank)> = Vec::new();
        for document in self.preference.evidence().documents() {
            found.push((document, Rank::Words));
        }
        for pinned in &self.pinned {
            found.push((pinned.document, Rank::Words));
        }
        if !query.exact.is_empty() {
            self.add_exact(&mut found, Attribute::Title, &query.exact, Rank::Title)?;
        }
        if let Some(name) = &query.name {
            self.add_exact(&mut found, Attribute::Id, name, Rank::Id)?;
        }
        for &named in self.preference.named() {
            found.push((named, Rank::Id));
        }
        if found.is_empty() {
            return Ok(());
        }
        let mut places = Places::of(self.parts, all);
        for (at, rank) in found {
            let nth = match places.get(at) {
                Some(nth) => nth,
                None => match self.candidate(at, Points::default())? {
                    Some(candidate) => {
                        places.put(at, all.len());
                        all.push(candidate);
                        all.len() - 1
                    }
                    None => continue,
                },
            };
            // An archived document comes first only if it is asked for.
            if rank < Rank::Words {
                all[nth].rank = rank;
            }
        }
        Ok(())
    }

    /// Adds the documents whose id or title the question is.
    fn add_exact(
        &self,
        found: &mut Vec<(DocumentRef, Rank)>,
        attribute: Attribute,
        value: &str,
        rank: Rank,
    ) -> Result<(), Damaged> {
        for (part, of_view) in self.parts.iter().enumerate() {
            for document in holders(of_view, attribute, value)?.iter() {
                found.push((DocumentRef { part, document }, rank));
            }
        }
        Ok(())
    }

    /// A document as a candidate; `None` if it is not wanted.
    fn candidate(&self, at: DocumentRef, words: Points) -> Result<Option<Candidate>, Damaged> {
        if !self.preference.wants(at) {
            return Ok(None);
        }
        let rank = match self.parts[at.part].segment.lifecycle(at.document)? {
            Some(Lifecycle::Archived) => Rank::Archived,
            _ => Rank::Words,
        };
        Ok(Some(Candidate {
            at,
            rank,
            words,
            score: words,
        }))
    }
}

/// Positions of documents in a list of candidates: a table, as there may be one for each record.
struct Places(Vec<Vec<Option<usize>>>);

impl Places {
    fn of<S: Bytes>(parts: &[Part<'_, S>], all: &[Candidate]) -> Self {
        let mut tables = Vec::with_capacity(parts.len());
        for part in parts {
            tables.push(vec![None; part.segment.documents() as usize]);
        }
        let mut places = Self(tables);
        for (nth, candidate) in all.iter().enumerate() {
            places.put(candidate.at, nth);
        }
        places
    }

    fn get(&self, at: DocumentRef) -> Option<usize> {
        let table = self.0.get(at.part)?;
        table.get(at.document as usize).copied().flatten()
    }

    fn put(&mut self, at: DocumentRef, nth: usize) {
        let table = self.0.get_mut(at.part);
        if let Some(place) = table.and_then(|table| table.get_mut(at.document as usize)) {
            *place = Some(nth);
        }
    }
}

/// Share that a record's status takes of its score: records that no longer apply come after those
/// that do.
fn lost(lifecycle: Option<Lifecycle>) -> f64 {
    match lifecycle {
        None | Some(Lifecycle::Current) => 0.0,
        Some(Lifecycle::Proposed) => PROPOSED,
        Some(Lifecycle::Finished | Lifecycle::Dropped | Lifecycle::Archived) => PAST,
        Some(Lifecycle::Superseded) => SUPERSEDED,
    }
}
