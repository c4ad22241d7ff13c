//! Reads the secret at an anchor by the rule's shape.

use std::ops::Range;
use std::sync::{LazyLock, OnceLock};

use regex::Regex;

use super::bigrams::likeness_to_words;
use super::classify::value;
use super::prefilter::Anchor;
use super::rule::{Alphabet, Lengths, Shape};
use super::run::{begins_after_escape, leading, trailing};
use super::{assignment, foreign, providers, rules, work};

// The most that a pattern reads, in bytes: several times the longest match.
const LONGEST_PATTERN: usize = 4096;

/// By rank: the pattern of a rule that has one.
// Compiled when its anchor is first met: all at once would cost more than most commands take.
static PATTERNS: LazyLock<Vec<OnceLock<Regex>>> =
    LazyLock::new(|| rules::all().map(|_| OnceLock::new()).collect());

/// The runs that were read last, by their alphabet: a text may have an anchor at every fourth byte
/// of a long one, and it is read once.
#[derive(Default)]
pub(crate) struct KnownRuns([Range<usize>; Alphabet::COUNT]);

impl KnownRuns {
    /// Number of bytes of the alphabet from `start` on.
    fn run(&mut self, bytes: &[u8], start: usize, alphabet: Alphabet) -> usize {
        let known = &mut self.0[alphabet as usize];
        if !known.contains(&start) {
            let rest = &bytes[start..];
            let length = leading(rest, rest.len(), |byte| alphabet.holds(byte));
            *known = start..start + length;
        }
        known.end - start
    }
}

/// The secret that `anchor`, which appears at `at`, leads to; `known` is of the same text.
pub(crate) fn read(
    anchor: &Anchor,
    text: &str,
    at: Range<usize>,
    known: &mut KnownRuns,
) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    match &anchor.rule.shape {
        Shape::Reader(read) => read(text, at),
        Shape::Assignment => assignment::read(text, at, providers::names_provider),
        Shape::Foreign => foreign::read(text, at),
        // Found from the run on, by `keyed` and `unlisted`.
        Shape::Keyed(_) | Shape::Unlisted(_) => None,
        Shape::Inside {
            alphabet,
            before,
            after,
        } => {
            if !is_exact(anchor, &bytes[at.clone()]) {
                return None;
            }
            around(bytes, &at, *alphabet, *before, *after)
        }
        // After a letter, only anchors in the middle of a token count, and those that no word has.
        Shape::Token { alphabet, lengths } if continues_a_word(bytes, at.start) => {
            if !is_distinctive(anchor.literal) || !is_exact(anchor, &bytes[at.clone()]) {
                return None;
            }
            let run = known.run(bytes, at.end, *alphabet);
            let end = at.end + token(&bytes[at.end..], run, *lengths)?;
            stands_alone(&text[at.end..end]).then_some(at.start..end)
        }
        _ if continues_a_word(bytes, at.start) => None,
        Shape::Pattern(source) => {
            let regex = pattern(anchor.rank, source);
            // Cut before, not searched from: `\A` is the anchor's place. And cut after, so that no
            // pattern can read a long text from each of its anchors.
            let end = text.floor_char_boundary(at.start + LONGEST_PATTERN);
            work::did(at.len());
            let captures = regex.captures(&text[at.start..end])?;
            let secret = captures.get(1)?;
            Some(at.start + secret.start()..at.start + secret.end())
        }
        Shape::Token { alphabet, lengths } => {
            if !is_exact(anchor, &bytes[at.clone()]) {
                return None;
            }
            let run = known.run(bytes, at.end, *alphabet);
            let length = token(&bytes[at.end..], run, *lengths)?;
            Some(at.start..at.end + length)
        }
    }
}

/// True if the anchor appears in one of the exact spellings of its rule, not just in any case.
fn is_exact(anchor: &Anchor, found: &[u8]) -> bool {
    let mut spellings = anchor.rule.anchors.iter();
    spellings.any(|literal| literal.as_bytes() == found)
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

/// True if an anchor marks a token even after a letter that does not belong to it: a rest of a
/// colour or an escape, or a typing mistake.
fn is_distinctive(literal: &str) -> bool {
    literal.len() >= 4 && literal.ends_with(['_', '-', '.'])
}

/// True if the run after an anchor is a token even if the anchor is only the end of a word.
fn stands_alone(run: &str) -> bool {
    run.len() >= 20 && value::is_random(run) && !value::is_digest(run)
}

/// Length of the part of `rest`, the text after an anchor, that belongs to the token; `run` is the
/// length of the run of its alphabet there.
fn token(rest: &[u8], run: usize, lengths: Lengths) -> Option<usize> {
    // One more byte than the longest tells a token from a longer run.
    let run = run.min(lengths.longest + 1);
    // Dots and dashes at the end belong to the sentence, unless the token is too short without
    // them: one of sixty-four ends in a dash.
    let punctuation = trailing(&rest[..run], run, |byte| matches!(byte, b'.' | b'-'));
    let length = match run - punctuation {
        short if short < lengths.shortest => run.min(lengths.shortest),
        length => length,
    };
    // More letters than a token may have: it is something else.
    let is_cut = rest.get(length).is_some_and(u8::is_ascii_alphanumeric);
    let fits = lengths.allow(length) && !is_cut;
    (fits && is_made_up(&rest[..length])).then_some(length)
}

/// The run of an alphabet around an anchor, if it is long enough on both sides.
fn around(
    bytes: &[u8],
    anchor: &Range<usize>,
    alphabet: Alphabet,
    lengths_before: Lengths,
    lengths_after: Lengths,
) -> Option<Range<usize>> {
    let holds = |byte| alphabet.holds(byte);
    // The sign that fills up the last group of Base64 comes after it: a sign before it belongs to a
    // name.
    let mut before = trailing(&bytes[..anchor.start], lengths_before.longest + 1, |byte| {
        holds(byte) && byte != b'='
    });
    let rest = &bytes[..anchor.start - before];
    let is_escape = rest.ends_with(b"\\");
    let is_added_line = matches!(rest, [] | [.., b'\n']) && bytes[rest.len()] == b'+';
    if (is_escape || is_added_line) && before > lengths_before.shortest {
        // The letter of a string's `\n`, or the sign of a diff, does not belong to the token.
        before -= 1;
    }
    let after = leading(&bytes[anchor.end..], lengths_after.longest + 1, holds);
    if !lengths_before.allow(before) || !lengths_after.allow(after) {
        return None;
    }
    let span = anchor.start - before..anchor.end + after;
    is_made_up(&bytes[span.clone()]).then_some(span)
}

/// True if a token cannot begin at `start`, since a word runs into it.
fn continues_a_word(bytes: &[u8], start: usize) -> bool {
    let before = &bytes[..start];
    if !bytes[start].is_ascii_alphanumeric() || begins_after_escape(before) {
        return false;
    }
    before.last().is_some_and(u8::is_ascii_alphanumeric)
}

/// Tells made-up strings from words (`sk-some-long-words-in-a-row`), and from one character
/// repeated.
fn is_made_up(run: &[u8]) -> bool {
    let padding = trailing(run, run.len(), |byte| byte == b'=');
    let bare = &run[..run.len() - padding];
    // A ruler or a mask, whatever comes before it.
    let is_repetition = run.len() > 4 && bare.iter().all(|byte| byte == &bare[0]);
    if is_repetition {
        return false;
    }
    run.iter().any(u8::is_ascii_digit) || likeness_to_words(run) < 0
}
