//! Texts like another text: the words by which they are looked for, and how much two of them share.

use std::cmp::Reverse;
use std::collections::HashSet;

use super::codec::Damaged;
use super::document::Document;
use super::field::Field;
use super::query::Query;
use super::segment::Bytes;
use super::stream;
use super::view::{Part, Totals};
use super::words::rarity;
use crate::domain::text::Language;

// How many words of a text are asked for, of how many that are most frequent in it. Each one is a
// look into the dictionary of each part, and the rare ones of a long text are mostly names.
const TELLING: usize = 25;
const FREQUENT: usize = 150;

// Texts that share this much of their words say nearly the same; short ones, where a few words make
// the difference, have to share more.
const NEARLY: f64 = 0.5;
const NEARLY_IF_SHORT: f64 = 0.65;
const SHORT: usize = 12;

/// The words of a document that tell most of it (frequent here, rare elsewhere), as a question.
///
/// # Errors
/// [`Damaged`].
pub fn telling<S: Bytes>(
    parts: &[Part<'_, S>],
    totals: &Totals,
    document: &Document,
) -> Result<Query, Damaged> {
    let mut frequent: Vec<(Reverse<u32>, &String)> = Vec::new();
    for (term, weight) in document.words() {
        frequent.push((Reverse(weight), term));
    }
    frequent.sort_unstable();
    frequent.truncate(FREQUENT);
    let mut telling: Vec<(f64, &String)> = Vec::new();
    for (Reverse(weight), term) in frequent {
        let mut found = 0;
        for part in parts {
            found += part.postings(term)?.len() as u64;
        }
        // Frequent here and rare elsewhere tells most.
        telling.push((f64::from(weight) * rarity(totals.documents, found), term));
    }
    telling.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(b.1)));
    telling.truncate(TELLING);
    let stems = telling.into_iter().map(|(_, term)| term.clone());
    Ok(Query::of_stems(stems))
}

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
    let stop_words: HashSet<u32> = Language::ENGLISH.stop_words().map(stream::mark).collect();
    let one = topics(&document.stream, &stop_words);
    let other = topics(&part.segment.stream(other)?, &stop_words);
    let both = one.intersection(&other).count();
    // Two empty texts share nothing.
    let either = one.len() + other.len() - both;
    let share = count(both) / count(either.max(1));
    let nearly = if one.len().min(other.len()) < SHORT {
        NEARLY_IF_SHORT
    } else {
        NEARLY
    };
    Ok((share >= nearly).then_some(share))
}

/// The share of the words of two titles that both have (Dice): of a document's and of a stream's.
#[must_use]
pub fn share_of_titles(document: &Document, stream: &[u8]) -> f64 {
    let stop_words: HashSet<u32> = Language::ENGLISH.stop_words().map(stream::mark).collect();
    let title = |words: &[u8]| -> HashSet<u32> {
        let words = stream::words(words).filter(|word| word.field == Field::Title);
        let marks = words.map(|word| word.mark);
        marks.filter(|mark| !stop_words.contains(mark)).collect()
    };
    let (one, other) = (title(&document.stream), title(stream));
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
