//! Ranking the documents of a view for a question.
//!
//! BM25 (Robertson and Zaragoza 2009) over weighted fields, with document frequencies counted in
//! the view; then what a record is ([`Bias`]); then, for the best of them, how much of the question
//! stands close together. All sums run in the order of the question, and the one function that
//! machines may round differently, the logarithm, is rounded here: the same view gives the same
//! order everywhere.

use std::cmp::Ordering;

use super::codec::{Damaged, nth_u32};
use super::document::{Attribute, Field, Standing};
use super::expand::{self, Sought, Term};
use super::query::{Origin, Query};
use super::segment::{Bytes, Posting, Segment};
use super::stream;
use super::view::{Members, Part, Totals};
use crate::domain::text::Language;

/// How fast further occurrences stop counting, and how much long documents are held back: the usual
/// values, within a few thousandths of the best on every collection that was tried.
const K1: f64 = 1.2;
const B: f64 = 0.75;
/// So many documents are looked at closely.
const POOL: usize = 50;
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
    fn wants(&self, part: usize, document: u32) -> bool;

    /// What multiplies its score; one for most.
    fn share(&self, part: usize, document: u32) -> f64 {
        self.factors(part, document)
            .iter()
            .map(|(_, share)| share)
            .product()
    }

    /// The same, one by one.
    fn factors(&self, part: usize, document: u32) -> Vec<(Factor, f64)>;

    /// Documents that are wanted even if they hold no word of the question, with a share of the
    /// best score.
    fn guests(&self) -> Vec<(usize, u32, f64)>;
}

/// Wants everything, and lifts or lowers nothing.
pub struct Unbiased;

impl Bias for Unbiased {
    fn wants(&self, _: usize, _: u32) -> bool {
        true
    }

    fn factors(&self, _: usize, _: u32) -> Vec<(Factor, f64)> {
        Vec::new()
    }

    fn guests(&self) -> Vec<(usize, u32, f64)> {
        Vec::new()
    }
}

/// What a question came to.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The best documents, the best first.
    pub ranked: Vec<Ranked>,
    /// Words that the view does not know, and what was asked for in their place.
    pub replaced: Vec<(String, Vec<String>)>,
    /// What was looked for, with its weight in this view.
    pub terms: Vec<Sought>,
}

