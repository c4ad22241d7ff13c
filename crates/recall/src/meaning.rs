//! How near documents are to a question by their vectors: a retriever beside words, and a feature.

use std::cmp::Reverse;

use super::codec::Damaged;
use super::feature::Points;
use super::lookup::DocumentRef;
use super::segment::Bytes;
use super::view::Part;

/// Number of documents that are candidates for their vectors only.
const NEAREST: usize = 50;
/// Cosine of two equal texts, and part of the way to it from the floor on which a text is a stranger
/// still: of many texts, one is near to anything by chance.
const WHOLE: i32 = 10_000;
const MARGIN: i32 = 40;
/// Points of the nearest document, as a share of the best ones for words: three tenths of both.
const SHARE: f64 = 0.3 / 0.7;

/// The nearness of documents to a question, as cosines in whole steps; empty without a model.
#[derive(Clone, Debug, Default)]
pub struct Meaning {
    /// By document.
    cosines: Vec<(DocumentRef, i32)>,
    floor: i32,
    usual: Usual,
}

/// The cosines of most documents.
#[derive(Clone, Copy, Debug, Default)]
struct Usual {
    mean: f64,
    deviation: f64,
}

impl Usual {
    #[allow(
        clippy::cast_precision_loss,
        reason = "cosines are small, and sums of them are far below 2^52"
    )]
    fn of(cosines: impl Iterator<Item = i32>) -> Self {
        // Whole numbers, so that their order does not matter.
        let (mut count, mut sum, mut squares) = (0_i64, 0_i64, 0_i64);
        for cosine in cosines.map(i64::from) {
            count += 1;
            sum += cosine;
            squares += cosine * cosine;
        }
        let count = count.max(1) as f64;
        let mean = sum as f64 / count;
        let deviation = (squares as f64 / count - mean * mean).max(0.0).sqrt();
        Self { mean, deviation }
    }
}

impl Meaning {
    /// The cosines of some documents; up to the floor, one means nothing.
    #[must_use]
    pub fn above(floor: i32, mut cosines: Vec<(DocumentRef, i32)>) -> Self {
        // As a rule they are in order, and this only looks.
        cosines.sort_unstable();
        let usual = Usual::of(cosines.iter().map(|it| it.1));
        Self {
            cosines,
            floor,
            usual,
        }
    }

    /// The same among other cosines, of many documents of which these are the best: those say how
    /// near most are.
    #[must_use]
    pub fn among(self, others: &[i32]) -> Self {
        let usual = Usual::of(others.iter().copied());
        Self { usual, ..self }
    }

    /// True without any document.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cosines.is_empty()
    }

    /// The cosine of a document.
    fn cosine(&self, at: DocumentRef) -> Option<i32> {
        let nth = self.cosines.binary_search_by_key(&at, |it| it.0).ok()?;
        Some(self.cosines[nth].1)
    }

    /// The nearest documents that are wanted, of those that are nearer than any stranger.
    pub(crate) fn nearest<S: Bytes>(
        &self,
        parts: &[Part<'_, S>],
        is_wanted: impl Fn(DocumentRef) -> bool,
    ) -> Result<Vec<DocumentRef>, Damaged> {
        let least = self.floor + (WHOLE - self.floor) / MARGIN;
        let mut all = Vec::new();
        for &(at, cosine) in &self.cosines {
            if cosine > least && is_wanted(at) {
                // Of equally near ones the same in every clone.
                all.push((Reverse(cosine), parts[at.part].segment.id(at.document)?, at));
            }
        }
        if all.len() > NEAREST {
            all.select_nth_unstable(NEAREST);
            all.truncate(NEAREST);
        }
        Ok(all.into_iter().map(|(_, _, at)| at).collect())
    }

    /// The points of some candidates, where the best one for its words has so many: by how much
    /// nearer than most documents each is.
    pub(crate) fn points(&self, candidates: &[DocumentRef], best: Points) -> Vec<Points> {
        let Usual { mean, deviation } = self.usual;
        let mut scores = Vec::with_capacity(candidates.len());
        for at in candidates {
            let cosine = self.cosine(*at).map_or(mean, f64::from);
            scores.push(((cosine - mean) / deviation.max(1.0)).max(0.0));
        }
        let most = scores.iter().copied().fold(1.0, f64::max);
        let points = |score: f64| best.times(SHARE * score / most);
        scores.into_iter().map(points).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(document: u32) -> DocumentRef {
        DocumentRef { part: 0, document }
    }

    #[test]
    fn the_nearest_has_its_share_and_the_usual_ones_have_nothing() {
        let cosines = [(3, 6000), (0, 1000), (1, 1100), (2, 900)];
        let cosines = cosines.map(|(document, cosine)| (at(document), cosine));
        let meaning = Meaning::above(0, cosines.to_vec());
        let candidates: Vec<DocumentRef> = (0..5).map(at).collect();
        let points = meaning.points(&candidates, Points::of(7.0));
        assert_eq!(points[3], Points::of(3.0));
        for usual in [0, 1, 2, 4] {
            assert_eq!(points[usual], Points::default(), "{usual}");
        }
        // One document alone is as near as most.
        let alone = Meaning::above(0, vec![(at(3), 6000)]);
        assert_eq!(alone.points(&[at(3)], Points::ONE), [Points::default()]);
        // Unless it is the nearest of many.
        let of_many = alone.among(&[6000, 1000, 1100, 900]);
        assert_eq!(of_many.points(&[at(3)], Points::of(7.0)), [Points::of(3.0)]);
        assert_eq!(
            Meaning::default().points(&[at(3)], Points::ONE),
            [Points::default()]
        );
    }
}
