//! Ranking the documents of a view for a question.
//!
//! Retrievers find documents: by words ([`super::words`]), by files, ratings and names
//! ([`super::candidates`]). One scorer adds up their features ([`Feature`]); the texts of the best
//! are looked at closely. All sums are of whole numbers, and the one function that machines may
//! round differently, the logarithm, is rounded: the same view gives the same order everywhere.
//!
//! [`Feature`]: super::feature::Feature

use std::cmp::Reverse;
use std::collections::HashMap;

use super::candidates::{Candidate, Scorer, Text};
use super::closeness::{is_in_title, matched, title_share};
use super::codec::Damaged;
use super::confidence::Confidence;
use super::expand::{Expansion, Sought, Term, expand};
use super::feature::Points;
use super::found::{Found, Ranked};
use super::judging::{Scale, judge};
use super::lookup::DocumentRef;
use super::neighbours::Neighbourhood;
use super::order::SortKey;
use super::preference::Preference;
use super::query::{Origin, Query};
use super::segment::{Bytes, Posting};
use super::telling;
use super::view::{Part, Totals};
use super::words;

/// Number of documents that are looked at closely: the stream of each is read.
const POOL: usize = 100;
/// Shares of the points for its words that a document gets if it has the name that the question is:
/// as one word, and in its title. Who types words that a title has means that one, and not a name of
/// code that happens to consist of them.
const NAMED: f64 = 1.0;
const ENTITLED: f64 = 2.0;
/// The maximum number of answers that only their vectors find.
const GUESSES: usize = 3;
/// The maximum number of documents whose titles are looked at.
const TITLES: usize = 64;

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
    let points = words::points(parts, totals, &words::weighed(&terms, &weights))?;
    let whole = holding_whole(parts, query, &terms)?;
    let mut scorer = Scorer::new(parts, preference, whole);
    let candidates = scorer.candidates(&points, query, POOL.max(most))?;
    let asked = Weighted {
        terms: &terms,
        weights: &weights,
        whole: words::whole(&terms, &weights, totals),
    };
    let mut ranked = ranked_closely(&scorer, asked, &candidates)?;
    // One of several words, and one that all documents have, is no reason to show any of them.
    ranked.retain(|hit| hit.is_whole() || hit.features.sum() >= Points::LEAST);
    ranked.sort_by(|a, b| sort_key(a).compare(&sort_key(b), parts));
    let mut guesses = 0;
    ranked.retain(|hit| {
        guesses += usize::from(hit.is_guess());
        !hit.is_guess() || guesses <= GUESSES
    });
    let mut scale = Scale {
        best: scorer.best(),
        rarest: words::rarity(totals.documents, 1),
        ..Scale::default()
    };
    if let Some(first) = ranked.first() {
        let (segment, document) = (parts[first.at.part].segment, first.at.document);
        let (stream, language) = (segment.stream(document)?, segment.language(document)?);
        scale.title = title_share(&stream, language, &terms);
        scale.telling = telling::share(totals.documents, &stream, language, &terms);
    }
    judge(&mut ranked, scale);
    ranked.truncate(most);
    Ok(Found {
        ranked,
        replaced,
        terms: weighted(terms, &weights),
    })
}

/// The documents that contain the one name that a question is, as one word or in their title as
/// words one after the other, each with the share of the points for its words that it gets.
fn holding_whole<S: Bytes>(
    parts: &[Part<'_, S>],
    query: &Query,
    terms: &[Term],
) -> Result<HashMap<DocumentRef, f64>, Damaged> {
    let mut whole = terms
        .iter()
        .filter(|term| query.whole.as_ref() == Some(&term.sought.form));
    let Some(name) = whole.find(|term| term.found() > 0) else {
        return Ok(HashMap::new());
    };
    let mut holding = HashMap::new();
    for (part, list) in name.lists.iter().enumerate() {
        for Posting { document, .. } in list {
            let document = *document;
            holding.insert(DocumentRef { part, document }, NAMED);
        }
    }
    // Typed as one word, it is a name whatever titles say.
    if name.sought.origin == Origin::Joined {
        for at in said_in_title(parts, terms)? {
            holding.insert(at, ENTITLED);
        }
    }
    Ok(holding)
}

/// The documents whose title has the typed words one after the other. Looks only at documents that
/// have all of the words, and most often.
fn said_in_title<S: Bytes>(
    parts: &[Part<'_, S>],
    terms: &[Term],
) -> Result<Vec<DocumentRef>, Damaged> {
    let typed: Vec<&Term> = terms.iter().filter(|term| term.sought.is_typed()).collect();
    let mut said: HashMap<DocumentRef, (usize, u64)> = HashMap::new();
    for term in &typed {
        for (part, list) in term.lists.iter().enumerate() {
            for posting in list {
                let document = posting.document;
                let at = DocumentRef { part, document };
                let (count, weight) = said.entry(at).or_default();
                *count += 1;
                *weight += u64::from(posting.weight);
            }
        }
    }
    let mut having: Vec<_> = said
        .into_iter()
        .filter(|(_, (count, _))| *count == typed.len())
        .map(|(at, (_, weight))| (Reverse(weight), at))
        .collect();
    having.sort_unstable();
    having.truncate(TITLES);
    let mut in_title = Vec::new();
    for (_, at) in having {
        let segment = parts[at.part].segment;
        let (stream, language) = (segment.stream(at.document)?, segment.language(at.document)?);
        if is_in_title(&stream, language, &typed) {
            in_title.push(at);
        }
    }
    Ok(in_title)
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

/// The terms of a question, with their weights in a view.
#[derive(Clone, Copy)]
struct Weighted<'a> {
    terms: &'a [Term],
    weights: &'a [f64],
    /// Sum of the weights that can match.
    whole: f64,
}

/// The candidates with the points of their texts.
fn ranked_closely<S: Bytes>(
    scorer: &Scorer<'_, '_, S>,
    asked: Weighted<'_>,
    candidates: &[Candidate],
) -> Result<Vec<Ranked>, Damaged> {
    let Weighted {
        terms,
        weights,
        whole,
    } = asked;
    let sum: f64 = weights.iter().sum();
    let mut texts = Vec::with_capacity(candidates.len());
    let mut neighbourhood = Neighbourhood::default();
    for &Candidate { at, words, .. } in candidates {
        let segment = scorer.parts[at.part].segment;
        let stream = segment.stream(at.document)?;
        let language = segment.language(at.document)?;
        let found = matched(&stream, language, terms, weights);
        let closeness = words.times(found.close / sum.max(f64::MIN_POSITIVE));
        neighbourhood.add(&stream, words + closeness);
        texts.push(Text {
            words,
            matched: found.typed / whole.max(f64::MIN_POSITIVE),
            closeness,
            ..Text::default()
        });
    }
    let gains = neighbourhood.gains();
    let places: Vec<DocumentRef> = candidates.iter().map(|it| it.at).collect();
    let meanings = scorer.preference.meaning().points(&places, scorer.best());
    let mut ranked = Vec::with_capacity(candidates.len());
    let texts = texts.into_iter().zip(gains).zip(meanings);
    for (&Candidate { at, rank, .. }, ((text, neighbours), meaning)) in candidates.iter().zip(texts)
    {
        let text = Text {
            neighbours,
            meaning,
            ..text
        };
        let features = scorer.features(at, rank, text)?;
        ranked.push(Ranked {
            at,
            rank,
            features,
            matched: text.matched,
            confidence: Confidence::Near,
        });
    }
    Ok(ranked)
}
