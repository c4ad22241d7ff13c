//! The order of entries of several chains: after what they were written on, and by time where they
//! know nothing of each other.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::hash::Hash;

/// An entry as its order sees it.
#[derive(Clone, Debug)]
pub struct Node<K> {
    /// Its own key.
    pub key: K,
    /// The keys of the entries that it was written after; those that are not there do not count.
    pub after: Vec<K>,
    /// When it was written, in seconds since 1970.
    pub time: i64,
}

/// Returns the places of the nodes in their order, the oldest first. Nodes that are after each
/// other in a circle come last. Of nodes of the same time, the one that is given first comes first.
#[must_use]
pub fn in_order<K: Eq + Hash>(nodes: &[Node<K>]) -> Vec<usize> {
    let places: HashMap<&K, usize> = nodes.iter().map(|node| &node.key).zip(0..).collect();
    let mut waits = vec![0_usize; nodes.len()];
    let mut followers = vec![Vec::new(); nodes.len()];
    for (at, node) in nodes.iter().enumerate() {
        for before in node.after.iter().filter_map(|key| places.get(key)) {
            followers[*before].push(at);
            waits[at] += 1;
        }
    }
    // A clock that was set back must not move an entry before the one that it was written on.
    let mut times: Vec<i64> = nodes.iter().map(|node| node.time).collect();
    let free = (0..nodes.len()).filter(|at| waits[*at] == 0);
    let mut free: BinaryHeap<_> = free.map(|at| Reverse((times[at], at))).collect();
    let mut sorted = Vec::with_capacity(nodes.len());
    while let Some(Reverse((time, at))) = free.pop() {
        sorted.push(at);
        for follower in &followers[at] {
            times[*follower] = times[*follower].max(time);
            waits[*follower] -= 1;
            if waits[*follower] == 0 {
                free.push(Reverse((times[*follower], *follower)));
            }
        }
    }
    sorted.extend((0..nodes.len()).filter(|at| waits[*at] > 0));
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(nodes: &[(char, &str, i64)]) -> String {
        let made = nodes.iter().map(|(key, after, time)| Node {
            key: *key,
            after: after.chars().collect(),
            time: *time,
        });
        let order = in_order(&made.collect::<Vec<_>>());
        order.into_iter().map(|at| nodes[at].0).collect()
    }

    #[test]
    fn entries_come_after_what_they_were_written_on() {
        for (nodes, expected) in [
            (&[('a', "", 1), ('b', "a", 2)][..], "ab"),
            // Two chains, by time.
            (&[('a', "", 1), ('b', "a", 5), ('c', "", 3)], "acb"),
            // The clock went back.
            (&[('a', "", 9), ('b', "a", 1), ('c', "", 5)], "cab"),
            // In the same second: the one that was given first, unless one knows of the other.
            (&[('a', "", 1), ('b', "", 1)], "ab"),
            (&[('a', "b", 1), ('b', "", 1)], "ba"),
            // One that is not there, and a circle.
            (&[('a', "z", 2), ('b', "c", 0), ('c', "b", 0)], "abc"),
        ] {
            assert_eq!(sorted(nodes), expected, "{nodes:?}");
        }
    }
}
