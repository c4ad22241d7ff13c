//! Finds secrets: one pass for all anchors, then only the rules whose anchors appeared.
//!
//! The work is linear in the text: what a shape reads from an anchor is bounded, or stops where the
//! next anchor could begin.

use std::sync::LazyLock;

use super::classify::value;
use super::finding::{Finding, Hit, report};
use super::picture::pictures;
use super::prefilter::{Anchor, Prefilter};
use super::rule::Class;
use super::{decoded, keyed, shape};

// Built where a text is scanned first: many commands scan none.
static PREFILTER: LazyLock<Prefilter> = LazyLock::new(Prefilter::new);

/// Finds every secret in `text`, as it is written and after decoding escapes and Base64.
///
/// The findings are sorted by place and do not overlap; where several rules meet, one finding
/// covers what all of them found and has the name of the rule that comes first in the table.
#[must_use]
pub fn scan(text: &str) -> Vec<Finding> {
    let mut found = hits(text);
    found.extend(decoded::hidden(text, hits));
    let mut found = merge(found);
    // Only a text with findings is searched for pictures: most have neither.
    if !found.is_empty() {
        let pictures = pictures(text);
        found.retain(|hit| !pictures.iter().any(|picture| picture.holds(&hit.span)));
    }
    report(text, found)
}

/// What the rules find in a text as it is written.
fn hits(text: &str) -> Vec<Hit> {
    let mut found: Vec<Hit> = Vec::new();
    PREFILTER.each(text, |start, anchor| {
        let hit = hit(text, start, &anchor, found.last());
        found.extend(hit);
    });
    found.extend(keyed::hits(text));
    found
}

/// What the rule of an anchor finds at `start`; `last` is what was found before.
fn hit(text: &str, start: usize, anchor: &Anchor, last: Option<&Hit>) -> Option<Hit> {
    let at = start..start + anchor.literal.len();
    if let Some(last) = last {
        // Anchors inside of a token that is already found have nothing to add.
        let is_inside = last.span.contains(&at.start) && at.end < last.span.end;
        if is_inside && last.rank <= anchor.rank {
            return None;
        }
    }
    let span = shape::read(anchor, text, at)?;
    could_be(anchor.rule.class, &text[span.clone()]).then_some(Hit {
        span,
        rank: anchor.rank,
        rule: anchor.rule,
    })
}

/// Whether what a rule of this class has read can be a secret, and is not just a placeholder.
fn could_be(class: Class, secret: &str) -> bool {
    match class {
        // The comment of a real key may well name example.org.
        Class::PrivateKey => !value::is_marked(secret),
        // Names are read in prose as well, where words follow them.
        Class::Assignment => {
            !value::is_placeholder(secret) && !value::is_example_word(secret) && !is_word(secret)
        }
        _ => !value::is_placeholder(secret),
    }
}

/// Whether a value is small letters that follow each other as in a word.
fn is_word(text: &str) -> bool {
    let is_lower = text.bytes().all(|byte| byte.is_ascii_lowercase());
    is_lower && !value::is_random(text)
}

/// Joins what overlaps; the rule that comes first in the table names the whole.
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
