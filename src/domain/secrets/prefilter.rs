//! Finds every anchor of the table in one pass: three bytes decide whether to look closer, so that
//! most of a text costs one shift, one multiplication and one bit each byte.
//!
//! An automaton over so many anchors takes longer to build than most commands run, or runs several
//! times slower.

use super::rule::{Rule, Shape};
use super::rules;

/// How many bits a place in the table of three bytes has.
const BITS: u32 = 16;

/// An anchor, its rule, and the rule's rank in the table.
#[derive(Debug, Clone, Copy)]
pub(super) struct Anchor {
    pub(super) literal: &'static str,
    pub(super) rank: usize,
    pub(super) rule: &'static Rule,
}

/// The anchors, by the place of their first three bytes.
pub(super) struct Prefilter {
    /// One bit for each place: whether any anchor begins so. Small enough to stay in the nearest
    /// cache.
    begins: Vec<u64>,
    /// For each place, where its first anchor stands in `anchors`.
    firsts: Vec<u16>,
    /// Sorted by place.
    anchors: Vec<(usize, Anchor)>,
}

impl Prefilter {
    /// Takes the anchors of all rules that have some of their own.
    pub(super) fn new() -> Prefilter {
        let mut anchors = Vec::with_capacity(2048);
        for (rank, rule) in rules::all().enumerate() {
            if !matches!(rule.shape, Shape::Keyed(_)) {
                anchors.extend(rule.anchors.iter().flat_map(|literal| {
                    placed(Anchor {
                        literal,
                        rank,
                        rule,
                    })
                }));
            }
        }
        anchors.sort_by_key(|(place, anchor)| (*place, anchor.rank));
        let mut begins = vec![0; (1 << BITS) / 64];
        let mut firsts = vec![0; 1 << BITS];
        for (nth, (place, _)) in anchors.iter().enumerate().rev() {
            begins[place / 64] |= 1 << (place % 64);
            firsts[*place] = u16::try_from(nth).unwrap_or(u16::MAX);
        }
        Prefilter {
            begins,
            firsts,
            anchors,
        }
    }

    /// Calls `found` with every place (in bytes) where an anchor stands, in any case, from left to
    /// right. An anchor with nothing behind it is left out.
    pub(super) fn each(&self, text: &str, mut found: impl FnMut(usize, Anchor)) {
        let bytes = text.as_bytes();
        let mut window = 0;
        for (end, byte) in bytes.iter().enumerate() {
            window = push(window, *byte);
            let place = place(window);
            if self.begins[place / 64] >> (place % 64) & 1 == 0 || end < 2 {
                continue;
            }
            let start = end - 2;
            let first = usize::from(self.firsts[place]);
            for (_, anchor) in self.anchors[first..]
                .iter()
                .take_while(|(other, _)| *other == place)
            {
                let here = bytes.get(start..start + anchor.literal.len());
                if here.is_some_and(|here| here.eq_ignore_ascii_case(anchor.literal.as_bytes())) {
                    found(start, *anchor);
                }
            }
        }
    }
}

/// An anchor with its place; one of two bytes has a place for every byte that can stand behind it.
fn placed(anchor: Anchor) -> impl Iterator<Item = (usize, Anchor)> {
    let bytes = anchor.literal.as_bytes();
    let window = bytes
        .iter()
        .take(3)
        .fold(0, |window, byte| push(window, *byte));
    let is_short = bytes.len() < 3;
    let ends = if is_short { 0..=u8::MAX } else { 0..=0 };
    let places = ends.filter(|end| !end.is_ascii_uppercase());
    places.map(move |end| {
        (
            place(if is_short { push(window, end) } else { window }),
            anchor,
        )
    })
}

/// The last three bytes, in small letters, with one more behind them.
fn push(window: u32, byte: u8) -> u32 {
    (window << 8 | u32::from(byte.to_ascii_lowercase())) & 0xff_ffff
}

/// Where three bytes stand in the table: Fibonacci hashing (Knuth, The Art of Computer Programming,
/// section 6.4).
fn place(window: u32) -> usize {
    (window.wrapping_mul(0x9e37_79b1) >> (u32::BITS - BITS)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_anchor_is_found_in_any_case_and_place() {
        let prefilter = Prefilter::new();
        for rule in rules::all().filter(|rule| !matches!(rule.shape, Shape::Keyed(_))) {
            for literal in rule.anchors {
                for text in [
                    format!("{literal}x"),
                    format!("ab {}!", literal.to_uppercase()),
                    format!("漢{literal}漢"),
                ] {
                    let mut places = Vec::new();
                    prefilter.each(&text, |start, anchor| {
                        if anchor.rule.id == rule.id && anchor.literal == *literal {
                            places.push(start);
                        }
                    });
                    let expected = text.to_lowercase().find(&literal.to_lowercase());
                    assert_eq!(places.first().copied(), expected, "{literal} in {text}");
                }
            }
        }
    }
}
