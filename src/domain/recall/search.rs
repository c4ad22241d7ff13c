//! Ranking the documents of a view for a question.
//!
//! BM25 (Robertson and Zaragoza 2009) over weighted fields, with document frequencies counted in
//! the view; then what a record is ([`Scoring`]); then, for the best of them, how much of the
//! question is close together. All sums run in the order of the question, and the one function that
//! machines may round differently, the logarithm, is rounded here: the same view gives the same
//! order everywhere.

use std::cmp::Ordering;
use std::collections::HashSet;

use super::attributes::holders;
use super::closeness::closeness;
use super::codec::{Damaged, nth_u32};
use super::expand::{Expansion, Sought, Term, expand};
use super::facts::Attribute;
use super::found::{Found, Ranked};
use super::lookup::DocumentRef;
use super::query::Query;
use super::scoring::{Factor, Rank, Scoring, Ties};
use super::segment::{Bytes, Posting};
use super::view::{Part, Totals};
use crate::domain::date::Date;
use crate::domain::kind::Lifecycle;

// How fast further occurrences stop counting, and how much long documents are held back: the usual
// values, within a few thousandths of the best on every collection that was tried.
const K1: f64 = 1.2;
const B: f64 = 0.75;
// How many documents are looked at closely: of each the stream is read, and a hundred changed no
// answer.
const POOL: usize = 50;
/// The smallest score of a hit: doors show two digits, and one of 0.00 is no hit.
const LEAST: f64 = 0.005;
/// What is left of the score of a record that applies no longer, and of one that was replaced.
const PAST_SHARE: f64 = 0.9;
const SUPERSEDED_SHARE: f64 = 0.7;

