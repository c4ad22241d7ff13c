//! Ranking the documents of a view for a question.
//!
//! BM25 (Robertson and Zaragoza 2009) over weighted fields, with document frequencies counted in the view; then what a
//! record is ([`Bias`]); then, for the best of them, how much of the question stands close together. All sums run in the
//! order of the question, and the one function that machines may round differently, the logarithm, is rounded here: the
//! same view gives the same order everywhere.

use std::cmp::Ordering;

use super::codec::{Damaged, nth_u32};
use super::document::{Attribute, Facts, Field, Standing};
use super::expand::{self, Term};
use super::query::{Origin, Query};
use super::segment::{Bytes, Posting, Segment};
use super::stream;
use super::view::{Members, Part, Totals};
use crate::domain::text::Language;

/// How fast further occurrences stop counting, and how much long documents are held back: the usual values, within a few
/// thousandths of the best on every collection that was tried.
const K1: f64 = 1.2;
const B: f64 = 0.75;
/// So many documents are looked at closely.
const POOL: usize = 100;
/// The width of a window, in words.
const WINDOW: u32 = 60;
/// Words of the question that are no farther from each other than this are near.
const NEAR: u32 = 8;
/// What a window that holds the whole question adds to a score, and what neighbours add.
const WINDOW_SHARE: f64 = 0.3;
const NEAR_SHARE: f64 = 0.3;

/// A document that answers, and what made its score.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked {
    /// Which part of the view it is in.
    pub part: usize,
    /// Its number there.
    pub document: u32,
    /// The higher, the better.
    pub score: f64,
    /// Where it stands before any score counts.
    pub rank: Rank,
    /// What its words alone came to.
    pub words: f64,
    /// What was made of that, in order.
    pub factors: Vec<(Factor, f64)>,
}

/// Where a document stands before any score counts, the first first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// The question is its id.
    Id,
    /// The question is its title.
    Title,
    /// It holds words of the question.
    Words,
    /// The same, but it was put away.
    Archived,
}

/// What changes a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Factor {
    /// How the record stands.
    Standing,
    /// It is about the path that was named, or a part of the project near it.
    Near,
    /// Its dates are those of the question.
    Date,
    /// What was said of it for questions like this one.
    Feedback,
    /// How close together the question stands in it.
    Closeness,
}

impl Factor {
    /// Its name, for explanations.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Standing => "standing",
            Self::Near => "near the path",
            Self::Date => "date",
            Self::Feedback => "feedback",
            Self::Closeness => "closeness",
        }
    }
}

/// What besides its words lifts or lowers a document.
pub trait Bias {
    /// Whether a document is wanted at all.
    fn wants(&self, part: usize, document: u32, facts: &Facts) -> bool;

    /// What multiplies its score.
    fn factors(&self, part: usize, document: u32, facts: &Facts) -> Vec<(Factor, f64)>;

    /// Documents that are wanted even if they hold no word of the question, with a share of the best score.
    fn guests(&self) -> Vec<(usize, u32, f64)>;
}

/// What a question came to.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The best documents, the best first.
    pub ranked: Vec<Ranked>,
    /// Words that the view does not know, and what was asked for in their place.
    pub replaced: Vec<(String, Vec<String>)>,
    /// How many documents hold a word of the question.
    pub matched: usize,
    /// What was looked for: forms and their weights.
    pub terms: Vec<(String, f64)>,
}

impl Found {
    /// The terms that a document holds, by field: for explanations.
    #[must_use]
    pub fn fields<S: Bytes>(&self, segment: &Segment<S>, document: u32) -> Vec<(Field, Vec<&str>)> {
        let (Ok(language), Ok(words)) = (segment.language(document), segment.stream(document)) else {
            return Vec::new();
        };
        let marks: Vec<u32> = self.terms.iter().map(|(form, _)| stream::mark(&language.stem(form))).collect();
        let mut fields: Vec<(Field, Vec<&str>)> = Vec::new();
        for word in stream::words(&words) {
            let Some(nth) = marks.iter().position(|mark| *mark == word.mark) else { continue };
            if fields.last().is_none_or(|(field, _)| *field != word.field) {
                fields.push((word.field, Vec::new()));
            }
            let form = self.terms[nth].0.as_str();
            fields
                .iter_mut()
                .rev()
                .take(1)
                .filter(|(_, forms)| !forms.contains(&form))
                .for_each(|(_, it)| it.push(form));
        }
        fields
    }
}

