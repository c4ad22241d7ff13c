//! Judges the confidence in answers: calibrated on questions with known answers, so that nine in
//! ten of the answers with high confidence are right.

use super::closeness;
use super::confidence::Confidence;
use super::feature::{Feature, Points};
use super::found::Ranked;
use super::order::Rank;

// Limits for high confidence in the first answer, if it has half of the question's weight: its words
// are close together and it has a lead, or they are worth several rare words and it has a smaller
// one. Chosen on half of 2,700 questions (titles in other words, summaries, identifiers, messages of
// commits, and all of that from other projects), and tried on the other half. A second answer by
// words was right in one of 18 cases.
const SURE_MATCHED: f64 = 0.5;
const SURE_CLOSE: f64 = 0.9;
const CLOSE_LEAD: f64 = 0.4;
/// Points for its words, in those of the rarest word.
const SURE_WEIGHT: f64 = 4.0;
const WEIGHT_LEAD: f64 = 1.0 / 3.0;
/// Part of its title that the question has, half of the lead, and half of what is matched, together:
/// a long text may have most of a short title by chance.
const SURE_TITLE: f64 = 0.75;
const LIKELY_TITLE: f64 = 0.65;
/// The least lead of an answer by its title, and the least part of the question that it has: a long
/// text that is about something else has the words of many titles.
const TITLE_LEAD: f64 = 0.05;
const TITLE_MATCHED: f64 = 0.25;
/// The most of a lead and of a match that counts.
const MOST: f64 = 0.6;
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

/// Scale for the signs of answers.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Scale {
    /// The best score that a document has for its words, at least one.
    pub(crate) best: Points,
    /// Weight of a word that one document has.
    pub(crate) rarest: f64,
    /// Part of the first answer's title that the question has.
    pub(crate) title: f64,
    /// Part of the question's telling words that the first answer has, in a view of few documents.
    pub(crate) telling: Option<f64>,
}

/// Gives ranked documents, the best first, their confidence: none has more than those before it.
pub(crate) fn judge(ranked: &mut [Ranked], scale: Scale) {
    let mut last = Confidence::Sure;
    for nth in 0..ranked.len() {
        let next = ranked.get(nth + 1).map_or(Points::default(), told);
        let mut signs = Signs::of(&ranked[nth], next, scale);
        if nth > 0 {
            (signs.title, signs.weight) = (0.0, 0.0);
        }
        last = last.max(confidence(&ranked[nth], signs));
        ranked[nth].confidence = last;
    }
}

/// Score of an answer without the points for its vector: all limits are of words and files, so an
/// answer that only its vector finds has a low confidence.
fn told(hit: &Ranked) -> Points {
    let near = hit.features.of(Feature::Meaning).times(-1.0);
    hit.score() + near
}

/// Signs by which an answer is judged, each from 0 to 1 if nothing else is said.
#[derive(Clone, Copy, Debug)]
struct Signs {
    /// Part of the question's weight that it has.
    matched: f64,
    /// The most of it that its words are evidence for.
    telling: f64,
    /// Closeness of its words.
    close: f64,
    /// Points for its words, in those of the rarest word; for the first answer only, from 0 on.
    weight: f64,
    /// Part of its title that the question has; for the first answer only.
    title: f64,
    /// Lead over the next one.
    lead: f64,
    /// How well its paths match the files.
    paths: f64,
    /// How strongly all evidence ties it to the files.
    files: f64,
}

impl Signs {
    fn of(hit: &Ranked, next: Points, scale: Scale) -> Self {
        let best = scale.best;
        let share = |feature: Feature, whole: Points| -> f64 {
            let points = hit.features.of(feature).value();
            (points / whole.value().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0)
        };
        let words = hit.features.of(Feature::Words);
        let paths = share(Feature::Paths, best);
        let others = share(Feature::Commits, best) + share(Feature::Mentions, best);
        let lead = 1.0 - next.value() / told(hit).value().max(f64::MIN_POSITIVE);
        Self {
            matched: hit.matched,
            telling: scale.telling.unwrap_or(1.0),
            // Half of the possible closeness is as much as most answers have.
            close: share(Feature::Closeness, words.times(closeness::MOST / 2.0)),
            weight: words.value() / scale.rarest.max(f64::MIN_POSITIVE),
            title: scale.title,
            lead: lead.clamp(0.0, 1.0),
            paths,
            files: paths + others,
        }
    }

