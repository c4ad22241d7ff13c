//! Features besides its words that raise or lower a document: the preferences of the asker, and
//! ties to the files that are being worked on, or to the question by the name of its own file.

use super::feature::Feature;
use super::lookup::DocumentRef;
use super::meaning::Meaning;
use super::weights::Weights;

/// A document that is wanted even if it contains no word of the question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pinned {
    /// Which document.
    pub document: DocumentRef,
    /// Its score, as a share of the best one.
    pub share: f64,
}

/// Part of a feature in some score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// The feature.
    pub feature: Feature,
    /// From 0 to about 1; below 0 if it takes away.
    pub share: f64,
}

/// Reasons that tie a document to files or the question, in the order in which shares are added up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tie {
    /// Its paths cover them, or begin as theirs do.
    Paths,
    /// Its scope contains them.
    Scope,
    /// Its text names them.
    Mentions,
    /// Commits that changed them name it.
    Commits,
    /// The question has the name of its own file.
    Name,
}

impl Tie {
    const ALL: [Self; 5] = [
        Self::Paths,
        Self::Scope,
        Self::Mentions,
        Self::Commits,
        Self::Name,
    ];

    fn feature(self) -> Feature {
        match self {
            Self::Paths => Feature::Paths,
            Self::Scope => Feature::Scope,
            Self::Mentions => Feature::Mentions,
            Self::Commits => Feature::Commits,
            Self::Name => Feature::Named,
        }
    }
}

/// Ties of documents to the files that are being worked on, and names: shares of the best score that a
/// document has for its words, so that files count as much as words do, whichever there are.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    /// By part and document, a share for each tie. A table: most records are beside a file of the
    /// same top folder.
    shares: Vec<Vec<[f64; Tie::ALL.len()]>>,
    weights: Weights,
}

impl Evidence {
    /// Evidence without ties yet, in which each feature will have its weight.
    #[must_use]
    pub fn weighted(weights: Weights) -> Self {
        Self {
            shares: Vec::new(),
            weights,
        }
    }

    /// Adds to the share of a tie of a document.
    pub fn add(&mut self, document: DocumentRef, tie: Tie, share: f64) {
        let DocumentRef { part, document } = document;
        if self.shares.len() <= part {
            self.shares.resize_with(part + 1, Vec::new);
        }
        let (table, row) = (&mut self.shares[part], document as usize);
        if table.len() <= row {
            table.resize(row + 1, [0.0; Tie::ALL.len()]);
        }
        table[row][tie as usize] += share;
    }

    /// The documents that anything ties to the files, in order.
    pub fn documents(&self) -> impl Iterator<Item = DocumentRef> + '_ {
        let tables = self.shares.iter().enumerate();
        tables.flat_map(|(part, table)| {
            let rows = (0_u32..).zip(table).filter(|(_, row)| is_tied(&row[..]));
            rows.map(move |(document, _)| DocumentRef { part, document })
        })
    }

    /// Shares that tie a document to the files: together at most 1, and reduced in proportion if
    /// their sum is larger.
    pub fn of(&self, document: DocumentRef) -> impl Iterator<Item = Share> + use<> {
        let table = self.shares.get(document.part);
        let row = table.and_then(|table| table.get(document.document as usize));
        let mut shares = row.copied().unwrap_or_default();
        for (tie, share) in Tie::ALL.into_iter().zip(&mut shares) {
            *share *= self.weights.of(tie.feature());
        }
        let sum: f64 = shares.iter().sum();
        let ties = Tie::ALL.into_iter().zip(shares);
        let ties = ties.filter(|(_, share)| *share != 0.0);
        ties.map(move |(tie, share)| Share {
            feature: tie.feature(),
            share: share / f64::max(sum, 1.0),
        })
    }
}

fn is_tied(shares: &[f64]) -> bool {
    shares.iter().any(|share| *share != 0.0)
}

/// Preferences that raise or lower a document, besides its words.
pub trait Preference {
    /// True if a document is wanted at all.
    fn wants(&self, document: DocumentRef) -> bool;

    /// Shares that are added to its score for its properties, relative to the score of its words.
    fn shares(&self, document: DocumentRef) -> Vec<Share>;

    /// Evidence that ties documents to files.
    fn evidence(&self) -> &Evidence;

    /// Documents that are wanted without a word of the question.
    fn pinned(&self) -> Vec<Pinned>;

    /// Documents that the question names, for example by a number.
    fn named(&self) -> &[DocumentRef];

    /// Nearness of documents to the question; empty where no model tells it.
    fn meaning(&self) -> &Meaning;
}

/// Wants everything, and raises or lowers nothing.
#[derive(Default)]
pub struct Neutral(Evidence, Meaning);

impl Neutral {
    /// Prefers only what is near.
    #[must_use]
    pub fn with(meaning: Meaning) -> Self {
        Self(Evidence::default(), meaning)
    }
}

impl Preference for Neutral {
    fn wants(&self, _: DocumentRef) -> bool {
        true
    }

    fn shares(&self, _: DocumentRef) -> Vec<Share> {
        Vec::new()
    }

    fn evidence(&self) -> &Evidence {
        &self.0
    }

    fn pinned(&self) -> Vec<Pinned> {
        Vec::new()
    }

    fn named(&self) -> &[DocumentRef] {
        &[]
    }

    fn meaning(&self) -> &Meaning {
        &self.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_ties_a_document_is_at_most_one() {
        let document = DocumentRef {
            part: 0,
            document: 7,
        };
        let mut evidence = Evidence::default();
        let of = |evidence: &Evidence| evidence.of(document).collect::<Vec<_>>();
        assert_eq!(of(&evidence), []);
        evidence.add(document, Tie::Commits, 0.25);
        evidence.add(document, Tie::Commits, 0.25);
        let half = |feature| Share {
            feature,
            share: 0.5,
        };
        assert_eq!(of(&evidence), [half(Feature::Commits)]);
        evidence.add(document, Tie::Commits, 0.5);
        evidence.add(document, Tie::Paths, 1.0);
        let both = [half(Feature::Paths), half(Feature::Commits)];
        assert_eq!(of(&evidence), both);
        assert_eq!(evidence.documents().collect::<Vec<_>>(), [document]);
    }

    #[test]
    fn ties_are_in_the_order_of_their_table() {
        for (nth, tie) in Tie::ALL.into_iter().enumerate() {
            assert_eq!(tie as usize, nth, "{}", tie.feature().name());
        }
    }
}