/// The best `most` documents of the parts for a question.
///
/// # Errors
/// [`Damaged`].
pub fn search<S: Bytes>(
    parts: &[Part<'_, S>],
    totals: &Totals,
    query: &Query,
    bias: &dyn Bias,
    most: usize,
) -> Result<Found, Damaged> {
    let languages: Vec<Language> = Language::all().filter(|it| totals.languages & (1 << it.number()) != 0).collect();
    let (terms, replaced) = expand::terms(parts, &languages, query)?;
    let weights: Vec<f64> =
        terms.iter().map(|term| rounded(term.share * rarity(totals.documents, term.found()))).collect();
    let scores = scores(parts, totals, &terms, &weights)?;
    let mut ranked = candidates(parts, &scores, bias)?;
    let matched = ranked.len();
    add_guests(parts, &mut ranked, bias)?;
    add_exact(parts, &mut ranked, query, bias)?;
    let order = |a: &Ranked, b: &Ranked| compare(parts, a, b);
    let pool = POOL.max(most);
    if ranked.len() > pool {
        ranked.select_nth_unstable_by(pool - 1, order);
        ranked.truncate(pool);
    }
    let whole: f64 = weights.iter().sum();
    for hit in &mut ranked {
        let segment = parts[hit.part].segment;
        let (words, language) = (segment.stream(hit.document)?, segment.language(hit.document)?);
        let share = 1.0 + closeness(&words, language, &terms, &weights) / whole.max(f64::MIN_POSITIVE);
        hit.score *= share;
        hit.factors.push((Factor::Closeness, share));
    }
    ranked.sort_by(order);
    ranked.truncate(most);
    let terms = terms.into_iter().map(|term| term.form).zip(weights).collect();
    Ok(Found { ranked, replaced, matched, terms })
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
        let mut of_part = vec![0.0; part.segment.documents() as usize];
        for (term, weight) in terms.iter().zip(weights) {
            for &Posting { document, weight: occurrences } in &term.lists[nth] {
                let occurrences = f64::from(occurrences);
                let norm = K1 * (1.0 - B + B * f64::from(nth_u32(lengths, document)) / average);
                of_part[document as usize] += weight * occurrences * (K1 + 1.0) / (occurrences + norm);
            }
        }
        scores.push(of_part);
    }
    Ok(scores)
}

