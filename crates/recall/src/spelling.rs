//! Measures how far a misspelled word is from a stem of the index.

/// The most letters of a word that are its ending, left out of the comparison.
const ENDING: usize = 3;

/// The shortest stem that a word is compared with, in letters.
const SHORTEST_STEM: usize = 4;

/// How far a stem is from a word, less is nearer; `None` if it is too far. Counts the letters that
/// have to be inserted, removed, changed, or swapped with their neighbour (Damerau 1964, optimal
/// string alignment), at most one, or two in a long stem; and the letters of the word that are left
/// after the stem as its ending, at most three.
// Not by a library: the last row of one table has the distances to all endings at once, and most
// terms are given up after a few rows.
pub(crate) fn distance(stem: &str, word: &str) -> Option<usize> {
    let stem: Vec<char> = stem.chars().collect();
    let word: Vec<char> = word.chars().collect();
    let limit = if stem.len() > 7 { 2 } else { 1 };
    // A stem that is much shorter than the word is another word's.
    let shortest = SHORTEST_STEM.max(word.len() * 3 / 5);
    if stem.len() < shortest || stem.len() > word.len() + limit {
        return None;
    }
    let costs = last_row(&stem, &word, limit)?;
    let mut nearest = None;
    for ending in 0..=ENDING.min(word.len()) {
        let cost = costs[word.len() - ending];
        if cost > limit {
            continue;
        }
        // A wrong letter is worse than any ending that the stemmer may have taken away.
        let distance = cost * (ENDING + 1) + ending;
        if nearest.is_none_or(|nearest| distance < nearest) {
            nearest = Some(distance);
        }
    }
    nearest
}

/// Number of changes that make the stem of each beginning of the word, the empty one first; `None`
/// if all are beyond the limit.
fn last_row(stem: &[char], word: &[char], limit: usize) -> Option<Vec<usize>> {
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=word.len()).collect();
    for (i, letter) in stem.iter().enumerate() {
        let mut row = Vec::with_capacity(word.len() + 1);
        row.push(i + 1);
        for (j, other) in word.iter().enumerate() {
            let changed = last[j] + usize::from(letter != other);
            let mut cost = changed.min(last[j + 1] + 1).min(row[j] + 1);
            let are_swapped = i > 0 && j > 0 && stem[i - 1] == *other && word[j - 1] == *letter;
            if are_swapped {
                cost = cost.min(before_last[j - 1] + 1);
            }
            row.push(cost);
        }
        if row.iter().all(|cost| *cost > limit) {
            return None;
        }
        before_last = std::mem::replace(&mut last, row);
    }
    Some(last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn misspellings_are_a_letter_or_two_away() {
        for (stem, word, expected) in [
            ("postgr", "postgress", Some(3)),
            ("receiv", "recieve", Some(5)),
            ("journal", "jurnal", Some(4)),
            ("post", "postgress", None),
            ("relay", "receive", None),
            ("ete", "été", None),
            ("configur", "konfiguration", None),
            ("configur", "cofniguration", None),
            ("configur", "confgiure", Some(5)),
        ] {
            assert_eq!(distance(stem, word), expected, "{stem} {word}");
        }
    }

    proptest! {
        #[test]
        fn distances_are_those_of_the_optimal_alignment(stem in "[ab]{4,9}", word in "[ab]{4,9}") {
            let letters = |text: &str| text.chars().collect::<Vec<char>>();
            let (stem_letters, word_letters) = (letters(&stem), letters(&word));
            if let Some(costs) = last_row(&stem_letters, &word_letters, usize::MAX) {
                for (length, cost) in costs.iter().enumerate() {
                    prop_assert_eq!(*cost, strsim::osa_distance(&stem, &word[..length]));
                }
            }
        }
    }
}
