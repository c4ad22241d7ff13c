//! What besides its words raises or lowers a document: what whoever asks prefers, and what ties it
//! to the files that they work at.

use std::collections::HashMap;

use super::feature::Feature;
use super::lookup::DocumentRef;
use super::weights::Weights;

/// A document that is wanted even if it contains no word of the question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pinned {
    /// Which document.
    pub document: DocumentRef,
    /// Its score, as a share of the best one.
    pub share: f64,
}

/// What a feature adds, as a share of some score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// The feature.
    pub feature: Feature,
    /// From 0 to about 1; below 0 where it takes away.
    pub share: f64,
}

/// What ties documents to the files that somebody works at: shares of the best score that a
/// document has for its words, so that files count as much as words do, whichever there are.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    // Most records are beside a file of the same top folder.
    shares: HashMap<DocumentRef, Vec<Share>, foldhash::fast::RandomState>,
    weights: Weights,
}

impl Evidence {
    /// None yet, of which each feature will have its weight.
    #[must_use]
    pub fn weighted(weights: Weights) -> Self {
        Self {
            shares: HashMap::default(),
            weights,
        }
    }

    /// Adds to what a feature says for a document.
    pub fn add(&mut self, document: DocumentRef, feature: Feature, share: f64) {
        let shares = self.shares.entry(document).or_default();
        match shares.iter_mut().find(|known| known.feature == feature) {
            Some(known) => known.share += share,
            None => shares.push(Share { feature, share }),
        }
    }

    /// The documents that anything ties to the files, in no order.
    pub fn documents(&self) -> impl Iterator<Item = DocumentRef> + '_ {
        self.shares.keys().copied()
    }

    /// What ties a document to the files: together at most 1, and less than each says where they
    /// would be more.
    #[must_use]
    pub fn of(&self, document: DocumentRef) -> Vec<Share> {
        let Some(known) = self.shares.get(&document) else {
            return Vec::new();
        };
        let mut shares = known.clone();
        for share in &mut shares {
            share.share *= self.weights.of(share.feature);
        }
        let sum: f64 = shares.iter().map(|it| it.share).sum();
        for share in &mut shares {
            share.share /= f64::max(sum, 1.0);
        }
        shares
    }
}

/// What besides its words raises or lowers a document.
pub trait Preference {
    /// Whether a document is wanted at all.
    fn wants(&self, document: DocumentRef) -> bool;

    /// What is added to its score for what it is, as shares of what its words have.
    fn shares(&self, document: DocumentRef) -> Vec<Share>;

    /// What ties documents to files.
    fn evidence(&self) -> &Evidence;

    /// Documents that are wanted without a word of the question.
    fn pinned(&self) -> Vec<Pinned>;

    /// Documents that the question names, by a number, say.
    fn named(&self) -> &[DocumentRef];
}

/// Wants everything, and raises or lowers nothing.
#[derive(Default)]
pub struct Neutral(Evidence);

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
        assert_eq!(evidence.of(document), []);
        evidence.add(document, Feature::Commits, 0.25);
        evidence.add(document, Feature::Commits, 0.25);
        let half = |feature| Share {
            feature,
            share: 0.5,
        };
        assert_eq!(evidence.of(document), [half(Feature::Commits)]);
        evidence.add(document, Feature::Commits, 0.5);
        evidence.add(document, Feature::Paths, 1.0);
        let both = [half(Feature::Commits), half(Feature::Paths)];
        assert_eq!(evidence.of(document), both);
    }
}
