//! One version of a record's file for a merge: its form, and the lines of each key.

use std::borrow::Cow;

use super::blocks::{Block, blocks, meanings};
use super::front_matter;
use super::marks::KeysInConflict;
use crate::keys;

/// Form of a text, apart from its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Form {
    has_bom: bool,
    /// True if every line ends as on Windows.
    is_crlf: bool,
}

impl Form {
    /// The form of a merge: as the side has it that changed it.
    pub(crate) fn merged(base: Option<Self>, ours: Self, theirs: Self) -> Self {
        let bom = base.map(|base| base.has_bom);
        let crlf = base.map(|base| base.is_crlf);
        Self {
            has_bom: changed(bom, ours.has_bom, theirs.has_bom),
            is_crlf: changed(crlf, ours.is_crlf, theirs.is_crlf),
        }
    }

    /// A plain text in this form.
    pub(crate) fn of(self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        if self.has_bom {
            out.push('\u{feff}');
        }
        if !self.is_crlf {
            out.push_str(text);
            return out;
        }
        for line in text.split_inclusive('\n') {
            match line.strip_suffix('\n') {
                Some(line) => out.extend([line.trim_end_matches('\r'), "\r\n"]),
                None => out.push_str(line),
            }
        }
        out
    }
}

/// A property of a merge: the value of the side that changed it.
fn changed(base: Option<bool>, ours: bool, theirs: bool) -> bool {
    match base {
        Some(base) if ours == base => theirs,
        Some(_) => ours,
        None => ours && theirs,
    }
}

/// A text without its form: if one side has changed that, every line would differ.
pub(crate) struct Plain<'a> {
    pub(crate) form: Form,
    pub(crate) text: Cow<'a, str>,
}

impl<'a> Plain<'a> {
    pub(crate) fn of(text: &'a str) -> Self {
        let content = front_matter::without_bom(text);
        let has_bom = content.len() < text.len();
        let ends = content.matches('\n').count();
        // With mixed line ends, each belongs to its line.
        let is_crlf = ends > 0 && content.matches("\r\n").count() == ends;
        Self {
            form: Form { has_bom, is_crlf },
            text: if is_crlf {
                content.replace("\r\n", "\n").into()
            } else {
                content.into()
            },
        }
    }
}

/// A record's file in its blocks.
#[derive(Default)]
pub(crate) struct File<'a> {
    /// The line before the front matter.
    pub(crate) opening: &'a str,
    blocks: Vec<Block<'a>>,
    /// Meaning of the key of each block.
    pub(crate) keys: Vec<&'a str>,
    /// The line after it.
    pub(crate) closing: &'a str,
    pub(crate) body: &'a str,
}

/// Evidence for the later one of two versions, the most telling first.
// A day is not exact: two versions of one day are told apart by their text, which means nothing,
// but is the same on both machines.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Rank<'a> {
    updated: Option<&'a str>,
    blocks: &'a [Block<'a>],
    body: &'a str,
}

impl<'a> File<'a> {
    pub(crate) fn read(text: &'a str) -> Option<Self> {
        // A text that is not a record cannot be merged key by key; the caller takes one side.
        let parts = front_matter::split(text).ok()?;
        let blocks = blocks(&text[parts.yaml.clone()]);
        Some(Self {
            opening: &text[..parts.yaml.start],
            keys: meanings(&blocks),
            blocks,
            closing: &text[parts.yaml.end..parts.body.start],
            body: &text[parts.body],
        })
    }

    /// The common base of both sides. It may be a merge of several versions that git has made for
    /// itself, with conflicts in it: keys in conflict have no value then, so that a side that has
    /// chosen one of two does not lose it to a side that chose the other.
    pub(crate) fn read_base(text: &'a str) -> Self {
        let Some(mut file) = Self::read(text) else {
            return Self::default();
        };
        if let Some(conflict) = KeysInConflict::at_top_of(file.body) {
            file.body = conflict.rest;
            for key in meanings(&blocks(conflict.theirs)) {
                if let Some(nth) = file.keys.iter().position(|known| *known == key) {
                    file.keys.remove(nth);
                    file.blocks.remove(nth);
                }
            }
        }
        file
    }

    pub(crate) fn block(&self, key: &str) -> Option<Block<'a>> {
        let nth = self.keys.iter().position(|known| *known == key)?;
        self.blocks.get(nth).copied()
    }

    pub(crate) fn rank(&self) -> Rank<'_> {
        let updated = self.block(keys::UPDATED.name);
        Rank {
            updated: updated.map(|block| block.lines),
            blocks: &self.blocks,
            body: self.body,
        }
    }
}
