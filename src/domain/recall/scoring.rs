//! What besides its words ranks a document: preferences of whoever asks, told as factors.

use std::collections::HashMap;

use super::lookup::DocumentRef;

/// The class of a document before any score counts, the first first.
// Whoever types an id or a whole title means that record, however often others repeat its words. An
// archived one stays findable, but never comes before what still counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// The question is its id.
    Id,
    /// The question is its title.
    Title,
    /// It contains words of the question.
    Words,
    /// The same, but it was put away.
    Archived,
}

/// What changes a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Factor {
    /// What its status means.
    Lifecycle,
    /// Its dates are those of the question.
    Date,
    /// How it was rated for questions like this one.
    Feedback,
    /// How close together the words of the question are in it.
    Closeness,
}

impl Factor {
    /// Its name, for explanations.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Lifecycle => "standing",
            Self::Date => "date",
            Self::Feedback => "feedback",
            Self::Closeness => "closeness",
        }
    }
}

/// A document that is wanted even if it contains no word of the question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pinned {
    /// Which part of the view it is in.
    pub part: usize,
    /// Its number in the segment of that part, from 0.
    pub document: u32,
    /// Its score, as a share of the best one.
    pub share: f64,
}

/// What ties a document to the files that somebody works at, each from 0 to about 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ties {
    /// Its paths cover them, or begin as theirs do.
    pub paths: f64,
    /// Its scope contains them.
    pub scope: f64,
    /// Commits that changed them, or files beside them, name it.
    pub commits: f64,
}

impl Ties {
    /// All of them together, at most 1.
    #[must_use]
    pub fn strength(&self) -> f64 {
        f64::min(self.paths + self.scope + self.commits, 1.0)
    }

    /// Each that there is, with its name for explanations.
    #[must_use]
    pub fn named(&self) -> Vec<(&'static str, f64)> {
        let mut named = vec![
            ("paths", self.paths),
            ("scope", self.scope),
            ("commits", self.commits),
        ];
        named.retain(|(_, tie)| *tie > 0.0);
        named
    }
}

/// What ties documents to the files that somebody works at.
pub type Nearness = HashMap<DocumentRef, Ties>;

/// What besides its words raises or lowers a document.
pub trait Scoring {
    /// Whether a document is wanted at all.
    fn wants(&self, part: usize, document: u32) -> bool;

    /// What multiplies its score; one for most.
    fn share(&self, part: usize, document: u32) -> f64 {
        let factors = self.factors(part, document);
        factors.iter().map(|(_, share)| share).product()
    }

    /// The same, one by one.
    fn factors(&self, part: usize, document: u32) -> Vec<(Factor, f64)>;

    /// Documents that are wanted without a word of the question.
    fn pinned(&self) -> Vec<Pinned>;

    /// What is added to scores for files, as a share of the best one by words; `None` where none are
    /// named.
    fn near(&self) -> Option<&Nearness>;

    /// Documents that the question names, by a number, say.
    fn named(&self) -> &[DocumentRef];
}

/// Wants everything, and raises or lowers nothing.
pub struct Neutral;

impl Scoring for Neutral {
    fn wants(&self, _: usize, _: u32) -> bool {
        true
    }

    fn factors(&self, _: usize, _: u32) -> Vec<(Factor, f64)> {
        Vec::new()
    }

    fn pinned(&self) -> Vec<Pinned> {
        Vec::new()
    }

    fn near(&self) -> Option<&Nearness> {
        None
    }

    fn named(&self) -> &[DocumentRef] {
        &[]
    }
}
