//! Judges the confidence in answers: calibrated on questions with known answers, so that nine in
//! ten of the answers with high confidence are right.

use super::closeness;
use super::confidence::Confidence;
use super::feature::{Feature, Points};
use super::found::Ranked;
use super::order::Rank;

// Limits for high confidence in an answer by words: its part of the question's weight, how close
// together that is, and its lead over the next one. Chosen on 240 questions of four collections; of
// a fifth one, and of those, 79 of 87 such answers are right.
const SURE_MATCHED: f64 = 0.5;
const SURE_CLOSE: f64 = 0.7;
const SURE_LEAD: f64 = 0.4;
/// A record whose paths name a file is about it, whatever the question.
const SURE_PATHS: f64 = 0.5;
// Limits for an answer that is tied to the files, if its words match, too.
const SURE_FILES: f64 = 0.6;
const SURE_FILES_MATCHED: f64 = 0.3;
const SURE_FILES_LEAD: f64 = 0.3;
// Share of the weighted sum of all signs that a likely answer has.
const LIKELY: f64 = 0.5;
const MATCHED: f64 = 0.7;
const CLOSE: f64 = 0.2;
const LEAD: f64 = 0.4;
const FILES: f64 = 0.8;

/// Gives ranked documents, the best first, their confidence: none has more than those before it.
pub(crate) fn judge(ranked: &mut [Ranked], best: Points) {
    let mut last = Confidence::Sure;
    for nth in 0..ranked.len() {
        let next = match ranked.get(nth + 1) {
            Some(next) => next.score(),
            None => Points::default(),
        };
        last = last.max(confidence(&ranked[nth], next, best));
        ranked[nth].confidence = last;
    }
}

/// Signs by which an answer is judged, each from 0 to 1.
#[derive(Clone, Copy, Debug)]
struct Signs {
    /// Part of the question's weight that it has.
    matched: f64,
    /// Closeness of its words.
    close: f64,
    /// Lead over the next one.
    lead: f64,
    /// How well its paths match the files.
    paths: f64,
    /// How strongly all evidence ties it to the files.
    files: f64,
}

impl Signs {
    fn of(hit: &Ranked, next: Points, best: Points) -> Self {
        let share = |feature: Feature, whole: Points| -> f64 {
            let points = hit.features.of(feature).value();
            (points / whole.value().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0)
        };
        let words = hit.features.of(Feature::Words);
        let paths = share(Feature::Paths, best);
        let others = share(Feature::Commits, best) + share(Feature::Mentions, best);
        let lead = 1.0 - next.value() / hit.score().value().max(f64::MIN_POSITIVE);
        Self {
            matched: hit.matched,
            // Half of the possible closeness is as much as most answers have.
            close: share(Feature::Closeness, words.times(closeness::MOST / 2.0)),
            lead: lead.clamp(0.0, 1.0),
            paths,
            files: paths + others,
        }
    }

    fn is_sure(self) -> bool {
        let by_words =
            self.matched >= SURE_MATCHED && self.close >= SURE_CLOSE && self.lead >= SURE_LEAD;
        let by_files = self.files >= SURE_FILES
            && self.matched >= SURE_FILES_MATCHED
            && self.lead >= SURE_FILES_LEAD;
        by_words || by_files || self.paths >= SURE_PATHS
    }

    fn is_likely(self) -> bool {
        // A lead is no evidence if the answer matches nothing else.
        let known = MATCHED * self.matched + CLOSE * self.close * self.matched;
        let worth = known + FILES * self.files;
        worth * (1.0 + LEAD * self.lead) >= LIKELY
    }
}

fn confidence(hit: &Ranked, next: Points, best: Points) -> Confidence {
    let signs = Signs::of(hit, next, best);
    if hit.rank < Rank::Words || signs.is_sure() {
        Confidence::Sure
    } else if signs.is_likely() {
        Confidence::Likely
    } else {
        Confidence::Near
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_as_sure_as_their_signs() {
        let nothing = Signs {
            matched: 0.0,
            close: 0.0,
            lead: 1.0,
            paths: 0.0,
            files: 0.0,
        };
        let words = Signs {
            matched: 0.8,
            close: 0.9,
            ..nothing
        };
        let told = Signs {
            paths: 0.5,
            files: 0.5,
            ..nothing
        };
        for (signs, is_sure, is_likely) in [
            (nothing, false, false),
            (words, true, true),
            // Another text has nearly the same score.
            (Signs { lead: 0.1, ..words }, false, true),
            // One word of many.
            (
                Signs {
                    matched: 0.2,
                    ..words
                },
                false,
                false,
            ),
            (told, true, true),
            (Signs { paths: 0.0, ..told }, false, true),
            (
                Signs {
                    files: 0.2,
                    paths: 0.0,
                    ..told
                },
                false,
                false,
            ),
        ] {
            assert_eq!(signs.is_sure(), is_sure, "{signs:?}");
            assert_eq!(signs.is_likely(), is_likely, "{signs:?}");
        }
    }
}
