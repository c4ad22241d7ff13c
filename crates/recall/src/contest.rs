//! Measures in points whether two records may contradict each other: by the features that they
//! share.
//!
//! Words do not show if two texts agree. Some features show if they decide the same question: they
//! are about the same files, one names the other, or they are on one subject by title and words.
//! The weights were fitted to 54 pairs of proposals of which one replaces the other by its own
//! words, and to 779 proposals that replace none; docs/figures.md has the share of right answers.
//! The weight of shared files was lowered for this project's own records, of which none contradict.

use git_memory_model::evidence::{Citation, citations};
use git_memory_text as text;

/// Points that are worth a report: one in twenty of the proposals that replace none has more with
/// another one.
pub const WORTH_SAYING: u32 = 460;

/// Most current records for which shared files are evidence about any two of them.
const FEW: u64 = 12;
/// Most current records for which shared files are strong evidence.
const FEWEST: u64 = 3;

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
    /// Number of records about the files, if both are about the same files.
    pub sharing_paths: Option<u64>,
    /// True if both are about the same single path, and about nothing else.
    pub has_only_path: bool,
    /// True if both have the same category.
    pub has_category: bool,
    /// True if both have the same scope, which is not the whole project.
    pub has_scope: bool,
}

/// True if files that this many current records are about are evidence about any two of them.
#[must_use]
pub fn is_few(records: usize) -> bool {
    records as u64 <= FEW
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
            (90, self.has_only_path && self.is_on_few_files()),
        ] {
            points += if is_so { weight } else { 0 };
        }
        // Files that every record is about tell nothing.
        points += match self.sharing_paths {
            None => 0,
            Some(..=FEWEST) => 340,
            Some(..=6) => 260,
            Some(..=FEW) => 150,
            Some(_) => 50,
        };
        points
    }
}

impl Common {
    /// True if both are about files that few records are about.
    #[must_use]
    pub fn is_on_same_files(&self) -> bool {
        self.sharing_paths.is_some_and(|count| count <= FEW)
    }

    /// True if hardly any other record is about the files.
    fn is_on_few_files(&self) -> bool {
        self.sharing_paths.is_some_and(|count| count <= FEWEST)
    }

    /// The most points that both may have, whatever their texts, category and scope are.
    #[must_use]
    pub fn most_points(&self) -> u32 {
        let all_of_it = Self {
            words: 1.0,
            most_words: 1.0,
            title_in_text: 1.0,
            has_category: true,
            has_scope: true,
            ..*self
        };
        all_of_it.points()
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
    fn equal_files_and_some_words_are_worth_saying_with_any_titles() {
        let common = Common {
            words: 0.3,
            most_words: 0.3,
            title_in_text: 0.5,
            sharing_paths: Some(2),
            ..Common::default()
        };
        assert!(common.points() >= WORTH_SAYING);
        let everywhere = Common {
            sharing_paths: Some(100),
            ..common
        };
        assert!(everywhere.points() < WORTH_SAYING);
    }

    #[test]
    fn one_file_that_only_both_are_about_is_worth_saying_with_little_else() {
        let common = Common {
            sharing_paths: Some(2),
            has_category: true,
            has_only_path: true,
            ..Common::default()
        };
        for (common, is_said) in [
            (common, true),
            // Nothing else at all.
            (
                Common {
                    has_category: false,
                    ..common
                },
                false,
            ),
            // One of them is about other files, too.
            (
                Common {
                    has_only_path: false,
                    has_scope: true,
                    ..common
                },
                false,
            ),
            // Others are about this one.
            (
                Common {
                    sharing_paths: Some(4),
                    has_scope: true,
                    ..common
                },
                false,
            ),
        ] {
            assert_eq!(common.points() >= WORTH_SAYING, is_said, "{common:?}");
        }
    }

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
