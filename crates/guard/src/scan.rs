//! Finds secrets: one pass for all anchors, then only the rules whose anchors appeared.
//!
//! The work is linear in the text: the part that a shape reads from an anchor is bounded, or stops
//! where the next anchor could begin.

use std::sync::LazyLock;

use super::classify::{placeholder, value};
use super::columns::Columns;
use super::encrypted::Encrypted;
use super::finding::{Finding, Hit, Unplaced, placed};
use super::marker::{beyond, markers};
use super::picture::pictures;
use super::prefilter::{Anchor, Prefilter};
use super::rule::Class;
use super::shape::KnownRuns;
use super::{checksum, decoded, keyed, published, shape, work};

// Built with the first text that is scanned: many commands scan none.
static PREFILTER: LazyLock<Prefilter> = LazyLock::new(Prefilter::new);

/// Finds every secret in `text`, as it is written and after decoding escapes and Base64.
///
/// The findings are sorted by place and do not overlap; if several rules meet, one finding covers
/// all their findings and has the name of the rule that comes first in the table.
#[must_use]
pub fn scan(text: &str) -> Vec<Finding> {
    let mut unplaced = Vec::new();
    for hit in found(text) {
        unplaced.push(Unplaced {
            span: hit.span,
            rule: hit.rule.id,
            class: hit.rule.class,
            masked: None,
        });
    }
    placed(text, unplaced)
}

/// Hits of the rules in a text, in any of its forms; sorted, and without overlaps.
pub(crate) fn found(text: &str) -> Vec<Hit> {
    let mut found = hits(text);
    found.extend(decoded::hidden(text, hits));
    // Only a text with findings is searched for pictures and markers: most have none of them.
    if found.is_empty() {
        return found;
    }
    let found = merge(found);
    let markers = markers(text);
    let encrypted = Encrypted::of(text);
    let mut pictures = pictures(text).into_iter().peekable();
    let mut real: Vec<Hit> = Vec::with_capacity(found.len());
    for mut hit in found {
        // A passed picture cannot hold a later hit: both lists are in order.
        while pictures
            .next_if(|picture| picture.end() < hit.span.start)
            .is_some()
        {}
        if pictures
            .peek()
            .is_some_and(|picture| picture.holds(&hit.span))
        {
            continue;
        }
        if encrypted.holds(&hit.span) {
            continue;
        }
        let Some(span) = beyond(&markers, &hit.span) else {
            continue;
        };
        hit.span = span;
        real.push(hit);
    }
    // With a marker, one may have come to another.
    merge(real)
}

/// Hits of the rules in a text as it is written.
fn hits(text: &str) -> Vec<Hit> {
    let mut found: Vec<Hit> = Vec::new();
    work::did(text.len());
    let mut known = KnownRuns::default();
    let (mut columns, mut in_columns) = (Columns::default(), Vec::new());
    PREFILTER.each(text, |start, anchor| {
        work::did(1);
        let hit = hit(text, start, &anchor, found.last(), &mut known);
        found.extend(hit);
        if anchor.rule.shape.names_columns() {
            for span in columns.read(text, start) {
                in_columns.push(Hit {
                    span,
                    rank: anchor.rank,
                    rule: anchor.rule,
                });
            }
        }
    });
    in_columns.retain(|hit| could_be(hit.rule.class, &text[hit.span.clone()]));
    found.extend(in_columns);
    found.extend(keyed::hits(text));
    found.retain(|hit| !published::is_example(&text[hit.span.clone()]));
    found
}

/// The hit of the rule of an anchor at `start`; `last` is the hit before it.
fn hit(
    text: &str,
    start: usize,
    anchor: &Anchor,
    last: Option<&Hit>,
    known: &mut KnownRuns,
) -> Option<Hit> {
    let at = start..start + anchor.literal.len();
    if let Some(last) = last {
        // Anchors inside of a token that is already found have nothing to add.
        let is_inside = last.span.contains(&at.start) && at.end < last.span.end;
        if is_inside && last.rank <= anchor.rank {
            return None;
        }
    }
    let span = shape::read(anchor, text, at, known)?;
    could_be(anchor.rule.class, &text[span.clone()]).then_some(Hit {
        span,
        rank: anchor.rank,
        rule: anchor.rule,
    })
}

/// True if the text that a rule of this class has read can be a secret, and is not a placeholder.
fn could_be(class: Class, secret: &str) -> bool {
    // A token with a wrong checksum was never issued, whatever rule has read it, with the host that
    // it logs in to.
    let token = match secret.split_once('@') {
        Some((token, _)) => token,
        None => secret,
    };
    if checksum::fails(token) {
        return false;
    }
    match class {
        // The comment of a real key may well name example.org; and a marker in its middle leaves
        // most of it.
        Class::PrivateKey => true,
        // Names are read in prose as well, with words after them.
        Class::Assignment => {
            !placeholder::is_placeholder(secret)
                && !placeholder::is_example_word(secret)
                && !is_word(secret)
                && !published::is_hash(secret)
        }
        _ => !placeholder::is_placeholder(secret),
    }
}

/// True if a value is small letters that follow each other as in a word.
fn is_word(text: &str) -> bool {
    let is_lower = text.bytes().all(|byte| byte.is_ascii_lowercase());
    is_lower && !value::is_random(text)
}

/// Joins overlapping hits; the rule that comes first in the table names the whole.
fn merge(mut found: Vec<Hit>) -> Vec<Hit> {
    found.sort_by_key(|hit| (hit.span.start, hit.rank));
    let mut merged: Vec<Hit> = Vec::with_capacity(found.len());
    for hit in found {
        match merged.last_mut() {
            Some(last) if hit.span.start < last.span.end => {
                last.span.end = last.span.end.max(hit.span.end);
                if hit.rank < last.rank {
                    last.rank = hit.rank;
                    last.rule = hit.rule;
                }
            }
            _ => merged.push(hit),
        }
    }
    merged
}
