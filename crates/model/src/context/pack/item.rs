//! One thing that may go into a pack, and the texts that it can have there.

use std::cmp::Reverse;

use serde::Serialize;

use super::cut::cut;
use crate::context::fence::fenced;
use git_memory_text::budget::Size;
use git_memory_text::one_line;

/// One thing that may go into a pack. Its texts are sanitized.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Item {
    /// Origin of the item: the label of its fence, or the beginning of its line.
    pub origin: String,
    /// Its place among those of its section that were not asked for.
    pub order: ItemOrder,
    /// Its shortest text, on one line; empty if it has only the long one.
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

/// Part of an item that a form has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// Its shortest text, as a line of a list.
    Line,
    /// The beginning of its working text.
    Cut,
    /// All of its working text, or its shortest text if it has no other.
    Whole,
}

/// A form of an item.
#[derive(Clone, Debug)]
pub(super) struct Form {
    /// Text of the item, without fences or origin.
    pub(super) body: String,
    /// The text as it stands in the pack: between fences, or as a line of a list.
    pub(super) text: String,
    pub(super) extent: Extent,
    pub(super) is_line: bool,
}

impl Form {
    fn fits(&self, room: Size) -> bool {
        room.holds(room.measure(&self.text))
    }
}

impl Item {
    /// As much of its working text as there is room for; `None` if it has none, or too little room.
    pub(super) fn piece(&self, room: Size) -> Option<Form> {
        let full = self.full.as_ref()?;
        let whole = self.fenced(full.clone(), Extent::Whole);
        if whole.fits(room) {
            return Some(whole);
        }
        let frame = room.measure(&self.fenced(String::new(), Extent::Cut).text);
        // The end of the last line is not part of the body.
        let body = cut(full, room.without(frame + room.measure(" \n")))?;
        let cut = self.fenced(body, Extent::Cut);
        cut.fits(room).then_some(cut)
    }

    fn fenced(&self, body: String, extent: Extent) -> Form {
        Form {
            text: fenced(&self.origin, &body),
            body,
            extent,
            is_line: false,
        }
    }

    /// Its shortest text as a line; `None` if it has none.
    pub(super) fn line(&self) -> Option<Form> {
        let extent = if self.full.is_some() {
            Extent::Line
        } else {
            Extent::Whole
        };
        // One line, which begins with the origin: none of a list can end the fence around it.
        (!self.brief.is_empty()).then(|| Form {
            text: format!("{} {}\n", self.origin, one_line(&self.brief, usize::MAX)),
            body: self.brief.clone(),
            extent,
            is_line: true,
        })
    }

    /// The first word of its origin: its id or path.
    pub(super) fn name(&self) -> &str {
        match self.origin.split_once(' ') {
            Some((name, _)) => name,
            None => &self.origin,
        }
    }

    /// Its texts, the longer one first, without empty ones.
    pub(super) fn texts(&self) -> Vec<&String> {
        let mut texts: Vec<&String> = self.full.iter().chain([&self.brief]).collect();
        texts.retain(|text| !text.is_empty());
        texts
    }
}
