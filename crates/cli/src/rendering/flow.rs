//! A text in styles that is wrapped as one: a paragraph, an item of a list, a line of code.

use std::ops::Range;

use anstyle::Style;
use textwrap::WordSeparator;
use textwrap::core::{Word, break_words, display_width};
use textwrap::wrap_algorithms::wrap_first_fit;

use crate::style::{DIM, PLAIN};
use git_memory_text::visible_line;

/// Fewer columns than this hold no text: what does not fit is left to the terminal.
const LEAST: usize = 20;

/// A text in styles, and what is before its lines.
#[derive(Clone, Debug, Default)]
pub(crate) struct Flow {
    /// Before the first line.
    first: String,
    /// Before every other one.
    rest: String,
    /// One line; what hides in it is spelled out.
    text: String,
    /// In the order of the text, without gaps.
    spans: Vec<Span>,
    is_wrapped: bool,
}

#[derive(Clone, Debug)]
struct Span {
    /// Of bytes of the text.
    range: Range<usize>,
    style: Style,
}

impl Flow {
    /// An empty one, wrapped, with what is before its first line and before the others.
    pub(crate) fn new(first: &str, rest: &str) -> Self {
        Self {
            first: first.to_owned(),
            rest: rest.to_owned(),
            is_wrapped: true,
            ..Self::default()
        }
    }

    /// An empty one that stays one line, however long it is.
    pub(crate) fn line(indent: &str) -> Self {
        Self {
            is_wrapped: false,
            ..Self::new(indent, indent)
        }
    }

    /// Adds a text.
    pub(crate) fn push(&mut self, style: Style, text: &str) {
        // Texts come from strangers: an escape sequence in them is shown as what it is.
        let text = visible_line(text);
        let start = self.text.len();
        self.text.push_str(&text);
        self.spans.push(Span {
            range: start..self.text.len(),
            style,
        });
    }

    /// Adds the text of another flow, in that one's styles.
    pub(crate) fn append(&mut self, other: &Self) {
        for span in &other.spans {
            self.push(span.style, &other.text[span.range.clone()]);
        }
    }

    /// Returns the text of the flow.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Returns a flow with another text, in no style.
    pub(crate) fn with_text(&self, text: &str) -> Self {
        let mut flow = Self {
            text: String::new(),
            spans: Vec::new(),
            ..self.clone()
        };
        flow.push(PLAIN, text);
        flow
    }

    /// How many columns its text takes.
    pub(crate) fn width(&self) -> usize {
        display_width(&self.text)
    }

    /// Its lines in pieces, at most so many columns wide; all in one where no width is given.
    pub(crate) fn lines(&self, width: Option<usize>) -> Vec<Vec<(Style, &str)>> {
        let mut lines = Vec::new();
        for range in self.ranges(width) {
            let prefix = if lines.is_empty() {
                &self.first
            } else {
                &self.rest
            };
            lines.push(self.line_of(prefix, &range));
        }
        lines
    }

    /// Returns the range of the text on each line.
    fn ranges(&self, width: Option<usize>) -> Vec<Range<usize>> {
        let mut ranges = Vec::new();
        let Some(width) = width.filter(|_| self.is_wrapped) else {
            ranges.push(0..self.text.len());
            return ranges;
        };
        let room = |prefix| width.saturating_sub(display_width(prefix)).max(LEAST);
        let (first, rest) = (room(&self.first), room(&self.rest));
        let words = words(&self.text, first.min(rest));
        #[allow(clippy::cast_precision_loss, reason = "a terminal has few columns")]
        let widths = [first as f64, rest as f64];
        let mut start = 0;
        for line in wrap_first_fit(&words, &widths) {
            let mut end = start;
            let mut next = start;
            for word in line {
                end = next + word.word.len();
                next = end + word.whitespace.len();
            }
            ranges.push(start..end);
            start = next;
        }
        ranges
    }

    fn line_of<'a>(&'a self, prefix: &'a str, range: &Range<usize>) -> Vec<(Style, &'a str)> {
        // Nothing is left at the end of an empty line of a quotation.
        let prefix = if range.is_empty() {
            prefix.trim_end()
        } else {
            prefix
        };
        let style = if prefix.trim().is_empty() { PLAIN } else { DIM };
        let mut pieces = vec![(style, prefix)];
        let first = self
            .spans
            .partition_point(|span| span.range.end <= range.start);
        for span in &self.spans[first..] {
            if span.range.start >= range.end {
                break;
            }
            let piece = span.range.start.max(range.start)..span.range.end.min(range.end);
            pieces.push((span.style, &self.text[piece]));
        }
        pieces
    }
}

/// The words of a text, none of them wider than a line.
fn words(text: &str, width: usize) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    for word in WordSeparator::AsciiSpace.find_words(text) {
        // A link or a path in two pieces can neither be clicked nor copied; Chinese and Japanese
        // have no spaces.
        if word.is_ascii() {
            words.push(word);
        } else {
            words.extend(break_words([word], width));
        }
    }
    words
}
