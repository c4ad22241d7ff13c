//! The retriever of words: BM25 (Robertson and Zaragoza 2009) over weighted fields, with document
//! frequencies counted in the view.

use super::codec::{Damaged, nth_u32};
use super::expand::Term;
use super::feature::Points;
use super::segment::{Bytes, Posting};
use super::view::{Part, Totals};

// Limits for the value of further occurrences, and the reduction for long documents: the usual
// values, within a few thousandths of the best on every collection that was tried.
const K1: f64 = 1.2;
const B: f64 = 0.75;
/// The smallest weight of a word: one that every document has still finds them.
const LEAST: f64 = 1.0 / 256.0;

/// Weight of each term in this view.
pub(crate) fn weights(terms: &[Term], totals: &Totals) -> Vec<f64> {
    let mut weights = Vec::with_capacity(terms.len());
    for term in terms {
        // A word that no document contains makes no difference between them.
        let weight = match term.found() {
            0 => 0.0,
            found => rounded(term.sought.weight * rarity(totals.documents, found).max(LEAST)),
        };
        weights.push(weight);
    }
    weights
}

/// Sum of the weights that can match: those of the typed words, and those that words without a
/// document would have, whatever replaces them.
pub(crate) fn whole(terms: &[Term], weights: &[f64], totals: &Totals) -> f64 {
    let mut whole = 0.0;
    for (term, weight) in terms.iter().zip(weights) {
        if term.sought.is_typed() {
            whole += match term.found() {
                0 => rounded(term.sought.weight * rarity(totals.documents, 1)),
                _ => *weight,
            };
        }
    }
    whole
}

/// A term in the documents of each part, and its weight.
#[derive(Clone, Copy)]
pub(crate) struct Weighed<'a> {
    pub(crate) lists: &'a [Vec<Posting>],
    pub(crate) weight: f64,
}

/// Terms with their weights.
pub(crate) fn weighed<'a>(terms: &'a [Term], weights: &[f64]) -> Vec<Weighed<'a>> {
    let mut all = Vec::with_capacity(terms.len());
    for (term, &weight) in terms.iter().zip(weights) {
        let lists = term.lists.as_slice();
        all.push(Weighed { lists, weight });
    }
    all
}

/// The points of every document of each part for the words that it contains.
pub(crate) fn points<S: Bytes>(
    parts: &[Part<'_, S>],
    totals: &Totals,
    terms: &[Weighed<'_>],
) -> Result<Vec<Vec<Points>>, Damaged> {
    let average = ratio(totals.length, totals.documents.max(1)).max(1.0);
    let mut all = Vec::new();
    for (nth, part) in parts.iter().enumerate() {
        let lengths = part.segment.lengths()?;
        // A sum for each document: faster than a map if a word is in many of them.
        let mut of_part = vec![Points::default(); part.segment.documents() as usize];
        for Weighed { lists, weight } in terms {
            for posting in &lists[nth] {
                let &Posting {
                    document,
                    weight: occurrences,
                } = posting;
                let length = f64::from(nth_u32(lengths, document));
                let occurrences = f64::from(occurrences);
                // A long text repeats words without saying more.
                let norm = K1 * (1.0 - B + B * length / average);
                let score = weight * occurrences * (K1 + 1.0) / (occurrences + norm);
                of_part[document as usize] += Points::of(score);
            }
        }
        all.push(of_part);
    }
    Ok(all)
}

/// Weight of a term that was found in this many documents and is asked for once.
pub(crate) fn weight(documents: u64, found: u64) -> f64 {
    // A word that no document contains makes no difference between them.
    if found == 0 {
        0.0
    } else {
        rarity(documents, found)
    }
}

/// The inverse document frequency: `ln(1 + (N - n + 1/2) / (n + 1/2))`.
pub fn rarity(documents: u64, found: u64) -> f64 {
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
