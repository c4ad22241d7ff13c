//! Finds secrets: one pass for all anchors, then only the rules whose anchors stood there.
//!
//! The work is linear in the text: what a shape reads from an anchor is bounded, or stops where the next anchor could begin.

use std::fmt;
use std::ops::Range;
use std::sync::{LazyLock, OnceLock};

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};
use regex::Regex;

use super::rules::{self, Alphabet, Class, Rule, Shape};
use super::{forms, value};

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
    /// A few first characters and `…`: at most 4, and at most a quarter of the secret.
    pub masked: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}: {} ({})", self.line, self.column, self.rule, self.masked)
    }
}

/// Anchors of all rules, each with its rule and the rule's rank.
struct Prefilter {
    anchors: AhoCorasick,
    owners: Vec<(usize, &'static Rule)>,
}

/// Starts in less than a millisecond.
static PREFILTER: LazyLock<Prefilter> = LazyLock::new(|| Prefilter::new(AhoCorasickKind::ContiguousNFA));
/// Takes a millisecond longer to make, and half the time a byte.
static BULK_PREFILTER: LazyLock<Prefilter> = LazyLock::new(|| Prefilter::new(AhoCorasickKind::DFA));
/// From this size on a text is worth the second one, in bytes.
const BULK: usize = 256 << 10;

/// By rank: the pattern of a rule that has one, compiled when its anchor is first met. All at once would cost more than
/// most commands take.
static PATTERNS: LazyLock<Vec<OnceLock<Regex>>> = LazyLock::new(|| rules::all().map(|_| OnceLock::new()).collect());

impl Prefilter {
    fn new(kind: AhoCorasickKind) -> Self {
        let pairs = rules::all().enumerate().flat_map(|row| row.1.anchors.iter().map(move |anchor| (row, *anchor)));
        let (owners, literals): (Vec<(usize, &'static Rule)>, Vec<&str>) = pairs.unzip();
        let mut builder = AhoCorasick::builder();
        builder.ascii_case_insensitive(true).match_kind(MatchKind::Standard).kind(Some(kind));
        #[allow(
            clippy::expect_used,
            reason = "a fixed table of a few hundred short literals, far below the automaton's limits"
        )]
        let anchors = builder.build(literals).expect("the table's anchors build");
        Self { anchors, owners }
    }

    fn for_text(text: &str) -> &'static Self {
        if text.len() < BULK { &PREFILTER } else { &BULK_PREFILTER }
    }
}

/// What a rule found: its place, its rank, and itself.
type Hit = (Range<usize>, usize, &'static Rule);

/// Finds every secret in `text`, as it stands and behind escapes and Base64.
///
/// The findings are sorted by place and do not overlap; where several rules meet, one finding covers what all of
/// them found and has the name of the rule that comes first in the table.
#[must_use]
pub fn scan(text: &str) -> Vec<Finding> {
    let mut found = hits(text);
    found.extend(forms::hidden(text, hits));
    report(text, merge(found))
}

/// What the rules find in a text as it stands.
fn hits(text: &str) -> Vec<Hit> {
    let mut found: Vec<Hit> = Vec::new();
    let prefilter = Prefilter::for_text(text);
    for hit in prefilter.anchors.find_overlapping_iter(text) {
        let (rank, rule) = prefilter.owners[hit.pattern().as_usize()];
        let anchor = hit.range();
        // Anchors inside of a token that is already found have nothing to add.
        if found
            .last()
            .is_some_and(|(span, owner, _)| *owner <= rank && span.contains(&anchor.start) && anchor.end < span.end)
        {
            continue;
        }
        if let Some(span) = read(rule, rank, text, anchor)
            && !value::is_marked(&text[span.clone()])
            // The comment of a real key may well name example.org.
            && (rule.class == Class::PrivateKey || !value::is_filler(&text[span.clone()]))
        {
            found.push((span, rank, rule));
        }
    }
    found
}

fn read(rule: &Rule, rank: usize, text: &str, anchor: Range<usize>) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let is_exact = || rule.anchors.iter().any(|literal| literal.as_bytes() == &bytes[anchor.clone()]);
    match &rule.shape {
        Shape::Reader(read) => read(text, anchor),
        Shape::Inside { alphabet, before, behind } => {
            is_exact().then(|| around(bytes, &anchor, *alphabet, *before, *behind))?
        }
        _ if bytes[anchor.start].is_ascii_alphanumeric() && continues_a_word(bytes, anchor.start) => None,
        Shape::Pattern(source) => {
            let span = pattern(rank, source).captures(&text[anchor.start..])?.get(1)?.range();
            let secret = &text[anchor.start..][span.clone()];
            let is_nothing = match rule.class {
                Class::Token => !is_made_up(&secret.as_bytes()[anchor.len().min(secret.len())..]),
                Class::Url => !is_made_up(secret.as_bytes()),
                Class::Assignment => value::is_placeholder(secret),
                _ => false,
            };
            if is_nothing {
                return None;
            }
            Some(anchor.start + span.start..anchor.start + span.end)
        }
        Shape::Token { alphabet, shortest, longest } => {
            if !is_exact() {
                return None;
            }
            let behind = &bytes[anchor.end..];
            // One byte more than the longest tells a token from a longer run.
            let run = behind.iter().take(longest + 1).take_while(|byte| alphabet.holds(**byte)).count();
            let run = run - behind[..run].iter().rev().take_while(|byte| matches!(byte, b'.' | b'-')).count();
            let cut = behind.get(run).is_some_and(u8::is_ascii_alphanumeric);
            let fits = (*shortest..=*longest).contains(&run) && !cut;
            (fits && is_made_up(&behind[..run])).then_some(anchor.start..anchor.end + run)
        }
    }
}

