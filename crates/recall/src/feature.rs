//! The parts of a score: features, each a whole number of points. Their sum orders documents, and
//! `--explain` shows each of them.

use std::iter::Sum;
use std::ops::{Add, AddAssign};

/// Points of a document's feature, positive or negative: steps of 1/4096 of the number that doors
/// show.
// Whole numbers: their sums are the same in whatever order and on every machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Points(i64);

impl Points {
    const STEPS: f64 = 4096.0;
    /// One, as doors show it.
    pub const ONE: Self = Self(4096);
    /// The smallest score of a hit that lacks a word of the question: doors show two digits.
    pub const LEAST: Self = Self(21);

    /// The number of points that is nearest to a value.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "scores are far below 2^50, and what is not a number has no points"
    )]
    pub fn of(value: f64) -> Self {
        Self((value * Self::STEPS).round() as i64)
    }

    /// A share of it, rounded.
    #[must_use]
    pub fn times(self, share: f64) -> Self {
        Self::of(self.value() * share)
    }

    /// As doors show it.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "scores are far below 2^52")]
    pub fn value(self) -> f64 {
        self.0 as f64 / Self::STEPS
    }
}

impl Add for Points {
    type Output = Self;

    fn add(self, more: Self) -> Self {
        Self(self.0.saturating_add(more.0))
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, more: Self) {
        *self = *self + more;
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), Add::add)
    }
}

/// A reason for which a document is before others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// The words of the question that it contains (BM25).
    Words,
    /// It contains the one name that the question is, as a whole.
    WholeName,
    /// The question names it.
    Named,
    /// The words of the question are close together in it.
    Closeness,
    /// Others among the best that are like it.
    Neighbours,
    /// Its vector is near to that of the question.
    Meaning,
    /// Its paths cover the files that are being worked on, or begin as theirs do.
    Paths,
    /// Its scope contains them.
    Scope,
    /// Commits that changed them, or files beside them, name it.
    Commits,
    /// Its text names them.
    Mentions,
    /// Its dates match those of the question.
    Date,
    /// Its ratings for similar questions.
    Feedback,
    /// Points for its status: below zero for a record that no longer applies.
    Status,
    /// Points below zero for a record of a parent: the repository's own come first.
    Parent,
}

impl Feature {
    /// Number of features.
    const COUNT: usize = Self::Parent as usize + 1;

    /// Each of them, in the order of explanations.
    const ALL: [Self; Self::COUNT] = [
        Self::Words,
        Self::WholeName,
        Self::Named,
        Self::Closeness,
        Self::Neighbours,
        Self::Meaning,
        Self::Paths,
        Self::Scope,
        Self::Commits,
        Self::Mentions,
        Self::Date,
        Self::Feedback,
        Self::Status,
        Self::Parent,
    ];

    /// Its name in explanations.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Words => "words",
            Self::WholeName => "whole name",
            Self::Named => "name",
            Self::Closeness => "closeness",
            Self::Neighbours => "neighbours",
            Self::Meaning => "meaning",
            Self::Paths => "paths",
            Self::Scope => "scope",
            Self::Commits => "commits",
            Self::Mentions => "mentions",
            Self::Date => "date",
            Self::Feedback => "feedback",
            Self::Status => "status",
            Self::Parent => "parent",
        }
    }
}

/// Points that each feature of a document adds to its score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Features([Points; Feature::COUNT]);

impl Features {
    /// Adds points to a feature.
    pub(crate) fn add(&mut self, feature: Feature, points: Points) {
        self.0[feature as usize] += points;
    }

    /// Points that a feature adds.
    #[must_use]
    pub fn of(&self, feature: Feature) -> Points {
        self.0[feature as usize]
    }

    /// The score.
    #[must_use]
    pub fn sum(&self) -> Points {
        self.0.iter().copied().sum()
    }

    /// Each feature that adds or takes away something.
    pub fn each(&self) -> impl Iterator<Item = (Feature, Points)> + '_ {
        let all = Feature::ALL.into_iter().zip(self.0);
        all.filter(|(_, points)| *points != Points::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_is_the_sum_of_its_features() {
        let mut features = Features::default();
        features.add(Feature::Words, Points::of(3.0));
        features.add(Feature::Paths, Points::of(1.5));
        features.add(Feature::Status, Points::of(-0.25));
        assert_eq!(features.sum(), Points::of(4.25));
        assert_eq!(
            features.each().map(|(it, _)| it.name()).collect::<Vec<_>>(),
            ["words", "paths", "status"]
        );
        for (nth, feature) in Feature::ALL.into_iter().enumerate() {
            assert_eq!(feature as usize, nth, "{}", feature.name());
        }
    }

    #[test]
    fn points_are_rounded_and_never_overflow() {
        assert_eq!(Points::of(0.00001), Points::default());
        assert_eq!(Points::of(1.0), Points::ONE);
        assert_eq!(Points::ONE.times(0.5), Points::of(0.5));
        assert!(Points::of(f64::INFINITY) + Points::ONE > Points::ONE);
        assert_eq!(Points::of(f64::NAN), Points::default());
        assert!(Points::LEAST.value() > 0.005);
    }
}
