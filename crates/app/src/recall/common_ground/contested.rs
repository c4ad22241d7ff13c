//! A record that may contradict another one, and the reasons.

use std::cmp::{Ordering, Reverse};

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
    /// Points for the likelihood.
    pub points: u32,
    /// True if the other record can supersede it.
    pub is_replaceable: bool,
}

impl Contested {
    /// Turns the finding around: the other record as seen from this one.
    pub(crate) fn seen_from(self, id: &RecordId, record: &Record) -> Self {
        Self {
            id: id.clone(),
            title: record.header.title.to_string(),
            ..self
        }
    }

    /// One of two successors of the same record, as its rival sees it.
    pub(crate) fn successor(id: &RecordId, record: &Record, rival: &Record) -> Self {
        Self {
            id: id.clone(),
            title: record.header.title.to_string(),
            percent: None,
            is_namesake: false,
            why: vec![SAME_PLACE],
            points: CERTAIN,
            is_replaceable: record.kind() == rival.kind() && decides(record),
        }
    }

    /// True if both are about the same files.
    pub(crate) fn is_on_same_files(&self) -> bool {
        self.why.contains(&SAME_FILES)
    }
}

/// The order in which they are named; among equals by id, so that every clone names the same ones.
pub(super) fn likelier(one: &Contested, other: &Contested) -> Ordering {
    let key = |it: &Contested| (Reverse(it.is_namesake), Reverse(it.points));
    key(one)
        .cmp(&key(other))
        .then_with(|| one.id.cmp(&other.id))
}

/// Reasons why two records may contradict each other.
pub(super) const SAME_FILES: &str = "about the same files";
pub(super) const SAID_OVER: &str = "said to be replaced";
pub(super) const NAMED: &str = "named in the text";
pub(super) const SAME_SUBJECT: &str = "on the same subject";
/// Reason why two records do contradict each other.
const SAME_PLACE: &str = "both supersede the same record";
/// More points than any likeness gives.
const CERTAIN: u32 = 10_000;
/// All reasons that are found by likeness.
pub(crate) const REASONS: [&str; 4] = [SAME_FILES, SAID_OVER, NAMED, SAME_SUBJECT];

/// True if a record decides something: others of its kind can replace it. A note or a plan
/// contradicts nothing.
pub(crate) fn decides(record: &Record) -> bool {
    record.kind().is_some_and(Kind::is_replaceable)
}
