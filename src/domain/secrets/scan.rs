//! Finds secrets: one pass for all anchors, then only the rules whose anchors stood there.
//!
//! The work is linear in the text: what a shape reads from an anchor is bounded, or stops where the
//! next anchor could begin.

use std::fmt;
use std::ops::Range;
use std::sync::{LazyLock, OnceLock};

use regex::Regex;

use super::bigrams::likeness_to_words;
use super::classify::value;
use super::prefilter::{Anchor, Prefilter};
use super::rule::{Alphabet, Class, Rule, Shape};
use super::rules;
use super::{decoded, keyed};

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
    /// The column behind its last character, in characters, from 1, on the line where it ends.
    pub end_column: usize,
    /// A few first characters and `…`: at most 4, and at most a quarter of the secret.
    pub masked: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            out,
            "{}:{}: {} ({})",
            self.line, self.column, self.rule, self.masked
        )
    }
}

static PREFILTER: LazyLock<Prefilter> = LazyLock::new(Prefilter::new);

/// By rank: the pattern of a rule that has one, compiled when its anchor is first met. All at once
/// would cost more than most commands take.
static PATTERNS: LazyLock<Vec<OnceLock<Regex>>> =
    LazyLock::new(|| rules::all().map(|_| OnceLock::new()).collect());

/// What a rule found: its place, its rank, and itself.
type Hit = (Range<usize>, usize, &'static Rule);

/// Finds every secret in `text`, as it stands and behind escapes and Base64.
///
/// The findings are sorted by place and do not overlap; where several rules meet, one finding
/// covers what all of them found and has the name of the rule that comes first in the table.
#[must_use]
pub fn scan(text: &str) -> Vec<Finding> {
    let mut found = hits(text);
    found.extend(decoded::hidden(text, hits));
    report(text, merge(found))
}

/// What the rules find in a text as it stands.
fn hits(text: &str) -> Vec<Hit> {
    let mut found: Vec<Hit> = Vec::new();
    PREFILTER.each(
        text,
        |start,
         Anchor {
             literal,
             rank,
             rule,
         }| {
            let anchor = start..start + literal.len();
            // Anchors inside of a token that is already found have nothing to add.
            let is_known = |(span, owner, _): &Hit| {
                *owner <= rank && span.contains(&anchor.start) && anchor.end < span.end
            };
            if found.last().is_some_and(is_known) {
                return;
            }
            if let Some(span) = read(rule, rank, text, anchor)
                && could_be(rule.class, &text[span.clone()])
            {
                found.push((span, rank, rule));
            }
        },
    );
    found.extend(keyed::hits(text));
    found
}

/// Whether what a rule of this class has read can be a secret, and does not only hold the place of
/// one.
fn could_be(class: Class, secret: &str) -> bool {
    let is_word =
        |text: &str| text.bytes().all(|byte| byte.is_ascii_lowercase()) && !value::is_random(text);
    match class {
        // The comment of a real key may well name example.org.
        Class::PrivateKey => !value::is_marked(secret),
        Class::Assignment => {
            !value::is_placeholder(secret) && !value::is_stand_in(secret) && !is_word(secret)
        }
        _ => !value::is_placeholder(secret),
    }
}

fn read(rule: &Rule, rank: usize, text: &str, anchor: Range<usize>) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let is_exact = || {
        rule.anchors
            .iter()
            .any(|literal| literal.as_bytes() == &bytes[anchor.clone()])
    };
    match &rule.shape {
        Shape::Reader(read) => read(text, anchor),
        // Looked for by `keyed`.
        Shape::Keyed(_) => None,
        Shape::Inside {
            alphabet,
            before,
            behind,
        } => is_exact().then(|| around(bytes, &anchor, *alphabet, *before, *behind))?,
        _ if continues_a_word(bytes, anchor.start) => None,
        Shape::Pattern(source) => {
            let span = pattern(rank, source)
                .captures(&text[anchor.start..])?
                .get(1)?
                .range();
            Some(anchor.start + span.start..anchor.start + span.end)
        }
        Shape::Token {
            alphabet,
            shortest,
            longest,
        } => {
            if !is_exact() {
                return None;
            }
            let behind = &bytes[anchor.end..];
            // One byte more than the longest tells a token from a longer run.
            let run = behind
                .iter()
                .take(longest + 1)
                .take_while(|byte| alphabet.holds(**byte))
                .count();
            let run = run
                - behind[..run]
                    .iter()
                    .rev()
                    .take_while(|byte| matches!(byte, b'.' | b'-'))
                    .count();
            let cut = behind.get(run).is_some_and(u8::is_ascii_alphanumeric);
            let fits = (*shortest..=*longest).contains(&run) && !cut;
            (fits && is_made_up(&behind[..run])).then_some(anchor.start..anchor.end + run)
        }
    }
}