/// The compiled pattern of the rule with this rank.
fn pattern(rank: usize, source: &str) -> &'static Regex {
    PATTERNS[rank].get_or_init(|| {
        #[allow(clippy::expect_used, reason = "a test compiles every row, and no row comes from input")]
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
    let before = bytes[..anchor.start].iter().rev().take(most_before + 1).take_while(holds).count();
    let behind = bytes[anchor.end..].iter().take(most_behind + 1).take_while(holds).count();
    let fits = (least_before..=most_before).contains(&before) && (least_behind..=most_behind).contains(&behind);
    let span = anchor.start - before..anchor.end + behind;
    (fits && is_made_up(&bytes[span.clone()])).then_some(span)
}

/// Whether a token could not begin at `start`, since a word runs into it. The letter of a string's `\n` is no word.
fn continues_a_word(bytes: &[u8], start: usize) -> bool {
    match bytes[..start] {
        [] | [.., b'\\', b'n' | b'r' | b't'] => false,
        [.., byte] => byte.is_ascii_alphanumeric(),
    }
}

/// Tells made-up strings from words and slugs (`sk-some-long-words-in-lower-case`), and from one character repeated.
fn is_made_up(run: &[u8]) -> bool {
    let is_one = run.len() > 4 && run.iter().all(|byte| byte == &run[0]);
    let is_lower = |byte: &u8| byte.is_ascii_lowercase() || matches!(byte, b'-' | b'_' | b'.');
    !is_one && (!run.iter().all(is_lower) || (run.len() >= 16 && value::is_random(&String::from_utf8_lossy(run))))
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
pub(super) fn place(text: &str, span: Range<usize>, rule: &'static str, class: Class, masked: String) -> Finding {
    let before = &text[..span.start];
    let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
    let column = before[before.rfind('\n').map_or(0, |at| at + 1)..].chars().count() + 1;
    Finding { rule, class, span, line, column, masked }
}

fn report(text: &str, found: Vec<Hit>) -> Vec<Finding> {
    let (mut line, mut column, mut seen) = (1, 1, 0);
    let mut findings = Vec::with_capacity(found.len());
    for (span, _, rule) in found {
        let between = &text[seen..span.start];
        line += between.bytes().filter(|byte| *byte == b'\n').count();
        column = match between.rfind('\n') {
            Some(newline) => between[newline + 1..].chars().count() + 1,
            None => column + between.chars().count(),
        };
        seen = span.start;
        let masked = mask(&text[span.clone()]);
        findings.push(Finding { rule: rule.id, class: rule.class, line, column, masked, span });
    }
    findings
}

/// At most four first characters, and at most a quarter; what a terminal would not show as one character becomes `?`.
fn mask(secret: &str) -> String {
    let shown = (secret.chars().count() / 4).min(4);
    let letters = secret.chars().take(shown).map(|letter| if letter.is_ascii_graphic() { letter } else { '?' });
    letters.chain(['…']).collect()
}