impl Found {
    /// The terms that a document holds, by field: for explanations.
    #[must_use]
    pub fn fields<S: Bytes>(&self, segment: &Segment<S>, document: u32) -> Vec<(Field, Vec<&str>)> {
        let (Ok(language), Ok(words)) = (segment.language(document), segment.stream(document))
        else {
            return Vec::new();
        };
        let marks: Vec<u32> = self
            .terms
            .iter()
            .map(|term| stream::mark(&term.in_language(language)))
            .collect();
        let mut fields: Vec<(Field, Vec<&str>)> = Vec::new();
        for word in stream::words(&words) {
            let Some(nth) = marks.iter().position(|mark| *mark == word.mark) else {
                continue;
            };
            if fields.last().is_none_or(|(field, _)| *field != word.field) {
                fields.push((word.field, Vec::new()));
            }
            let form = self.terms[nth].form.as_str();
            if let Some((_, forms)) = fields.last_mut()
                && !forms.contains(&form)
            {
                forms.push(form);
            }
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
    let languages = totals.languages();
    let (terms, replaced) = expand::terms(parts, &languages, query)?;
    // A word that no document holds makes no difference between them.
    let weight = |term: &Term| match term.found() {
        0 => 0.0,
        found => rounded(term.sought.weight * rarity(totals.documents, found)),
    };
    let weights: Vec<f64> = terms.iter().map(weight).collect();
    let scores = scores(parts, totals, &terms, &weights)?;
    let mut candidates = candidates(parts, &scores, bias)?;
    add_guests(parts, &mut candidates, bias)?;
    add_exact(parts, &mut candidates, query, bias)?;
    let pool = POOL.max(most);
    if candidates.len() > pool {
        candidates.select_nth_unstable_by(pool - 1, |a, b| compare(parts, &a.place(), &b.place()));
        candidates.truncate(pool);
    }
    let whole: f64 = weights.iter().sum();
    let mut ranked = Vec::with_capacity(candidates.len());
    for candidate in candidates {
        let Candidate {
            part,
            document,
            rank,
            words,
            ..
        } = candidate;
        let segment = parts[part].segment;
        let (stream, language) = (segment.stream(document)?, segment.language(document)?);
        let mut factors = bias.factors(part, document);
        let standing = share_of(segment.standing(document)?);
        factors.extend((standing < 1.0).then_some((Factor::Standing, standing)));
        let closeness =
            1.0 + closeness(&stream, language, &terms, &weights) / whole.max(f64::MIN_POSITIVE);
        factors.push((Factor::Closeness, closeness));
        ranked.push(Ranked {
            part,
            document,
            score: candidate.score * closeness,
            rank,
            words,
            factors,
        });
    }
    ranked.sort_by(|a, b| compare(parts, &a.place(), &b.place()));
    ranked.truncate(most);
    let terms = terms.into_iter().map(|term| term.sought).zip(weights);
    let terms = terms
        .map(|(sought, weight)| Sought { weight, ..sought })
        .collect();
    Ok(Found {
        ranked,
        replaced,
        terms,
    })
}

/// A document that holds a word of the question, before it is looked at closely.
#[derive(Clone, Copy)]
struct Candidate {
    part: usize,
    document: u32,
    rank: Rank,
    words: f64,
    score: f64,
}

/// What places one document before another: rank, score, part and number.
type Placed = (Rank, f64, usize, u32);

impl Candidate {
    fn place(&self) -> Placed {
        (self.rank, self.score, self.part, self.document)
    }
}

impl Ranked {
    fn place(&self) -> Placed {
        (self.rank, self.score, self.part, self.document)
    }
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
            for &Posting {
                document,
                weight: occurrences,
            } in &term.lists[nth]
            {
                let occurrences = f64::from(occurrences);
                let norm = K1 * (1.0 - B + B * f64::from(nth_u32(lengths, document)) / average);
                of_part[document as usize] +=
                    weight * occurrences * (K1 + 1.0) / (occurrences + norm);
            }
        }
        scores.push(of_part);
    }
    Ok(scores)
}

