//! Keys that have no mark of their own: a run of letters and digits is one where a provider's name
//! stands shortly before it, and its length is what that provider's keys have.
//!
//! Looked for from the value on: runs this long are rare in prose, so the names cost nothing until
//! one stands there.

use std::ops::Range;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};

use super::classify::value;
use super::decoded;
use super::rule::{Key, Rule, Shape};
use super::rules;

/// The shortest run that any row asks for.
const SHORTEST: usize = 15;

/// The longest run that could be a key, in bytes. What is longer is data.
const LONGEST: usize = 256;

/// So far before its key a provider's name can stand, in bytes, at most one line above.
const WINDOW: usize = 56;

/// Words that make a key of what stands behind them, however it is tied to them.
const TELLING: &[&str] = &[
    "key",
    "token",
    "secret",
    "pass",
    "pwd",
    "auth",
    "access",
    "private",
    "credential",
    "bearer",
];

/// Words before a run which say that it is something else.
const HARMLESS: &[&str] = &[
    "commit",
    "sha1",
    "sha256",
    "sha-",
    "sha512",
    "hash",
    "digest",
    "checksum",
    "integrity",
    "revision",
    "version",
    "resolved",
    "public",
    "fingerprint",
    "://",
    "uuid",
    "@v",
    "image",
    "tree",
    "blob",
    "merge",
    "nonce",
    "_id",
    "-id",
    " id",
    "\"id",
    "id\"",
    "id:",
    "id=",
    "build",
];

struct Names {
    search: AhoCorasick,
    rows: Vec<(usize, &'static Rule, &'static [Key])>,
}

static NAMES: LazyLock<Option<Names>> = LazyLock::new(|| {
    let rows = rules::all().enumerate();
    let keyed = rows.filter_map(|(rank, rule)| match rule.shape {
        Shape::Keyed(keys) => Some((rank, rule, keys)),
        _ => None,
    });
    let (rows, names): (Vec<_>, Vec<&str>) = keyed
        .flat_map(|row| row.1.anchors.iter().map(move |name| (row, *name)))
        .unzip();
    let search = AhoCorasick::builder()
        .ascii_case_insensitive(true)
        .match_kind(MatchKind::LeftmostLongest)
        .build(names)
        .ok()?;
    Some(Names { search, rows })
});

/// Every key of a known provider in `text`: its place, its row's rank, and its row.
pub(super) fn hits(text: &str) -> Vec<(Range<usize>, usize, &'static Rule)> {
    let bytes = text.as_bytes();
    let runs = decoded::runs(bytes, SHORTEST, in_wide).filter(|run| run.len() <= LONGEST);
    runs.filter(|run| bytes[run.clone()].iter().any(u8::is_ascii_digit))
        .filter_map(|run| read(text, run))
        .collect()
}

/// Whether a provider's name stands in `text`.
pub(super) fn names_provider(text: &str) -> bool {
    NAMES
        .as_ref()
        .is_some_and(|names| names.search.is_match(text))
}

fn in_wide(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')
}

fn read(text: &str, run: Range<usize>) -> Option<(Range<usize>, usize, &'static Rule)> {
    let names = NAMES.as_ref()?;
    let start = text.ceil_char_boundary(run.start.saturating_sub(WINDOW));
    let start = text[start..run.start]
        .match_indices('\n')
        .rev()
        .nth(1)
        .map_or(start, |(at, _)| start + at + 1);
    let hits = names.search.find_iter(&text[start..run.end]);
    let hits: Vec<_> = hits
        .map(|hit| {
            (
                start + hit.start()..start + hit.end(),
                hit.pattern().as_usize(),
            )
        })
        .collect();
    hits.into_iter()
        .rev()
        .filter(|(name, _)| begins_word(text.as_bytes(), name.start))
        .find_map(|(name, row)| {
            let (rank, rule, keys) = names.rows[row];
            let span = keys
                .iter()
                .find_map(|key| cut(text, &run, name.end, *key))?;
            is_key(text, &name, &span).then_some((span, rank, rule))
        })
}

/// Whether a name begins at `start`: as a word, or as a hump of one.
fn begins_word(bytes: &[u8], start: usize) -> bool {
    match bytes[..start] {
        [] | [.., b'\\', b'n' | b'r' | b't'] => true,
        [.., before] => {
            !before.is_ascii_alphabetic()
                || (before.is_ascii_lowercase() && bytes[start].is_ascii_uppercase())
        }
    }
}

/// The part of a run, behind the provider's name, that has the shape of a key.
fn cut(text: &str, run: &Range<usize>, from: usize, key: Key) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let length = match key {
        Key::Run(length) | Key::Wide(length) => length,
        Key::Uuid => 36,
    };
    let start = run
        .end
        .checked_sub(length)
        .filter(|start| *start >= run.start.max(from))?;
    let begins = match bytes[..start] {
        [] | [.., b'\\', b'n' | b'r' | b't'] => true,
        [.., before] => start == run.start || matches!(before, b'-' | b'_'),
    };
    let span = start..run.end;
    let fits = match key {
        Key::Run(_) => text[span.clone()]
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric()),
        Key::Wide(_) => true,
        Key::Uuid => value::has_uuid_shape(&text[span.clone()]),
    };
    (begins && fits).then_some(span)
}

/// Whether what stands between a name and a run lets the run be a key: a telling word, a sign, or a
/// run that is neither words nor a hash.
fn is_key(text: &str, name: &Range<usize>, span: &Range<usize>) -> bool {
    let key = &text[span.clone()];
    let gap = text[name.end..span.start].to_ascii_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| gap.contains(word));
    let is_told =
        says(TELLING) || is_tied(&gap, key) || value::is_random(key) && !value::is_digest(key);
    let digits = key.bytes().filter(u8::is_ascii_digit).count();
    is_told
        && !says(HARMLESS)
        && digits >= 2
        && !value::is_placeholder(key)
        && !text[..span.start].ends_with(['/', '@', '#'])
}

/// Whether nothing but a blank or a sign stands between a name and a key. Behind a blank alone, a
/// hash is more likely one of a commit.
fn is_tied(gap: &str, key: &str) -> bool {
    let tied =
        gap.trim_end_matches(|letter: char| letter.is_whitespace() || "\"'`([{<*".contains(letter));
    let is_close = gap.len() <= 2 || (gap.len() <= 24 && tied.ends_with(['=', ':', '>', ',']));
    is_close && (gap.len() > 1 || !matches!(key.len(), 40 | 64))
}
