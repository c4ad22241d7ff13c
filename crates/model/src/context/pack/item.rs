//! One thing that may go into a pack, and the texts that it can have there.

use std::cmp::Reverse;

use serde::Serialize;

use crate::context::fence::fenced;
use crate::record::sections::{CUT, mark};
use git_memory_text::budget::Size;
use git_memory_text::floor;

// In characters: less of a longer text tells nothing.
const FEWEST: usize = 120;
// In characters: beside less than this, a mark with many names takes the room of the text.
const SHORT: usize = 600;
// Length of the part of a line that is looked at if only its beginning has room, in bytes. A line
// may be a megabyte long, and each step of the search measures it.
const LINE: usize = 8192;

/// One thing that may go into a pack. Its texts are sanitized.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Item {
    /// Origin of the item: the text of its fence.
    pub origin: String,
    /// Its place among those of its section that were not asked for.
    pub order: ItemOrder,
    /// True if the item was asked for and is not current: done, superseded or archived.
    pub is_past: bool,
    /// Its shortest text; empty if it has only the long one.
    pub brief: String,
    /// Its working text, if that is wanted; it may be cut.
    pub full: Option<String>,
}

/// The place of an item: by the first number, then by the second, then by the path.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct ItemOrder {
    /// A day, or the place in a list.
    pub first: i64,
    /// The place in history, the oldest first.
    pub second: Reverse<u64>,
    /// Decides between items that are otherwise equal.
    pub path: String,
}

impl ItemOrder {
    /// The place in a list.
    #[must_use]
    pub fn nth(nth: usize) -> Self {
        Self {
            // No list is so long.
            first: i64::try_from(nth).unwrap_or(i64::MAX),
            ..Self::default()
        }
    }
}

/// A form of an item.
pub(super) struct Form {
    /// Text between the fences.
    pub(super) body: String,
    /// With the fences.
    pub(super) text: String,
    /// True if the form is the beginning of a longer text.
    pub(super) is_cut: bool,
}

impl Form {
    fn fits(&self, room: Size) -> bool {
        room.holds(room.measure(&self.text))
    }
}

impl Item {
    /// As much of it as there is room for: its working text, the beginning of that, its shortest
    /// text.
    pub(super) fn form(&self, room: Size) -> Option<Form> {
        if let Some(full) = &self.full {
            let whole = self.with(full.clone(), "T1", false);
            if whole.fits(room) {
                return Some(whole);
            }
            if let Some(cut) = self.cut(full, room)
                && cut.fits(room)
            {
                return Some(cut);
            }
        }
        if self.brief.is_empty() {
            return None;
        }
        let brief = self.with(self.brief.clone(), "T0", false);
        if brief.fits(room) { Some(brief) } else { None }
    }

    /// Its shortest form; `None` if it has none.
    pub(super) fn least(&self) -> Option<String> {
        let brief = self.with(self.brief.clone(), "T0", false);
        (!self.brief.is_empty()).then_some(brief.text)
    }

    /// The beginning of its working text.
    fn cut(&self, full: &str, room: Size) -> Option<Form> {
        // The gap is measured too, whether or not the cut will need it: an item that is put in must
        // never exceed the budget.
        let frame = room.measure(&self.with(String::new(), "T1", true).text) + room.measure(" \n");
        let body = cut(full, room.without(frame))?;
        Some(self.with(body, "T1", true))
    }

    fn with(&self, body: String, tier: &str, is_cut: bool) -> Form {
        // An item without a short form has no tiers.
        let tier = if self.brief.is_empty() {
            String::new()
        } else {
            format!(" tier={tier}")
        };
        Form {
            text: fenced(&format!("{}{tier}", self.origin), &body),
            body,
            is_cut,
        }
    }

    /// Its texts, the longer one first, without empty ones.
    pub(super) fn texts(&self) -> Vec<&String> {
        let mut texts: Vec<&String> = self.full.iter().chain([&self.brief]).collect();
        texts.retain(|text| !text.is_empty());
        texts
    }
}

