//! Keys that have no mark of their own: a run of letters and digits is a key if a provider's name
//! appears shortly before it, and its length is that of the provider's keys.
//!
//! Looked for from the value on: runs this long are rare in prose, so the names cost nothing until
//! one appears.

use std::ops::Range;

use super::classify::{placeholder, value};
use super::finding::Hit;
use super::providers::{NAMES, Names};
use super::rule::Key;
use super::run::{WIDE, begins_after_escape, runs};
use super::{providers, unlisted, work};

/// The shortest run that any row asks for.
const SHORTEST: usize = 15;

/// The longest run that could be a key, in bytes. A longer one is data.
const LONGEST: usize = 256;

// Largest distance between a key and its provider's name, in bytes; at most one line above. Farther
// away the name belongs to something else, and every id in a page about a provider would be a
// finding.
const WINDOW: usize = 56;

/// Words after which a run is a key, however the two are bound together.
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
    "login",
    "_api",
];

/// Names of providers that are words, too: without a telling word, they speak of something else.
const COMMON_WORDS: &[&str] = &[
    "abstract",
    "alchemy",
    "amplitude",
    "apollo",
    "autopilot",
    "banner",
    "bitbucket",
    "box",
    "carbon",
    "circle",
    "close",
    "coda",
    "column",
    "confluence",
    "dandelion",
    "delighted",
    "drone",
    "duo",
    "elastic",
    "fixer",
    "flat",
    "fleet",
    "fulcrum",
    "gist",
    "github",
    "gitlab",
    "guardian",
    "hive",
    "holistic",
    "humanity",
    "hunter",
    "invoice",
    "karma",
    "knapsack",
    "kraken",
    "linear",
    "magnetic",
    "miro",
    "nimble",
    "nightfall",
    "noticeable",
    "overloop",
    "polygon",
    "privacy",
    "protocols",
    "railway",
    "refiner",
    "replicate",
    "segment",
    "semaphore",
    "sentry",
    "sherpa",
    "shortcut",
    "signature",
    "speech",
    "stitch",
    "storage",
    "streak",
    "swift",
    "teamwork",
    "text",
    "travis",
];

