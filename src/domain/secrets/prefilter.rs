//! Finds every anchor of the table in one pass: three bytes decide whether to look closer, so that
//! most of a text costs one shift, one multiplication and one bit each byte.
//!
//! An automaton over so many anchors takes longer to build than most commands run, or runs several
//! times slower.

use super::rule::{Rule, Shape};
use super::rules;

// The logarithm of the number of slots in the table of three bytes: 8 KiB of bits, which stay in
// the first-level cache, and so many that few slots hold anchors that the text does not have.
const BITS: u32 = 16;
const SLOTS: usize = 1 << BITS;

/// An anchor, its rule, and the rule's rank in the table.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Anchor {
    pub(crate) literal: &'static str,
    pub(crate) rank: usize,
    pub(crate) rule: &'static Rule,
}

/// An anchor in the slot of its first three bytes.
struct Slotted {
    slot: usize,
    anchor: Anchor,
}

/// The anchors, by the slot of their first three bytes.
pub(crate) struct Prefilter {
    /// One bit for each slot: whether any anchor begins so. Its length is part of its type, so that
    /// no place in it has to be compared with that.
    is_taken: Box<[u64; SLOTS / 64]>,
    /// For each slot, the index of its first anchor in `anchors`.
    firsts: Vec<u16>,
    /// Sorted by slot.
    anchors: Vec<Slotted>,
}

impl Prefilter {
    /// Takes the anchors of all rules but those that are looked for from the key on.
    pub(crate) fn new() -> Prefilter {
        let mut anchors = Vec::with_capacity(2048);
        for (rank, rule) in rules::all().enumerate() {
            if matches!(rule.shape, Shape::Keyed(_)) {
                continue;
            }
            for literal in rule.anchors {
                let anchor = Anchor {
                    literal,
                    rank,
                    rule,
                };
                add_slots(anchor, &mut anchors);
            }
        }
        anchors.sort_by_key(|slotted| (slotted.slot, slotted.anchor.rank));
        let mut is_taken = Box::new([0; SLOTS / 64]);
        let mut firsts = vec![0; SLOTS];
        // From the last to the first, so that the first of a slot is what remains.
        for (nth, slotted) in anchors.iter().enumerate().rev() {
            let slot = slotted.slot;
            is_taken[slot / 64] |= 1 << (slot % 64);
            // The table is ours and has some thousand anchors; a test finds each of them.
            firsts[slot] = u16::try_from(nth).unwrap_or(u16::MAX);
        }
        Prefilter {
            is_taken,
            firsts,
            anchors,
        }
    }

    /// Calls `found` with every place (in bytes) where an anchor appears, in any case, from left to
    /// right. An anchor at the very end of the text is left out.
    pub(crate) fn each(&self, text: &str, mut found: impl FnMut(usize, Anchor)) {
        let bytes = text.as_bytes();
        let mut from = 0;
        while let Some((start, slot)) = self.next_taken(bytes, from) {
            from = start + 1;
            let first = usize::from(self.firsts[slot]);
            for slotted in &self.anchors[first..] {
                if slotted.slot != slot {
                    break;
                }
                // Three bytes of other anchors may have the same slot.
                let literal = slotted.anchor.literal.as_bytes();
                let Some(here) = bytes.get(start..start + literal.len()) else {
                    continue;
                };
                if here.eq_ignore_ascii_case(literal) {
                    found(start, slotted.anchor);
                }
            }
        }
    }

    /// The next place, from `from` on, whose three bytes are in a slot that is taken; and the slot.
    // By itself: among the shapes of the rules, the compiler would keep all that this needs for
    // each byte in memory, and every text would take three times as long.
    #[inline(never)]
    fn next_taken(&self, bytes: &[u8], from: usize) -> Option<(usize, usize)> {
        let [first, second, rest @ ..] = bytes.get(from..)? else {
            return None;
        };
        let mut window = push(push(0, *first), *second);
        for (at, byte) in rest.iter().enumerate() {
            window = push(window, *byte);
            let slot = slot(window);
            if self.is_taken[slot / 64] >> (slot % 64) & 1 == 1 {
                return Some((from + at, slot));
            }
        }
        None
    }
}

/// Adds an anchor in its slot; one of two bytes has a slot for every byte that can follow it.
fn add_slots(anchor: Anchor, slots: &mut Vec<Slotted>) {
    let mut window = 0;
    for byte in anchor.literal.bytes().take(3) {
        window = push(window, byte);
    }
    if anchor.literal.len() >= 3 {
        let slot = slot(window);
        slots.push(Slotted { slot, anchor });
        return;
    }
    for end in 0..=u8::MAX {
        // The others have the slots of these.
        if end == folded(end) {
            let slot = slot(push(window, end));
            slots.push(Slotted { slot, anchor });
        }
    }
}

/// The last three bytes, folded, with one more after them.
fn push(window: u32, byte: u8) -> u32 {
    (window << 8 | u32::from(folded(byte))) & 0xff_ffff
}

/// A byte without the bit that tells capitals from small letters. Some signs become others, which
/// costs a closer look and no test for each byte of a text.
fn folded(byte: u8) -> u8 {
    byte | 0x20
}

/// The slot of three bytes: Fibonacci hashing (Knuth, The Art of Computer Programming, section
/// 6.4).
fn slot(window: u32) -> usize {
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
