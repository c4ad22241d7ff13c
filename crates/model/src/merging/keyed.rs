//! The three-way merge of named things: lines about records, say. It never leaves a conflict.

use std::collections::{BTreeMap, BTreeSet};

/// Merges two versions of things by their names. A change of one side counts; of two changes, the
/// greater value, and a change counts more than a removal.
pub(crate) fn merge<K: Ord + Clone, V: Ord + Clone>(
    base: &BTreeMap<K, V>,
    ours: &BTreeMap<K, V>,
    theirs: &BTreeMap<K, V>,
) -> BTreeMap<K, V> {
    let names: BTreeSet<&K> = ours.keys().chain(theirs.keys()).collect();
    let mut merged = BTreeMap::new();
    for name in names {
        let (before, one, other) = (base.get(name), ours.get(name), theirs.get(name));
        let chosen = if one == before {
            other
        } else if other == before {
            one
        } else {
            // A present thing is greater than an absent one.
            one.max(other)
        };
        if let Some(thing) = chosen {
            merged.insert(name.clone(), thing.clone());
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_of_either_side_are_kept() {
        let map = |text: &str| -> BTreeMap<char, char> {
            let mut letters = text.chars();
            std::iter::from_fn(|| Some((letters.next()?, letters.next()?))).collect()
        };
        for (base, ours, theirs, expected) in [
            ("a1b1", "a1b1c1", "b1", "b1c1"),
            ("a1", "a2", "a1", "a2"),
            ("a1", "a2", "a3", "a3"),
            ("a1", "a2", "", "a2"),
            ("", "a1", "a1b1", "a1b1"),
        ] {
            let (base, one, other) = (map(base), map(ours), map(theirs));
            assert_eq!(merge(&base, &one, &other), map(expected), "{ours} {theirs}");
            assert_eq!(merge(&base, &other, &one), map(expected), "{theirs} {ours}");
        }
    }
}
