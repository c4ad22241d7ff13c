//! Tells places that break a rule and were there before from new ones, without a file that lists
//! them: an older tree is the list.

use std::collections::HashMap;

use super::scan::Hit;

/// The age of a line that came from another file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moves {
    /// It was there before.
    Old,
    /// It came to this file.
    New,
}

/// Places of one rule in an older tree: how often each line was there.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// The hashes of the places by path and line; of a whole file by its path only, as its content
    /// may have changed.
    here: HashMap<(String, u64), Vec<u64>>,
    /// Their number by hash, wherever they were.
    anywhere: HashMap<u64, usize>,
}

impl Known {
    /// Adds the places of a file.
    pub fn add(&mut self, path: &str, hits: &[Hit]) {
        for hit in hits {
            self.here.entry(place(path, hit)).or_default().push(hit.sum);
            *self.anywhere.entry(hit.sum).or_default() += 1;
        }
    }

    /// True for each of the places of the same rule in a newer tree that was there before; see
    /// [`mark`](Self::mark).
    #[must_use]
    pub fn among(self, files: &[(&str, &[Hit])], moves: Moves) -> Vec<Vec<bool>> {
        let young = |(_, hits): &(_, &[Hit])| vec![false; hits.len()];
        let mut ages = files.iter().map(young).collect::<Vec<_>>();
        self.mark(files, &mut ages, moves);
        ages
    }

    /// Marks the places of the same rule in a newer tree that were there before: as often as the same
    /// file had the line, then, if moves count, as often as other files had it, from which it may
    /// have been moved. Places that are marked already come first: a line that moved on before, and
    /// is back in its file, is there once more. `ages` has a mark for each place, in the order of the
    /// files and their places.
    pub fn mark(mut self, files: &[(&str, &[Hit])], ages: &mut [Vec<bool>], moves: Moves) {
        let mut elsewhere = Vec::new();
        for ((path, hits), ages) in files.iter().zip(&*ages) {
            let marked = hits.iter().zip(ages).filter(|(_, is_old)| **is_old);
            for (hit, _) in marked {
                if !self.takes_here(path, hit) {
                    elsewhere.push(hit.sum);
                }
            }
        }
        for sum in elsewhere {
            self.takes_anywhere(sum);
        }
        for ((path, hits), ages) in files.iter().zip(&mut *ages) {
            for (hit, is_old) in hits.iter().zip(ages) {
                *is_old = *is_old || self.takes_here(path, hit);
            }
        }
        if moves == Moves::New {
            return;
        }
        // Lines that left a file may have gone to another one, but not those that stayed.
        for ((_, hits), ages) in files.iter().zip(ages) {
            for (hit, is_old) in hits.iter().zip(ages) {
                *is_old = *is_old || self.takes_anywhere(hit.sum);
            }
        }
    }

    fn takes_here(&mut self, path: &str, hit: &Hit) -> bool {
        let before = self.here.get_mut(&place(path, hit)).and_then(Vec::pop);
        // What stayed here has not gone elsewhere.
        before.is_some_and(|sum| self.takes_anywhere(sum))
    }

    fn takes_anywhere(&mut self, sum: u64) -> bool {
        match self.anywhere.get_mut(&sum) {
            Some(count) if *count > 0 => {
                *count -= 1;
                true
            }
            _ => false,
        }
    }
}

fn place(path: &str, hit: &Hit) -> (String, u64) {
    (path.to_owned(), if hit.line == 0 { 0 } else { hit.sum })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hits(sums: &[u64]) -> Vec<Hit> {
        let hit = |&sum| Hit {
            line: 1,
            sum,
            exempt: None,
        };
        sums.iter().map(hit).collect()
    }

    #[test]
    fn a_line_is_old_as_often_as_it_was_there() {
        for (before, after, expected) in [
            // The same file, whatever moved in it.
            (
                &[("a", &[1, 2][..])][..],
                &[("a", &[2, 1, 1][..])][..],
                vec![vec![true, true, false]],
            ),
            // A renamed file.
            (
                &[("a", &[1, 2])],
                &[("b", &[1, 2, 3])],
                vec![vec![true, true, false]],
            ),
            // A copy is new, and what stayed in its file is not.
            (
                &[("b", &[1])],
                &[("a", &[1]), ("b", &[1])],
                vec![vec![false], vec![true]],
            ),
        ] {
            let mut known = Known::default();
            for (path, sums) in before {
                known.add(path, &hits(sums));
            }
            let held: Vec<(&str, Vec<Hit>)> = after
                .iter()
                .map(|(path, sums)| (*path, hits(sums)))
                .collect();
            let files: Vec<(&str, &[Hit])> = held
                .iter()
                .map(|(path, hits)| (*path, hits.as_slice()))
                .collect();
            assert_eq!(
                known.among(&files, Moves::Old),
                expected,
                "{before:?} {after:?}"
            );
        }
    }

    #[test]
    fn a_line_that_moved_on_before_is_not_back_in_its_file_at_no_cost() {
        let hits = hits(&[1]);
        let files = [("a", hits.as_slice()), ("b", &hits)];
        for (ages, expected) in [
            ([false, true], [false, true]),
            ([true, false], [true, false]),
            ([false, false], [true, false]),
        ] {
            let mut known = Known::default();
            known.add("a", &hits);
            let mut ages = ages.map(|is_old| vec![is_old]);
            known.mark(&files, &mut ages, Moves::Old);
            assert_eq!(ages.concat(), expected);
        }
    }

    #[test]
    fn a_file_that_lacks_something_is_known_by_its_path_and_its_content() {
        let lacking = |sum| {
            vec![Hit {
                line: 0,
                ..hits(&[sum])[0].clone()
            }]
        };
        let [old, changed, other] = [lacking(1), lacking(2), lacking(3)];
        for (files, expected) in [
            (vec![("a", &changed)], vec![vec![true]]),
            (vec![("b", &old)], vec![vec![true]]),
            (
                vec![("a", &old), ("b", &old)],
                vec![vec![true], vec![false]],
            ),
            (vec![("b", &other)], vec![vec![false]]),
        ] {
            let mut known = Known::default();
            known.add("a", &old);
            let files: Vec<(&str, &[Hit])> = files
                .iter()
                .map(|(path, hits)| (*path, hits.as_slice()))
                .collect();
            assert_eq!(known.among(&files, Moves::Old), expected, "{files:?}");
        }
    }
}
