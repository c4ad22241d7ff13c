//! Measures how far a misspelled word is from a stem of the index.

/// The most letters of a word that are its ending, left out of the comparison.
const ENDING: usize = 3;
/// Endings of more than one letter that a misspelled word may have: others are another word's.
const INFLECTIONS: [&str; 4] = ["ed", "en", "es", "ing"];

/// The shortest stem that a word is compared with, in letters.
const SHORTEST_STEM: usize = 4;
/// The longest stem that no letter is changed in: `login` is no misspelling of `logic`.
const SHORT_STEM: usize = 5;

/// How far a stem is from a word: the smallest is the nearest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Distance {
    /// The wrong letters, and those of the ending.
    letters: usize,
    wrong: usize,
}

/// How far a stem is from a word; `None` if it is too far. Counts the letters that have to be
/// inserted, removed, changed, or swapped with their neighbour (Damerau 1964, optimal string
/// alignment), at most one, or two in a long stem; and the letters of the word that are left after
/// the stem as its ending, at most three.
// Not by a library: the last row of one table has the distances to all endings at once, and most
// terms are given up after a few rows.
pub(crate) fn distance(stem: &str, word: &str) -> Option<Distance> {
    let stem: Vec<char> = stem.chars().collect();
    let word: Vec<char> = word.chars().collect();
    let limit = if stem.len() > 7 { 2 } else { 1 };
    let change = if stem.len() > SHORT_STEM { 1 } else { 2 };
    // A stem that is much shorter than the word is another word's.
    let shortest = SHORTEST_STEM.max(word.len() * 3 / 5);
    if stem.len() < shortest || stem.len() > word.len() + limit {
        return None;
    }
    let costs = last_row(&stem, &word, limit, change)?;
    let ends = (0..=ENDING.min(word.len())).map(|ending| word.len() - ending);
    let possible = ends.filter(|&end| {
        let (known, ending) = word.split_at(end);
        let is_ending = || match ending {
            [] => true,
            // A wrong letter right before the ending would hide a changed one.
            _ if known.last() != stem.last() => false,
            [_] => true,
            _ => INFLECTIONS
                .iter()
                .any(|it| it.chars().eq(ending.iter().copied())),
        };
        costs[end] == 0 || (costs[end] <= limit && is_ending())
    });
    let distances = possible.map(|end| Distance {
        letters: costs[end] + word.len() - end,
        wrong: costs[end],
    });
    distances.min()
}

/// Number of changes that make the stem of each beginning of the word, the empty one first; `None`
/// if all are beyond the limit. A changed letter counts as `change`.
fn last_row(stem: &[char], word: &[char], limit: usize, change: usize) -> Option<Vec<usize>> {
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=word.len()).collect();
    for (i, letter) in stem.iter().enumerate() {
        let mut row = Vec::with_capacity(word.len() + 1);
        row.push(i + 1);
        for (j, other) in word.iter().enumerate() {
            let changed = last[j] + if letter == other { 0 } else { change };
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
            ("postgr", "postgress", Some((3, 0))),
            ("receiv", "recieve", Some((2, 1))),
            ("receiv", "recieving", Some((4, 1))),
            ("entschied", "entscheiden", Some((3, 1))),
            ("journal", "jurnal", Some((1, 1))),
            ("databas", "databse", Some((2, 1))),
            ("data", "databse", Some((3, 0))),
            ("client", "cleint", Some((1, 1))),
            ("queri", "qureies", Some((3, 1))),
            ("logic", "login", None),
            ("logic", "logins", None),
            ("server", "several", None),
            ("post", "postgress", None),
            ("relay", "receive", None),
            ("ete", "été", None),
            ("configur", "konfiguration", None),
            ("configur", "cofniguration", None),
            ("configur", "confgiure", Some((2, 1))),
        ] {
            let expected = expected.map(|(letters, wrong)| Distance { letters, wrong });
            assert_eq!(distance(stem, word), expected, "{stem} {word}");
        }
    }

    proptest! {
        #[test]
        fn distances_are_those_of_the_optimal_alignment(stem in "[ab]{4,9}", word in "[ab]{4,9}") {
            let letters = |text: &str| text.chars().collect::<Vec<char>>();
            let (stem_letters, word_letters) = (letters(&stem), letters(&word));
            if let Some(costs) = last_row(&stem_letters, &word_letters, usize::MAX, 1) {
                for (length, cost) in costs.iter().enumerate() {
                    prop_assert_eq!(*cost, strsim::osa_distance(&stem, &word[..length]));
                }
            }
        }
    }
}
