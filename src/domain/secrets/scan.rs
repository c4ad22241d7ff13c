//! Finds secrets: one pass for all anchors, then only the rules whose anchors stood there.
//!
//! The work is linear in the text: what a shape reads from an anchor is bounded, or stops where the next anchor could begin.

use std::fmt;
use std::ops::Range;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};

use super::rules::{Class, RULES, Rule, Shape};
use super::value;

/// One secret in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The rule's id.
    pub rule: &'static str,
    /// The sort of secret.
    pub class: Class,
    /// Where the secret itself stands, in bytes; both ends are character boundaries.
    pub span: Range<usize>,
    /// The line in which it begins, from 1.
    pub line: usize,
    /// The column at which it begins, in characters, from 1.
    pub column: usize,
    /// A few first characters and `…`: at most 6, and at most a quarter of the secret.
    pub masked: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}: {} ({})", self.line, self.column, self.rule, self.masked)
    }
}

/// Anchors of all rules, and for each anchor its rule's place in the table.
struct Prefilter {
    anchors: AhoCorasick,
    owners: Vec<usize>,
}

static PREFILTER: LazyLock<Prefilter> = LazyLock::new(|| {
    let rows = RULES.iter().enumerate();
    let pairs = rows.flat_map(|(row, rule)| rule.anchors.iter().map(move |anchor| (row, *anchor)));
    let (owners, literals): (Vec<usize>, Vec<&str>) = pairs.unzip();
    let built = AhoCorasick::builder()
        .ascii_case_insensitive(true)
        .match_kind(MatchKind::Standard)
        .kind(Some(AhoCorasickKind::DFA))
        .build(literals);
    #[allow(
        clippy::expect_used,
        reason = "a fixed table of a few hundred short literals, far below the automaton's limits"
    )]
    let anchors = built.expect("the table's anchors build");
    Prefilter { anchors, owners }
});

/// Finds every secret in `text`.
///
/// The findings are sorted by place and do not overlap; where several rules meet, one finding covers what all of
/// them found and has the name of the rule that comes first in the table.
#[must_use]
pub fn scan(text: &str) -> Vec<Finding> {
    let mut found: Vec<(Range<usize>, usize)> = Vec::new();
    for hit in PREFILTER.anchors.find_overlapping_iter(text) {
        let row = PREFILTER.owners[hit.pattern().as_usize()];
        let rule = &RULES[row];
        let anchor = hit.range();
        // Anchors inside of a token that is already found have nothing to add.
        if found
            .last()
            .is_some_and(|(span, owner)| *owner <= row && span.contains(&anchor.start) && anchor.end < span.end)
        {
            continue;
        }
        if let Some(span) = read(rule, text, anchor)
            && !value::is_marked(&text[span.clone()])
            // The comment of a real key may well name example.org.
            && (rule.class == Class::PrivateKey || !value::is_filler(&text[span.clone()]))
        {
            found.push((span, row));
        }
    }
    report(text, merge(found))
}

fn read(rule: &Rule, text: &str, anchor: Range<usize>) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    match &rule.shape {
        Shape::Reader(read) => read(text, anchor),
        _ if continues_a_word(bytes, anchor.start) => None,
        Shape::Pattern(pattern) => {
            let span = pattern.read(&text[anchor.start..])?;
            Some(anchor.start + span.start..anchor.start + span.end)
        }
        Shape::Token { alphabet, shortest, longest } => {
            if !rule.anchors.iter().any(|literal| literal.as_bytes() == &bytes[anchor.clone()]) {
                return None;
            }
            let behind = &bytes[anchor.end..];
            // One byte more than the longest tells a token from a longer run.
            let run = behind.iter().take(longest + 1).take_while(|byte| alphabet.holds(**byte)).count();
            let run = run - behind[..run].iter().rev().take_while(|byte| **byte == b'.').count();
            let cut = behind.get(run).is_some_and(u8::is_ascii_alphanumeric);
            let fits = (*shortest..=*longest).contains(&run) && !cut;
            (fits && is_mixed(&behind[..run])).then_some(anchor.start..anchor.end + run)
        }
    }
}

/// Whether a token could not begin at `start`, since a word runs into it. The letter of a string's `\n` is no word.
fn continues_a_word(bytes: &[u8], start: usize) -> bool {
    match bytes[..start] {
        [] | [.., b'\\', b'n' | b'r' | b't'] => false,
        [.., byte] => byte.is_ascii_alphanumeric(),
    }
}

/// Tells made-up strings from slugs, `sk-some-long-words-in-lower-case`.
fn is_mixed(run: &[u8]) -> bool {
    let slug = run.contains(&b'-') || run.contains(&b'_');
    !slug || run.iter().any(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase())
}

/// Joins what overlaps; in the order of the table, the first names the whole.
fn merge(mut found: Vec<(Range<usize>, usize)>) -> Vec<(Range<usize>, usize)> {
    found.sort_by_key(|(span, row)| (span.start, *row));
    let mut merged: Vec<(Range<usize>, usize)> = Vec::with_capacity(found.len());
    for (span, row) in found {
        match merged.last_mut() {
            Some((last, owner)) if span.start < last.end => {
                last.end = last.end.max(span.end);
                *owner = row.min(*owner);
            }
            _ => merged.push((span, row)),
        }
    }
    merged
}

/// A finding at `span`, which lies on character boundaries.
pub(super) fn place(text: &str, span: Range<usize>, rule: &'static str, class: Class, masked: String) -> Finding {
    let before = &text[..span.start];
    let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
    let column = before[before.rfind('\n').map_or(0, |at| at + 1)..].chars().count() + 1;
    Finding { rule, class, span, line, column, masked }
}

fn report(text: &str, found: Vec<(Range<usize>, usize)>) -> Vec<Finding> {
    let (mut line, mut column, mut seen) = (1, 1, 0);
    let mut findings = Vec::with_capacity(found.len());
    for (span, row) in found {
        let between = &text[seen..span.start];
        line += between.bytes().filter(|byte| *byte == b'\n').count();
        column = match between.rfind('\n') {
            Some(newline) => between[newline + 1..].chars().count() + 1,
            None => column + between.chars().count(),
        };
        seen = span.start;
        findings.push(Finding {
            rule: RULES[row].id,
            class: RULES[row].class,
            line,
            column,
            masked: mask(&text[span.clone()], &RULES[row]),
            span,
        });
    }
    findings
}

/// The anchor's characters of a token, else four; what a terminal would not show as one character becomes `?`.
fn mask(secret: &str, rule: &Rule) -> String {
    let known = match rule.shape {
        Shape::Token { .. } => {
            rule.anchors.iter().filter(|anchor| secret.starts_with(**anchor)).map(|anchor| anchor.len()).max()
        }
        _ => None,
    };
    let shown = known.unwrap_or(4).min(6).min(secret.chars().count() / 4);
    let letters = secret.chars().take(shown).map(|letter| if letter.is_ascii_graphic() { letter } else { '?' });
    letters.chain(['…']).collect()
}
