//! Texts like a text: the words by which it is looked for, and how much two of them share.

use std::cmp::Reverse;
use std::collections::HashSet;

use super::codec::Damaged;
use super::document::Document;
use super::query::Query;
use super::search::rarity;
use super::segment::Bytes;
use super::stream;
use super::view::{Part, Totals};
use crate::domain::text::Language;

/// So many words of a text are asked for, of so many that stand in it most often.
const TELLING: usize = 25;
const OFTEN: usize = 150;

/// The words of a document that tell most of it (often here, rare elsewhere), as a question.
///
/// # Errors
/// [`Damaged`].
pub fn telling<S: Bytes>(
    parts: &[Part<'_, S>],
    totals: &Totals,
    document: &Document,
) -> Result<Query, Damaged> {
    let mut often: Vec<(Reverse<u32>, &String)> = document
        .words()
        .map(|(term, weight)| (Reverse(weight), term))
        .collect();
    often.sort_unstable();
    let mut telling: Vec<(f64, &String)> = Vec::new();
    for (Reverse(weight), term) in often.into_iter().take(OFTEN) {
        let mut found = 0;
        for part in parts {
            let postings = part.segment.postings(term)?;
            found += postings
                .iter()
                .filter(|posting| part.members.contains(posting.document))
                .count() as u64;
        }
        telling.push((f64::from(weight) * rarity(totals.documents, found), term));
    }
    telling.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(b.1)));
    Ok(Query::of_stems(
        telling
            .into_iter()
            .take(TELLING)
            .map(|(_, term)| term.clone()),
    ))
}

/// Texts that share this much of their words say nearly the same; short ones, where a few words
/// make the difference, have to share more.
const NEARLY: f64 = 0.5;
const NEARLY_IF_SHORT: f64 = 0.65;
const SHORT: usize = 12;

/// The share of the words of two documents that both have (Jaccard), where they say nearly the
/// same. Words that carry no topic do not count.
///
/// # Errors
/// [`Damaged`].
pub fn likeness<S: Bytes>(
    document: &Document,
    part: &Part<'_, S>,
    other: u32,
) -> Result<Option<f64>, Damaged> {
    let small: HashSet<u32> = Language::ENGLISH.stop_words().map(stream::mark).collect();
    let marks = |words: &[u8]| -> HashSet<u32> {
        stream::words(words)
            .map(|word| word.mark)
            .filter(|mark| !small.contains(mark))
            .collect()
    };
    let (one, other) = (marks(&document.stream), marks(&part.segment.stream(other)?));
    let count = |number: usize| f64::from(u32::try_from(number).unwrap_or(u32::MAX));
    let both = one.intersection(&other).count();
    let share = count(both) / count((one.len() + other.len() - both).max(1));
    let nearly = if one.len().min(other.len()) < SHORT {
        NEARLY_IF_SHORT
    } else {
        NEARLY
    };
    Ok((share >= nearly).then_some(share))
}
