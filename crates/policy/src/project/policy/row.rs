//! Patterns of settings and of the project index.

use super::denial::BY_PART;
use super::folding::Folding;
use super::glob::Part;
use super::reach::parts_of;
use super::{Denial, Note, Pattern, Rule};
use git_memory_text::advice::Advice;

/// A pattern, and its origin.
#[derive(Clone, Debug)]
pub struct Row {
    /// The pattern as written.
    pub shown: String,
    /// Origin of the pattern.
    pub source: String,
    pub(super) pattern: Pattern,
    pub(super) parts: Vec<Part>,
    /// True if the project index names it, not a setting.
    pub(super) is_computed: bool,
}

impl Row {
    pub(super) fn of_setting(pattern: &Pattern, source: String, folding: Folding) -> Self {
        let folded = folding.fold(pattern.as_str());
        Self {
            shown: pattern.to_string(),
            source,
            // Folding removes letters, and the rest may not be a pattern.
            pattern: folded.parse().unwrap_or_else(|_| pattern.clone()),
            parts: parts_of(&folded),
            is_computed: false,
        }
    }

    pub(super) fn of_index(name: &str, source: String, folding: Folding) -> Self {
        let folded = folding.fold(name);
        Self {
            shown: name.to_owned(),
            source,
            pattern: Pattern::literal(&folded),
            parts: vec![Part::Plain(folded.into_owned())],
            is_computed: true,
        }
    }

    /// True if a search may look into the focus of this row though another row leaves it out: only
    /// a setting opens places that a setting leaves out.
    pub(super) fn lifts(&self, ignore: &Self) -> bool {
        !self.is_computed || ignore.is_computed
    }

    pub(super) fn blocks(&self, path: &str) -> Denial {
        let Self { shown, source, .. } = self;
        let reason = format!("'{path}' is blocked by '{shown}' ({source})");
        Denial::new(Rule::Block, reason).advise(Advice::by_hand(
            "work without it; only a person changes policy.block",
        ))
    }

    /// A denial because a folder that is touched as a whole holds the blocked place.
    pub(super) fn blocks_below(&self, folder: &str) -> Denial {
        let Self { shown, source, .. } = self;
        let reason = format!("'{folder}' holds what is blocked by '{shown}' ({source})");
        Denial::new(Rule::Block, reason).advise(BY_PART)
    }

    pub(super) fn leaves_out(&self, path: &str) -> Note {
        let Self { shown, source, .. } = self;
        Note {
            text: format!("'{path}' is left out of searches by '{shown}' ({source})"),
            advice: vec![Advice::by_hand(
                "search the project's own files, read one there by its name, or let policy.focus \
                 name it",
            )],
        }
    }
}
