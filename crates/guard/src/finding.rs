//! Findings of a scan: the place of a secret in lines and columns, and its mask.

use std::fmt;
use std::ops::Range;

use super::rule::{Class, Rule};
use super::unlisted::{MARKED, RANDOM};
use super::work;

/// A rule's match in a text.
#[derive(Debug, Clone)]
pub(crate) struct Hit {
    /// The secret, in bytes.
    pub(crate) span: Range<usize>,
    /// The rule's position in the table.
    pub(crate) rank: usize,
    pub(crate) rule: &'static Rule,
}

/// One secret in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The stable name of the rule that found it.
    pub rule: &'static str,
    /// The sort of secret.
    pub class: Class,
    /// The secret itself, in bytes; both ends are character boundaries.
    pub span: Range<usize>,
    /// The line in which it begins, from 1.
    pub line: usize,
    /// The column at which it begins, in characters, from 1.
    pub column: usize,
    /// The column after its last character, in characters, from 1, on its last line.
    pub end_column: usize,
    /// A few first characters and `…`: at most 4, and at most a quarter of the secret.
    pub masked: String,
}

impl Finding {
    /// True if nothing but its form tells that it is a secret: no name, and no prefix of a provider.
    /// Code has many such runs that are none: ids of resources, fixtures, data.
    #[must_use]
    pub fn is_by_form_alone(&self) -> bool {
        [MARKED, RANDOM].contains(&self.rule)
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Finding {
            line, column, rule, ..
        } = self;
        write!(out, "{line}:{column}: {rule} ({})", self.masked)
    }
}

/// A finding without its place as people count it.
pub(crate) struct Unplaced {
    /// The secret, in bytes; both ends are character boundaries.
    pub(crate) span: Range<usize>,
    pub(crate) rule: &'static str,
    pub(crate) class: Class,
    /// The text to show, if it is not the secret's first characters.
    pub(crate) masked: Option<String>,
}

/// The findings at their places. They are sorted and do not overlap.
pub(crate) fn placed(text: &str, unplaced: Vec<Unplaced>) -> Vec<Finding> {
    let mut findings = Vec::with_capacity(unplaced.len());
    // Lines are counted from one finding to the next, so that a text is read once.
    let mut counted = 0;
    let mut position = Position::START;
    for found in unplaced {
        let secret = &text[found.span.clone()];
        let start = position.after(&text[counted..found.span.start]);
        position = start.after(secret);
        counted = found.span.end;
        findings.push(Finding {
            rule: found.rule,
            class: found.class,
            line: start.line,
            column: start.column,
            end_column: position.column,
            masked: match found.masked {
                Some(masked) => masked,
                None => mask(secret),
            },
            span: found.span,
        });
    }
    findings
}

/// A place as people count it: lines, and characters on a line, from 1.
#[derive(Clone, Copy)]
struct Position {
    line: usize,
    column: usize,
}

impl Position {
    const START: Position = Position { line: 1, column: 1 };

    /// The place after `text`, which begins here.
    fn after(self, text: &str) -> Position {
        work::did(text.len());
        let Some(newline) = text.rfind('\n') else {
            return Position {
                line: self.line,
                column: self.column + text.chars().count(),
            };
        };
        let newlines = text.bytes().filter(|byte| *byte == b'\n').count();
        let last_line = &text[newline + 1..];
        Position {
            line: self.line + newlines,
            column: last_line.chars().count() + 1,
        }
    }
}

/// At most four first characters, and at most a quarter; a character that a terminal would not show
/// as one becomes `?`.
fn mask(secret: &str) -> String {
    // Four letters name the provider of most tokens (`ghp_`); of a short password even they would
    // tell too much.
    let shown = (secret.chars().count() / 4).min(4);
    let mut mask = String::new();
    for letter in secret.chars().take(shown) {
        let is_safe = letter.is_ascii_graphic();
        mask.push(if is_safe { letter } else { '?' });
    }
    mask.push('…');
    mask
}
