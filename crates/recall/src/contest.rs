//! Measures in points whether a new record may replace another one: by the features that they
//! share.
//!
//! Words do not show if two texts agree. Some features show if they decide the same question: one
//! names the other, or they are on one subject by title and words.
//! The weights were fitted to 54 pairs of proposals of which one replaces the other by its own
//! words, and to 779 proposals that replace none; docs/figures.md has the share of right answers.

use git_memory_model::evidence::{Citation, citations};
use git_memory_text as text;

/// Points that are worth a report: one in twenty of the proposals that replace none has more with
/// another one.
pub const WORTH_SAYING: u32 = 460;

/// Length of the part of a text that is searched for sentences about other records, in bytes.
const SENTENCES: usize = 64 << 10;
/// Words with which a text says that something no longer applies.
const ENDING: [&str; 7] = [
    "supersed",
    "replac",
    "obsolet",
    "withdraw",
    "in favor of",
    "in favour of",
    "no longer",
];

/// Features that a new record and an existing one share; shares are from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each says something else")]
pub struct Common {
    /// The share of the new one's telling words that the other one has, weighed by rarity.
    pub words: f64,
    /// The highest such share of any existing record.
    pub most_words: f64,
    /// The share of the words of both titles that both have.
    pub title: f64,
    /// The share of the words of the new title that the other text has, weighed by rarity.
    pub title_in_text: f64,
    /// True if the new text names the other record.
    pub is_named: bool,
    /// True if it does so in a sentence about replaced or ended things.
    pub is_said_over: bool,
    /// True if both have the same category.
    pub has_category: bool,
    /// True if both have the same scope, which is not the whole project.
    pub has_scope: bool,
}

impl Common {
    /// Points for the assumption that both decide the same question.
    #[must_use]
    pub fn points(&self) -> u32 {
        let nearest = if self.most_words > 0.0 {
            self.words / self.most_words
        } else {
            0.0
        };
        let shares = [
            (190.0, self.title),
            (100.0, self.words),
            (70.0, self.title_in_text),
            (100.0, self.title * self.words),
            (80.0, nearest),
        ];
        let mut points = 0;
        for (weight, share) in shares {
            points += whole(weight * share);
        }
        for (weight, is_so) in [
            (160, self.is_named),
            (100, self.is_said_over),
            (30, self.has_category),
            (30, self.has_scope),
        ] {
            points += if is_so { weight } else { 0 };
        }
        points
    }
}

/// The nearest whole number, at least 0.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "shares are at most about 1"
)]
fn whole(value: f64) -> u32 {
    value.round() as u32
}

/// The records that a text names in sentences about ended things.
#[must_use]
pub fn said_over(body: &str) -> Vec<Citation> {
    let body = &body[..text::floor(body, SENTENCES)];
    let mut found: Vec<Citation> = Vec::new();
    for sentence in sentences(body) {
        let folded = sentence.to_lowercase();
        if ENDING.iter().any(|word| folded.contains(word)) {
            for citation in citations(sentence) {
                if !found.contains(&citation) {
                    found.push(citation);
                }
            }
        }
    }
    found
}

/// The sentences of a text, roughly: paragraphs cut at full stops before spaces.
fn sentences(body: &str) -> impl Iterator<Item = &str> {
    let paragraphs = body.split("\n\n");
    paragraphs.flat_map(|paragraph| paragraph.split_inclusive(". "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_equal_subject_is_worth_saying_if_the_text_names_the_other() {
        let common = Common {
            words: 0.4,
            most_words: 0.4,
            title: 0.5,
            title_in_text: 0.7,
            ..Common::default()
        };
        assert!(common.points() < WORTH_SAYING);
        let named = Common {
            is_named: true,
            is_said_over: true,
            ..common
        };
        assert!(named.points() >= WORTH_SAYING);
    }

    #[test]
    fn a_text_says_what_it_ends() {
        let told =
            |text: &str| -> Vec<String> { said_over(text).iter().map(Citation::key).collect() };
        assert_eq!(
            told("This replaces ADR 7, and dec-7k3m9q."),
            ["adr#7", "dec-7k3m9q"]
        );
        assert_eq!(told("It builds on ADR 7. Nothing is replaced."), [""; 0]);
        assert_eq!(told("Superseded:\nADR 8\n\nADR 9"), ["adr#8"]);
        assert_eq!(told(""), [""; 0]);
    }
}
