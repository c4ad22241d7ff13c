//! Measures how close together the words of a question are in a text.

use std::collections::{BTreeMap, HashSet};

use super::expand::Term;
use super::field::Field;
use super::query::Origin;
use super::stream;
use git_memory_text::Language;

/// The width of a window, in words.
const WINDOW: u32 = 60;
/// Maximum distance of near words of the question.
const NEAR: u32 = 8;
// Shares that a window with the whole question, and neighbouring words, add to a score: together
// not so much that a text with fewer of the words could pass one with far more of them.
const WINDOW_SHARE: f64 = 0.3;
const NEAR_SHARE: f64 = 0.3;
/// Most that a text adds to a score, as a share of the points for its words.
pub(crate) const MOST: f64 = WINDOW_SHARE + NEAR_SHARE;
/// Value of neighbours that are not in the order of the question.
const UNORDERED: f64 = 0.75;
/// Number of words of a title from which on only their share counts: two words may be in any text.
const TITLE_WORDS: f64 = 3.0;
// The slots of the table of marks: few enough to stay in the processor's cache while thousands of
// words are looked up.
const SLOTS: usize = 1 << 12;

/// A word of the question in a text.
#[derive(Clone, Copy)]
struct Occurrence {
    position: u32,
    /// The number of the term.
    term: usize,
}

/// A stem of the question as streams have it.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Mark {
    mark: u32,
    /// The number of the term.
    term: usize,
}

/// Part of a question that a text contains, in the weights of its terms.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Match {
    /// The part of it that is close together: the best window, and words that are near each other,
    /// in the order of the question or not. At most the sum of the weights, each.
    pub(crate) close: f64,
    /// The part of it that was typed.
    pub(crate) typed: f64,
}

/// Finds the part of a question that a text contains.
pub(crate) fn matched(stream: &[u8], language: Language, terms: &[Term], weights: &[f64]) -> Match {
    let occurrences = occurrences(stream, language, terms);
    let mut is_there = vec![false; terms.len()];
    for occurrence in &occurrences {
        is_there[occurrence.term] = true;
    }
    let mut typed = 0.0;
    for (nth, term) in terms.iter().enumerate() {
        if is_there[nth] && term.sought.is_typed() {
            typed += weights[nth];
        }
    }
    let close = WINDOW_SHARE * best_window(&occurrences, weights)
        + NEAR_SHARE * neighbours(&occurrences, terms, weights);
    Match { close, typed }
}

/// True if a title has the typed words one after the other, as in the question.
pub(crate) fn is_in_title(stream: &[u8], language: Language, typed: &[&Term]) -> bool {
    let mut asked = Vec::new();
    for term in typed {
        if let Origin::Typed(position) = term.sought.origin {
            asked.push((position, stream::mark(&term.sought.in_language(language))));
        }
    }
    let words = stream::words(stream).filter(|word| word.field == Field::Title);
    let title: Vec<(u32, u32)> = words.map(|word| (word.position, word.mark)).collect();
    let Some(&(first, mark)) = asked.first() else {
        return false;
    };
    let mut begins = title.iter().filter(|(_, word)| *word == mark);
    begins.any(|(begin, _)| {
        let mut words = asked
            .iter()
            .map(|(at, mark)| (begin + at.saturating_sub(first), *mark));
        words.all(|word| title.contains(&word))
    })
}

/// Part of a title that a question has, from 0 to 1: the share of its words, less if they are only
/// one or two. Small words do not count.
pub(crate) fn title_share(stream: &[u8], language: Language, terms: &[Term]) -> f64 {
    let typed = terms.iter().filter(|term| term.sought.is_typed());
    let asked: HashSet<u32> = typed
        .map(|term| stream::mark(&term.sought.in_language(language)))
        .collect();
    let small: HashSet<u32> = language
        .stop_words()
        .map(|word| stream::mark(&language.stem(word)))
        .collect();
    // A compound is at the place of its words.
    let mut places: BTreeMap<u32, bool> = BTreeMap::new();
    for word in stream::words(stream).filter(|word| word.field == Field::Title) {
        let is_asked = asked.contains(&word.mark);
        if is_asked || !small.contains(&word.mark) {
            *places.entry(word.position).or_default() |= is_asked;
        }
    }
    let (mut all, mut shared) = (0.0, 0.0);
    for is_asked in places.into_values() {
        all += 1.0;
        shared += f64::from(u8::from(is_asked));
    }
    shared / f64::max(all, 1.0) * f64::min(shared / TITLE_WORDS, 1.0)
}

/// The words of the question in a text, in order.
fn occurrences(stream: &[u8], language: Language, terms: &[Term]) -> Vec<Occurrence> {
    let mut marks: Vec<Mark> = Vec::with_capacity(terms.len());
    // Most words of a text are not in the question: a small table shows that before anything is
    // searched.
    let mut may_be_asked = [false; SLOTS];
    for (nth, term) in terms.iter().enumerate() {
        let mark = stream::mark(&term.sought.in_language(language));
        may_be_asked[mark as usize % SLOTS] = true;
        marks.push(Mark { mark, term: nth });
    }
    marks.sort_unstable();
    let mut occurrences = Vec::new();
    for word in stream::words(stream) {
        if !may_be_asked[word.mark as usize % SLOTS] {
            continue;
        }
        let first = marks.partition_point(|mark| mark.mark < word.mark);
        if let Some(found) = marks.get(first)
            && found.mark == word.mark
        {
            occurrences.push(Occurrence {
                position: word.position,
                term: found.term,
            });
        }
    }
    occurrences
}

/// The largest sum of the weights of different terms within a window.
fn best_window(occurrences: &[Occurrence], weights: &[f64]) -> f64 {
    let mut counts = vec![0_u32; weights.len()];
    let mut best = 0.0_f64;
    let mut held = 0.0;
    let mut first = 0;
    for occurrence in occurrences {
        // The window moves on: words that it leaves no longer count. Weights are steps of a fixed
        // size, so adding and subtracting one leaves no rest.
        while occurrences[first].position + WINDOW <= occurrence.position {
            let out = occurrences[first].term;
            counts[out] -= 1;
            if counts[out] == 0 {
                held -= weights[out];
            }
            first += 1;
        }
        counts[occurrence.term] += 1;
        if counts[occurrence.term] == 1 {
            held += weights[occurrence.term];
        }
        best = best.max(held);
    }
    best
}

/// For each term, the most that one of its neighbours adds; their sum.
fn neighbours(occurrences: &[Occurrence], terms: &[Term], weights: &[f64]) -> f64 {
    let mut gains = vec![0.0_f64; weights.len()];
    for (at, one) in occurrences.iter().enumerate() {
        let Origin::Typed(asked) = terms[one.term].sought.origin else {
            continue;
        };
        for two in &occurrences[at + 1..] {
            if two.position >= one.position + NEAR {
                break;
            }
            let Origin::Typed(next) = terms[two.term].sought.origin else {
                continue;
            };
            if one.term == two.term {
                continue;
            }
            // As far apart as in the question, and in its order: a name, or a fixed expression.
            let is_phrase = next > asked && next - asked == two.position - one.position;
            let share = if is_phrase { 1.0 } else { UNORDERED };
            // A pair counts no more than its more frequent word.
            let gain = share * weights[one.term].min(weights[two.term]);
            gains[one.term] = gains[one.term].max(gain);
        }
    }
    gains.iter().sum()
}