fn candidates<S: Bytes>(parts: &[Part<'_, S>], scores: &[Vec<f64>], bias: &dyn Bias) -> Result<Vec<Ranked>, Damaged> {
    let mut ranked = Vec::new();
    for (part, scores) in scores.iter().enumerate() {
        for (document, &score) in (0_u32..).zip(scores).filter(|(_, score)| **score > 0.0) {
            ranked.extend(candidate(parts, part, document, score, bias)?);
        }
    }
    Ok(ranked)
}

/// A document with what it is counted in; nothing where it is not wanted.
fn candidate<S: Bytes>(
    parts: &[Part<'_, S>],
    part: usize,
    document: u32,
    words: f64,
    bias: &dyn Bias,
) -> Result<Option<Ranked>, Damaged> {
    let facts = parts[part].segment.facts(document)?;
    if !bias.wants(part, document, &facts) {
        return Ok(None);
    }
    let rank = if facts.standing == Standing::Archived { Rank::Archived } else { Rank::Words };
    let mut factors = bias.factors(part, document, &facts);
    let standing = match facts.standing {
        Standing::Current | Standing::Nothing => None,
        Standing::Past | Standing::Archived => Some(0.9),
        Standing::Superseded => Some(0.7),
    };
    factors.extend(standing.map(|share| (Factor::Standing, share)));
    let score = factors.iter().fold(words, |score, (_, share)| score * share);
    Ok(Some(Ranked { part, document, score, rank, words, factors }))
}

fn add_guests<S: Bytes>(parts: &[Part<'_, S>], ranked: &mut Vec<Ranked>, bias: &dyn Bias) -> Result<(), Damaged> {
    let best = ranked.iter().map(|hit| hit.score).fold(0.0, f64::max).max(1.0);
    for (part, document, share) in bias.guests() {
        let is_there = ranked.iter().any(|hit| (hit.part, hit.document) == (part, document));
        if !is_there && let Some(mut guest) = candidate(parts, part, document, 0.0, bias)? {
            guest.score = best * share;
            ranked.push(guest);
        }
    }
    Ok(())
}

/// Puts the documents first whose id or title the question is.
fn add_exact<S: Bytes>(
    parts: &[Part<'_, S>],
    ranked: &mut Vec<Ranked>,
    query: &Query,
    bias: &dyn Bias,
) -> Result<(), Damaged> {
    let title = (!query.exact.is_empty()).then_some((Attribute::Title, query.exact.as_str(), Rank::Title));
    let id = query.name.as_deref().map(|name| (Attribute::Id, name, Rank::Id));
    for (attribute, value, rank) in title.into_iter().chain(id) {
        for (nth, part) in parts.iter().enumerate() {
            for document in holders(part, attribute, value)?.iter() {
                if let Some(hit) = ranked.iter_mut().find(|hit| (hit.part, hit.document) == (nth, document)) {
                    hit.rank = rank;
                } else {
                    let found = candidate(parts, nth, document, 0.0, bias)?;
                    ranked.extend(found.map(|hit| Ranked { rank, ..hit }));
                }
            }
        }
    }
    Ok(())
}

/// The members of a part that have an attribute with this value.
///
/// # Errors
/// [`Damaged`].
pub fn holders<S: Bytes>(part: &Part<'_, S>, attribute: Attribute, value: &str) -> Result<Members, Damaged> {
    Ok(members(part, &part.segment.postings(&attribute.term(value))?))
}

/// Every value of an attribute that a segment knows, with the members of the part that have it.
///
/// # Errors
/// [`Damaged`].
pub fn values<S: Bytes>(part: &Part<'_, S>, attribute: Attribute) -> Result<Vec<(String, Members)>, Damaged> {
    let prefix = attribute.prefix();
    let mut values = Vec::new();
    for entry in part.segment.terms(prefix)? {
        let value = String::from_utf8_lossy(&entry.term[prefix.len()..]).into_owned();
        values.push((value, members(part, &part.segment.list(&entry)?)));
    }
    Ok(values)
}

fn members<S: Bytes>(part: &Part<'_, S>, postings: &[Posting]) -> Members {
    let mut members = Members::none_of(part.segment.documents());
    let of_part = postings.iter().filter(|posting| part.members.contains(posting.document));
    of_part.for_each(|posting| members.insert(posting.document));
    members
}

/// By rank, by score, the newest, and where all that is equal by object id.
fn compare<S: Bytes>(parts: &[Part<'_, S>], a: &Ranked, b: &Ranked) -> Ordering {
    let by_score = a.rank.cmp(&b.rank).then_with(|| b.score.total_cmp(&a.score));
    by_score.then_with(|| {
        let day = |hit: &Ranked| parts[hit.part].segment.facts(hit.document).map_or(None, |facts| facts.updated);
        let id = |hit: &Ranked| parts[hit.part].segment.id(hit.document).unwrap_or_default();
        day(b).cmp(&day(a)).then_with(|| id(a).cmp(id(b)))
    })
}

/// How much of the question stands close together in a text: the best window, and words that are near each other, in the
/// order of the question or not. At most the sum of the weights, each.
fn closeness(stream: &[u8], language: Language, terms: &[Term], weights: &[f64]) -> f64 {
    let mut marks: Vec<(u32, usize)> = Vec::with_capacity(terms.len());
    // Most words of a text are none of the question: a small table says so before anything is searched.
    let mut may_be = [false; 1 << 12];
    for (nth, term) in terms.iter().enumerate() {
        let mark = stream::mark(&language.stem(&term.form));
        may_be[mark as usize % may_be.len()] = true;
        marks.push((mark, nth));
    }
    marks.sort_unstable();
    let mut places: Vec<(u32, usize)> = Vec::new();
    for word in stream::words(stream).filter(|word| may_be[word.mark as usize % (1 << 12)]) {
        let at = marks.partition_point(|(mark, _)| *mark < word.mark);
        places.extend(marks.get(at).filter(|(mark, _)| *mark == word.mark).map(|(_, nth)| (word.position, *nth)));
    }
    WINDOW_SHARE * best_window(&places, weights) + NEAR_SHARE * neighbours(&places, terms, weights)
}

/// The largest sum of the weights of different terms within a window.
fn best_window(places: &[(u32, usize)], weights: &[f64]) -> f64 {
    let mut counts = vec![0_u32; weights.len()];
    let (mut best, mut held, mut first) = (0.0_f64, 0.0, 0);
    for &(position, nth) in places {
        while places[first].0 + WINDOW <= position {
            let out = places[first].1;
            counts[out] -= 1;
            held -= if counts[out] == 0 { weights[out] } else { 0.0 };
            first += 1;
        }
        counts[nth] += 1;
        held += if counts[nth] == 1 { weights[nth] } else { 0.0 };
        best = best.max(held);
    }
    best
}

fn neighbours(places: &[(u32, usize)], terms: &[Term], weights: &[f64]) -> f64 {
    let mut gains = vec![0.0_f64; weights.len()];
    for (at, &(position, one)) in places.iter().enumerate() {
        let Some(Origin::Typed(asked)) = terms[one].origin else { continue };
        for &(other, two) in places[at + 1..].iter().take_while(|(other, _)| *other < position + NEAR) {
            let Some(Origin::Typed(next)) = terms[two].origin else { continue };
            if one != two {
                let is_phrase = next > asked && next - asked == other - position;
                let share = if is_phrase { 1.0 } else { 0.75 };
                gains[one] = gains[one].max(share * weights[one].min(weights[two]));
            }
        }
    }
    gains.iter().sum()
}

/// The inverse document frequency: `ln(1 + (N - n + 1/2) / (n + 1/2))`.
fn rarity(documents: u64, found: u64) -> f64 {
    let (all, found) = (ratio(documents, 1), ratio(found, 1));
    rounded((1.0 + (all - found + 0.5) / (found + 0.5)).ln())
}

/// A weight in steps of 1/4096: machines round logarithms differently, and sums of such steps are exact.
fn rounded(weight: f64) -> f64 {
    const STEP: f64 = 4096.0;
    (weight * STEP).round() / STEP
}

#[allow(clippy::cast_precision_loss, reason = "counts of documents and words are far below 2^52")]
fn ratio(number: u64, by: u64) -> f64 {
    number as f64 / by as f64
}
