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
    /// Its first bytes, folded, and a mask of them: one comparison rejects nearly all places.
    head: u64,
    mask: u64,
    anchor: Anchor,
}

/// Number of bytes that are looked at at once.
const WORD: usize = 8;

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

/// A place where an anchor may begin.
struct Candidate {
    start: usize,
    /// The index of the first anchor that begins like the text.
    first: usize,
    word: u64,
}

impl Prefilter {
    /// Takes the anchors of all rules except those that are looked for from the key on.
    pub(crate) fn new() -> Prefilter {
        let mut anchors = Vec::with_capacity(2048);
        for (rank, rule) in rules::all().enumerate() {
            if matches!(rule.shape, Shape::Keyed(_) | Shape::Unlisted(_)) {
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
        // From the last to the first, so that the first of a slot remains.
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

    /// Calls `found` with the place (in bytes) of every anchor, in any case, from left to right.
    pub(crate) fn each(&self, text: &str, mut found: impl FnMut(usize, Anchor)) {
        let bytes = text.as_bytes();
        // The last bytes have no whole word: they are looked at with nothing after them.
        let whole = bytes.len().saturating_sub(WORD - 1);
        let mut end = [0; 2 * WORD - 2];
        end[..bytes.len() - whole].copy_from_slice(&bytes[whole..]);
        for (searched, offset) in [(bytes, 0), (&end[..], whole)] {
            let mut from = 0;
            while let Some(candidate) = self.next(searched, from) {
                from = candidate.start + 1;
                self.anchors_at(bytes, offset, &candidate, &mut found);
            }
        }
    }

    /// Calls `found` for every anchor that appears at a candidate.
    fn anchors_at(
        &self,
        bytes: &[u8],
        offset: usize,
        candidate: &Candidate,
        found: &mut impl FnMut(usize, Anchor),
    ) {
        let start = offset + candidate.start;
        let anchors = &self.anchors[candidate.first..];
        let slot = anchors.first().map(|slotted| slotted.slot);
        for slotted in anchors {
            if Some(slotted.slot) != slot {
                break;
            }
            if candidate.word & slotted.mask != slotted.head {
                continue;
            }
            // Folded, other signs look the same; and an anchor may be longer than a word.
            let literal = slotted.anchor.literal.as_bytes();
            let Some(here) = bytes.get(start..start + literal.len()) else {
                continue;
            };
            if here.eq_ignore_ascii_case(literal) {
                found(start, slotted.anchor);
            }
        }
    }

    /// The next place, from `from` on, that begins like an anchor; none in the last bytes, which
    /// have no whole word.
    // A function of its own: among the shapes of the rules, the compiler would keep the data that
    // this needs for each byte in memory, and every text would take three times as long.
    #[inline(never)]
    fn next(&self, bytes: &[u8], from: usize) -> Option<Candidate> {
        for (at, window) in bytes.get(from..)?.array_windows::<WORD>().enumerate() {
            let word = folded(u64::from_le_bytes(*window));
            let slot = slot(word);
            if self.is_taken[slot / 64] >> (slot % 64) & 1 == 0 {
                continue;
            }
            let mut first = usize::from(self.firsts[slot]);
            while let Some(slotted) = self.anchors.get(first)
                && slotted.slot == slot
            {
                if word & slotted.mask == slotted.head {
                    return Some(Candidate {
                        start: from + at,
                        first,
                        word,
                    });
                }
                first += 1;
            }
        }
        None
    }
}

/// Adds an anchor in its slot; one of two bytes has a slot for every byte that can follow it.
fn add_slots(anchor: Anchor, slots: &mut Vec<Slotted>) {
    let literal = anchor.literal.as_bytes();
    let (mut word, mut mask) = ([0; WORD], [0; WORD]);
    for (nth, byte) in literal.iter().take(WORD).enumerate() {
        word[nth] = *byte;
        mask[nth] = u8::MAX;
    }
    let (word, mask) = (u64::from_le_bytes(word), u64::from_le_bytes(mask));
    let slotted = |slot| Slotted {
        slot,
        head: folded(word) & mask,
        mask,
        anchor,
    };
    if literal.len() >= 3 {
        slots.push(slotted(slot(folded(word))));
        return;
    }
    for end in 0..=u8::MAX {
        // The others are the same as one of these once they are folded.
        if end & CASE == CASE {
            let third = u64::from(end) << 16;
            slots.push(slotted(slot(folded(word) | third)));
        }
    }
}

/// The bit that tells capitals from small letters.
const CASE: u8 = 0x20;

/// Bytes with that bit set. Some signs become others, which
/// costs a closer look and no test for each byte of a text.
fn folded(word: u64) -> u64 {
    word | u64::from_le_bytes([CASE; WORD])
}

/// The slot of the first three of folded bytes: Fibonacci hashing (Knuth, The Art of Computer
/// Programming, section 6.4).
fn slot(word: u64) -> usize {
    let [first, second, third, ..] = word.to_le_bytes();
    let key = u32::from_le_bytes([first, second, third, 0]);
    (key.wrapping_mul(0x9e37_79b1) >> (u32::BITS - BITS)) as usize
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
                    format!("ab {}!", literal.to_ascii_uppercase()),
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