/// As much of a text as there is room for, with a mark that names the cut sections, unless that is
/// too little.
fn cut(text: &str, room: Size) -> Option<String> {
    let short = beginning(text, room.without(room.measure(CUT)))?;
    let named = if short.chars().count() < SHORT { 2 } else { 5 };
    let mut end = mark(text, short.len(), named);
    // The names take room from the text, so that there may be one more of them.
    for _ in 0..3 {
        if end == CUT {
            break;
        }
        let Some(kept) = beginning(text, room.without(room.measure(&end))) else {
            break;
        };
        let needed = mark(text, kept.len(), named);
        if needed == end {
            return Some(kept + &end);
        }
        end = needed;
    }
    Some(short + CUT)
}

/// As much of a text as there is room for, unless that is too little: whole lines, or whole words
/// and a space of the first line that has no room.
fn beginning(text: &str, room: Size) -> Option<String> {
    let (mut end, mut size) = (0, Size::default());
    let mut kept = String::new();
    for line in text.split_inclusive('\n') {
        let with_line = size + room.measure(line);
        if !room.holds(with_line) {
            kept.push_str(&text[..end]);
            let part = words(line, room.without(size));
            // A long line is worth its beginning, a short one is not.
            if part.len() >= FEWEST {
                kept.push_str(part);
                kept.push(' ');
            }
            break;
        }
        (size, end) = (with_line, end + line.len());
    }
    if kept.chars().count() < FEWEST {
        return None;
    }
    Some(kept)
}

/// The first words of a line that have room.
fn words(line: &str, room: Size) -> &str {
    let line = &line[..floor(line.trim_end(), LINE)];
    // By halves: measuring tokens costs more than anything else here.
    let (mut fits, mut too_long) = (0, line.len() + 1);
    while too_long - fits > 1 {
        let middle = fits.midpoint(too_long);
        if room.holds(room.measure(&line[..floor(line, middle)])) {
            fits = middle;
        } else {
            too_long = middle;
        }
    }
    let part = &line[..floor(line, fits)];
    if part.len() == line.len() {
        return part;
    }
    match part.rfind(' ') {
        Some(at) => part[..at].trim_end(),
        None => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn chars(most: usize) -> Size {
        Size::at_most(Some(most), None, None)
    }

    #[test]
    fn a_text_is_cut_at_a_line_or_at_a_word() {
        let lines = format!(
            "{}\n{}\nthree",
            "one ".repeat(40).trim(),
            "two ".repeat(40).trim()
        );
        let first = "one ".repeat(40).trim().to_owned();
        assert_eq!(cut(&lines, chars(200)).unwrap(), format!("{first}\n[…]"));
        let long = cut(&lines, chars(300)).unwrap();
        assert!(
            long.starts_with(&format!("{first}\ntwo two"))
                && long.ends_with("two […]")
                && long.chars().count() < 305,
            "{long}"
        );
        assert_eq!(cut(&lines, chars(60)), None, "too little");
        assert_eq!(cut(&"x".repeat(500), chars(200)), None, "no word to cut at");
    }

    #[test]
    fn a_cut_names_the_sections_that_it_lacks() {
        let words = |word: &str| format!("{word} ").repeat(60).trim_end().to_owned();
        let text = format!(
            "## Decision\n\n{}\n\n## Rationale\n\n{}\n\n## Consequences\n\n{}\n\n## Links\n\nL.",
            words("one"),
            words("two"),
            words("three"),
        );
        for (most, end) in [
            (400, "[… also: Consequences · Links]"),
            (250, "[… also: Rationale · Consequences · 1 more]"),
            (860, "[… also: Links]"),
            // Without room for the names they are left out.
            (140, "one […]"),
        ] {
            let cut = cut(&text, chars(most)).unwrap();
            assert!(cut.ends_with(end), "{most}: {cut}");
            assert!(cut.chars().count() <= most + 1, "{most}: {cut}");
        }
    }

    proptest! {
        #[test]
        fn a_beginning_is_one(text in "(\\PC| |\n|\n## \\PC){0,400}", most in 0_usize..500) {
            if let Some(cut) = cut(&text, chars(most)) {
                let kept = &cut[..cut.rfind("[…").unwrap()];
                prop_assert!(text.starts_with(kept.trim_end_matches(' ')));
                // The gap is measured with the frame.
                prop_assert!(cut.chars().count() <= most + 1);
            }
        }
    }
}
