//! The order of documents.

use std::cmp::Ordering;

use super::codec::Damaged;
use super::feature::Points;
use super::lookup::DocumentRef;
use super::segment::Bytes;
use super::view::Part;
use git_memory_text::date::Date;

/// The class of a document before any score counts, the first first.
// A question that is an id or a whole title means that record, however often others repeat its
// words. An archived one stays findable, but never comes before one that applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// The question is its id.
    Id,
    /// The question is its title.
    Title,
    /// It contains words of the question.
    Words,
    /// It contains words of the question, but it is archived.
    Archived,
}

/// Key by which two documents are ordered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SortKey {
    pub(crate) rank: Rank,
    pub(crate) score: Points,
    pub(crate) at: DocumentRef,
}

impl SortKey {
    /// By rank, by score, the newest, and if all that is equal by object id.
    pub(crate) fn compare<S: Bytes>(&self, other: &Self, parts: &[Part<'_, S>]) -> Ordering {
        let by_score = self
            .rank
            .cmp(&other.rank)
            .then_with(|| other.score.cmp(&self.score));
        if by_score != Ordering::Equal {
            return by_score;
        }
        // Of two equal answers the newer one is likelier to hold. Object ids are the same in every
        // clone, which the numbers of documents are not.
        let by_day = other.updated(parts).cmp(&self.updated(parts));
        by_day.then_with(|| self.id(parts).cmp(other.id(parts)))
    }

    /// The day of a document. An order cannot fail: the segment's tables were read for its score
    /// already, which would have reported damage.
    fn updated<S: Bytes>(&self, parts: &[Part<'_, S>]) -> Option<Date> {
        match parts[self.at.part].segment.facts(self.at.document) {
            Ok(facts) => facts.updated,
            Err(Damaged) => None,
        }
    }

    /// The object id of a document; empty if it is damaged, which is reported when the answer is
    /// read.
    fn id<'a, S: Bytes>(&self, parts: &'a [Part<'_, S>]) -> &'a [u8] {
        match parts[self.at.part].segment.id(self.at.document) {
            Ok(id) => id,
            Err(Damaged) => &[],
        }
    }
}
