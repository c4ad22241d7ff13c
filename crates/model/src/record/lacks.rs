//! Finds the parts that a record lacks: sections and keys without which it leaves a question open.

use serde::{Deserialize, Serialize};

use crate::kind::Kind;
use git_memory_text::markdown;

/// Owner that the add commands write if none is named.
pub const UNASSIGNED: &str = "unassigned";

/// Which of the parts that its kind needs a record lacks: a bit for each, in the table's order.
// Kept with each header, and ten thousand of these are read at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lacks(u8);

impl Lacks {
    /// Parts that a text lacks; `value` gives the value of a front matter key.
    pub(crate) fn of(kind: Kind, body: &str, value: impl Fn(&str) -> Option<String>) -> Self {
        let mut lacks = Self::default();
        for (nth, part) in kind.needed().enumerate() {
            let is_section = kind.sections().iter().any(|other| other.name == part.name);
            let is_there = if is_section {
                has_section(body, part.name)
            } else {
                let value = value(part.name);
                value.is_some_and(|value| !matches!(value.trim(), "" | UNASSIGNED))
            };
            if !is_there {
                lacks.0 |= 1 << nth;
            }
        }
        lacks
    }

    /// The names of the missing parts, as its kind has them.
    #[must_use]
    pub fn names(self, kind: Kind) -> Vec<&'static str> {
        let mut names = Vec::new();
        for (nth, part) in kind.needed().enumerate() {
            if self.0 & (1 << nth) != 0 {
                names.push(part.name);
            }
        }
        names
    }
}

/// True if a section has a text of its own.
fn has_section(body: &str, name: &str) -> bool {
    let mut is_inside = false;
    for line in body.lines() {
        let line = line.trim();
        if line.starts_with('#') {
            is_inside = line.trim_matches('#').trim().eq_ignore_ascii_case(name);
        } else if is_inside && !line.is_empty() {
            return true;
        }
    }
    // Headings have other forms; only the library knows all of them, and it takes its time.
    markdown::section(body, name).is_some_and(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_needs_a_text_and_a_key_a_value() {
        let none = |_: &str| None;
        let decision = |body: &str| Lacks::of(Kind::DECISION, body, none).names(Kind::DECISION);
        for (body, expected) in [
            ("", &["Rationale"][..]),
            ("Free text.", &["Rationale"]),
            ("## Decision\n\nYes.\n\n## Rationale\n\n", &["Rationale"]),
            ("## Rationale\n\nSo.\n", &[]),
            ("## decision\n\nYes.\n\n### rationale\nSo.\n", &[]),
            ("Rationale\n---\n\nSo.\n", &[]),
        ] {
            assert_eq!(decision(body), expected, "{body}");
        }
        let body = "## Why it matters\n\nIt does.\n";
        for (trigger, expected) in [
            ("unassigned", &["next_trigger"][..]),
            ("", &["next_trigger"]),
            ("2027-01-01", &[]),
        ] {
            let value = |_: &str| Some(trigger.to_owned());
            let lacks = Lacks::of(Kind::OPEN_LOOP, body, value);
            assert_eq!(lacks.names(Kind::OPEN_LOOP), expected);
        }
    }
}