/// The compiled pattern of the rule with this rank.
fn pattern(rank: usize, source: &str) -> &'static Regex {
    PATTERNS[rank].get_or_init(|| {
        #[allow(
            clippy::expect_used,
            reason = "a test compiles every row, and no row comes from input"
        )]
        Regex::new(source).expect("a row's pattern compiles")
    })
}

/// The run of an alphabet around an anchor, where it is as long on both sides as it has to be.
fn around(
    bytes: &[u8],
    anchor: &Range<usize>,
    alphabet: Alphabet,
    (least_before, most_before): (usize, usize),
    (least_behind, most_behind): (usize, usize),
) -> Option<Range<usize>> {
    let holds = |byte: &&u8| alphabet.holds(**byte);
    let before = bytes[..anchor.start]
        .iter()
        .rev()
        .take(most_before + 1)
        .take_while(holds)
        .count();
    // The letter of a string's `\n` is no part of it.
    let escaped = matches!(bytes[..anchor.start - before], [.., b'\\']) && before > least_before;
    let before = before - usize::from(escaped);
    let behind = bytes[anchor.end..]
        .iter()
        .take(most_behind + 1)
        .take_while(holds)
        .count();
    let fits = (least_before..=most_before).contains(&before)
        && (least_behind..=most_behind).contains(&behind);
    let span = anchor.start - before..anchor.end + behind;
    (fits && is_made_up(&bytes[span.clone()])).then_some(span)
}

/// Whether a token could not begin at `start`, since a word runs into it. The letter of a string's
/// `\n` is no word.
fn continues_a_word(bytes: &[u8], start: usize) -> bool {
    match bytes[..start] {
        _ if !bytes[start].is_ascii_alphanumeric() => false,
        [] | [.., b'\\', b'n' | b'r' | b't'] => false,
        [.., byte] => byte.is_ascii_alphanumeric(),
    }
}

/// Tells made-up strings from words (`sk-some-long-words-in-a-row`), and from one character
/// repeated.
fn is_made_up(run: &[u8]) -> bool {
    let bare = &run[..run.len() - run.iter().rev().take_while(|byte| **byte == b'=').count()];
    let is_one = run.len() > 4 && bare.iter().all(|byte| byte == &bare[0]);
    let has_digit = run.iter().any(u8::is_ascii_digit);
    !is_one && (has_digit || likeness_to_words(&String::from_utf8_lossy(run)) < 0)
}

/// Joins what overlaps; in the order of the table, the first names the whole.
fn merge(mut found: Vec<Hit>) -> Vec<Hit> {
    found.sort_by_key(|(span, rank, _)| (span.start, *rank));
    let mut merged: Vec<Hit> = Vec::with_capacity(found.len());
    for (span, rank, rule) in found {
        match merged.last_mut() {
            Some((last, owner, name)) if span.start < last.end => {
                last.end = last.end.max(span.end);
                if rank < *owner {
                    (*owner, *name) = (rank, rule);
                }
            }
            _ => merged.push((span, rank, rule)),
        }
    }
    merged
}

/// A finding at `span`, which lies on character boundaries.
pub(super) fn place(
    text: &str,
    span: Range<usize>,
    rule: &'static str,
    class: Class,
    masked: String,
) -> Finding {
    let start = Position::START.behind(&text[..span.start]);
    let end_column = start.behind(&text[span.clone()]).column;
    Finding {
        rule,
        class,
        line: start.line,
        column: start.column,
        end_column,
        span,
        masked,
    }
}

/// A place as people count it: lines, and characters on a line, from 1.
#[derive(Clone, Copy)]
struct Position {
    line: usize,
    column: usize,
}

impl Position {
    const START: Position = Position { line: 1, column: 1 };

    /// The place behind `text`, which begins here.
    fn behind(self, text: &str) -> Position {
        match text.rfind('\n') {
            None => Position {
                line: self.line,
                column: self.column + text.chars().count(),
            },
            Some(newline) => Position {
                line: self.line + text.bytes().filter(|byte| *byte == b'\n').count(),
                column: text[newline + 1..].chars().count() + 1,
            },
        }
    }
}

fn report(text: &str, found: Vec<Hit>) -> Vec<Finding> {
    let (mut seen, mut at) = (0, Position::START);
    let mut findings = Vec::with_capacity(found.len());
    for (span, _, rule) in found {
        let start = at.behind(&text[seen..span.start]);
        at = start.behind(&text[span.clone()]);
        seen = span.end;
        findings.push(Finding {
            rule: rule.id,
            class: rule.class,
            line: start.line,
            column: start.column,
            end_column: at.column,
            masked: mask(&text[span.clone()]),
            span,
        });
    }
    findings
}

/// At most four first characters, and at most a quarter; what a terminal would not show as one
/// character becomes `?`.
fn mask(secret: &str) -> String {
    let shown = (secret.chars().count() / 4).min(4);
    let letters = secret.chars().take(shown).map(|letter| {
        if letter.is_ascii_graphic() {
            letter
        } else {
            '?'
        }
    });
    letters.chain(['…']).collect()
}