    fn is_sure(self) -> bool {
        let matched = self.matched.min(self.telling);
        let is_clear = self.close >= SURE_CLOSE && self.lead >= CLOSE_LEAD
            || self.weight >= SURE_WEIGHT && self.lead >= WEIGHT_LEAD;
        let by_words = self.is_first() && matched >= SURE_MATCHED && is_clear;
        let by_files = self.files >= SURE_FILES
            && self.matched >= SURE_FILES_MATCHED
            && self.lead >= SURE_FILES_LEAD;
        let has_title = self.lead >= TITLE_LEAD && matched >= TITLE_MATCHED;
        let by_title = has_title && self.by_title() >= SURE_TITLE;
        by_words || by_title || by_files || self.paths >= SURE_PATHS
    }

    /// True for the first answer that has a word of the question.
    fn is_first(self) -> bool {
        self.weight > 0.0
    }

    /// The part of its title that the question has, with half of the lead and of what is matched; 0
    /// without any of it.
    fn by_title(self) -> f64 {
        if self.title > 0.0 {
            self.title + f64::midpoint(self.lead.min(MOST), self.matched.min(MOST))
        } else {
            0.0
        }
    }

    fn is_likely(self) -> bool {
        // A lead is no evidence if the answer matches nothing else.
        let known = MATCHED * self.matched + CLOSE * self.close * self.matched;
        let worth = known + FILES * self.files;
        worth * (1.0 + LEAD * self.lead) >= LIKELY || self.by_title() >= LIKELY_TITLE
    }
}

fn confidence(hit: &Ranked, signs: Signs) -> Confidence {
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
        // matched, close, weight, title, lead, paths, files; all words tell something
        for (name, signs, is_sure, is_likely) in [
            ("nothing", [0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0], false, false),
            ("all words", [0.8, 0.9, 1.0, 0.0, 0.4, 0.0, 0.0], true, true),
            (
                "far apart",
                [0.8, 0.8, 1.0, 0.0, 0.4, 0.0, 0.0],
                false,
                true,
            ),
            (
                "rare words",
                [0.5, 0.0, 4.0, 0.0, 0.4, 0.0, 0.0],
                true,
                false,
            ),
            ("no lead", [0.5, 0.0, 4.0, 0.0, 0.3, 0.0, 0.0], false, false),
            (
                "few rare words",
                [0.5, 0.0, 3.0, 0.0, 0.4, 0.0, 0.0],
                false,
                false,
            ),
            (
                "a part of the words",
                [0.4, 0.9, 4.0, 0.0, 0.4, 0.0, 0.0],
                false,
                false,
            ),
            ("an order", [0.4, 0.0, 0.0, 0.6, 0.1, 0.0, 0.0], true, true),
            (
                "two titles alike",
                [0.4, 0.0, 0.0, 0.6, 0.01, 0.0, 0.0],
                false,
                true,
            ),
            (
                "half of a title",
                [0.4, 0.0, 0.0, 0.45, 0.1, 0.0, 0.0],
                false,
                true,
            ),
            (
                "a title in a long text",
                [0.1, 0.0, 0.0, 0.5, 0.1, 0.0, 0.0],
                false,
                false,
            ),
            (
                "all of a title in a long text",
                [0.2, 0.0, 0.0, 0.7, 0.5, 0.0, 0.0],
                false,
                true,
            ),
            (
                "a second answer",
                [0.8, 0.9, 0.0, 0.0, 1.0, 0.0, 0.0],
                false,
                true,
            ),
            ("paths", [0.0, 0.0, 0.0, 0.0, 1.0, 0.5, 0.5], true, true),
            ("commits", [0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.5], false, true),
            (
                "few commits",
                [0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.2],
                false,
                false,
            ),
        ] {
            let [matched, close, weight, title, lead, paths, files] = signs;
            let signs = Signs {
                matched,
                telling: 1.0,
                close,
                weight,
                title,
                lead,
                paths,
                files,
            };
            assert_eq!(signs.is_sure(), is_sure, "{name}");
            assert_eq!(signs.is_likely(), is_likely, "{name}");
        }
    }

    #[test]
    fn words_of_any_task_are_no_evidence() {
        let signs = Signs {
            matched: 1.0,
            telling: 0.4,
            close: 1.0,
            weight: 9.0,
            title: 0.0,
            lead: 1.0,
            paths: 0.0,
            files: 0.0,
        };
        assert!(!signs.is_sure() && signs.is_likely());
        let telling = Signs {
            telling: 0.5,
            ..signs
        };
        assert!(telling.is_sure());
    }
}