/// The best `most` documents of the parts for a question.
///
/// # Errors
/// [`Damaged`].
pub fn search<S: Bytes>(
    parts: &[Part<'_, S>],
    totals: &Totals,
    query: &Query,
    scoring: &dyn Scoring,
    most: usize,
) -> Result<Found, Damaged> {
    let languages = totals.languages();
    let Expansion { terms, replaced } = expand(parts, &languages, query)?;
    let weights = weights(&terms, totals);
    let pool = Pool {
        parts,
        scoring,
        candidates: Vec::new(),
    };
    let scores = scores(parts, totals, &terms, &weights)?;
    let candidates = pool.fill(&scores, query, POOL.max(most))?;
    let mut ranked = Vec::with_capacity(candidates.len());
    for candidate in candidates {
        ranked.push(ranked_closely(
            parts, scoring, &terms, &weights, &candidate,
        )?);
    }
    // A word that all of them have tells none from another.
    ranked.retain(|hit| hit.rank < Rank::Words || hit.score >= LEAST);
    ranked.sort_by(|a, b| compare(parts, &a.sort_key(), &b.sort_key()));
    ranked.truncate(most);
    Ok(Found {
        ranked,
        replaced,
        terms: weighted(terms, &weights),
    })
}

/// What each term counts in this view.
fn weights(terms: &[Term], totals: &Totals) -> Vec<f64> {
    let mut weights = Vec::with_capacity(terms.len());
    for term in terms {
        // A word that no document contains makes no difference between them.
        let weight = match term.found() {
            0 => 0.0,
            found => rounded(term.sought.weight * rarity(totals.documents, found)),
        };
        weights.push(weight);
    }
    weights
}

/// The terms with their weights in this view.
fn weighted(terms: Vec<Term>, weights: &[f64]) -> Vec<Sought> {
    let mut sought = Vec::with_capacity(terms.len());
    for (term, &weight) in terms.into_iter().zip(weights) {
        sought.push(Sought {
            weight,
            ..term.sought
        });
    }
    sought
}

/// A document that contains a word of the question, before it is looked at closely.
#[derive(Clone, Copy)]
struct Candidate {
    part: usize,
    document: u32,
    rank: Rank,
    words: f64,
    score: f64,
    /// What is added for files, and why.
    near: f64,
    ties: Ties,
}

/// What orders two documents.
#[derive(Clone, Copy)]
struct SortKey {
    rank: Rank,
    score: f64,
    part: usize,
    document: u32,
}

impl Candidate {
    fn sort_key(&self) -> SortKey {
        SortKey {
            rank: self.rank,
            score: self.score + self.near,
            part: self.part,
            document: self.document,
        }
    }

    fn place(&self) -> DocumentRef {
        DocumentRef {
            part: self.part,
            document: self.document,
        }
    }

    fn is(&self, part: usize, document: u32) -> bool {
        self.part == part && self.document == document
    }
}

impl Ranked {
    fn sort_key(&self) -> SortKey {
        SortKey {
            rank: self.rank,
            score: self.score,
            part: self.part,
            document: self.document,
        }
    }
}

/// A candidate with what its closeness makes of its score.
fn ranked_closely<S: Bytes>(
    parts: &[Part<'_, S>],
    scoring: &dyn Scoring,
    terms: &[Term],
    weights: &[f64],
    candidate: &Candidate,
) -> Result<Ranked, Damaged> {
    let &Candidate { part, document, .. } = candidate;
    let segment = parts[part].segment;
    let stream = segment.stream(document)?;
    let language = segment.language(document)?;
    let mut factors = scoring.factors(part, document);
    let share = share_of(segment.lifecycle(document)?);
    if share < 1.0 {
        factors.push((Factor::Lifecycle, share));
    }
    let whole: f64 = weights.iter().sum();
    let close = closeness(&stream, language, terms, weights);
    let closeness = 1.0 + close / whole.max(f64::MIN_POSITIVE);
    factors.push((Factor::Closeness, closeness));
    Ok(Ranked {
        part,
        document,
        score: candidate.score * closeness + candidate.near,
        near: candidate.near,
        ties: candidate.ties,
        rank: candidate.rank,
        words: candidate.words,
        factors,
    })
}

/// The score of every document of each part by its words.
fn scores<S: Bytes>(
    parts: &[Part<'_, S>],
    totals: &Totals,
    terms: &[Term],
    weights: &[f64],
) -> Result<Vec<Vec<f64>>, Damaged> {
    let average = ratio(totals.length, totals.documents.max(1)).max(1.0);
    let mut scores = Vec::new();
    for (nth, part) in parts.iter().enumerate() {
        let lengths = part.segment.lengths()?;
        // A sum for each document: faster than a map where a word is in many of them.
        let mut of_part = vec![0.0; part.segment.documents() as usize];
        for (term, weight) in terms.iter().zip(weights) {
            for posting in &term.lists[nth] {
                let &Posting {
                    document,
                    weight: occurrences,
                } = posting;
                let length = f64::from(nth_u32(lengths, document));
                let occurrences = f64::from(occurrences);
                // A long text repeats words without saying more.
                let norm = K1 * (1.0 - B + B * length / average);
                let score = weight * occurrences * (K1 + 1.0) / (occurrences + norm);
                of_part[document as usize] += score;
            }
        }
        scores.push(of_part);
    }
    Ok(scores)
}

/// The documents that may be answers.
struct Pool<'a, 's, S> {
    parts: &'a [Part<'s, S>],
    scoring: &'a dyn Scoring,
    candidates: Vec<Candidate>,
}

impl<S: Bytes> Pool<'_, '_, S> {
    /// The best `most` candidates, in no order.
    fn fill(
        mut self,
        scores: &[Vec<f64>],
        query: &Query,
        most: usize,
    ) -> Result<Vec<Candidate>, Damaged> {
        self.add_scored(scores)?;
        self.add_near()?;
        self.add_pinned()?;
        if !query.exact.is_empty() {
            self.add_exact(Attribute::Title, &query.exact, Rank::Title)?;
        }
        if let Some(name) = &query.name {
            self.add_exact(Attribute::Id, name, Rank::Id)?;
        }
        for named in self.scoring.named() {
            self.add_named(named.part, named.document, Rank::Id)?;
        }
        let Self {
            parts,
            mut candidates,
            ..
        } = self;
        if candidates.len() > most {
            // All that are worse than the nth one end up after it: no need to sort them.
            candidates.select_nth_unstable_by(most - 1, |a, b| {
                compare(parts, &a.sort_key(), &b.sort_key())
            });
            candidates.truncate(most);
        }
        Ok(candidates)
    }

    fn add_scored(&mut self, scores: &[Vec<f64>]) -> Result<(), Damaged> {
        let positive = scores.iter().flatten().filter(|score| **score > 0.0);
        self.candidates.reserve(positive.count());
        for (part, scores) in scores.iter().enumerate() {
            for (document, &score) in (0_u32..).zip(scores) {
                if score > 0.0 {
                    let candidate = self.candidate(part, document, score)?;
                    self.candidates.extend(candidate);
                }
            }
        }
        Ok(())
    }

    /// A document with what it is counted in; `None` where it is not wanted.
    fn candidate(
        &self,
        part: usize,
        document: u32,
        words: f64,
    ) -> Result<Option<Candidate>, Damaged> {
        if !self.scoring.wants(part, document) {
            return Ok(None);
        }
        let lifecycle = self.parts[part].segment.lifecycle(document)?;
        let rank = match lifecycle {
            Some(Lifecycle::Archived) => Rank::Archived,
            _ => Rank::Words,
        };
        let score = words * self.scoring.share(part, document) * share_of(lifecycle);
        Ok(Some(Candidate {
            part,
            document,
            rank,
            words,
            score,
            near: 0.0,
            ties: Ties::default(),
        }))
    }

    /// Adds what ties documents to files: with as much weight as words have, whichever there are.
    fn add_near(&mut self) -> Result<(), Damaged> {
        let Some(near) = self.scoring.near() else {
            return Ok(());
        };
        let best = self.best();
        let known: HashSet<DocumentRef> = self.candidates.iter().map(Candidate::place).collect();
        for place in near.keys().filter(|place| !known.contains(place)) {
            // It holds no word of the question.
            let candidate = self.candidate(place.part, place.document, 0.0)?;
            self.candidates.extend(candidate);
        }
        for hit in &mut self.candidates {
            if let Some(ties) = near.get(&hit.place()) {
                let lifecycle = self.parts[hit.part].segment.lifecycle(hit.document)?;
                hit.near = best * ties.strength() * share_of(lifecycle);
                hit.ties = *ties;
            }
        }
        Ok(())
    }

    fn add_pinned(&mut self) -> Result<(), Damaged> {
        let best = self.best();
        // Few are pinned: a table of the candidates would cost more than looking for each.
        for pinned in self.scoring.pinned() {
            let (part, document) = (pinned.part, pinned.document);
            if self.candidates.iter().any(|hit| hit.is(part, document)) {
                continue;
            }
            if let Some(candidate) = self.candidate(part, document, 0.0)? {
                self.candidates.push(Candidate {
                    score: best * pinned.share,
                    ..candidate
                });
            }
        }
        Ok(())
    }

    /// Puts the documents first whose id or title the question is.
    fn add_exact(&mut self, attribute: Attribute, value: &str, rank: Rank) -> Result<(), Damaged> {
        for (nth, part) in self.parts.iter().enumerate() {
            for document in holders(part, attribute, value)?.iter() {
                self.add_named(nth, document, rank)?;
            }
        }
        Ok(())
    }

    fn add_named(&mut self, part: usize, document: u32, rank: Rank) -> Result<(), Damaged> {
        let mut known = self.candidates.iter_mut();
        if let Some(hit) = known.find(|hit| hit.is(part, document)) {
            hit.rank = rank;
        } else if let Some(hit) = self.candidate(part, document, 0.0)? {
            // What is asked for by its name is not worth nothing for having none of the words.
            let score = self.best();
            self.candidates.push(Candidate { rank, score, ..hit });
        }
        Ok(())
    }

    /// The best score up to now, at least one.
    fn best(&self) -> f64 {
        let scores = self.candidates.iter().map(|hit| hit.score);
        scores.fold(0.0, f64::max).max(1.0)
    }
}

/// What a record's status makes of its score: what no longer applies comes after what does.
fn share_of(lifecycle: Option<Lifecycle>) -> f64 {
    match lifecycle {
        None | Some(Lifecycle::Current | Lifecycle::Proposed) => 1.0,
        Some(Lifecycle::Finished | Lifecycle::Dropped | Lifecycle::Archived) => PAST_SHARE,
        Some(Lifecycle::Superseded) => SUPERSEDED_SHARE,
    }
}

/// By rank, by score, the newest, and where all that is equal by object id.
fn compare<S: Bytes>(parts: &[Part<'_, S>], a: &SortKey, b: &SortKey) -> Ordering {
    let by_score = a
        .rank
        .cmp(&b.rank)
        .then_with(|| b.score.total_cmp(&a.score));
    if by_score != Ordering::Equal {
        return by_score;
    }
    // Of two equal answers the newer one is likelier to hold. Object ids are the same in every
    // clone, which the numbers of documents are not.
    let by_day = updated(parts, b).cmp(&updated(parts, a));
    by_day.then_with(|| id(parts, a).cmp(id(parts, b)))
}

/// The day of a document. An order has no way to fail: the segment's tables were read for its score
/// already, and what is damaged would have been seen.
fn updated<S: Bytes>(parts: &[Part<'_, S>], key: &SortKey) -> Option<Date> {
    match parts[key.part].segment.facts(key.document) {
        Ok(facts) => facts.updated,
        Err(Damaged) => None,
    }
}

/// The object id of a document; empty where it is damaged, which what is made of the answer sees.
fn id<'a, S: Bytes>(parts: &'a [Part<'_, S>], key: &SortKey) -> &'a [u8] {
    match parts[key.part].segment.id(key.document) {
        Ok(id) => id,
        Err(Damaged) => &[],
    }
}

/// The inverse document frequency: `ln(1 + (N - n + 1/2) / (n + 1/2))`.
pub(crate) fn rarity(documents: u64, found: u64) -> f64 {
    // The 1 keeps it above zero for a word that more than half of the documents contain.
    let (all, found) = (ratio(documents, 1), ratio(found, 1));
    rounded((1.0 + (all - found + 0.5) / (found + 0.5)).ln())
}

/// A weight in steps of 1/4096: machines round logarithms differently, and sums of such steps are
/// exact.
fn rounded(weight: f64) -> f64 {
    const STEP: f64 = 4096.0;
    (weight * STEP).round() / STEP
}

#[allow(
    clippy::cast_precision_loss,
    reason = "counts of documents and words are far below 2^52"
)]
fn ratio(number: u64, by: u64) -> f64 {
    number as f64 / by as f64
}
