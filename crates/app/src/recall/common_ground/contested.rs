//! A record that may contradict another one, and the reasons.

use std::cmp::{Ordering, Reverse};

use git_memory_guard::Clean;
use git_memory_model::kind::Kind;
use git_memory_model::record::{Record, RecordId};

/// A record that may contradict another one.
#[derive(Clone, Debug)]
pub struct Contested {
    /// The record.
    pub id: RecordId,
    /// Its title.
    pub title: String,
    /// Percentage of common words, if that is most of them.
    pub percent: Option<u32>,
    /// True if it has the same title.
    pub is_namesake: bool,
    /// Other things that both have in common, in words.
    pub why: Vec<&'static str>,
    /// The sentences that contradict each other: that of the later record, and that of this one.
    pub sentences: Option<[Clean; 2]>,
    /// Points for the likelihood.
    pub points: u32,
    /// True if the other record can supersede it.
    pub is_replaceable: bool,
}

impl Contested {
    /// A record that contradicts `by`: with the sentences of `by` and of its own, or as a successor
    /// of the same record.
    pub(crate) fn opposed(
        id: &RecordId,
        record: &Record,
        by: &Record,
        sentences: Option<[Clean; 2]>,
    ) -> Self {
        let why = if sentences.is_some() {
            CONTRADICTS
        } else {
            BOTH_REPLACED
        };
        Self {
            id: id.clone(),
            title: record.header.title.to_string(),
            percent: None,
            is_namesake: false,
            why: vec![why],
            sentences,
            points: CERTAIN,
            is_replaceable: record.kind() == by.kind() && decides(record),
        }
    }

    /// A sentence about it, with its id.
    #[must_use]
    pub fn sentence(&self) -> String {
        let Self { id, title, .. } = self;
        match (self.is_namesake, self.percent) {
            (true, None) => format!("a record with this title exists: {id}"),
            (true, Some(percent)) => {
                format!(
                    "a record with this title exists: {id} ({percent} % of its words are the same)"
                )
            }
            (false, Some(percent)) => {
                format!("{id} is very similar ({percent} % of words shared): {title}")
            }
            (false, None) => match &self.sentences {
                Some([own, theirs]) => {
                    format!("contradicts {id}: \u{201c}{own}\u{201d} / \u{201c}{theirs}\u{201d}")
                }
                None => format!("may replace {id} ({}): {title}", self.why.join(", ")),
            },
        }
    }
}

/// The order in which they are named; among equals by id, so that every clone names the same ones.
pub(crate) fn likelier(one: &Contested, other: &Contested) -> Ordering {
    let key = |it: &Contested| (Reverse(it.is_namesake), Reverse(it.points));
    key(one)
        .cmp(&key(other))
        .then_with(|| one.id.cmp(&other.id))
}

/// Reasons why a new record may replace another one.
pub(super) const SAID_OVER: &str = "said to be replaced";
pub(super) const NAMED: &str = "named in the text";
pub(super) const SAME_SUBJECT: &str = "on the same subject";
/// Reasons why two records cannot both apply.
pub(crate) const CONTRADICTS: &str = "contradict each other";
pub(crate) const BOTH_REPLACED: &str = "both supersede the same record";
/// More points than any likeness gives.
const CERTAIN: u32 = 10_000;

/// True if a record decides something: others of its kind can replace it. A note or a plan
/// contradicts nothing.
pub(crate) fn decides(record: &Record) -> bool {
    record.kind().is_some_and(Kind::is_replaceable)
}