fn candidates<S: Bytes>(
    parts: &[Part<'_, S>],
    scores: &[Vec<f64>],
    bias: &dyn Bias,
) -> Result<Vec<Candidate>, Damaged> {
    let count = scores
        .iter()
        .flatten()
        .filter(|score| **score > 0.0)
        .count();
    let mut candidates = Vec::with_capacity(count);
    for (part, scores) in scores.iter().enumerate() {
        for (document, &score) in (0_u32..).zip(scores).filter(|(_, score)| **score > 0.0) {
            candidates.extend(candidate(parts, part, document, score, bias)?);
        }
    }
    Ok(candidates)
}

/// A document with what it is counted in; nothing where it is not wanted.
fn candidate<S: Bytes>(
    parts: &[Part<'_, S>],
    part: usize,
    document: u32,
    words: f64,
    bias: &dyn Bias,
) -> Result<Option<Candidate>, Damaged> {
    if !bias.wants(part, document) {
        return Ok(None);
    }
    let standing = parts[part].segment.standing(document)?;
    let rank = if standing == Standing::Archived {
        Rank::Archived
    } else {
        Rank::Words
    };
    let score = words * bias.share(part, document) * share_of(standing);
    Ok(Some(Candidate {
        part,
        document,
        rank,
        words,
        score,
    }))
}

/// What a record's standing makes of its score: what does not hold any more comes behind what does.
fn share_of(standing: Standing) -> f64 {
    match standing {
        Standing::Current | Standing::Nothing => 1.0,
        Standing::Past | Standing::Archived => 0.9,
        Standing::Superseded => 0.7,
    }
}

fn add_guests<S: Bytes>(
    parts: &[Part<'_, S>],
    candidates: &mut Vec<Candidate>,
    bias: &dyn Bias,
) -> Result<(), Damaged> {
    let best = candidates
        .iter()
        .map(|hit| hit.score)
        .fold(0.0, f64::max)
        .max(1.0);
    for (part, document, share) in bias.guests() {
        let is_there = candidates
            .iter()
            .any(|hit| (hit.part, hit.document) == (part, document));
        if !is_there && let Some(guest) = candidate(parts, part, document, 0.0, bias)? {
            candidates.push(Candidate {
                score: best * share,
                ..guest
            });
        }
    }
    Ok(())
}

/// Puts the documents first whose id or title the question is.
fn add_exact<S: Bytes>(
    parts: &[Part<'_, S>],
    candidates: &mut Vec<Candidate>,
    query: &Query,
    bias: &dyn Bias,
) -> Result<(), Damaged> {
    let title =
        (!query.exact.is_empty()).then_some((Attribute::Title, query.exact.as_str(), Rank::Title));
    let id = query
        .name
        .as_deref()
        .map(|name| (Attribute::Id, name, Rank::Id));
    for (attribute, value, rank) in title.into_iter().chain(id) {
        for (nth, part) in parts.iter().enumerate() {
            for document in holders(part, attribute, value)?.iter() {
                if let Some(hit) = candidates
                    .iter_mut()
                    .find(|hit| (hit.part, hit.document) == (nth, document))
                {
                    hit.rank = rank;
                } else {
                    let found = candidate(parts, nth, document, 0.0, bias)?;
                    candidates.extend(found.map(|hit| Candidate { rank, ..hit }));
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
pub fn holders<S: Bytes>(
    part: &Part<'_, S>,
    attribute: Attribute,
    value: &str,
) -> Result<Members, Damaged> {
    Ok(members(
        part,
        &part.segment.postings(&attribute.term(value))?,
    ))
}

/// Every value of an attribute that a segment knows, with the members of the part that have it.
///
/// # Errors
/// [`Damaged`].
pub fn values<S: Bytes>(
    part: &Part<'_, S>,
    attribute: Attribute,
) -> Result<Vec<(String, Members)>, Damaged> {
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
    let of_part = postings
        .iter()
        .filter(|posting| part.members.contains(posting.document));
    of_part.for_each(|posting| members.insert(posting.document));
    members
}

/// By rank, by score, the newest, and where all that is equal by object id.
fn compare<S: Bytes>(parts: &[Part<'_, S>], a: &Placed, b: &Placed) -> Ordering {
    let by_score = a.0.cmp(&b.0).then_with(|| b.1.total_cmp(&a.1));
    by_score.then_with(|| {
        let day = |hit: &Placed| {
            parts[hit.2]
                .segment
                .facts(hit.3)
                .map_or(None, |facts| facts.updated)
        };
        day(b).cmp(&day(a)).then_with(|| {
            let id = |hit: &Placed| parts[hit.2].segment.id(hit.3).unwrap_or_default();
            id(a).cmp(id(b))
        })
    })
}

/// How much of the question stands close together in a text: the best window, and words that are
/// near each other, in the order of the question or not. At most the sum of the weights, each.
fn closeness(stream: &[u8], language: Language, terms: &[Term], weights: &[f64]) -> f64 {
    let mut marks: Vec<(u32, usize)> = Vec::with_capacity(terms.len());
    // Most words of a text are none of the question: a small table says so before anything is
    // searched.
    let mut may_be = [false; 1 << 12];
    for (nth, term) in terms.iter().enumerate() {
        let mark = stream::mark(&term.sought.in_language(language));
        may_be[mark as usize % may_be.len()] = true;
        marks.push((mark, nth));
    }
    marks.sort_unstable();
    let mut places: Vec<(u32, usize)> = Vec::new();
    for word in stream::words(stream).filter(|word| may_be[word.mark as usize % (1 << 12)]) {
        let at = marks.partition_point(|(mark, _)| *mark < word.mark);
        places.extend(
            marks
                .get(at)
                .filter(|(mark, _)| *mark == word.mark)
                .map(|(_, nth)| (word.position, *nth)),
        );
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
        let Origin::Typed(asked) = terms[one].sought.origin else {
            continue;
        };
        for &(other, two) in places[at + 1..]
            .iter()
            .take_while(|(other, _)| *other < position + NEAR)
        {
            let Origin::Typed(next) = terms[two].sought.origin else {
                continue;
            };
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
pub(super) fn rarity(documents: u64, found: u64) -> f64 {
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