/// Words before a run that is something else.
const HARMLESS: &[&str] = &[
    "commit",
    "sha1",
    "sha256",
    "sha-",
    "sha512",
    "hash",
    "digest",
    "checksum",
    "h1:",
    "integrity",
    "revision",
    "rev=",
    "ref=",
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

/// Every key of a known provider in `text`, and every token of an unknown one.
pub(crate) fn hits(text: &str) -> Vec<Hit> {
    let bytes = text.as_bytes();
    let mut hits = Vec::new();
    for run in runs(bytes, SHORTEST, &WIDE) {
        // Long words are more frequent than keys, and have no digits.
        let has_digit = bytes[run.clone()].iter().any(u8::is_ascii_digit);
        if !has_digit || run.len() > LONGEST {
            continue;
        }
        // Building the automaton takes half a millisecond, and few texts of a command need it.
        let key = match &*NAMES {
            Some(names) => read(names, text, &run),
            None => None,
        };
        hits.extend(key.or_else(|| unlisted(text, &run)));
    }
    hits
}

/// The token in a run that no provider is known for.
fn unlisted(text: &str, run: &Range<usize>) -> Option<Hit> {
    let (sort, span) = unlisted::read(text, run)?;
    let (rank, rule) = providers::unlisted(sort)?;
    Some(Hit { span, rank, rule })
}

/// The key in a run, by the nearest name before it whose keys look so.
fn read(names: &Names, text: &str, run: &Range<usize>) -> Option<Hit> {
    let start = window_start(text, run.start);
    work::did(run.end - start);
    let found: Vec<_> = names.search.find_iter(&text[start..run.end]).collect();
    // The nearest name is the key's: others belong to earlier text.
    for hit in found.iter().rev() {
        let name = start + hit.start()..start + hit.end();
        if !begins_word(text.as_bytes(), name.start) {
            continue;
        }
        let provider = names.providers[hit.pattern().as_usize()];
        let mut keys = provider.keys.iter();
        let Some(span) = keys.find_map(|key| key_in(text, run, name.end, *key)) else {
            continue;
        };
        if is_key(text, &name, &span) {
            return Some(Hit {
                span,
                rank: provider.rank,
                rule: provider.rule,
            });
        }
    }
    None
}

/// Start of the window in which names are looked for: before the run, at most from the line above
/// it.
fn window_start(text: &str, run: usize) -> usize {
    let start = text.ceil_char_boundary(run.saturating_sub(WINDOW));
    match text[start..run].match_indices('\n').rev().nth(1) {
        Some((newline, _)) => start + newline + 1,
        None => start,
    }
}

/// True if a name begins at `start`: as a word, or as a part of one in camel case.
fn begins_word(bytes: &[u8], start: usize) -> bool {
    let before = &bytes[..start];
    if begins_after_escape(before) {
        return true;
    }
    let is_hump = before.last().is_some_and(u8::is_ascii_lowercase);
    let is_letter = before.last().is_some_and(u8::is_ascii_alphabetic);
    !is_letter || (is_hump && bytes[start].is_ascii_uppercase())
}

/// The end of a run, after the provider's name (`from`), if it has the shape of a key.
fn key_in(text: &str, run: &Range<usize>, from: usize, key: Key) -> Option<Range<usize>> {
    let start = run.end.checked_sub(key.length())?;
    if start < run.start.max(from) {
        return None;
    }
    let before = &text.as_bytes()[..start];
    let is_apart = start == run.start || matches!(before, [.., b'-' | b'_']);
    let begins = begins_after_escape(before) || is_apart;
    let span = start..run.end;
    let secret = &text[span.clone()];
    let fits = match key {
        Key::Run(_) => secret.bytes().all(|byte| byte.is_ascii_alphanumeric()),
        Key::Wide(_) => true,
        Key::Uuid => value::has_uuid_shape(secret),
    };
    (begins && fits).then_some(span)
}

/// True if the text between a name and a run lets the run be a key: it has a telling word or a
/// sign, or the run is neither words nor a hash.
fn is_key(text: &str, name: &Range<usize>, span: &Range<usize>) -> bool {
    let key = &text[span.clone()];
    let gap = text[name.end..span.start].to_ascii_lowercase();
    let looks_made = value::is_random(key) && !value::is_digest(key);
    let is_hinted = !is_common_word(&text[name.clone()]) && (!is_hash(key) || is_assigned(&gap));
    let is_told = contains_any(&gap, TELLING) || (is_hinted && (is_bound(&gap) || looks_made));
    // A word of the right length has no digits, or one at its end.
    let digits = key.bytes().filter(u8::is_ascii_digit).count();
    // A run after `/`, `@` or `#` is part of a path, of an address or of a link.
    is_told
        && !contains_any(&gap, HARMLESS)
        && digits >= 2
        && !placeholder::is_placeholder(key)
        && !text[..span.start].ends_with(['/', '@', '#'])
}

fn contains_any(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| text.contains(word))
}

/// True if a key could also be the id of a commit, or a checksum: only a telling word makes it a
/// key.
fn is_hash(key: &str) -> bool {
    matches!(key.len(), 40 | 64) && value::is_digest(key)
}

/// True if the gap between a provider's name and a key is an equals sign: ids of commits are not
/// assigned so.
fn is_assigned(gap: &str) -> bool {
    gap.len() <= 4 && gap.trim_matches([' ', '"', '\'']) == "="
}

/// True if a provider's name is also an English word, or usual in texts about programs.
fn is_common_word(name: &str) -> bool {
    COMMON_WORDS
        .iter()
        .any(|word| name.eq_ignore_ascii_case(word))
}

/// True if a name and a key have only a blank or a sign between them.
fn is_bound(gap: &str) -> bool {
    let bare = gap.trim_end_matches(opens_value);
    let has_sign = gap.len() <= 24 && bare.ends_with(['=', ':', '>', ',']);
    gap.len() <= 2 || has_sign
}

fn opens_value(letter: char) -> bool {
    letter.is_whitespace() || "\"'`([{<*".contains(letter)
}
