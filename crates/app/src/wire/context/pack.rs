//! Answers that are one text for a prompt: packs and briefings.

use schemars::JsonSchema;
use serde::Serialize;

use crate::context::Pack;
use crate::wire::text::Text;
use git_memory_guard::Clean;
use git_memory_text::budget::{Size, tokens};

/// The answer of `context`.
#[derive(Serialize, JsonSchema)]
pub struct PackAnswer<'a> {
    /// Markdown.
    text: &'a str,
    chars: usize,
    lines: usize,
    /// An estimate.
    tokens: usize,
    /// The means by which the query was answered, if not by words only: `words + MODEL (n of m
    /// records)`.
    #[serde(skip_serializing_if = "Option::is_none")]
    retrieval: Option<String>,
    /// Faults of its sources, one line each.
    faults: Vec<Text<'a>>,
}

impl<'a> From<&'a Pack> for PackAnswer<'a> {
    fn from(pack: &'a Pack) -> Self {
        let Size { chars, lines, .. } = Size::of(&pack.text);
        Self {
            text: &pack.text,
            chars,
            lines,
            tokens: tokens(&pack.text),
            retrieval: pack.retrieval.beyond_words(),
            faults: Text::list(&pack.faults),
        }
    }
}

/// The answer of `briefing`.
#[derive(Serialize, JsonSchema)]
pub struct BriefingAnswer<'a> {
    /// Markdown.
    text: &'a str,
    lines: usize,
}

impl<'a> From<&'a Clean> for BriefingAnswer<'a> {
    fn from(text: &'a Clean) -> Self {
        Self {
            text,
            lines: text.lines().count(),
        }
    }
}
