//! Records that may contradict another one: part of several answers.

use schemars::JsonSchema;
use serde::Serialize;

use crate::recall::contested::Contested;
use git_memory_guard::Clean;
use git_memory_text::advice::{Advice, Wording};

/// A record that the written one may contradict.
#[derive(Serialize, JsonSchema)]
pub struct ContestedItem<'a> {
    id: &'a str,
    title: &'a str,
    /// Reasons, in words.
    why: &'a [&'static str],
    /// The sentences that contradict each other, if any are known to: that of the written record,
    /// and that of this one.
    sentences: Option<[&'a str; 2]>,
    /// Points for the likelihood; they only serve to compare.
    points: u32,
    /// True if it has the same title.
    same_title: bool,
    /// Percentage of common words, if that is most of them.
    percent: Option<u32>,
    /// The command that lets the new record replace it; null where their kinds do not allow it, and
    /// where nothing was written.
    command: Option<String>,
}

impl<'a> ContestedItem<'a> {
    /// The item of a record, with what lets `by` replace it.
    #[must_use]
    pub fn new(other: &'a Contested, by: &str, wording: Wording) -> Self {
        Self {
            command: replacement(other, by).map(|advice| (wording.call)(&advice)),
            ..Self::planned(other)
        }
    }

    /// The item of a record that one which is not written yet may contradict.
    pub(crate) fn planned(other: &'a Contested) -> Self {
        Self {
            id: other.id.as_str(),
            title: &other.title,
            why: &other.why,
            sentences: other
                .sentences
                .as_ref()
                .map(|it| it.each_ref().map(Clean::as_str)),
            points: other.points,
            same_title: other.is_namesake,
            percent: other.percent,
            command: None,
        }
    }
}

/// Returns the advice that replaces the other record; `None` if the kinds of the two do not allow
/// it.
#[must_use]
pub fn replacement(other: &Contested, by: &str) -> Option<Advice> {
    let advice = Advice::Replace {
        id: other.id.to_string(),
        by: by.to_owned(),
    };
    other.is_replaceable.then_some(advice)
}
