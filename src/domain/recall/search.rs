//! Ranking the documents of a view for a question.
//!
//! Retrievers find documents: by words ([`super::words`]), by files, ratings and names
//! ([`super::candidates`]). One scorer adds up what each has ([`Feature`]); of the best, their
//! texts are looked at closely. All sums are of whole numbers, and the one function that machines
//! may round differently, the logarithm, is rounded: the same view gives the same order everywhere.
//!
//! [`Feature`]: super::feature::Feature

use super::candidates::{Candidate, Scorer, Text};
use super::closeness::closeness;
use super::codec::Damaged;
use super::expand::{Expansion, Sought, Term, expand};
use super::feature::Points;
use super::found::{Found, Ranked};
use super::order::{Rank, SortKey};
use super::preference::Preference;
use super::query::Query;
use super::segment::Bytes;
use super::view::{Part, Totals};
use super::words;

// How many documents are looked at closely: of each the stream is read, and a hundred changed no
// answer.
const POOL: usize = 50;

/// The best `most` documents of the parts for a question.
///
/// # Errors
/// [`Damaged`].
pub fn search<S: Bytes>(
    parts: &[Part<'_, S>],
    totals: &Totals,
    query: &Query,
    preference: &dyn Preference,
    most: usize,
) -> Result<Found, Damaged> {
    let languages = totals.languages();
    let Expansion { terms, replaced } = expand(parts, &languages, query)?;
    let weights = words::weights(&terms, totals);
    let points = words::points(parts, totals, &terms, &weights)?;
    let mut scorer = Scorer::new(parts, preference);
    let candidates = scorer.candidates(&points, query, POOL.max(most))?;
    let mut ranked = Vec::with_capacity(candidates.len());
    for candidate in candidates {
        ranked.push(ranked_closely(&scorer, &terms, &weights, &candidate)?);
    }
    // A word that all of them have tells none from another.
    ranked.retain(|hit| hit.rank < Rank::Words || hit.features.sum() >= Points::LEAST);
    ranked.sort_by(|a, b| sort_key(a).compare(&sort_key(b), parts));
    ranked.truncate(most);
    Ok(Found {
        ranked,
        replaced,
        terms: weighted(terms, &weights),
    })
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

fn sort_key(ranked: &Ranked) -> SortKey {
    SortKey {
        rank: ranked.rank,
        score: ranked.features.sum(),
        at: ranked.at,
    }
}

/// A candidate with what its text adds to its score.
fn ranked_closely<S: Bytes>(
    scorer: &Scorer<'_, '_, S>,
    terms: &[Term],
    weights: &[f64],
    candidate: &Candidate,
) -> Result<Ranked, Damaged> {
    let &Candidate {
        at, rank, words, ..
    } = candidate;
    let segment = scorer.parts[at.part].segment;
    let stream = segment.stream(at.document)?;
    let language = segment.language(at.document)?;
    let whole: f64 = weights.iter().sum();
    let close = closeness(&stream, language, terms, weights);
    let text = Text {
        words,
        closeness: words.times(close / whole.max(f64::MIN_POSITIVE)),
        ..Text::default()
    };
    Ok(Ranked {
        at,
        rank,
        features: scorer.features(at, rank, text)?,
    })
}
